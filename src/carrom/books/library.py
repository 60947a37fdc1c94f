"""List of the rule books: title, and one sentence on how each differs from the others."""

import re

from carrom.i18n import has, text_of
from carrom.rules.book.catalogue import title_of
from carrom.rules.book.phrases import target
from carrom.rules.ruleset import NAMES, Ruleset, ruleset
from carrom.values import Value


class Spine(Value, frozen=True, kw_only=True):
    """Summary of a rule book in the list of books."""

    name: str
    title: str
    edition: str
    players: tuple[int, ...]
    won_with: str
    """What wins a game."""
    different: str
    """One sentence on what is different."""


def shelf(language: str = "en") -> tuple[Spine, ...]:
    """Return summaries of the books that come with the program."""
    return tuple(spine(ruleset(name), language) for name in NAMES)


def spine(rules: Ruleset, language: str = "en") -> Spine:
    """Return the summary of a book; a custom book is described by the first sentence of its introduction."""
    key = "" if rules.extends else f"different.{rules.name}"
    first = re.split(r"(?<=\.)\s", rules.intro, maxsplit=1)[0]
    return Spine(
        name=rules.name,
        title=title_of(rules, language),
        edition=rules.edition,
        players=rules.parameters.players,
        won_with=target(rules.parameters, language),
        different=rules.prose(text_of(language, key), language) if has(language, key) else rules.prose(first),
    )
