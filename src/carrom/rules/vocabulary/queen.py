"""The queen: where she is, who has a right to her."""

from carrom.rules.round import QueenState
from carrom.rules.vocabulary.stroke import StrokeFacts

_BOARD, _PENDING, _COVERED, _ASIDE = QueenState.BOARD, QueenState.PENDING, QueenState.COVERED, QueenState.ASIDE


class QueenFacts(StrokeFacts):
    """Words about the queen that do not ask whether the stroke was good."""

    __slots__ = ()

    @property
    def queen_is_concerned(self) -> bool:
        """She fell in this stroke, waits for her cover, or lies aside."""
        return self.queen_down or self.queen_before is _PENDING or self.queen_before is _ASIDE

    @property
    def queen_pending(self) -> bool:
        """She was pocketed in the stroke before and waits for her cover."""
        return self.queen_before is _PENDING

    @property
    def queen_covered(self) -> bool:
        """She was covered earlier, by either side."""
        return self.queen_before is _COVERED

    @property
    def queen_covered_this_turn(self) -> bool:
        """The mover has covered her in the running turn."""
        return self.queen_by_mover and self.round.queen_turn == self.round.turns

    @property
    def queen_covered_by_other(self) -> bool:
        """She was covered earlier by the opponent."""
        return self.queen_before is _COVERED and not self.queen_by_mover

    @property
    def queen_aside(self) -> bool:
        """She lies beside the board, taken too early in this turn."""
        return self.queen_before is _ASIDE

    @property
    def queen_stays_on_board(self) -> bool:
        """She is out of nobody's way: on the board after the stroke, or aside and nobody's."""
        return (self.queen_before is _BOARD and not self.queen_down) or self.queen_is_early or self.queen_aside

    @property
    def queen_secured(self) -> bool:
        """She is covered, or this stroke covers her if it is good: the mover may finish."""
        return not self.queen_stays_on_board

    @property
    def owing(self) -> bool:
        """The mover's side owes men from before this stroke."""
        return self.own_due_before > 0

    @property
    def own_due_before(self) -> int:
        """Men the mover's side owed before this stroke."""
        return self.mover_side.due

    @property
    def others_due_before(self) -> int:
        """Men the other side owed before this stroke."""
        return self.other_side.due if self.rules.colours_are_owned else 0

    @property
    def has_right_to_queen(self) -> bool:
        """A man of his side has been pocketed before this stroke (by himself, where the rule set asks that)."""
        wanted = self.rules.queen_right
        if wanted == "anytime":
            return True
        side = self.mover_side
        return side.pocketed_by_self if wanted == "self" else side.pocketed_before

    @property
    def queen_is_early(self) -> bool:
        """She fell in this stroke, where a queen too early is laid aside, and she was too early."""
        return self.rules.queen_early == "aside" and self.queen_down and not self.has_right_to_queen

    @property
    def all_nine_on_board(self) -> bool:
        """All nine men of the mover lay on the board before the stroke (points games: he has none to give)."""
        if not self.rules.colours_are_owned:
            return not self.mover_side.taken
        return self.own_before == 9

    @property
    def queen_with_first_man_only(self) -> bool:
        """She fell with exactly one own man that only just gives the right to her (Law 97b)."""
        if self.own != 1 or self.rules.nine_on_board_cover != "pending" or self.rules.queen_early == "aside":
            return False
        return self.own_left > 0 and (self.all_nine_on_board or not self.has_right_to_queen)

    @property
    def queen_taken(self) -> bool:
        """She fell in this stroke and was not too early for it."""
        return self.queen_down and not self.queen_is_early

    @property
    def queen_open(self) -> bool:
        """She fell in this stroke or waits for her cover."""
        return self.queen_pending or self.queen_taken

    @property
    def queen_at_stake(self) -> bool:
        """She fell in this stroke or waits for her cover."""
        return self.queen_down or self.queen_pending
