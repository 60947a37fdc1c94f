"""Every sentence of the laws and rulings by its key, in English: the source that other languages translate.

A law's docstring is its sentence, its name the key; what stands between boards has the key of its topic, and the words
of a ruling have those of `carrom.rules.words.ENGLISH`. Names in braces are values: a finding carries its key and them.
"""

from carrom.rules.clauses import Ruleset
from carrom.rules.library import NAMES, named
from carrom.rules.places import LAWS
from carrom.rules.switches import TEXTS
from carrom.rules.words import CALLS, ENGLISH


def catalogue() -> dict[str, str]:
    """Return every sentence in English by its key; keys of one kind share a prefix: `law.`, `said.`, `call.`."""
    sentences = {f"said.{key}": text for key, text in ENGLISH.items()}
    sentences |= {f"call.{code}": text for code, text in CALLS.items()}
    for law in LAWS:
        sentences[f"law.{law.__name__}"] = " ".join((law.__doc__ or "").split())
    for book in map(named, NAMES):
        sentences |= {key_of(book, clause.key, clause.says): clause.english for clause in book.clauses}
    for switch in TEXTS.values():
        sentences |= {f"text.{clause.key}": clause.english for clause in switch.clauses}
    return dict(sorted(sentences.items()))


def key_of(book: Ruleset, key: str, says: object) -> str:
    """Return the key of a clause's sentence: laws are shared, a book's own sentences are its own."""
    return f"{book.name}.{key}" if isinstance(says, str) else f"law.{key}"
