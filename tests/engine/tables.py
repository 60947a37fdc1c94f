"""Situations for tests: positions in millimetres, each with a round that fits it."""

from random import Random

from carrom.board.disc import QUEEN, Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.engine.situation import Situation
from carrom.physics.surface import surface
from carrom.rules.round import Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import ruleset
from carrom.values import changed

CLUB = surface("club")
ICF = ruleset("icf")


def lying(**millimetres: tuple[float, float]) -> Position:
    return Position.of({Disc(name): Point(round(1000 * x), round(1000 * y)) for name, (x, y) in millimetres.items()})


def facing(position: Position, seat: Seat = Seat.SOUTH, **state: object) -> Situation:
    """Return a situation in play with white for South; discs that are not on the board count as pocketed."""
    begun = Round.begin(ICF)
    on_board = position.discs
    gone = tuple(disc for disc in begun.on_board if disc not in on_board)
    sides = tuple(changed(side, pocketed_before=True) for side in begun.sides)
    queen = {} if QUEEN in on_board else {"queen": QueenState.COVERED, "queen_side": 0}
    fields: dict[str, object] = {
        "phase": Phase.PLAY,
        "turn": seat,
        "sides": sides,
        "on_board": in_rack_order(on_board),
        "pocketed": gone,
        **queen,
        **state,
    }
    return Situation(changed(begun, **fields), position, CLUB)


def scattered(seed: int, men: int = 8) -> Position:
    """Return a seeded random mid-game position."""
    rng, placed = Random(seed), Position()
    names = [Disc(f"{colour}{number}") for number in range(1, men // 2 + 1) for colour in "WB"] + [QUEEN]
    for disc in names:
        while True:
            at = Point(rng.randint(-350_000, 350_000), rng.randint(-350_000, 350_000))
            corner = (abs(at.x) - 347_750) ** 2 + (abs(at.y) - 347_750) ** 2
            if corner > 26_000**2 and all((at.x - p.at.x) ** 2 + (at.y - p.at.y) ** 2 > 32_000**2 for p in placed):
                placed = placed.having(disc, at)
                break
    return placed
