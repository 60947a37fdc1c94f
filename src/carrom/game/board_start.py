"""The start of a board: from a rack, or from a given position."""

from collections.abc import Sequence

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.equipment import EQUIPMENT
from carrom.board.notation import read_position
from carrom.board.placement.striker_spots import check_position
from carrom.board.position import Position
from carrom.board.rack import JITTER
from carrom.errors import CarromError, RefusedRequest
from carrom.game.header import Header
from carrom.rules.round import Phase, QueenState, Round, Side
from carrom.rules.ruleset import Ruleset
from carrom.values import changed


def start_of(header: Header) -> Position | None:
    """Return the position that the first board begins with; None for the rack."""
    return read_position(header.start) if header.start else None


def check_start(header: Header, rules: Ruleset, sides: int) -> None:
    """Refuse a header whose start position cannot be played."""
    if not header.start:
        return
    if not header.measured:
        raise RefusedRequest("a wooden board has no recorded positions; expected a header without a start position")
    if header.handicap:
        raise RefusedRequest("a handicap needs a rack; expected a handicap or a start position, not both")
    try:
        position = read_position(header.start)
        check_position(position, EQUIPMENT[header.equipment])
    except CarromError as reason:
        raise RefusedRequest(f"the start position cannot be played: {reason}") from None
    men = {disc.value[0] for disc in position.discs if disc not in (QUEEN, STRIKER)}
    if STRIKER in position.discs:
        raise RefusedRequest("the start position holds the striker; expected pieces and queen only")
    if not men or (rules.colours_are_owned and sides == 2 and men != {"W", "B"}):
        raise RefusedRequest("the start position leaves a side without pieces; expected at least one of each colour")


def started(begun: Round, discs: Sequence[Disc]) -> Round:
    """Return the round with only these discs on the board, in rack order; the others count as already pocketed.

    The rack counts as broken. A missing queen counts as covered by the side that begins.
    """
    on_board = tuple(disc for disc in begun.on_board if disc in set(discs))
    gone = tuple(disc for disc in begun.on_board if disc not in set(discs))
    if not gone:
        return begun
    sides = tuple(_played(begun, side, gone) for side in begun.sides)
    covered = QUEEN in gone
    return changed(
        begun,
        sides=sides,
        phase=Phase.PLAY,
        turns=2,
        on_board=on_board,
        pocketed=gone,
        queen=QueenState.COVERED if covered else begun.queen,
        queen_side=begun.mover if covered else None,
        queen_turn=0 if covered else None,
    )


def _played(begun: Round, side: Side, gone: tuple[Disc, ...]) -> Side:
    """Return a side that has pocketed its missing pieces."""
    if side.colour is None or not any(disc.kind is side.colour for disc in gone):
        return side
    return changed(side, pocketed_before=True, pocketed_by_self=True)


def drawn(nominal: Position, given: Position | None) -> Position:
    """Return the actual position of a nominal rack when it was struck; refuse one outside the tolerance of the gaps."""
    if given is None:
        raise RefusedRequest("the first stroke draws the gaps of the rack; expected it with the actual rack")
    ours, theirs = ({placed.disc: placed.at for placed in position} for position in (nominal, given))
    if set(ours) != set(theirs):
        raise RefusedRequest("the drawn rack has other discs than the one that was set up")
    for disc, at in ours.items():
        if max(abs(at.x - theirs[disc].x), abs(at.y - theirs[disc].y)) > JITTER:
            raise RefusedRequest(f"the gaps of a rack are at most {JITTER} µm a coordinate; {disc} is further off")
    return given
