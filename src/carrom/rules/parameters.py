"""The figures of a rule set: points, limits, seconds, counts, and the words of its players and sentences.

Figures never decide which laws hold: a law holds if its clause is in the rule set (`Ruleset.has`). The defaults are
those of the official Laws; `C n` is the number of a reading (docs/rules/readings.md)."""

import re
from typing import Annotated, Literal

from msgspec import Meta

from carrom.i18n import TranslatableText, listed, text_of, told
from carrom.i18n import filled as filled_in
from carrom.values import Value

Points = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Technique = Literal["index", "middle", "scissors", "thumb"]


class Parameters(Value, frozen=True, kw_only=True):
    """The figures of one rule set."""

    players: tuple[Annotated[int, Meta(ge=1, le=4)], ...] = (2, 4)
    """Numbers of players allowed; one alone only where colours are not owned."""

    target_points: Count | None = 25
    """Points that win a game; `None`: boards decide."""
    board_limit: Count | None = 8
    """Boards after which a game ends; `None`: no limit."""
    late_board_limit: Count | None = None
    """The same from the quarter-finals on (C28)."""
    boards_won_limit: Count | None = None
    """Boards won that win a game (C18)."""

    queen_points: Points = 3
    """Points for a covered queen."""
    queen_cap: Count | None = 22
    """Score before the board from which on the queen is worth nothing (C26)."""
    board_max: Count | None = 12
    """Maximum points of a board."""
    black_points: Points = 1
    """Points games: points of a black counter."""
    white_points: Points = 1
    """Points games: points of a white (or brown) counter."""
    white_is_brown: bool = False
    """Whether the white discs are called brown."""

    break_attempts: Annotated[int, Meta(ge=1, le=9)] = 3
    """Number of attempts to break the rack."""
    break_fail_penalty: Annotated[int, Meta(ge=0, le=9)] = 0
    """Men owed after the last attempt failed (C3)."""
    strokes_per_turn: Annotated[int, Meta(ge=1, le=9)] = 1
    """Number of strokes in a turn that may pocket no own man; a foul ends the turn at once."""

    forward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes away from the player (C38)."""
    backward: tuple[Technique, ...] = ("index", "middle", "scissors", "thumb")
    """Techniques for strokes towards the player's own frame (C38)."""
    setup_angle: Annotated[int, Meta(ge=0, lt=360)] = 270
    """Direction of one white arm in degrees, with the breaker at 270."""
    trial_boards: Annotated[int, Meta(ge=0, le=2)] = 2
    """Trial boards after the toss, one per side (Law 40)."""
    handicap: tuple[Annotated[int, Meta(ge=0, le=8)], ...] = ()
    """Men removed from the board before the break, for the sides A and B in turn."""

    games_of_match: Literal[1, 3, 5] = 3
    """Maximum number of games in a match."""
    rubbers: tuple[Literal["singles", "doubles"], ...] = ()
    """Rubbers of a tie, in order; empty where there are no ties."""
    decider_change_boards: Count | None = 4
    """Deciding game: boards after which sides change, up to the pre-quarter-finals."""
    decider_change_points: Count | None = 13
    """Deciding game: points after which sides change."""
    mid_game_change_points: Count | None = None
    """Points after which sides change once in a single long game (C36)."""
    stroke_seconds: Count = 15
    """Time for a stroke (Laws 46, 50)."""
    place_seconds: Count = 15
    """Time to place or waive a due man (Laws 87, 88)."""


# -- the figures as sentences need them: numbers, nouns, words ---------------------------------------------------------
# The values of laws are translated by `carrom.i18n`; those of sentences between boards are in English only.


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BRACES = re.compile(r"\{(\w+)\}")


def filled(text: str, rules: Parameters, owned: bool = True, language: str = "en") -> str:
    """Return a text with its placeholders filled in; `owned` is whether each side plays its own colour."""
    return filled_in(text, dict(values_of(text, rules, owned, language)), language)


def values_of(
    text: str, rules: Parameters, owned: bool = True, language: str = "en"
) -> tuple[tuple[str, int | str], ...]:
    """Return the values of the placeholders in a text, and of those within these values."""
    wanted = _BRACES.findall(text)
    known = phrases(rules, owned, language) if wanted else {}
    found: dict[str, int | str] = {}
    while wanted:
        name = wanted.pop(0)
        if name not in found:
            found[name] = value = known[name]
            wanted += _BRACES.findall(text_of(language, f"word.{value}"))
    return tuple(found.items())


def phrases(rules: Parameters, owned: bool = True, language: str = "en") -> dict[str, int | str]:
    """Return all values that a sentence may use."""
    figures = {field: getattr(rules, field) for field in rules.__struct_fields__}
    queen = f"point:{rules.queen_points}"
    man = "man" if owned else "counter"
    return {
        **{name: value if isinstance(value, int | str) else str(value) for name, value in figures.items()},
        "attempts": f"missed-attempt:{rules.break_attempts}",
        "white": "brown" if rules.white_is_brown else "white",
        "man": man,
        "men": "men" if owned else "counters",
        "own_man": "own-man" if owned else "counter",
        "own_men": "own-men" if owned else "counters",
        "a_man": "a-man" if owned else "a-counter",
        "an_own_man": "an-own-man" if owned else "a-counter",
        "a_man_of_his": "a-man-of-his" if owned else "a-counter-of-his",
        "the_first_centred": "the-own-man-in-turn" if owned else "one-of-them",
        "by_whom": "by-whomever" if owned else "by-themselves",
        "keeps_colour": "keeps-colour" if owned else "",
        "the_placer": "the-opponent" if owned else "the-next-player",
        "queen_value": queen,
        "queen_unless_capped": "queen-unless-capped" if rules.queen_cap else queen,
        "three_or_one": "queen-or-one" if rules.queen_cap else queen,
        "break_fail": f"{man}-due:{rules.break_fail_penalty}" if rules.break_fail_penalty else "nothing-due",
        "strokes_of_a_turn": f"stroke:{rules.strokes_per_turn}",
        **_of_prose(rules, language),
    }


def _of_prose(rules: Parameters, language: str) -> dict[str, int | str]:
    """Return the values used by sentences between boards and by the text of a book."""

    def said(key: str, **values: int | str) -> str:
        return told(TranslatableText(f"value.{key}", tuple(values.items())), {}, language)

    backward, games = alternatives(rules.backward, language), rules.games_of_match
    return {
        "forward_words": alternatives(rules.forward, language),
        "back_words": said("made-with", fingers=backward) if rules.backward else said("not-allowed"),
        "below_the_cap": said("below-the-cap", queen_cap=rules.queen_cap) if rules.queen_cap else "",
        "no_limit_of_boards": "" if rules.board_limit else said("no-limit-of-boards"),
        "late_limit": f"ends after {rules.late_board_limit} boards" if rules.late_board_limit else "has no board limit",
        "change_in_decider": _change(rules.decider_change_points, rules.decider_change_boards),
        "change_late": _change(rules.decider_change_points, None),
        "match": said("best-of", games=f"game:{games}") if games > 1 else said("one-game"),
        "break_shots": counted(rules.break_attempts, "break-shot", language),
        "all_points": 9 * (rules.black_points + rules.white_points) + rules.queen_points,
        "how_a_game_is_won": target(rules, language),
        "who_plays": listed([said(f"players-{number}") for number in rules.players], "list.or", language),
    }


def target(rules: Parameters, language: str = "en") -> str:
    """Describe what wins a game."""
    parts = []
    if rules.target_points:
        parts.append(counted(rules.target_points, "point", language))
    if rules.board_limit == 1 and not parts:
        return text_of(language, "won.total")
    for key, boards in (("won.lead", rules.board_limit), ("won.boards", rules.boards_won_limit)):
        if boards:
            parts.append(told(TranslatableText(key, (("boards", f"board:{boards}"),)), {}, language))
    return listed(parts, "list.or", language)


def _change(points: int | None, boards: int | None) -> str:
    """Describe when sides change within a game."""
    parts = [f"when a side has {points} points"] if points else []
    parts += [f"after {boards} boards"] if boards else []
    both = ", whichever is first" if len(parts) == 2 else ""
    return f"{' or '.join(parts)}{both}" if parts else "not at all"


def counted(number: int, noun: str, language: str = "en") -> str:
    """Return a number with its noun, a unit of the catalogue: `1 point`, `two boards`."""
    return filled_in("{it}", {"it": f"{noun}:{number}"}, language)


def alternatives(names: tuple[str, ...], language: str = "en") -> str:
    """Return techniques as alternatives in words."""
    return listed([text_of(language, f"finger.{name}") for name in names], "list.or", language)
