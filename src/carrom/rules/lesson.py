"""A short lesson on a rule set for beginners, and its main points, in any language."""

from collections.abc import Iterator

from carrom.i18n import listed, text_of
from carrom.rules.clauses import Ruleset
from carrom.rules.parameters import alternatives, counted, target
from carrom.values import changed

# -- the main points as rows of name and value -------------------------------------------------------------------------
# It asks the rule set which laws hold (`Ruleset.has`), so a house rule is reflected automatically. The sentences are
# in `carrom/i18n/books`: `means.<table>.<law>` explains a law to the reader.


MEANING = {
    "striker-alone": ("striker_alone", "striker_is_a_foul", "last_pocketed_counter_comes_back"),
    "striker-with-own": (
        "striker_with_own_men",
        "striker_with_own_men_ends_the_turn",
        "striker_is_a_foul",
        "last_pocketed_counter_comes_back",
    ),
    "striker-with-queen": (
        "queen_and_striker",
        "queen_and_striker_ends_the_turn",
        "striker_is_a_foul",
        "last_pocketed_counter_comes_back",
    ),
    "theirs": ("their_man_is_a_foul", "their_man_by_a_direct_strike", "their_man_stays_down"),
    "own-last": (
        "own_last_man_comes_back",
        "own_last_loses_with_men",
        "own_last_leaves_the_queen",
        "own_last_before_the_queen",
    ),
    "their-last": (
        "their_last_man_comes_back",
        "their_last_loses",
        "their_last_loses_the_queen",
        "their_last_before_the_queen",
    ),
    "off-board": ("off_the_board_is_a_foul", "jumped_man_goes_to_the_centre"),
    "queen-from": ("queen_at_any_time", "queen_once_he_pocketed_a_man", "queen_once_a_man_fell"),
    "early": ("queen_too_early_is_laid_aside", "queen_before_any_man"),
    "uncovered": ("uncovered_queen_voids_the_turn", "uncovered_queen_goes_back", "uncovered_queen_ends_the_turn"),
}
"""The laws that answer each question, in order of precedence."""


def at_a_glance(rules: Ruleset, language: str = "en") -> list[tuple[str, str]]:
    """Return the main points as pairs of name and value."""
    return list(glance(rules, language).values())


def glance(rules: Ruleset, language: str = "en") -> dict[str, tuple[str, str]]:
    """Return the rows by their keys (`glance.<key>`), each with its name and value."""
    rows = ((key, say(rules, f"glance.{key}", language), value) for key, value in _rows(rules, language) if value)
    return {key: (name, value) for key, name, value in rows}


def say(rules: Ruleset, key: str, language: str, **parts: object) -> str:
    """Return a sentence of the books with the figures of a rule set, and with given parts."""
    text = text_of(language, key)
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", str(part))
    return rules.prose(text, language)


def meaning(rules: Ruleset, question: str, language: str) -> str:
    """Return the explanation of the first law that the rule set has; empty if it has none."""
    law = next((law for law in MEANING[question] if rules.has(law)), None)
    return say(rules, f"means.{question}.{law}", language) if law else ""


def _rows(rules: Ruleset, language: str) -> Iterator[tuple[str, str]]:
    """Yield every row with its key; a row without a value does not apply to this rule set."""
    figures, owned = rules.parameters, rules.colours_are_owned
    yield "players", listed([str(number) for number in figures.players], "list.or", language)
    yield from _won(rules, language)
    yield "queen-worth", _queen_worth(rules, language)
    yield "counters", "" if owned else say(rules, "value.counters", language)
    yield "most", str(figures.board_max or "") if owned else ""
    yield "taken-off", _taken_off(rules, language)
    yield "trial", counted(figures.trial_boards, "board", language) if figures.trial_boards else ""
    yield "attempts", str(figures.break_attempts)
    several = figures.strokes_per_turn > 1
    yield "strokes", counted(figures.strokes_per_turn, "stroke", language) if several else ""
    for question in ("striker-alone", "striker-with-own", "striker-with-queen"):
        yield question, meaning(rules, question, language)
    yield "theirs", meaning(rules, "theirs", language) if owned else ""
    yield "own-last", meaning(rules, "own-last", language)
    yield "their-last", meaning(rules, "their-last", language) if owned else ""
    yield "queen-from", meaning(rules, "queen-from", language)
    yield "early", "" if rules.has("queen_at_any_time") else meaning(rules, "early", language)
    yield "uncovered", "" if rules.has("queen_needs_no_cover") else meaning(rules, "uncovered", language)
    yield "off-board", meaning(rules, "off-board", language)
    yield "forward", alternatives(figures.forward, language)
    yield "backward", alternatives(figures.backward, language) or say(rules, "value.not-allowed", language)
    yield "set-up", say(rules, "value.set-up", language)


def _won(rules: Ruleset, language: str) -> Iterator[tuple[str, str]]:
    """Yield what wins a game, a match and a tie."""
    figures = rules.parameters
    won, late = (target(each, language) for each in (figures, changed(figures, board_limit=figures.late_board_limit)))
    yield "won-with", won
    yield "late", late if rules.colours_are_owned and late != won else ""
    games = counted(figures.games_of_match, "game", language)
    yield "match", say(rules, "value.match", language, games=games) if figures.games_of_match > 1 else ""
    yield "tie", ", ".join(text_of(language, f"rubber.{kind}") for kind in figures.rubbers)


def _taken_off(rules: Ruleset, language: str) -> str:
    """Describe the handicap; empty if there is none."""
    given = zip("AB", rules.parameters.handicap, strict=False)
    parts = [say(rules, "value.taken-off", language, number=number, side=side) for side, number in given if number]
    return listed(parts, "list.last", language)


def _queen_worth(rules: Ruleset, language: str) -> str:
    figures, owned = rules.parameters, rules.colours_are_owned
    how = "pockets" if rules.has("queen_needs_no_cover") else "covers"
    points = counted(figures.queen_points, "point", language)
    worth = say(rules, f"value.queen-{how}{'-wins' if owned else ''}", language, points=points)
    return say(rules, "value.capped", language, worth=worth) if owned and figures.queen_cap else worth


# -- the lesson --------------------------------------------------------------------------------------------------------


def lesson(rules: Ruleset, language: str = "en") -> list[str]:
    """Return a few paragraphs of Markdown that explain the game; each begins with its subject."""
    return [f"**{title}.** {text}" for title, text in paragraphs(rules, language)]


def paragraphs(rules: Ruleset, language: str = "en") -> list[tuple[str, str]]:
    """Return the same paragraphs, each with its subject."""
    result = (_aim, _setting_up, _stroke, _turn, _queen, _price, _dangers)
    parts = ((tell.__name__[1:].replace("_", "-"), " ".join(tell(rules, language))) for tell in result)
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
