"""Analysis requests: positions and games to analyse, with validation."""

import math

from carrom.board.striker_spots import check_spot, legal_spans
from carrom.board.stroke import Stroke
from carrom.engine.geometry import HandNoise
from carrom.engine.ladder import hand_of
from carrom.engine.levels import level_named
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.simulate import check_stroke, most_spin
from carrom.physics.surface import surface as surface_of
from carrom.practice.play import checked
from carrom.practice.setup import SetupPosition
from carrom.rules.book import technique_for
from carrom.values import Value

HAND = "state"
"""The level whose accuracy is assumed by default."""
LARGEST = HandNoise(20.0, 1.0, 20_000.0)
"""The largest accuracy errors that can be requested."""
MOST_LINES, MOST_SECONDS = 10, 600
MOST_ASIDE = 500_000
"""Bound of places on the baseline, µm from its middle."""


class PositionRequest(Value, frozen=True, kw_only=True, tag_field="job", tag="position"):
    """A request to analyse a position."""

    moment: SetupPosition
    surface: str = "club"
    hand: str = HAND
    lines: int = 5
    seconds: float = 30.0
    stands: tuple[int, int] | None = None
    """The part of the baseline to search, in µm from its middle, as a puzzle may ask for; None: all of it."""
    stroke: Stroke | None = None
    """A stroke to analyse; None: find the best strokes."""
    breaks: bool = False
    """Whether the breaks of the book are asked for, by the rule set of `moment` alone."""


class AskedGame(Value, frozen=True, kw_only=True, tag_field="job", tag="game"):
    """A request to review a game."""

    record: str
    hand: str = HAND
    seconds: float = 120.0
    """Time limit for all strokes together."""
    stroke: int | None = None
    """The number of one stroke to review, from 1; None: all strokes."""


Job = PositionRequest | AskedGame


def check(asked: Job) -> None:
    """Raise `CarromError` for an invalid request, as far as it can be checked without analysing."""
    hand_named(asked.hand)
    if not 0 < asked.seconds <= MOST_SECONDS:
        raise RefusedRequest(f"An analysis takes up to {MOST_SECONDS} seconds; {asked.seconds:g} were requested.")
    if isinstance(asked, AskedGame):
        return
    if not 1 <= asked.lines <= MOST_LINES:
        raise RefusedRequest(f"An analysis shows 1 to {MOST_LINES} strokes; {asked.lines} were requested.")
    situation = situation_of(asked)
    check_stands(asked.stands)
    if asked.stroke is not None:
        check_stroke(asked.stroke, most_spin(situation.surface))
        check_spot(situation.position, situation.round.turn, asked.stroke, situation.equipment, situation.cover)
        technique_for(situation.round.ruleset, asked.stroke)
    if not legal_spans(situation.position, situation.round.turn, situation.equipment, situation.cover):
        raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")


def check_stands(stands: tuple[int, int] | None) -> None:
    """Raise `RefusedRequest` for a part of the baseline that is none."""
    if stands is not None and not -MOST_ASIDE <= stands[0] < stands[1] <= MOST_ASIDE:
        raise RefusedRequest(
            f"Part of the baseline {stands[0]},{stands[1]}: expected two places in µm from the middle, the left one "
            f"first, between -{MOST_ASIDE} and {MOST_ASIDE}."
        )


def situation_of(asked: PositionRequest) -> Situation:
    """Return the requested situation. Raises `CarromError` for an impossible position or contradictory facts."""
    round_, position = checked(asked.moment)
    return Situation(round_, position, surface_of(asked.surface), stands=asked.stands)


def hand_named(text: str) -> HandNoise:
    """Return an accuracy: a level's, or `DEGREES` (the rest in proportion), or `DEGREES,SPEED,PLACE`.

    Raises `RefusedRequest` for an unknown level and for numbers out of range.
    """
    words = text.split(",")
    if not text or (text[0].isalpha() and text[:3].lower() not in ("nan", "inf")):
        return level_named(text).hand
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    limits = (LARGEST.direction, LARGEST.speed, LARGEST.place)
    good = len(numbers) in (1, 3) and all(
        math.isfinite(number) and 0 <= number <= most for number, most in zip(numbers, limits, strict=False)
    )
    if not good:
        raise RefusedRequest(
            f"{text!r:.60} is not an accuracy: expected a level's name, or degrees from 0 to {LARGEST.direction:g}, or "
            f"degrees, relative speed from 0 to {LARGEST.speed:g} and place from 0 to {LARGEST.place:g} µm with commas."
        )
    return hand_of(numbers[0]) if len(numbers) == 1 else HandNoise(numbers[0], numbers[1], numbers[2])
