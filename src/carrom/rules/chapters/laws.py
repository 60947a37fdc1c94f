"""Index of the official Laws: where the official book covers each of the 143, and which it omits and why."""

import re
from collections.abc import Iterator

from carrom.rules.chapters.contents import LESSONS, anchor
from carrom.rules.chapters.left_out import NOT_TOLD
from carrom.rules.chapters.paragraph import OFFICIAL
from carrom.rules.ruleset import Ruleset

LAST = 143
"""Number of Laws in the current text."""


def numbers(source: str) -> set[int]:
    """Return the Laws that a source names: `Laws 69 to 71`, `Law 72a`, `Laws 4, 7b`."""
    found: set[int] = set()
    for part in re.findall(r"Laws? ((?:\d+\w*(?:\([iv]+\))?(?: to |, | and )?)+)", source):
        for first, last in re.findall(r"(\d+)[a-z]?(?:\([iv]+\))?(?: to (\d+))?", part):
            found |= set(range(int(first), int(last or first) + 1))
    return found


def told_in_chapters() -> dict[int, str]:
    """Return, for every Law covered by teaching chapters, the title of the chapter with most points on it."""
    found: dict[int, list[str]] = {}
    for lesson in LESSONS:
        for point in lesson.points:
            if OFFICIAL in point.books and not point.source.startswith("within"):
                for law in numbers(point.source):
                    found.setdefault(law, []).append(lesson.title)
    return {law: max(titles, key=titles.count) for law, titles in found.items()}


def told_in_clauses(rules: Ruleset) -> dict[int, str]:
    """Return, for every Law covered by clauses or chapter introductions, the title of that chapter."""
    found: dict[int, str] = {}
    for chapter in rules.chapters:
        for clause in chapter.clauses:
            said = rules.sentence(clause) if isinstance(clause.says, str) else ""
            for law in numbers(clause.number) | numbers(said):
                found.setdefault(law, chapter.title)
        for law in numbers(chapter.intro):
            found.setdefault(law, chapter.title)
    return found


def law_table(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of two tables: where each Law is covered, and which Laws are omitted."""
    yield "## Law by Law"
    yield ""
    yield (
        "We have no copy of the official text: what is known of each Law is told in our own words, from public "
        "digests, transcriptions and practice. This table says where."
    )
    yield ""
    yield "| Laws | told under |"
    yield "|---|---|"
    for first, last, title in runs_of_laws(rules):
        span = str(first) if first == last else f"{first}–{last}"
        yield f"| {span} | [{title}](#{anchor(title)}) |"
    yield ""
    yield "Left out:"
    yield ""
    yield "| Laws | what they are about | why |"
    yield "|---|---|---|"
    for laws, about, why in NOT_TOLD:
        yield f"| {', '.join(laws)} | {about} | {why} |"
    yield ""


def runs_of_laws(rules: Ruleset) -> Iterator[tuple[int, int, str]]:
    """Yield runs of Laws covered under one heading, with that heading."""
    clauses, taught = told_in_clauses(rules), told_in_chapters()
    where = {law: clauses.get(law) or taught.get(law) for law in range(1, LAST + 1)}
    start = 1
    for law in range(1, LAST + 1):
        if where.get(law + 1) != where[law]:
            if (title := where[law]) is not None:
                yield start, law, title
            start = law + 1
