"""Every sentence of the laws and rulings by its key, in English: the source that other languages translate.

A law's docstring is its sentence, its name the key; what stands between boards has the key of its topic, a chapter or
a book that of its name; the words of a ruling stand in `carrom/texts/en.json`. Names in braces are values: a finding
carries its key and them.
"""

from carrom.rules.clauses import Chapter, Ruleset
from carrom.rules.library import NAMES, named
from carrom.rules.places import LAWS
from carrom.rules.switches import TEXTS
from carrom.texts import sentences as texts


def catalogue() -> dict[str, str]:
    """Return every sentence in English by its key; keys of one kind share a prefix: `law.`, `said.`, `call.`."""
    sentences = {**texts("en"), **laws(), **headings()}
    for book in map(named, NAMES):
        sentences |= {key_of(book, clause.key, clause.says): clause.english for clause in book.clauses}
    for switch in TEXTS.values():
        sentences |= {f"text.{clause.key}": clause.english for clause in switch.clauses}
    return dict(sorted(sentences.items()))


def key_of(book: Ruleset, key: str, says: object) -> str:
    """Return the key of a clause's sentence: laws are shared, a book's own sentences are its own."""
    return f"{book.name}.{key}" if isinstance(says, str) else f"law.{key}"


def laws() -> dict[str, str]:
    """Return the sentence of every law in English by its key."""
    found = {f"law.{law.__name__}": " ".join((law.__doc__ or "").split()) for law in LAWS}
    clauses = [clause for name in NAMES for clause in named(name).clauses if not isinstance(clause.says, str)]
    return found | {f"law.{clause.key}": clause.english for clause in clauses}


def headings() -> dict[str, str]:
    """Return the titles of the books and of their chapters in English by their keys."""
    books = [named(name) for name in NAMES]
    found = {f"book.{book.name}": book.title for book in books}
    for book in books:
        found |= {heading_key(book, chapter): chapter.title for chapter in book.chapters}
    return found


def heading_key(book: Ruleset, chapter: Chapter) -> str:
    """Return the key of a chapter's title: the official book's, or the own one of a book that calls it otherwise."""
    official = next((each.title for each in named("icf").chapters if each.key == chapter.key), None)
    return f"chapter.{chapter.key}" if chapter.title == official else f"chapter.{chapter.key}.{book.name}"
