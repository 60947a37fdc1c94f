"""The facts of one stroke or call, computed once, under the names that the laws use.

A `Case` is built from a round and an outcome and is read by every law of the rule set. It also records what earlier
laws found, because some laws depend on it: above all `fault`, because fouls are decided first. Where colours are not
owned, every counter counts as the mover's own, and the opponent has no pieces.
"""

from carrom.board import QUEEN, STRIKER, Breach, Disc, LinesLeft, Outcome
from carrom.rules.clauses import Law, marks_of
from carrom.rules.effects import (
    FOUND_LATE,
    KEEP,
    LOSE,
    OWN_BACK,
    PASSED_OVER,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    Due,
    Effect,
    Ends,
    Fault,
    OthersBack,
    Refuse,
    Replay,
    Retry,
)
from carrom.rules.round import COLOUR, Phase, QueenState, Round
from carrom.rules.ruling import Call

NO_STROKE = Outcome(moved=False)
_IMPROPER, _BEFORE_PLAY = Breach.IMPROPER, Breach.BEFORE_PLAY
_NONE, _ONE = LinesLeft.NONE, LinesLeft.ONE
_BOARD, _PENDING, _COVERED, _ASIDE = QueenState.BOARD, QueenState.PENDING, QueenState.COVERED, QueenState.ASIDE


class Case:
    """The facts that laws read. Pieces are counted as `own…` for the mover's side and `others…` for the other."""

    __slots__ = (
        "before_play",
        "both_last",
        "call",
        "fault",
        "found",
        "good",
        "improper",
        "is_break",
        "jumped",
        "lines_left",
        "marks",
        "moved",
        "mover",
        "mover_side",
        "no_room",
        "only_others_last",
        "only_own_last",
        "other",
        "other_side",
        "others",
        "others_before",
        "others_discs",
        "others_last",
        "outcome",
        "own",
        "own_before",
        "own_discs",
        "own_last",
        "placement",
        "queen_before",
        "queen_covered",
        "queen_down",
        "queen_pending",
        "round",
        "rules",
        "striker_down",
        "striker_jumped",
        "touched",
    )

    def __init__(
        self, round: Round, outcome: Outcome = NO_STROKE, call: Call | None = None, placement: str = "legal"
    ) -> None:
        self.round = round
        self.rules = round.ruleset
        self.outcome = outcome
        self.call = call
        self.placement = placement
        self.found: list[Effect] = []
        self.fault: Fault | None = None
        """The foul that the clauses read so far found in the stroke; clauses on fouls are read first."""
        self.good = True
        """Whether there is no foul so far, so the stroke can take and cover the queen, and win."""
        self.marks = marks_of(round.ruleset)
        self.mover = mover = round.mover
        at_fault = None if call is None else call.side
        self.other = (mover + 1) % len(round.sides) if at_fault is None or at_fault == mover else at_fault
        """The side at fault if it is not the mover's, otherwise the next one."""
        self.mover_side = round.sides[mover]
        self.other_side = round.sides[self.other]
        self.no_room = round.no_room
        self.is_break = round.phase is Phase.BREAK
        self.queen_before = round.queen
        self.queen_pending = round.queen is _PENDING
        """The queen was pocketed in the previous stroke and needs a cover."""
        self.queen_covered = round.queen is _COVERED
        """The queen was covered earlier, by either side."""
        pocketed, jumped, breaches = outcome.pocketed, outcome.jumped, outcome.breaches
        self.moved = outcome.moved
        self.touched = outcome.moved or bool(outcome.touched)
        self.lines_left = outcome.lines_left
        self.improper = bool(breaches) and _IMPROPER in breaches
        self.before_play = bool(breaches) and _BEFORE_PLAY in breaches
        self.jumped = jumped
        self.striker_jumped = bool(jumped) and STRIKER in jumped
        self.queen_down = QUEEN in pocketed
        self.striker_down = STRIKER in pocketed
        colour = self.mover_side.colour
        men = [disc for disc in pocketed if disc is not QUEEN and disc is not STRIKER]
        lying = [disc for disc in round.on_board if disc is not QUEEN]
        self.own_discs: list[Disc] = men
        self.others_discs: list[Disc] = []
        self.own_before = len(lying)
        if colour is not None:
            self.own_discs = [disc for disc in men if COLOUR[disc] is colour]
            self.others_discs = [disc for disc in men if COLOUR[disc] is not colour]
            self.own_before = sum(1 for disc in lying if COLOUR[disc] is colour)
        self.others_before = len(lying) - self.own_before
        self.own, self.others = own, others = len(self.own_discs), len(self.others_discs)
        self.own_last = own > 0 and own == self.own_before
        """The mover's last piece was pocketed."""
        self.others_last = others > 0 and others == self.others_before
        """The opponent's last piece was pocketed."""
        self.both_last = self.own_last and self.others_last
        """Both last pieces were pocketed in this stroke."""
        self.only_own_last = self.own_last and not self.others_last
        """The mover's last piece was pocketed and the opponent still has pieces."""
        self.only_others_last = self.others_last and not self.own_last
        """The opponent's last piece was pocketed and the mover still has pieces."""

    # -- fault --------------------------------------------------------------------------------------------------------

    @property
    def in_turn_at_fault(self) -> bool:
        """The call is against the player in turn."""
        return self.call is not None and self.call.side == self.mover and not self.call.partner

    @property
    def out_of_turn_at_fault(self) -> bool:
        """The call is against a player who is not in turn, including a partner."""
        return self.call is not None and self.call.side is not None and not self.in_turn_at_fault

    @property
    def passed_over(self) -> bool:
        """Another player struck out of turn, and the stroke stands: the turn ends (Law 51)."""
        return self.call is not None and self.call.what == PASSED_OVER

    @property
    def found_late(self) -> bool:
        """A late finding has put a piece into a pocket, with which a due is paid (Laws 72c, 78a)."""
        return self.call is not None and self.call.what == FOUND_LATE

    # -- pocketed pieces ----------------------------------------------------------------------------------------------

    @property
    def own_left(self) -> int:
        """The mover's pieces on the board after the stroke; a piece that jumped still counts."""
        return self.own_before - self.own

    @property
    def others_left(self) -> int:
        """The opponent's pieces on the board after the stroke."""
        return self.others_before - self.others

    @property
    def may_end(self) -> bool:
        """A last piece was pocketed, or the queen by a side that has no pieces left."""
        return self.own_last or self.others_last or (self.queen_down and not self.own_before)

    @property
    def only_theirs_fell(self) -> bool:
        """Pieces of the opponent were pocketed, none of the mover's."""
        return self.others > 0 and not self.own

    @property
    def direct(self) -> bool:
        """The striker itself touched an opponent's piece that was pocketed."""
        return bool(self.others_discs) and any(disc in self.outcome.touched for disc in self.others_discs)

    @property
    def jumped_men(self) -> tuple[Disc, ...]:
        """The pieces and the queen that left the board over the frame."""
        return tuple(disc for disc in self.jumped if disc is not STRIKER)

    @property
    def own_jumped(self) -> bool:
        """A piece of the mover left the board over the frame."""
        return any(disc is not QUEEN and self._is_own(disc) for disc in self.jumped_men)

    @property
    def own_fell_before(self) -> bool:
        """The previous stroke of this turn pocketed a piece of the mover that is still down."""
        down = self.round.returnable(self.mover)
        return any(disc in down for disc in self.round.fallen)

    def _is_own(self, disc: Disc) -> bool:
        return self.mover_side.colour is None or COLOUR[disc] is self.mover_side.colour

    @property
    def queen_jumped(self) -> bool:
        """The queen left the board over the frame."""
        return QUEEN in self.jumped

    # -- kind of stroke -----------------------------------------------------------------------------------------------

    @property
    def changed_nothing(self) -> bool:
        """No piece moved, nothing was pocketed and the striker stayed on the board."""
        return not (self.moved or self.striker_down or self.striker_jumped or self.own or self.others
                    or self.queen_down)  # fmt: skip

    @property
    def left_no_line(self) -> bool:
        """The striker left neither of its lines."""
        return self.lines_left is _NONE

    @property
    def left_one_line(self) -> bool:
        """The striker left only one of its lines."""
        return self.lines_left is _ONE

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched

    @property
    def attempts_left(self) -> bool:
        """The breaker has another attempt after this one."""
        return self.round.attempt < self.rules.parameters.break_attempts

    @property
    def out_of_the_ordinary(self) -> bool:
        """Something happened that is a foul in some rule set."""
        return bool(self.others or self.striker_down or self.improper or self.jumped or self.own_last)

    @property
    def proper(self) -> bool:
        """The stroke obeyed the rules of technique and placing."""
        return not self.improper

    @property
    def faults(self) -> int:
        """Number of faults (striker pocketed, improper stroke): the extra points that may be demanded."""
        return self.striker_down + self.improper

    # -- the queen ------------------------------------------------------------------------------------------------

    @property
    def queen_is_concerned(self) -> bool:
        """The queen was pocketed in this stroke, needs a cover, or lies aside."""
        return self.queen_down or self.queen_pending or self.queen_before is _ASIDE

    @property
    def queen_by_mover(self) -> bool:
        """The queen was covered earlier by the mover's side."""
        return self.queen_covered and self.round.queen_side == self.mover

    @property
    def queen_by_other(self) -> bool:
        """The queen was covered earlier by the opponent."""
        return self.queen_covered and self.round.queen_side != self.mover

    @property
    def queen_covered_this_turn(self) -> bool:
        """The mover covered the queen in the current turn."""
        return self.queen_by_mover and self.round.queen_turn == self.round.turns

    @property
    def queen_aside(self) -> bool:
        """The queen lies beside the board because it was taken too early in this turn."""
        return self.queen_before is _ASIDE

    @property
    def queen_early(self) -> bool:
        """The queen was pocketed too early, under a rule set that then lays it aside."""
        return self.queen_down and "queen_too_early_is_laid_aside" in self.marks and not self.entitled

    @property
    def queen_out_of_reach(self) -> bool:
        """Neither side has the queen after the stroke: it is on the board or aside."""
        on_board = self.queen_before is _BOARD and not self.queen_down
        return on_board or self.queen_aside or self.queen_early or self.queen_with_the_last

    @property
    def queen_with_the_last(self) -> bool:
        """The queen fell with the mover's last piece, under a rule set in which that piece does not cover it."""
        return self.queen_down and self.own_last and "last_man_does_not_cover" in self.marks

    @property
    def queen_taken(self) -> bool:
        """The queen was pocketed in this stroke, neither too early nor with the last piece."""
        return self.queen_down and not self.queen_early and not self.queen_with_the_last

    @property
    def queen_open(self) -> bool:
        """The queen was pocketed in this stroke or needs a cover, and may be covered."""
        return self.queen_pending or self.queen_taken

    @property
    def must_be_covered(self) -> bool:
        """No clause so far has covered the queen, and there is a piece that could."""
        last = not self.own_before and "queen_may_be_taken_last" in self.marks
        return QUEEN_COVERED not in self.found and not last

    @property
    def queen_at_stake(self) -> bool:
        """The queen was pocketed in this stroke or needs a cover."""
        return self.queen_down or self.queen_pending

    @property
    def queen_lost_with_the_turn(self) -> bool:
        """A pass or a call ended the turn while the queen needs a cover, or undoes the stroke that covered it."""
        lost = self.queen_pending or (QUEEN_BACK in self.found and self.queen_covered)
        return self.call is not None and self.turn_is_over and lost and not self.passed_over

    @property
    def owing(self) -> bool:
        """The mover's side owed pieces before this stroke."""
        return self.mover_side.due > 0

    @property
    def others_due_before(self) -> int:
        """Number of pieces the other side owed before this stroke."""
        return self.other_side.due if self.other_side.colour is not None else 0

    @property
    def entitled(self) -> bool:
        """The mover's side is entitled to the queen under the rule set (Law 92, C29)."""
        side = self.mover_side
        if "queen_once_he_pocketed_a_man" in self.marks:
            return side.pocketed_by_self
        return side.pocketed_before or "queen_once_a_man_fell" not in self.marks

    @property
    def all_nine_on_board(self) -> bool:
        """All nine pieces of the mover were on the board before the stroke (points games: no counters taken)."""
        side = self.mover_side
        return not side.taken if side.colour is None else self.own_before == 9

    @property
    def queen_rightful(self) -> bool:
        """The queen was pocketed in a good stroke without the striker, and no clause so far has put it back."""
        if not self.queen_down or self.striker_down or not self.good:
            return False
        return QUEEN_BACK not in self.found and QUEEN_ASIDE not in self.found

    # -- findings of earlier clauses -----------------------------------------------------------------------------------

    def note(self, effects: tuple[Effect, ...]) -> None:
        """Record the effects that a clause found."""
        self.found.extend(effects)
        for effect in effects:
            if type(effect) is Fault:
                self.fault = effect if self.fault is None else self.fault.with_another(effect)
                self.good = False

    @property
    def striker_unpaid(self) -> bool:
        """The striker was pocketed, and no foul has charged for it."""
        return self.striker_down and (self.fault is None or not self.fault.striker)

    @property
    def turn_is_over(self) -> bool:
        """The clauses so far end the turn."""
        return LOSE in self.found or not self.good

    @property
    def turn_is_kept(self) -> bool:
        """A clause so far keeps the turn."""
        return KEEP in self.found

    @property
    def queen_waits(self) -> bool:
        """The clauses so far let the queen wait for its cover."""
        return QUEEN_PENDING in self.found

    @property
    def ended(self) -> Ends | None:
        """The end of the board, if an earlier clause found it."""
        for effect in self.found:
            if type(effect) is Ends:
                return effect
        return None

    @property
    def counts(self) -> bool:
        """The clauses so far neither end the board nor have the stroke repeated."""
        return not any(type(effect) in (Ends, Retry, Refuse, Replay) for effect in self.found)

    def has_found(self, *effects: Effect) -> bool:
        """Return whether an earlier clause yielded one of these effects."""
        return any(effect in effects for effect in self.found)

    def has(self, mark: Law | str) -> bool:
        """Return whether the rule set has the clause of a law, or a clause on a topic."""
        return mark in self.marks

    # -- dues -----------------------------------------------------------------------------------------------------

    def charged(self, mover: bool) -> int:
        """Return the number of pieces that the clauses so far charge to a side."""
        if self.has("no_man_is_ever_due"):
            return 0
        charged = sum(effect.men for effect in self.found if type(effect) is Due and effect.mover is mover)
        if not mover or self.fault is None:
            return charged
        charged += self.fault.men
        return min(charged, 1) if self.has("several_reasons_cost_one_man") else charged

    def payable(self, mover: bool) -> tuple[int, int]:
        """Return how many pieces of a side come back now, and how many it owes afterwards."""
        index = self.mover if mover else self.other
        back = len(self.men_of_the_stroke_back) if mover else 0
        owed = self.round.sides[index].due + self.charged(mover) + (self.dues_undone if mover else 0)
        fell = self.own if mover else self.others - self.others_returned
        fallen = fell if self.call is None else back
        in_pockets = len(self.round.returnable(index)) + (fallen if self.call is None else 0) - back
        if self.no_room:
            return 0, 0 if self.has("no_room_writes_the_due_off") else owed + back
        paid = min(owed, in_pockets)
        left = 0 if self.has("what_cannot_be_paid_is_forgiven") else owed - paid
        return back + paid, left

    def pays_now(self, mover: bool) -> bool:
        """Return whether a side gives back pieces that it owes, besides those of a foul stroke."""
        back = len(self.men_of_the_stroke_back) if mover else 0
        return self.payable(mover)[0] > back

    @property
    def men_of_the_stroke_back(self) -> list[Disc]:
        """The mover's pieces of this stroke that come back out of the pockets."""
        from_stroke = self.own_discs if self.call is None else self.fallen_before_the_call
        return from_stroke if not self.good or OWN_BACK in self.found else []

    @property
    def fallen_before_the_call(self) -> list[Disc]:
        """The mover's pieces pocketed in the last stroke, if a violation happened during it (Law 64b)."""
        if self.call is None or not self.call.during:
            return []
        returnable = self.round.returnable(self.mover)
        return [disc for disc in self.round.fallen if disc in returnable]

    @property
    def dues_undone(self) -> int:
        """Dues paid by pieces of a stroke during which a violation happened: those pieces come out for the stroke
        instead.

        The dues are owed again, as if the stroke had been improper (Laws 64b, 77a).
        """
        if self.call is None or not self.call.during or self.has("foul_during_a_stroke_leaves_the_queen"):
            return 0
        down = self.round.returnable(self.mover)
        own = [disc for disc in self.round.fallen if disc is not QUEEN and self._is_own(disc)]
        return sum(1 for disc in own if disc not in down)

    @property
    def others_returned(self) -> int:
        """Number of the opponent's pieces of this stroke that go to the centre."""
        return sum(effect.men for effect in self.found if type(effect) is OthersBack)

    @property
    def men_are_owed(self) -> bool:
        """A side owed pieces before, or owes them by the clauses so far."""
        if not self.good or any(type(effect) is Due for effect in self.found):
            return True
        return any(side.due for side in self.round.sides)

    @property
    def stays_owed(self) -> bool:
        """A side owes pieces after this stroke or call."""
        return self.payable(True)[1] > 0 or (self.mover_side.colour is not None and self.payable(False)[1] > 0)
