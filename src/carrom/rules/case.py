"""The vocabulary of the laws: the facts of one stroke or call, in words that laws are written with.

A `Case` is built from a round and an outcome, once a stroke, and is read by every law of the rule set. It also
remembers what the laws before have found (`owed`, `queen_next`), because some laws speak about what others decided.
Where nobody owns a colour every counter counts as the mover's own, and the opponent has no men.
"""

from collections.abc import Iterator

from carrom.board.disc import QUEEN, STRIKER, Disc
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.rules.effects import KEEP, LOSE, ONE_DUE, ONE_DUE_OF_THE_OTHER, OWN_BACK, QUEEN_PENDING, Due, Effect, Ends
from carrom.rules.parameters import Parameters
from carrom.rules.round import COLOUR, Phase, QueenState, Round, Side
from carrom.rules.ruling import Call

NO_STROKE = Outcome(moved=False)
_IMPROPER, _BEFORE_PLAY = Breach.IMPROPER, Breach.BEFORE_PLAY
_NONE, _BOTH = LinesLeft.NONE, LinesLeft.BOTH
_BOARD, _PENDING, _COVERED, _ASIDE = QueenState.BOARD, QueenState.PENDING, QueenState.COVERED, QueenState.ASIDE


class Case:
    """What the laws read. Numbers of men are named `own…` for the mover's side and `others…` for the other."""

    __slots__ = (
        "after_stroke",
        "attempt",
        "before_play",
        "by_mover",
        "call",
        "direct",
        "found",
        "improper",
        "is_break",
        "jumped",
        "lines_left",
        "mover",
        "mover_side",
        "other",
        "other_side",
        "no_room",
        "others",
        "others_before",
        "others_discs",
        "own",
        "own_before",
        "own_discs",
        "placement",
        "queen_before",
        "queen_by_mover",
        "queen_down",
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
        self.mover = mover = round.mover
        self.other = (mover + 1) % len(round.sides)
        self.mover_side: Side = round.sides[mover]
        """The side in turn."""
        self.other_side: Side = round.sides[self.other]
        """The side not in turn (points games: the next)."""
        self.rules: Parameters = round.ruleset.parameters
        self.found: list[Effect] = []
        self.no_room = round.no_room
        self.call = call.what if call else ""
        self.by_mover = call.by_mover if call else None
        self.after_stroke = call.after_stroke if call else False
        self.placement = placement
        self.is_break = round.phase is Phase.BREAK
        self.attempt = round.attempt
        self.queen_before = round.queen
        self.queen_by_mover = round.queen is _COVERED and round.queen_side == mover
        self.lines_left = outcome.lines_left
        self.touched = outcome.moved or bool(outcome.touched)
        self.improper = _IMPROPER in outcome.breaches
        self.before_play = _BEFORE_PLAY in outcome.breaches
        self.jumped = outcome.jumped
        self.striker_jumped = STRIKER in outcome.jumped
        self.queen_down = QUEEN in outcome.pocketed
        self.striker_down = STRIKER in outcome.pocketed
        self._count_men(round, outcome)

    def _count_men(self, round: Round, outcome: Outcome) -> None:
        """Fill in whose men fell and how many lay on the board."""
        colour = self.mover_side.colour
        men = [disc for disc in outcome.pocketed if disc is not QUEEN and disc is not STRIKER]
        lying = [disc for disc in round.on_board if disc is not QUEEN]
        if colour is None:
            own, others, own_lying = men, [], len(lying)
        else:
            own = [disc for disc in men if COLOUR[disc] is colour]
            others = [disc for disc in men if COLOUR[disc] is not colour]
            own_lying = sum(1 for disc in lying if COLOUR[disc] is colour)
        self.own_discs: list[Disc] = own
        self.others_discs: list[Disc] = others
        self.own, self.others = len(own), len(others)
        self.own_before, self.others_before = own_lying, len(lying) - own_lying
        self.direct = bool(others) and any(disc in outcome.touched for disc in others)

    # -- what fell ------------------------------------------------------------------------------------------------

    @property
    def own_fell(self) -> bool:
        """At least one man of the mover fell."""
        return self.own > 0

    @property
    def only_theirs_fell(self) -> bool:
        """Men of the opponent fell, none of the mover's."""
        return self.others > 0 and not self.own

    @property
    def nothing_of_his_fell(self) -> bool:
        """Neither an own man nor the queen fell."""
        return not self.own and not self.queen_down

    @property
    def own_left(self) -> int:
        """The mover's men on the board after the stroke; a man that jumped is still one of them."""
        return self.own_before - self.own

    @property
    def others_left(self) -> int:
        """The opponent's men on the board after the stroke."""
        return self.others_before - self.others

    @property
    def own_last(self) -> bool:
        """The mover's last man fell."""
        return self.own > 0 and self.own_before == self.own

    @property
    def others_last(self) -> bool:
        """The opponent's last man fell."""
        return self.others > 0 and self.others_before == self.others

    @property
    def both_last(self) -> bool:
        """Both last men fell in this stroke."""
        return self.own_last and self.others_last

    @property
    def only_own_last(self) -> bool:
        """The mover's last man fell and the opponent still has men."""
        return self.own_last and not self.others_last

    @property
    def only_others_last(self) -> bool:
        """The opponent's last man fell and the mover still has men."""
        return self.others_last and not self.own_last

    # -- the kind of stroke ---------------------------------------------------------------------------------------

    @property
    def illegal_spot(self) -> bool:
        """The striker may not stand where it stands."""
        return self.placement != "legal"

    @property
    def touched_nothing(self) -> bool:
        """The striker touched no man, and none was moved."""
        return not self.touched

    @property
    def stays_on_the_lines(self) -> bool:
        """Nothing moved, and the striker has not left the lines as far as this rule set asks."""
        if self.touched or self.striker_down or self.striker_jumped or self.own or self.others or self.queen_down:
            return False
        return self.short_of_the_lines

    @property
    def short_of_the_lines(self) -> bool:
        """The striker has not left its lines as far as this rule set asks."""
        wanted_both = self.rules.stroke_made == "leaves-both-lines"
        return self.lines_left is not _BOTH if wanted_both else self.lines_left is _NONE

    @property
    def missed_break(self) -> bool:
        """A break attempt that touched nothing."""
        return self.is_break and not self.touched

    @property
    def attempts_left(self) -> bool:
        """The breaker may try again after this attempt."""
        return self.attempt < self.rules.break_attempts

    @property
    def plainly_missed_break(self) -> bool:
        """A break attempt that touched nothing, and nothing worse."""
        return self.missed_break and not (self.striker_down or self.improper or self.before_play or self.jump_is_foul)

    @property
    def something_jumped(self) -> bool:
        """A piece, the striker among them, left the board over the frame."""
        return bool(self.jumped)

    @property
    def men_jumped(self) -> bool:
        """A man or the queen left the board over the frame."""
        return any(disc is not STRIKER for disc in self.jumped)

    @property
    def jumped_men(self) -> tuple[Disc, ...]:
        """The men and the queen that left the board over the frame."""
        return tuple(disc for disc in self.jumped if disc is not STRIKER)

    @property
    def queen_jumped(self) -> bool:
        """The queen left the board over the frame."""
        return QUEEN in self.jumped

    @property
    def proper(self) -> bool:
        """The stroke kept to the rules of technique and placing."""
        return not self.improper

    # -- fouls ----------------------------------------------------------------------------------------------------

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
    def faults(self) -> int:
        """Striker in the pocket and improper stroke, one each: the extra points that may be demanded."""
        return self.striker_down + self.improper

    @property
    def faultless(self) -> bool:
        """Neither striker in the pocket nor improper."""
        return not self.striker_down and not self.improper

    @property
    def a_last_man_fell(self) -> bool:
        """The last man of either side fell."""
        return (self.own > 0 and self.own_before == self.own) or (self.others > 0 and self.others_before == self.others)

    # -- the end of the board -------------------------------------------------------------------------------------

    @property
    def table(self) -> bool:
        """The official table of board endings decides."""
        return self.rules.others_last == "table"

    @property
    def finishes(self) -> bool:
        """The mover clears his men in a good stroke, the queen being his, the opponent's, or taken with it."""
        return self.only_own_last and self.queen_secured and not self.striker_down and self.good_stroke

    @property
    def queen_taken(self) -> bool:
        """She fell in this stroke and was not too early for it."""
        return self.queen_down and not self.queen_is_early

    @property
    def queen_open(self) -> bool:
        """She fell in this stroke or waits for her cover."""
        return self.queen_pending or self.queen_taken

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

    # -- the queen ------------------------------------------------------------------------------------------------

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
    def queen_at_stake(self) -> bool:
        """She fell in this stroke or waits for her cover."""
        return self.queen_down or self.queen_pending

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

    # -- points games ---------------------------------------------------------------------------------------------

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

    # -- calls ----------------------------------------------------------------------------------------------------

    @property
    def breach_by_mover(self) -> bool:
        """The side in turn broke a rule of conduct that costs a man."""
        from carrom.rules.laws.calls import BREACHES

        return self.by_mover is True and self.call in BREACHES

    @property
    def last_of_three_passes(self) -> bool:
        """With this pass every player has passed three times in a row."""
        return self.round.passes + 1 >= 3 * len(self.round.seats)

    @property
    def touch_ends_turn(self) -> bool:
        """A piece was touched where that costs the turn at once."""
        return self.call == "touched-man" and self.rules.touch_costs_turn

    # -- sides and points -----------------------------------------------------------------------------------------

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

    def three_or_one(self, mover: bool, up_to: int = 0) -> Ends:
        """Return the end of a board worth the queen only: three, or one for a gainer past the cap."""
        worth = self.worth_of_queen(mover)
        return self.wins(mover, 0 if worth else 1, bool(worth), up_to)

    # -- what earlier clauses found -------------------------------------------------------------------------------

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
