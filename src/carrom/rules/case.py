"""The vocabulary of the laws: the facts of one stroke or call, in words that laws are written with.

A `Case` is built from a round and an outcome, once a stroke, and is read by every law of the rule set. It also
remembers what the laws before have found, because some laws speak about what others decided. Where nobody owns a colour
every counter counts as the mover's own, and the opponent has no men. Most words stand in `carrom.rules.vocabulary`.
"""

from carrom.rules.codes import BREACHES
from carrom.rules.effects import (
    KEEP,
    LOSE,
    ONE_DUE,
    ONE_DUE_OF_THE_OTHER,
    OWN_BACK,
    QUEEN_PENDING,
    Due,
    Effect,
)
from carrom.rules.vocabulary.ending import EndingFacts
from carrom.rules.vocabulary.stroke import NO_STROKE

__all__ = ["NO_STROKE", "Case"]


class Case(EndingFacts):
    """What the laws read: all words, with those about points games, calls, and what earlier clauses found."""

    __slots__ = ()

    @property
    def queen_uncovered_in_points(self) -> bool:
        """She waited for a cover that did not come, or fell together with the striker."""
        if self.queen_pending:
            return not self.own or self.striker_down or self.foul_stroke
        return self.queen_down and (self.striker_down or self.foul_stroke)

    @property
    def nothing_comes_back(self) -> bool:
        """No counter of this stroke comes back, and none has to be paid."""
        return not self.striker_down and not self.charged(True) and not self.owing and self.good_stroke

    @property
    def board_would_be_empty_but_for_the_queen(self) -> bool:
        """The last counter fell and stays down, while she lies on the board."""
        return self.own_last and self.nothing_comes_back and self.queen_stays_on_board

    @property
    def all_counters_down(self) -> bool:
        """The last counter fell and stays down, and she is covered."""
        if not self.own_last or not self.nothing_comes_back:
            return False
        return self.queen_covered or self.queen_at_stake

    @property
    def breach_by_mover(self) -> bool:
        """The side in turn broke a rule of conduct that costs a man."""
        return self.by_mover is True and not self.by_partner and self.call in BREACHES

    @property
    def last_of_three_passes(self) -> bool:
        """With this pass every player has passed three times in a row."""
        return self.round.passes + 1 >= 3 * len(self.round.seats)

    @property
    def touch_ends_turn(self) -> bool:
        """A piece was touched where that costs the turn at once."""
        return self.call == "touched-man" and self.rules.touch_costs_turn

    def has_found(self, *effects: Effect) -> bool:
        """Say whether an earlier clause yielded one of these."""
        return any(effect in effects for effect in self.found)

    @property
    def turn_unspoken(self) -> bool:
        """No clause so far keeps the turn."""
        return KEEP not in self.found

    @property
    def queen_keeps_the_turn(self) -> bool:
        """The clauses so far let the queen wait for her cover."""
        return QUEEN_PENDING in self.found

    @property
    def turn_is_over(self) -> bool:
        """The clauses so far end the turn."""
        return LOSE in self.found

    def charged(self, mover: bool) -> int:
        """Return how many men the clauses so far charge a side for."""
        charged = sum(effect.men for effect in self.found if type(effect) is Due and effect.mover is mover)
        return charged if self.rules.fouls_add_up else min(charged, 1)

    def payable(self, mover: bool) -> tuple[int, int]:
        """Return how many men of a side come back now, and how many it owes afterwards."""
        index = self.mover if mover else self.other
        back = self.own if mover and OWN_BACK in self.found else 0
        owed = self.round.sides[index].due + self.charged(mover)
        fallen = self.own if mover else self.others
        in_pockets = len(self.round.returnable(index)) + fallen - back
        if self.no_room:
            return 0, owed + back
        paid = min(owed, in_pockets)
        return back + paid, owed - paid

    @property
    def men_are_owed(self) -> bool:
        """Some side owed men before, or owes them by what the clauses so far say."""
        found = self.found
        charged = ONE_DUE in found or ONE_DUE_OF_THE_OTHER in found
        return charged or any(side.due for side in self.round.sides)

    @property
    def stays_owed(self) -> bool:
        """Some side owes men after this stroke or call."""
        return self.payable(True)[1] > 0 or (self.rules.colours_are_owned and self.payable(False)[1] > 0)

    @property
    def waits_for_room(self) -> bool:
        """Men are owed that only want of room keeps in the pockets."""
        return self.no_room and self.stays_owed
