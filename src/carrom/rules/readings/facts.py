"""The facts of a stroke or call on which readings depend, and the rule set that judges it."""

from typing import Any

from carrom.board.disc import QUEEN, STRIKER
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.rules.round import COLOUR, MEN_OF_A_SIDE, Phase, QueenState, Round
from carrom.rules.ruling import Ruling, Turn
from carrom.values import Value


class Facts(Value, frozen=True, kw_only=True):
    """A stroke or call as counts. Where colours are not owned, every piece counts as the mover's."""

    book: str
    """The built-in rule set that applies or is extended."""
    call: str = ""
    by_mover: bool = False
    after_stroke: bool = False
    own: int = 0
    others: int = 0
    queen: bool = False
    striker: bool = False
    direct: bool = False
    """The striker itself touched a pocketed piece of the other side."""
    jumped: int = 0
    """Pieces over the frame, including the striker."""
    own_jumped: bool = False
    improper: bool = False
    before_play: bool = False
    touched: bool = True
    """Something other than the striker moved."""
    lines: LinesLeft = LinesLeft.BOTH
    is_break: bool = False
    queen_was: QueenState = QueenState.BOARD
    covered_by_mover: bool = False
    men: int = MEN_OF_A_SIDE
    """The mover's pieces on the board before."""
    others_men: int = MEN_OF_A_SIDE
    owing: bool = False
    others_owing: bool = False
    ever: bool = True
    """A piece of the mover had been pocketed before, by either side."""
    himself: bool = True
    turn: Turn = Turn.PASS

    @property
    def own_last(self) -> bool:
        """The mover's last piece was pocketed."""
        return self.own > 0 and self.own == self.men

    @property
    def others_last(self) -> bool:
        """The other side's last piece was pocketed."""
        return self.others > 0 and self.others == self.others_men

    @property
    def nine(self) -> bool:
        """All nine of the mover's pieces were on the board."""
        return self.men == MEN_OF_A_SIDE

    @property
    def pending(self) -> bool:
        """The queen needed a cover."""
        return self.queen_was is QueenState.PENDING

    @property
    def covered(self) -> bool:
        """The queen had been covered."""
        return self.queen_was is QueenState.COVERED

    @property
    def covered_by_gainer(self) -> bool:
        """The side that gains from the other's breach had covered the queen."""
        return self.covered and self.covered_by_mover is not self.by_mover

    @property
    def at_stake(self) -> bool:
        """The queen was pocketed, or needed a cover."""
        return self.queen or self.pending

    @property
    def plain_queen(self) -> bool:
        """The queen was pocketed in a stroke without striker, fault or due."""
        return self.queen and not (self.striker or self.improper or self.before_play or self.owing)

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched


def facts_of(round: Round, ruling: Ruling) -> Facts:
    """Return the facts of a ruling on a round."""
    rules, mover = round.ruleset, round.mover
    side, other = round.sides[mover], round.sides[1 - mover if mover < 2 else 0]
    book = rules.extends or rules.name
    owned = side.colour is not None
    lying = [COLOUR[disc] for disc in round.on_board if disc is not QUEEN]
    men = lying.count(side.colour) if side.colour is not None else len(lying)
    standing: dict[str, Any] = {
        "book": book,
        "is_break": round.phase is Phase.BREAK,
        "queen_was": round.queen,
        "covered_by_mover": round.queen is QueenState.COVERED and round.queen_side == mover,
        "men": men,
        "others_men": len(lying) - men,
        "owing": side.due > 0,
        "others_owing": owned and other.due > 0,
        "ever": side.pocketed_before,
        "himself": side.pocketed_by_self,
        "turn": ruling.turn,
    }
    if ruling.call is not None:
        call = ruling.call
        return Facts(call=call.what, by_mover=call.side == mover, after_stroke=call.after_stroke, **standing)
    return Facts(**standing, **_seen(ruling.outcome or Outcome(), side.colour))


def _seen(outcome: Outcome, colour: object) -> dict[str, Any]:
    """Return the facts of a stroke, counted for the mover's colour (None: every piece is the mover's)."""
    men = [disc for disc in outcome.pocketed if disc is not QUEEN and disc is not STRIKER]
    own = [disc for disc in men if colour is None or COLOUR[disc] is colour]
    theirs = [disc for disc in men if disc not in own]
    over = [disc for disc in outcome.jumped if disc is not QUEEN and disc is not STRIKER]
    return {
        "own": len(own),
        "others": len(theirs),
        "queen": QUEEN in outcome.pocketed,
        "striker": STRIKER in outcome.pocketed,
        "direct": any(disc in outcome.touched for disc in theirs),
        "jumped": len(outcome.jumped),
        "own_jumped": any(colour is None or COLOUR[disc] is colour for disc in over),
        "improper": Breach.IMPROPER in outcome.breaches,
        "before_play": Breach.BEFORE_PLAY in outcome.breaches,
        "touched": outcome.moved,
        "lines": outcome.lines_left,
    }
