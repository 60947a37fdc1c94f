"""The facts of one stroke or call, counted once, in words that laws are written with.

A `Case` is built from a round and an outcome and is read by every law of the rule set. It also remembers what the laws
before have found, because some laws speak about what others decided: `fault` above all, which is known before anything
else is asked. Where nobody owns a colour every counter counts as the mover's own, and the opponent has no men.
"""

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.rules.casebook.call_codes import PASSED_OVER
from carrom.rules.clauses import Law, marks_of
from carrom.rules.effects import (
    KEEP,
    LOSE,
    OWN_BACK,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_PENDING,
    Due,
    Effect,
    Ends,
    Fault,
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
    """What the laws read. Men are counted as `own…` for the mover's side and `others…` for the other."""

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
        """The foul that the clauses read so far make of the stroke; fouls are read before everything else."""
        self.good = True
        """No foul so far: the stroke may take and cover the queen, and win."""
        self.marks = marks_of(round.ruleset)
        self.mover = mover = round.mover
        at_fault = None if call is None else call.side
        self.other = (mover + 1) % len(round.sides) if at_fault is None or at_fault == mover else at_fault
        """The side at fault where it is not the mover's, else the next one."""
        self.mover_side = round.sides[mover]
        self.other_side = round.sides[self.other]
        self.no_room = round.no_room
        self.is_break = round.phase is Phase.BREAK
        self.queen_before = round.queen
        self.queen_pending = round.queen is _PENDING
        """She was pocketed in the stroke before and waits for her cover."""
        self.queen_covered = round.queen is _COVERED
        """She was covered earlier, by either side."""
        pocketed, jumped, breaches = outcome.pocketed, outcome.jumped, outcome.breaches
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
        """The mover's last man fell."""
        self.others_last = others > 0 and others == self.others_before
        """The opponent's last man fell."""
        self.both_last = self.own_last and self.others_last
        """Both last men fell in this stroke."""
        self.only_own_last = self.own_last and not self.others_last
        """The mover's last man fell and the opponent still has men."""
        self.only_others_last = self.others_last and not self.own_last
        """The opponent's last man fell and the mover still has men."""

    # -- who is at fault ------------------------------------------------------------------------------------------

    @property
    def in_turn_at_fault(self) -> bool:
        """The call is on the player in turn."""
        return self.call is not None and self.call.side == self.mover and not self.call.partner

    @property
    def out_of_turn_at_fault(self) -> bool:
        """The call is on a player who is not in turn, a partner too."""
        return self.call is not None and self.call.side is not None and not self.in_turn_at_fault

    @property
    def passed_over(self) -> bool:
        """Another player has struck out of turn, and the stroke stands: the turn ends (Law 51)."""
        return self.call is not None and self.call.what == PASSED_OVER

    # -- what fell ------------------------------------------------------------------------------------------------

    @property
    def own_left(self) -> int:
        """The mover's men on the board after the stroke; a man that jumped is still one of them."""
        return self.own_before - self.own

    @property
    def others_left(self) -> int:
        """The opponent's men on the board after the stroke."""
        return self.others_before - self.others

    @property
    def may_end(self) -> bool:
        """A last man fell, or the queen for a side that has none left."""
        return self.own_last or self.others_last or (self.queen_down and not self.own_before)

    @property
    def only_theirs_fell(self) -> bool:
        """Men of the opponent fell, none of the mover's."""
        return self.others > 0 and not self.own

    @property
    def direct(self) -> bool:
        """The striker itself touched a man of the opponent that fell."""
        return bool(self.others_discs) and any(disc in self.outcome.touched for disc in self.others_discs)

    @property
    def jumped_men(self) -> tuple[Disc, ...]:
        """The men and the queen that left the board over the frame."""
        return tuple(disc for disc in self.jumped if disc is not STRIKER)

    @property
    def queen_jumped(self) -> bool:
        """The queen left the board over the frame."""
        return QUEEN in self.jumped

    # -- what kind of stroke it was -------------------------------------------------------------------------------

    @property
    def changed_nothing(self) -> bool:
        """No man moved, nothing fell and the striker stayed on the board."""
        return not (self.touched or self.striker_down or self.striker_jumped or self.own or self.others
                    or self.queen_down)  # fmt: skip

    @property
    def left_no_line(self) -> bool:
        """The striker has left neither of its lines."""
        return self.lines_left is _NONE

    @property
    def left_one_line(self) -> bool:
        """The striker has left one of its lines only."""
        return self.lines_left is _ONE

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched

    @property
    def attempts_left(self) -> bool:
        """The breaker may try again after this attempt."""
        return self.round.attempt < self.rules.parameters.break_attempts

    @property
    def out_of_the_ordinary(self) -> bool:
        """Something happened that some rule set calls a foul."""
        return bool(self.others or self.striker_down or self.improper or self.jumped or self.own_last)

    @property
    def proper(self) -> bool:
        """The stroke kept to the rules of technique and placing."""
        return not self.improper

    @property
    def faults(self) -> int:
        """Striker in the pocket and improper stroke, one each: the extra points that may be demanded."""
        return self.striker_down + self.improper

    # -- the queen ------------------------------------------------------------------------------------------------

    @property
    def queen_is_concerned(self) -> bool:
        """She fell in this stroke, waits for her cover, or lies aside."""
        return self.queen_down or self.queen_pending or self.queen_before is _ASIDE

    @property
    def queen_by_mover(self) -> bool:
        """She was covered earlier by the mover's side."""
        return self.queen_covered and self.round.queen_side == self.mover

    @property
    def queen_by_other(self) -> bool:
        """She was covered earlier by the opponent."""
        return self.queen_covered and self.round.queen_side != self.mover

    @property
    def queen_covered_this_turn(self) -> bool:
        """The mover has covered her in the running turn."""
        return self.queen_by_mover and self.round.queen_turn == self.round.turns

    @property
    def queen_aside(self) -> bool:
        """She lies beside the board, taken too early in this turn."""
        return self.queen_before is _ASIDE

    @property
    def queen_early(self) -> bool:
        """She fell too early, where a queen too early is laid aside."""
        return self.queen_down and "queen_too_early_is_laid_aside" in self.marks and not self.entitled

    @property
    def queen_out_of_reach(self) -> bool:
        """After the stroke she is nobody's: on the board, or aside."""
        return (self.queen_before is _BOARD and not self.queen_down) or self.queen_aside or self.queen_early

    @property
    def queen_taken(self) -> bool:
        """She fell in this stroke and was not too early for it."""
        return self.queen_down and not self.queen_early

    @property
    def queen_open(self) -> bool:
        """She fell in this stroke or waits for her cover, and may be covered."""
        return self.queen_pending or self.queen_taken

    @property
    def queen_at_stake(self) -> bool:
        """She fell in this stroke or waits for her cover."""
        return self.queen_down or self.queen_pending

    @property
    def queen_lost_with_the_turn(self) -> bool:
        """A pass or a call has ended the turn while she waits for her cover, or undoes the stroke that covered her."""
        lost = self.queen_pending or (QUEEN_BACK in self.found and self.queen_covered)
        return self.call is not None and self.turn_is_over and lost and not self.passed_over

    @property
    def owing(self) -> bool:
        """The mover's side owes men from before this stroke."""
        return self.mover_side.due > 0

    @property
    def others_due_before(self) -> int:
        """Men the other side owed before this stroke."""
        return self.other_side.due if self.other_side.colour is not None else 0

    @property
    def entitled(self) -> bool:
        """The mover's side has a right to the queen, as the book tells it (Law 92, C29)."""
        side = self.mover_side
        if "queen_once_he_pocketed_a_man" in self.marks:
            return side.pocketed_by_self
        return side.pocketed_before or "queen_once_a_man_fell" not in self.marks

    @property
    def all_nine_on_board(self) -> bool:
        """All nine men of the mover lay on the board before the stroke (points games: he has none to give)."""
        side = self.mover_side
        return not side.taken if side.colour is None else self.own_before == 9

    @property
    def queen_rightful(self) -> bool:
        """She fell in a good stroke without the striker, and no clause so far has sent her away again."""
        if not self.queen_down or self.striker_down or not self.good:
            return False
        return QUEEN_BACK not in self.found and QUEEN_ASIDE not in self.found

    # -- what earlier clauses found -------------------------------------------------------------------------------

    def note(self, effects: tuple[Effect, ...]) -> None:
        """Remember what a clause found."""
        self.found.extend(effects)
        for effect in effects:
            if type(effect) is Fault:
                self.fault = effect if self.fault is None else self.fault.with_another(effect)
                self.good = False

    @property
    def striker_unpaid(self) -> bool:
        """The striker fell, and no foul has charged for it."""
        return self.striker_down and (self.fault is None or not self.fault.striker)

    @property
    def turn_is_over(self) -> bool:
        """The clauses so far end the turn."""
        return LOSE in self.found or not self.good

    @property
    def turn_is_kept(self) -> bool:
        """Some clause so far keeps the turn."""
        return KEEP in self.found

    @property
    def queen_waits(self) -> bool:
        """The clauses so far let the queen wait for her cover."""
        return QUEEN_PENDING in self.found

    @property
    def ended(self) -> Ends | None:
        """The end of the board, if an earlier clause has found it."""
        for effect in self.found:
            if type(effect) is Ends:
                return effect
        return None

    @property
    def counts(self) -> bool:
        """The clauses so far neither end the board nor have the stroke repeated."""
        return not any(type(effect) in (Ends, Retry, Refuse, Replay) for effect in self.found)

    def has_found(self, *effects: Effect) -> bool:
        """Say whether an earlier clause yielded one of these."""
        return any(effect in effects for effect in self.found)

    def has(self, mark: Law | str) -> bool:
        """Say whether the clause of a law, or on a topic, stands in the book."""
        return mark in self.marks

    # -- dues -----------------------------------------------------------------------------------------------------

    def charged(self, mover: bool) -> int:
        """Return how many men the clauses so far charge a side for."""
        if self.has("no_man_is_ever_due"):
            return 0
        charged = sum(effect.men for effect in self.found if type(effect) is Due and effect.mover is mover)
        if not mover or self.fault is None:
            return charged
        charged += self.fault.men
        return min(charged, 1) if self.has("several_reasons_cost_one_man") else charged

    def payable(self, mover: bool) -> tuple[int, int]:
        """Return how many men of a side come back now, and how many it owes afterwards."""
        index = self.mover if mover else self.other
        back = len(self.men_of_the_stroke_back) if mover else 0
        owed = self.round.sides[index].due + self.charged(mover) + (self.dues_undone if mover else 0)
        fallen = (self.own if mover else self.others) if self.call is None else back
        in_pockets = len(self.round.returnable(index)) + (fallen if self.call is None else 0) - back
        if self.no_room:
            return 0, owed + back
        paid = min(owed, in_pockets)
        left = 0 if self.has("what_cannot_be_paid_is_forgiven") else owed - paid
        return back + paid, left

    @property
    def men_of_the_stroke_back(self) -> list[Disc]:
        """The mover's men of this stroke that come out of the pockets again."""
        from_stroke = self.own_discs if self.call is None else self.fallen_before_the_call
        return from_stroke if not self.good or OWN_BACK in self.found else []

    @property
    def fallen_before_the_call(self) -> list[Disc]:
        """The mover's men that fell in the stroke just played, during which a violation happened (Law 64b)."""
        if self.call is None or not self.call.during:
            return []
        returnable = self.round.returnable(self.mover)
        return [disc for disc in self.round.fallen if disc in returnable]

    @property
    def dues_undone(self) -> int:
        """Dues that men of the stroke have paid, during which a violation happened: those men come out for the stroke.

        They are owed again, as if the stroke had been improper (Laws 64b, 77a).
        """
        if self.call is None or not self.call.during:
            return 0
        round, colour = self.round, self.mover_side.colour
        down = round.returnable(self.mover)
        own = [disc for disc in round.fallen if disc is not QUEEN and (colour is None or COLOUR[disc] is colour)]
        return sum(1 for disc in own if disc not in down)

    @property
    def men_are_owed(self) -> bool:
        """Some side owed men before, or owes them by what the clauses so far say."""
        if not self.good or any(type(effect) is Due for effect in self.found):
            return True
        return any(side.due for side in self.round.sides)

    @property
    def stays_owed(self) -> bool:
        """Some side owes men after this stroke or call."""
        return self.payable(True)[1] > 0 or (self.mover_side.colour is not None and self.payable(False)[1] > 0)
