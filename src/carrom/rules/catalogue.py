"""Catalogue of all sentences of laws and rulings in English, by key: the source for translations.

A law's docstring is its sentence and its name the key. Matters between boards have the key of their topic; chapters and
books that of their name; the words of a ruling are in `carrom/i18n/en.json`. Names in braces are placeholders, whose
values a finding provides.
"""

from collections.abc import Iterable

from carrom.i18n import sentences, text_of
from carrom.rules.chapters import LESSONS, about_key
from carrom.rules.clause_order import LAWS
from carrom.rules.clauses import Chapter, Ruleset
from carrom.rules.questions import TOPICS, Question, Topic
from carrom.rules.rulesets import NAMES, named
from carrom.rules.switches import TEXTS


def catalogue() -> dict[str, str]:
    """Return every sentence in English by its key; keys of one kind share a prefix: `law.`, `said.`, `call.`."""
    found = {**sentences("en"), **laws(), **headings()}
    for book in map(named, NAMES):
        found |= {key_of(book, clause.key, clause.says): clause.english for clause in book.clauses}
    for switch in TEXTS.values():
        found |= {f"text.{clause.key}": clause.english for clause in switch.clauses}
    return dict(sorted(found.items()))


def key_of(book: Ruleset, key: str, says: object) -> str:
    """Return the key of a clause's sentence: laws are shared between books, other sentences belong to one book."""
    return f"{book.name}.{key}" if isinstance(says, str) else f"law.{key}"


def laws() -> dict[str, str]:
    """Return the sentence of every law in English by its key."""
    found = {f"law.{law.__name__}": " ".join((law.__doc__ or "").split()) for law in LAWS}
    clauses = [clause for name in NAMES for clause in named(name).clauses if not isinstance(clause.says, str)]
    return found | {f"law.{clause.key}": clause.english for clause in clauses}


def headings() -> dict[str, str]:
    """Return the headings of the books in English by their keys: books, chapters, topics, questions."""
    books = [named(name) for name in NAMES]
    found = {f"book.{book.name}": book.title for book in books}
    found |= {f"intro.{book.name}": book.intro for book in books}
    for book in books:
        found |= {heading_key(book, chapter): chapter.title for chapter in book.chapters}
    for lesson in LESSONS:
        found |= {about_key(lesson): lesson.title}
        found |= {f"{about_key(lesson)}.intro": lesson.intro} if lesson.intro else {}
    for topic in TOPICS:
        found |= {topic_key(topic): topic.title, **{asked_key(each): each.asked for each in topic.questions}}
    return found


def heading_key(book: Ruleset, chapter: Chapter) -> str:
    """Return the key of a chapter's title: the official book's, or the book's own if its title differs."""
    official = next((each.title for each in named("icf").chapters if each.key == chapter.key), None)
    own = book.extends or book.name
    return f"chapter.{chapter.key}" if chapter.title == official else f"chapter.{chapter.key}.{own}"


def topic_key(topic: Topic) -> str:
    """Return the key of a topic, derived from its first question."""
    return f"topic.{topic.questions[0].keys[0]}"


def asked_key(question: Question) -> str:
    """Return the key of a question, derived from the first law that answers it."""
    return f"asked.{question.keys[0]}"


# -- translations ------------------------------------------------------------------------------------------------------


def title_of(book: Ruleset, language: str) -> str:
    """Return the title of a book; a custom book keeps its own."""
    return book.title if book.extends else text_of(language, f"book.{book.name}", book.title)


def intro_of(book: Ruleset, language: str) -> str:
    """Return the introduction of a book; in English if there is no translation."""
    name = book.extends or book.name
    known = sentences(language).get(f"intro.{name}") if book.intro == named(name).intro else None
    return book.prose(book.intro) if known is None else book.prose(known, language)


def title_of_chapter(book: Ruleset, chapter: Chapter, language: str) -> str:
    """Return the title of a chapter of clauses."""
    return text_of(language, heading_key(book, chapter), chapter.title)


def titles(books: Iterable[Ruleset], language: str) -> dict[str, str]:
    """Return every heading by its English text: topics, the chapters of these books, and their teaching chapters."""
    found = {topic.title: text_of(language, topic_key(topic), topic.title) for topic in TOPICS}
    found |= {lesson.title: text_of(language, about_key(lesson), lesson.title) for lesson in LESSONS}
    for book in books:
        found |= {chapter.title: title_of_chapter(book, chapter, language) for chapter in book.chapters}
    return found


def questions(language: str) -> dict[str, str]:
    """Return every question by its English text."""
    asked = [question for topic in TOPICS for question in topic.questions]
    return {each.asked: text_of(language, asked_key(each), each.asked) for each in asked}
