"""Action spaces of the Gymnasium environments, and the decisions that actions stand for."""

import math
from enum import StrEnum
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.board import Disc, Seat, Stroke
from carrom.board.striker_spots import Span, placing_spots
from carrom.engine.candidates import Candidate, candidates
from carrom.engine.outcome_value import wanted
from carrom.engine.player import situation_of
from carrom.engine.simple_players import breaks, lattice, spread_places
from carrom.errors import RefusedRequest
from carrom.game.events import Demanded, Placed, Waived
from carrom.game.expected import spans_of
from carrom.game.game import GameHistory
from carrom.rules.book import techniques
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import Phase
from carrom.rules.ruleset import Ruleset
from carrom.values import Value

# -- decisions: a stroke, the placing of a piece, a demand for points --------------------------------------------------


class DecisionKind(StrEnum):
    """The three kinds of decision, in the order of their entries in an observation."""

    STROKE = "stroke"
    PLACE = "place"
    DEMAND = "demand"


class Decision(Value, frozen=True):
    """A decision: the seat that makes it, and its kind."""

    seat: Seat
    asked: DecisionKind
    disc: Disc | None = None
    """The piece to be placed."""
    up_to: int = 0
    """The maximum of extra points that may be demanded."""
    may_waive: bool = False
    """Whether the placing may be waived, which needs another piece of the owner on the board."""


def decision_of(game: GameHistory) -> Decision | None:
    """Return the player's decision that a game waits for; None for a toss, a rack, a call, or a game that is over."""
    match game.expected[:1]:
        case (Strike(seat=seat),):
            return Decision(seat, DecisionKind.STROKE)
        case (PlaceDue(seat=seat, disc=disc),):
            assert game.round is not None
            return Decision(
                seat, DecisionKind.PLACE, disc, 0, game.round.men_on_board(game.round.placings[0].owner) > 0
            )
        case (Demand(seat=seat, up_to=up_to),):
            return Decision(seat, DecisionKind.DEMAND, None, up_to)
        case _:
            return None


# -- continuous actions; every action is legal -------------------------------------------------------------------------
# A stroke has a position, a direction and a speed, each from -1 to 1:
#
#     position   share of all offsets at which the striker may stand now, from the left end to the right end
#     direction  `forward`: one number, from 90° left to 90° right of straight ahead;
#                `round`: two numbers, across and ahead, of which only the direction counts
#     speed      linear from SLOWEST to FASTEST
#
# For a placing, the first two numbers are a point in the square around the outer circle, in the player's frame, and
# the piece goes to the nearest legal spot; a last number below WAIVES waives the placing where that is allowed. For a
# demand, the first number is the share of the extra points. If the rule set forbids back-shots, such a direction is
# mirrored forwards.


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


# -- discrete actions: candidate strokes, spots, or numbers of points --------------------------------------------------


CHOICES = 64
"""Size of the discrete action space; the action mask marks those available now."""
Choice = Stroke | Placed | Waived | Demanded


def choices(game: GameHistory, decision: Decision) -> tuple[Choice, ...]:
    """Return the choices of a decision, 1 to CHOICES of them, the most promising strokes first.

    Strokes: breaks from the book while the rack is unbroken, then direct cuts, rebounds, banks and combinations. If
    geometry finds fewer than `FEW`, strokes at every wanted piece with every fullness are added, evenly sampled.
    Placings: spots evenly sampled from the centre outwards; the last choice waives if that is allowed.
    """
    if decision.asked is DecisionKind.DEMAND:
        return tuple(Demanded(seat=decision.seat, points=points) for points in range(min(CHOICES, decision.up_to + 1)))
    if decision.asked is DecisionKind.PLACE:
        return _placings(game, decision)
    return _strokes(game)


FEW = 8
"""Geometric candidates below which exhaustive ones are added."""


def _strokes(game: GameHistory) -> tuple[Stroke, ...]:
    situation = situation_of(game)
    table = situation.table(situation.round.turn, wanted(situation.round))
    found: list[Candidate] = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    strokes = _allowed(game, found)[:CHOICES]
    if len(strokes) < FEW:
        more = _allowed(game, lattice(table))
        strokes += [more[index] for index in spread_places(tuple(range(len(more))), CHOICES - len(strokes))]
    return tuple(dict.fromkeys(strokes))


def _allowed(game: GameHistory, found: list[Candidate]) -> list[Stroke]:
    """Return the distinct strokes; those that the rule set does not allow are mirrored forwards."""
    strokes = (each.stroke for each in found)
    return list(dict.fromkeys(each if techniques(game.rules, each) else _forwards(each) for each in strokes))


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy), stroke.y, stroke.spin)


def _placings(game: GameHistory, decision: Decision) -> tuple[Placed | Waived, ...]:
    assert game.position is not None
    assert decision.disc is not None
    spots = placing_spots(game.position, decision.disc, game.state.equipment, anywhere=game.rules.dues_anywhere)
    some = spread_places(tuple(range(len(spots))), CHOICES - 1)
    placed = tuple(Placed(seat=decision.seat, disc=decision.disc, at=spots[index]) for index in some)
    return (*placed, Waived(seat=decision.seat)) if decision.may_waive else placed


# -- the spaces --------------------------------------------------------------------------------------------------------


Actions = Literal["forward", "round", "choices"]


def check_actions(actions: str) -> None:
    """Raise `RefusedRequest` for an unknown kind of action."""
    if actions not in get_args(Actions):
        raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(get_args(Actions))}")


def space_of(actions: Actions) -> spaces.Space[Any]:
    """Return the action space of a kind of action."""
    if actions == "choices":
        return spaces.Discrete(CHOICES)
    return spaces.Box(-1.0, 1.0, (SIZES[actions],), np.float32)


def choices_of(game: GameHistory, decision: Decision | None, actions: Actions) -> tuple[Choice, ...]:
    """Return the choices of the current decision; none if actions are numbers or the game is over."""
    return choices(game, decision) if actions == "choices" and decision is not None else ()


def mask_of(open_now: tuple[Choice, ...]) -> NDArray[np.int8]:
    """Return the action mask: a 1 for each available choice, then zeros."""
    mask = np.zeros(CHOICES, dtype=np.int8)
    mask[: len(open_now)] = 1
    return mask


def meant(action: Any, actions: Actions, game: GameHistory, decision: Decision, open_now: tuple[Choice, ...]) -> Choice:
    """Return the stroke, placing, waiver or demand that an action encodes. Raises `RefusedRequest` if it is invalid."""
    if actions == "choices":
        number = chosen(action, CHOICES)
        if number >= len(open_now):
            raise RefusedRequest(f"the action is {number}; the mask allows 0 to {len(open_now) - 1} now")
        return open_now[number]
    numbers = checked(action, SIZES[actions])
    if decision.asked is DecisionKind.STROKE:
        return stroke_of(numbers, spans_of(game.state), game.rules)[0]
    return answer_of(numbers, game, decision)
