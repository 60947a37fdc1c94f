"""The end of the board: when it has come, and what it is worth."""

from carrom.data import changed
from carrom.rules.effects import Ends
from carrom.rules.round import QueenState
from carrom.rules.vocabulary.foul import FoulFacts

_BOARD = QueenState.BOARD


class EndingFacts(FoulFacts):
    """Words about last men, and the points of a board."""

    __slots__ = ()

    @property
    def table(self) -> bool:
        """The official table of board endings decides."""
        return self.rules.others_last == "table"

    @property
    def finishes(self) -> bool:
        """The mover clears his men in a good stroke, the queen being his, the opponent's, or taken with it."""
        return self.only_own_last and self.queen_secured and not self.striker_down and self.good_stroke

    @property
    def was_cleared(self) -> bool:
        """A side has all its men in the pockets and the queen is no matter any more: the plain end of a board."""
        return self.finishes or (self.table and self.only_others_last and self.queen_covered)

    @property
    def their_last_early(self) -> bool:
        """By the official table, only their last man fell, and she is neither covered nor waiting for her cover."""
        return self.table and self.only_others_last and not self.queen_pending and not self.queen_covered

    @property
    def own_last_loses(self) -> bool:
        """By the official table, only the own last man fell while she stays on the board."""
        lost = self.rules.last_own_before_queen != "return"
        return self.table and lost and self.only_own_last and self.queen_stays_on_board

    @property
    def ended(self) -> Ends | None:
        """The end of the board, if an earlier clause has found it."""
        for effect in self.found:
            if type(effect) is Ends:
                return effect
        return None

    def queen_credit_of(self, mover: bool) -> bool:
        """Say whether the winner covered her, in this stroke or before."""
        if self.queen_covered:
            return self.queen_by_mover is mover
        return mover and self.queen_open

    @property
    def queen_covered_by_loser(self) -> bool:
        """The board has ended and who lost it had covered her."""
        end = self.ended
        return end is not None and self.queen_covered and self.queen_by_mover is not end.mover_wins

    @property
    def any_dues(self) -> bool:
        """Some side owed men before this stroke."""
        return any(side.due for side in self.round.sides)

    def forfeit(self) -> Ends:
        """Return the loss of the board by the offender's own men, and the queen if she lies on it (Law 91, C48)."""
        mover_gains = self.by_mover is False
        men = self.others_before if mover_gains else self.own_before
        credited = self.queen_covered and self.queen_by_mover is mover_gains and self.rules.loss_credits_covered_queen
        return self.wins(mover_gains, men, self.queen_before is _BOARD or credited)

    def worth_of_queen(self, mover: bool) -> int:
        """Return what the queen brings to a side: nothing from the cap on."""
        side = self.mover_side if mover else self.other_side
        cap = self.rules.queen_cap
        return self.rules.queen_points if cap is None or side.score < cap else 0

    def wins(self, mover: bool, men: int, queen: bool, up_to: int = 0) -> Ends:
        """Return the end of the board: a side gains so many men and, if she counts, the queen (Laws 52 to 55).

        `up_to` extra points may be demanded, never beyond the most a board can bring.
        """
        points = men + (self.worth_of_queen(mover) if queen else 0)
        if (most := self.rules.board_max) is not None:
            points = min(points, most)
            up_to = min(up_to, most - points)
        return Ends(mover, points, up_to if self.rules.extra_points else 0)

    def loses_by_last_own(self, with_men: bool) -> Ends:
        """Return the end of a board whose mover's last man fell before the queen (Law 107, C14)."""
        end = (
            self.wins(False, self.others_left, True, self.faults) if with_men else self.three_or_one(False, self.faults)
        )
        return changed(end, taken=self.rules.last_own_points == "taken")

    def three_or_one(self, mover: bool, up_to: int = 0) -> Ends:
        """Return the end of a board worth the queen only: three, or one for a gainer past the cap."""
        worth = self.worth_of_queen(mover)
        return self.wins(mover, 0 if worth else 1, bool(worth), up_to)
