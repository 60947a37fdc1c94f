"""How a board begins: with a rack, or from a given position."""

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
    """Return the position that the first board begins with; None: the rack."""
    return read_position(header.start) if header.start else None


def check_start(header: Header, rules: Ruleset, sides: int) -> None:
    """Refuse a header whose first board cannot begin as it says, in one sentence."""
    if not header.start:
        return
    if not header.measured:
        raise RefusedRequest("a wooden board keeps no places; expected a header without a position to start from")
    if header.handicap:
        raise RefusedRequest("a handicap takes men off the rack; expected it or a position to start from, not both")
    try:
        position = read_position(header.start)
        check_position(position, EQUIPMENT[header.equipment])
    except CarromError as reason:
        raise RefusedRequest(f"the position to start from cannot be played: {reason}") from None
    men = {disc.value[0] for disc in position.discs if disc not in (QUEEN, STRIKER)}
    if STRIKER in position.discs:
        raise RefusedRequest("the position to start from holds the striker; expected men and queen only")
    if not men or (rules.colours_are_owned and sides == 2 and men != {"W", "B"}):
        raise RefusedRequest("the position to start from leaves a side without men; expected at least one of each")


def started(begun: Round, discs: Sequence[Disc]) -> Round:
    """Return the round with only these discs on the board, the rest having been pocketed before, in rack order.

    The rack counts as broken. A queen who is not there has been covered by the side that begins.
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
    """Return a side that has pocketed those of its men that are gone."""
    if side.colour is None or not any(disc.kind is side.colour for disc in gone):
        return side
    return changed(side, pocketed_before=True, pocketed_by_self=True)


def drawn(nominal: Position, given: Position | None) -> Position:
    """Return where the men of a nominal rack lay when it was struck; refuse what no gaps can make of it."""
    if given is None:
        raise RefusedRequest("the first stroke draws the gaps of the rack; expected it with where the men lay")
    ours, theirs = ({placed.disc: placed.at for placed in position} for position in (nominal, given))
    if set(ours) != set(theirs):
        raise RefusedRequest("the drawn rack has other discs than the one that was set up")
    for disc, at in ours.items():
        if max(abs(at.x - theirs[disc].x), abs(at.y - theirs[disc].y)) > JITTER:
            raise RefusedRequest(f"the gaps of a rack are at most {JITTER} µm a coordinate; {disc} lies further off")
    return given
