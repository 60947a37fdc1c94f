"""Foul strokes, and what a good stroke may do: take the queen, cover her, pay for the striker."""

from collections.abc import Iterator

from carrom.rules.effects import KEEP, LOSE, ONE_DUE, OWN_BACK, Effect
from carrom.rules.vocabulary.queen import QueenFacts


class FoulFacts(QueenFacts):
    """Words that depend on whether the stroke is a foul under this rule set."""

    __slots__ = ()

    @property
    def striker_costs_turn(self) -> bool:
        """The striker fell and nothing in this rule set keeps the turn for it."""
        if not self.striker_down:
            return False
        rules = self.rules
        if self.own and rules.striker_with_own_continues:
            return False
        return not (self.queen_down and rules.striker_with_queen_continues)

    @property
    def others_penalty(self) -> bool:
        """A man of the opponent fell in a way that costs a penalty here."""
        wanted = self.rules.others_pocketed_penalty
        return self.others > 0 and (wanted == "always" or (wanted == "direct" and self.direct))

    @property
    def jump_is_foul(self) -> bool:
        """A piece left the board where that is a foul."""
        return self.rules.off_board_foul and bool(self.jumped)

    @property
    def plainly_missed_break(self) -> bool:
        """A break attempt that touched nothing, and nothing worse."""
        return self.missed_break and not (self.striker_down or self.improper or self.before_play or self.jump_is_foul)

    @property
    def last_man_returns(self) -> bool:
        """A last man fell in a way that brings it back and the board goes on."""
        return self.own_last_too_early_returns or self.others_last_returns

    @property
    def own_last_too_early_returns(self) -> bool:
        """The last own man fell before the queen, where it only comes back."""
        return self.rules.last_own_before_queen == "return" and self.own_last and not self.queen_secured

    @property
    def others_last_returns(self) -> bool:
        """The opponent's last man fell, where it only comes back."""
        return self.rules.others_last == "return" and self.others_last

    @property
    def foul_stroke(self) -> bool:
        """The stroke is a foul: it ends the turn, covers nothing and wins nothing."""
        return (
            self.improper
            or self.before_play
            or self.others_penalty
            or self.jump_is_foul
            or self.last_man_returns
            or (self.striker_costs_turn and not self.rules.fouls_add_up)
        )

    @property
    def good_stroke(self) -> bool:
        """No foul: the stroke may take and cover the queen, and win."""
        return not self.foul_stroke

    @property
    def may_take_queen(self) -> bool:
        """The stroke is good, and she is not one that is simply laid aside."""
        return self.good_stroke and not self.queen_is_early

    @property
    def queen_rightful(self) -> bool:
        """She fell in a good stroke without the striker, and was allowed."""
        if not self.queen_down or self.striker_down or self.foul_stroke:
            return False
        if self.queen_is_early:
            return False
        if self.owing and self.rules.queen_right != "anytime":
            return False
        return self.has_right_to_queen or self.own > 0

    @property
    def queen_alone_rightful(self) -> bool:
        """She fell rightfully and no own man with her."""
        return not self.own and self.queen_rightful

    @property
    def queen_and_own_rightful(self) -> bool:
        """She fell rightfully together with own men."""
        return self.own > 0 and self.queen_rightful

    @property
    def law_97b_covers(self) -> bool:
        """All nine lay on the board and two or more fell with her."""
        if self.rules.nine_on_board_cover != "pending" or self.rules.queen_early == "aside":
            return False
        return self.own > 1 and self.all_nine_on_board

    @property
    def striker_without_queen(self) -> bool:
        """The striker fell in an otherwise good stroke, with no queen taken or waiting."""
        return self.striker_down and not self.queen_at_stake and self.good_stroke

    def price_of_striker(self) -> Iterator[Effect]:
        """Yield what the striker in a pocket costs: a man, the own men of the stroke, and maybe the turn."""
        yield ONE_DUE
        if self.own:
            yield OWN_BACK
        yield LOSE if self.striker_costs_turn else KEEP
