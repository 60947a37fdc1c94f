"""Check a position set up by hand, with a sentence for each fault, and find where the striker may stand."""

from itertools import combinations

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import MM, STANDARD
from carrom.board.placement.striker_spots import Span, check_position, legal_spans
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.validity import ROUNDING, over_pocket, squared_distance
from carrom.errors import IllegalPosition
from carrom.game.expected.striker_spot import cover_of
from carrom.rules.ruleset import Ruleset
from carrom.values import Value


class PositionFault(Value, frozen=True):
    """Why a position is illegal, in a sentence, and the discs concerned."""

    sentence: str
    discs: tuple[Disc, ...]


def fault_of(position: Position) -> PositionFault | None:
    """Return the first fault of a position, with lengths in mm; None if it is legal."""
    reach = STANDARD.half - STANDARD.man_diameter // 2
    for placed in position:
        disc, out = placed.disc, max(abs(placed.at.x), abs(placed.at.y)) - reach
        if out > ROUNDING:
            sentence = f"{disc} reaches {_mm(out)} into the frame; it must lie on the playing surface."
            return PositionFault(sentence, (disc,))
        if over_pocket(placed.at):
            return PositionFault(f"{disc} lies over a pocket and would fall; move it away from the hole.", (disc,))
    for one, other in combinations(position, 2):
        apart = STANDARD.radius(one.disc) + STANDARD.radius(other.disc)
        given = squared_distance(one.at, other.at)
        if given < (apart - ROUNDING) ** 2:
            sentence = f"{one.disc} overlaps {other.disc} by {_mm(apart - given**0.5)}; discs may touch, not overlap."
            return PositionFault(sentence, (one.disc, other.disc))
    try:
        check_position(position)
    except IllegalPosition as fault:
        return PositionFault(str(fault), ())
    return None


def _mm(length: float) -> str:
    """Return a length in µm as text in mm."""
    return f"{length / MM:.0f} mm" if length >= MM else f"{length / MM:.1g} mm"


def spans(rules: Ruleset, position: Position, seat: Seat, legal: bool) -> tuple[Span, ...]:
    """Return where the striker may stand: by the law, or anywhere on the player's side that no disc blocks."""
    if legal:
        return legal_spans(position, seat, cover=cover_of(rules))
    end = STANDARD.half - STANDARD.striker_diameter // 2
    free = [(-end, end)]
    for placed in position:
        across, up = seat.from_board(placed.at.x, placed.at.y)
        apart = STANDARD.radius(STRIKER) + STANDARD.radius(placed.disc)
        room = apart * apart - (up + STANDARD.baseline) ** 2
        if room > 0:
            reach = int(room**0.5) + 1
            free = [
                piece
                for low, high in free
                for piece in ((low, min(high, across - reach)), (max(low, across + reach), high))
                if piece[0] <= piece[1]
            ]
    return tuple(Span(low, high, 0) for low, high in free)
