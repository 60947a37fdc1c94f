"""A random legal act for everything that a game can expect."""

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import TypeVar

from carrom.board.disc import RACKED, STRIKER, Disc
from carrom.board.outcome import Outcome
from carrom.board.placement.striker_spots import placing_spots, striker_at
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game.events import Event
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked
from carrom.rules.book.technique import techniques
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.round import Round

T = TypeVar("T")

SLOWEST, FASTEST = 500_000, 6_000_000
"""Range of the speed of random strokes, in µm/s."""
WAIVED = 0.05
"""Probability of waiving a due where that is allowed."""


def random_act(game: GameHistory, rng: Random, seed: int | None) -> Event | Stroke:
    """Return a random legal act; a board is racked with micro-gaps from `seed`, or nominally if it is None.

    On a simulated board, a stroke is aimed near a random disc from a legal spot; on a wooden board, a plausible outcome
    is returned. Raises `RefusedRequest` when the game is over.
    """
    if not game.expected:
        raise RefusedRequest("the game is over; an act can only be taken back")
    match rng.choice(game.expected):
        case Toss(sides=sides):
            return happens.Tossed(won_by=rng.choice(sides))
        case ChooseBreakOrSide(side=side):
            return happens.Chosen(side=side, what=rng.choice(("break", "side")))
        case ChooseSeat(side=side):
            return happens.Seated(side=side, swap=rng.random() < 0.5)
        case BeginRound(breakers=breakers):
            return racked(game, seed, rng.choice(breakers))
        case StrikerHasNoSpot():
            return happens.Called(what="no-striker-spot")
        case Strike(seat=seat):
            assert game.round is not None
            if game.position is None:
                return happens.Struck(seat=seat, outcome=random_outcome(game.round, rng))
            return random_stroke(game, rng)
        case PlaceDue() as due:
            return random_place(game, due, rng)
        case Demand(seat=seat, up_to=up_to):
            return happens.Demanded(seat=seat, points=rng.randint(0, up_to))


def random_place(game: GameHistory, due: PlaceDue, rng: Random) -> Event:
    """Return an event that places the due piece at a random allowed point; rarely, and only where allowed, a waiver."""
    assert game.round is not None
    may_waive = game.round.men_on_board(game.round.placings[0].owner) > 0
    if may_waive and rng.random() < WAIVED:
        return happens.Waived(seat=due.seat)
    if game.position is None:
        return happens.Placed(seat=due.seat, disc=due.disc)
    spots = placing_spots(game.position, due.disc, game.state.equipment, anywhere=game.rules.dues_anywhere)
    return happens.Placed(seat=due.seat, disc=due.disc, at=rng.choice(spots))


def random_stroke(game: GameHistory, rng: Random) -> Stroke:
    """Return a stroke of random speed from a random legal spot, aimed near a random disc."""
    assert game.position is not None
    assert game.round is not None
    spans, seat = spans_of(game.state), game.round.turn
    span = rng.choices(spans, [each.high - each.low + 1 for each in spans])[0]
    x = rng.randint(span.low, span.high)
    at = striker_at(seat, x, span.y, game.state.equipment)
    there = rng.choice(game.position.placed).at
    across, ahead = seat.from_board(there.x - at.x, there.y - at.y)
    across += rng.randint(-game.state.equipment.man_diameter, game.state.equipment.man_diameter)
    speed, far = rng.uniform(SLOWEST, FASTEST), hypot(across, ahead) or 1.0
    vx, vy = round(speed * across / far), round(speed * ahead / far)
    if not techniques(game.rules, Stroke(x, vx, vy)):
        vy = -vy
    return Stroke(x, vx, vy or 1, span.y)


def random_outcome(round: Round, rng: Random) -> Outcome:
    """Return a plausible outcome of a stroke in this round: a few discs are pocketed at most, rarely the striker."""
    fallen: list[Disc] = rng.sample(round.on_board, min(len(round.on_board), _few(rng)))
    if rng.random() < 0.06:
        fallen.append(STRIKER)
    rng.shuffle(fallen)
    touched = _sample(round.on_board, rng.randint(1, 3), rng)
    return Outcome(pocketed=tuple(fallen), touched=tuple(sorted(touched, key=RACKED.index)))


def _few(rng: Random) -> int:
    """Return a random number of pocketed discs: usually none or one."""
    return rng.choices((0, 1, 2, 3), (11, 7, 2, 1))[0]


def _sample(among: Sequence[T], most: int, rng: Random) -> list[T]:
    return rng.sample(among, min(most, len(among)))
