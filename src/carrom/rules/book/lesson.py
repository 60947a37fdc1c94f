"""A short lesson on how to play under a rule set, for beginners, in any language."""

from collections.abc import Iterator

from carrom.i18n import text_of
from carrom.rules.book.phrases import alternatives, counted
from carrom.rules.book.summary import meaning, say
from carrom.rules.clauses import Ruleset


def lesson(rules: Ruleset, language: str = "en") -> list[str]:
    """Return a few paragraphs of Markdown that explain the game; each begins with its subject."""
    return [f"**{title}.** {text}" for title, text in paragraphs(rules, language)]


def paragraphs(rules: Ruleset, language: str = "en") -> list[tuple[str, str]]:
    """Return the same paragraphs, each with its subject."""
    told = (_aim, _setting_up, _stroke, _turn, _queen, _price, _dangers)
    parts = ((tell.__name__[1:].replace("_", "-"), " ".join(tell(rules, language))) for tell in told)
    return [(text_of(language, f"played.{about}"), text) for about, text in parts if text]


def _aim(rules: Ruleset, language: str) -> Iterator[str]:
    yield say(rules, f"played.aim.{_whose(rules)}", language)


def _setting_up(rules: Ruleset, language: str) -> Iterator[str]:
    tries = counted(rules.parameters.break_attempts, "attempt", language)
    yield say(rules, f"played.setting-up.{_whose(rules)}", language, tries=tries)


def _stroke(rules: Ruleset, language: str) -> Iterator[str]:
    backward = alternatives(rules.parameters.backward, language)
    yield say(rules, "played.stroke.place", language)
    yield say(rules, f"played.stroke.{'backward' if backward else 'forward'}", language, backward=backward)
    yield say(rules, f"played.stroke.again{'.both' if rules.has('both_lines_must_be_left') else ''}", language)


def _turn(rules: Ruleset, language: str) -> Iterator[str]:
    several = ".several" if rules.parameters.strokes_per_turn > 1 else ""
    yield say(rules, f"played.turn.{_whose(rules)}{several}", language)
    if rules.colours_are_owned:
        yield say(rules, "played.turn.theirs", language, it=meaning(rules, "theirs", language))


def _queen(rules: Ruleset, language: str) -> Iterator[str]:
    how = "free" if rules.has("queen_needs_no_cover") else _whose(rules)
    begin, then = meaning(rules, "queen-from", language), meaning(rules, "uncovered", language)
    yield say(rules, f"played.queen.{how}", language, **{"from": begin, "then": then})
    if not rules.has("queen_at_any_time"):
        yield say(rules, "played.queen.early", language, then=meaning(rules, "early", language))


def _price(rules: Ruleset, language: str) -> Iterator[str]:
    if rules.has("no_man_is_ever_due"):
        yield say(rules, "played.price.none", language)
        return
    alone, with_own = meaning(rules, "striker-alone", language), meaning(rules, "striker-with-own", language)
    yield say(rules, "played.price.striker", language, alone=alone, with_own=with_own)
    owed = rules.has("what_cannot_be_paid_is_owed")
    yield say(rules, f"played.price.{'owed' if owed else 'let-off'}", language)


def _dangers(rules: Ruleset, language: str) -> Iterator[str]:
    own, theirs = meaning(rules, "own-last", language), meaning(rules, "their-last", language)
    if rules.colours_are_owned and own and theirs:
        yield say(rules, "played.dangers.both", language, own=own, theirs=theirs)


def _whose(rules: Ruleset) -> str:
    return "owned" if rules.colours_are_owned else "shared"
