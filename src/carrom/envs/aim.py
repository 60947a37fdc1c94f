"""Decode numeric actions into strokes, placings and demands; every action is legal.

A stroke has a position, a direction and a speed, each from -1 to 1:

    position   share of all offsets at which the striker may stand now, from the left end to the right end
    direction  `forward`: one number, from 90° left to 90° right of straight ahead;
               `round`: two numbers, across and ahead, of which only the direction counts
    speed      linear from SLOWEST to FASTEST

For a placing, the first two numbers are a point in the square around the outer circle, in the player's frame, and the
piece goes to the nearest legal spot; a last number below WAIVES waives the placing where that is allowed. For a demand,
the first number is the share of the extra points. If the rule set forbids back-shots, such a direction is mirrored
forwards.
"""

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from carrom.board.placement.striker_spots import Span, placing_spots
from carrom.board.stroke import Stroke
from carrom.envs.decision import Decision
from carrom.errors import RefusedRequest
from carrom.game.events import Demanded, Placed, Waived
from carrom.game.game import GameHistory
from carrom.rules.ruleset import Ruleset

Numbers = Literal["forward", "round"]
SIZES: dict[str, int] = {"forward": 3, "round": 4}
"""Length of an action by its kind."""
SLOWEST, FASTEST = 0.3, 8.0
"""m/s."""
WAIVES = -0.9
"""A placing whose last number is below this is waived."""


def checked(action: Any, size: int) -> NDArray[np.float64]:
    """Return an action as an array of floats. Raises `RefusedRequest` unless it is `size` numbers from -1 to 1."""
    try:
        numbers = np.asarray(action, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.full(1, np.nan)
    if numbers.shape != (size,) or not (np.abs(numbers) <= 1.0).all():
        raise RefusedRequest(f"the action is {_shown(action)}; expected {size} numbers from -1 to 1")
    return numbers


def chosen(action: Any, count: int) -> int:
    """Return a discrete action as an int. Raises `RefusedRequest` unless it is a whole number from 0 to `count` - 1."""
    whole = isinstance(action, int | np.integer) or (isinstance(action, np.ndarray) and action.shape == ())
    if not whole or isinstance(action, bool) or not 0 <= int(action) < count:
        raise RefusedRequest(f"the action is {_shown(action)}; expected a whole number from 0 to {count - 1}")
    return int(action)


def _shown(action: Any) -> str:
    return " ".join(f"{action!r}".split())[:100]


def stroke_of(numbers: NDArray[np.float64], spans: tuple[Span, ...], rules: Ruleset) -> tuple[Stroke, Span]:
    """Return the stroke that an action encodes, and the span in which its striker stands."""
    x, span = spot(float(numbers[0]), spans)
    if len(numbers) == SIZES["forward"]:
        turn = float(numbers[1]) * math.pi / 2
        across, ahead = math.sin(turn), math.cos(turn)
    else:
        far = math.hypot(numbers[1], numbers[2])
        across, ahead = (float(numbers[1]) / far, float(numbers[2]) / far) if far > 0 else (0.0, 1.0)
    if not rules.parameters.backward:
        ahead = abs(ahead)
    speed = (SLOWEST + (FASTEST - SLOWEST) * (float(numbers[-1]) + 1) / 2) * 1e6
    return Stroke(x, round(speed * across), round(speed * ahead), span.y), span


def spot(where: float, spans: tuple[Span, ...]) -> tuple[int, Span]:
    """Return the striker's offset (µm) for a position from -1 (leftmost legal spot) to 1 (rightmost), and its span."""
    total = sum(span.high - span.low + 1 for span in spans)
    at = min(total - 1, int((where + 1) / 2 * total))
    for span in spans:
        size = span.high - span.low + 1
        if at < size:
            return span.low + at, span
        at -= size
    raise AssertionError("the position lies in none of the legal spans")


def answer_of(numbers: NDArray[np.float64], game: GameHistory, decision: Decision) -> Placed | Waived | Demanded:
    """Return the placing, waiver or demand that an action encodes."""
    if decision.disc is None:
        share = (float(numbers[0]) + 1) / 2
        return Demanded(seat=decision.seat, points=round(share * decision.up_to))
    if decision.may_waive and numbers[-1] < WAIVES:
        return Waived(seat=decision.seat)
    assert game.position is not None
    reach = game.state.equipment.outer_circle / 2
    x, y = decision.seat.to_board(float(numbers[0]) * reach, float(numbers[1]) * reach)  # type: ignore[arg-type]
    spots = placing_spots(game.position, decision.disc, game.state.equipment, anywhere=game.rules.dues_anywhere)
    at = min(spots, key=lambda each: ((each.x - x) ** 2 + (each.y - y) ** 2, each))
    return Placed(seat=decision.seat, disc=decision.disc, at=at)
