"""Every sentence of the laws and rulings by its key, in English: the source that other languages translate.

A law's docstring is its sentence, its name the key; what stands between boards has the key of its topic, a chapter or
a book that of its name; the words of a ruling stand in `carrom/i18n/en.json`. Names in braces are values: a finding
carries its key and them.
"""

from collections.abc import Iterable

from carrom.i18n import sentences, text_of
from carrom.rules.book.clause_order import LAWS
from carrom.rules.book.questions import TOPICS, Question, Topic
from carrom.rules.chapters.contents import LESSONS, about_key
from carrom.rules.clauses import Chapter, Ruleset
from carrom.rules.custom.switches import TEXTS
from carrom.rules.rulesets.library import NAMES, named


def catalogue() -> dict[str, str]:
    """Return every sentence in English by its key; keys of one kind share a prefix: `law.`, `said.`, `call.`."""
    found = {**sentences("en"), **laws(), **headings()}
    for book in map(named, NAMES):
        found |= {key_of(book, clause.key, clause.says): clause.english for clause in book.clauses}
    for switch in TEXTS.values():
        found |= {f"text.{clause.key}": clause.english for clause in switch.clauses}
    return dict(sorted(found.items()))


def key_of(book: Ruleset, key: str, says: object) -> str:
    """Return the key of a clause's sentence: laws are shared, a book's own sentences are its own."""
    return f"{book.name}.{key}" if isinstance(says, str) else f"law.{key}"


def laws() -> dict[str, str]:
    """Return the sentence of every law in English by its key."""
    found = {f"law.{law.__name__}": " ".join((law.__doc__ or "").split()) for law in LAWS}
    clauses = [clause for name in NAMES for clause in named(name).clauses if not isinstance(clause.says, str)]
    return found | {f"law.{clause.key}": clause.english for clause in clauses}


def headings() -> dict[str, str]:
    """Return what stands over the parts of the books in English by its keys: books, chapters, topics, questions."""
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
    """Return the key of a chapter's title: the official book's, or the own one of a book that calls it otherwise."""
    official = next((each.title for each in named("icf").chapters if each.key == chapter.key), None)
    own = book.extends or book.name
    return f"chapter.{chapter.key}" if chapter.title == official else f"chapter.{chapter.key}.{own}"


def topic_key(topic: Topic) -> str:
    """Return the key of a topic: that of what it asks first."""
    return f"topic.{topic.questions[0].keys[0]}"


def asked_key(question: Question) -> str:
    """Return the key of a question: the law that answers it first."""
    return f"asked.{question.keys[0]}"


# -- in a language ------------------------------------------------------------------------------------------------


def title_of(book: Ruleset, language: str) -> str:
    """Return what a book is called; one of somebody's own keeps its title."""
    return book.title if book.extends else text_of(language, f"book.{book.name}", book.title)


def intro_of(book: Ruleset, language: str) -> str:
    """Return how a book introduces itself; in English where the language has no words for it."""
    name = book.extends or book.name
    known = sentences(language).get(f"intro.{name}") if book.intro == named(name).intro else None
    return book.prose(book.intro) if known is None else book.prose(known, language)


def title_of_chapter(book: Ruleset, chapter: Chapter, language: str) -> str:
    """Return what a chapter of clauses is called."""
    return text_of(language, heading_key(book, chapter), chapter.title)


def titles(books: Iterable[Ruleset], language: str) -> dict[str, str]:
    """Return every heading by its English: topics, the chapters of these books, and those they teach."""
    found = {topic.title: text_of(language, topic_key(topic), topic.title) for topic in TOPICS}
    found |= {lesson.title: text_of(language, about_key(lesson), lesson.title) for lesson in LESSONS}
    for book in books:
        found |= {chapter.title: title_of_chapter(book, chapter, language) for chapter in book.chapters}
    return found


def questions(language: str) -> dict[str, str]:
    """Return every question that books answer by its English."""
    asked = [question for topic in TOPICS for question in topic.questions]
    return {each.asked: text_of(language, asked_key(each), each.asked) for each in asked}
