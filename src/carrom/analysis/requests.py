"""Analysis requests, parsed from text with clear errors."""

import math

from carrom.board.placement.striker_spots import check_spot, legal_spans
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.levels import level_named
from carrom.engine.position.situation import Situation
from carrom.engine.strength.player_spec import hand_of
from carrom.errors import RefusedRequest
from carrom.physics.simulate import check_stroke, most_spin
from carrom.physics.surface import surface as surface_of
from carrom.practice.play import checked
from carrom.practice.setup import SetupPosition
from carrom.rules.book.technique import technique_for
from carrom.values import Value

HAND = "state"
"""Whose hand is reckoned with where none is named."""
LARGEST = HandNoise(20.0, 1.0, 20_000.0)
"""The largest error of a hand that can be asked for."""
MOST_LINES, MOST_SECONDS = 10, 600


class Asked(Value, frozen=True, kw_only=True, tag_field="job", tag="position"):
    """A question about a position."""

    moment: SetupPosition
    surface: str = "club"
    hand: str = HAND
    lines: int = 5
    seconds: float = 30.0
    stroke: Stroke | None = None
    """One that is to be looked at; None: the best are to be found."""


class AskedGame(Value, frozen=True, kw_only=True, tag_field="job", tag="game"):
    """A question about a whole game."""

    record: str
    hand: str = HAND
    seconds: float = 120.0
    """For all of its strokes together."""
    stroke: int | None = None
    """One alone, by its number from 1; None: all of them."""


Job = Asked | AskedGame


def check(asked: Job) -> None:
    """Raise `CarromError` for a question that has no answer, as far as can be told without thinking."""
    hand_named(asked.hand)
    if not 0 < asked.seconds <= MOST_SECONDS:
        raise RefusedRequest(f"An analysis thinks for up to {MOST_SECONDS} seconds; {asked.seconds:g} were asked for.")
    if isinstance(asked, AskedGame):
        return
    if not 1 <= asked.lines <= MOST_LINES:
        raise RefusedRequest(f"An analysis tells 1 to {MOST_LINES} strokes; {asked.lines} were asked for.")
    situation = situation_of(asked)
    if asked.stroke is not None:
        check_stroke(asked.stroke, most_spin(situation.surface))
        check_spot(situation.position, situation.round.turn, asked.stroke, situation.equipment, situation.cover)
        technique_for(situation.round.ruleset, asked.stroke)
    if not legal_spans(situation.position, situation.round.turn, situation.equipment, situation.cover):
        raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")


def situation_of(asked: Asked) -> Situation:
    """Return the situation asked about. Raises `CarromError`: discs that cannot lie so, facts that cannot be."""
    round_, position = checked(asked.moment)
    return Situation(round_, position, surface_of(asked.surface))


def hand_named(text: str) -> HandNoise:
    """Return a hand: a level's, or `DEGREES` (the rest in proportion), or `DEGREES,SPEED,PLACE`.

    Raises `RefusedRequest` for a level that does not exist, and for numbers that no hand has.
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
            f"{text!r:.60} is no hand: a level's name was expected, or degrees from 0 to {LARGEST.direction:g}, or "
            f"degrees, relative speed from 0 to {LARGEST.speed:g} and place from 0 to {LARGEST.place:g} µm with commas."
        )
    return hand_of(numbers[0]) if len(numbers) == 1 else HandNoise(numbers[0], numbers[1], numbers[2])
