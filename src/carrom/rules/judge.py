"""Judging: reads the clauses of a rule set in order and turns their effects into a ruling.

`judge` builds a `Case` from the round and the outcome, and reads the rule set's chapters on strokes. A law yields
effects or nothing; every clause that yields something is a finding, and its effects are recorded in the case. Fouls
come first, so that every later law knows about them (`case.fault`). A chapter that `decides` (was it a stroke? was the
break missed? is the board over?) stops the reading once one of its clauses has changed anything. `resolve` then
combines the effects: the stricter one wins, and dues are paid with the pieces in the pockets.
"""

from collections.abc import Mapping
from functools import lru_cache

from carrom.board import QUEEN, STRIKER, Breach, Disc, Kind, LinesLeft, Outcome
from carrom.errors import Contradiction, RefusedRequest
from carrom.i18n import sentences
from carrom.rules.case import NO_STROKE, Case
from carrom.rules.clauses import Law, Part
from carrom.rules.effects import (
    ATTEMPT_AGAIN,
    BREACHES,
    CODES,
    EXTRA,
    FORFEITS,
    FOUND_LATE,
    KEEP,
    LOSE,
    OVER,
    PASSED_OVER,
    QUEEN_ASIDE,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_PENDING,
    REFUSE,
    REPLAY,
    STROKE_AGAIN,
    TAKEN,
    Effect,
    Ends,
    Extra,
    Remark,
    Replay,
    Taken,
)
from carrom.rules.laws import fouls, points, queen
from carrom.rules.laws.ending import queen_credit
from carrom.rules.phases import described
from carrom.rules.points import counters_back, queens_change, totals
from carrom.rules.round import COLOUR, Phase, Placing, QueenState, Round, RoundResult
from carrom.rules.ruling import Call, Finding, Ruling, Turn
from carrom.values import changed

# -- facts that contradict each other are refused ----------------------------------------------------------------------


_BEFORE_PLAY = Breach.BEFORE_PLAY
_BOTH = LinesLeft.BOTH


def contradiction(round: Round, outcome: Outcome) -> None:
    """Raise `Contradiction` if the outcome is impossible in this round."""
    pocketed, jumped, lying = outcome.pocketed, outcome.jumped, round.on_board
    for disc in pocketed:
        if disc is not STRIKER and disc not in lying:
            raise Contradiction(f"{_named(disc)} cannot have fallen: it was not on the board")
    if len(pocketed) > 1 and len(set(pocketed)) != len(pocketed):
        raise Contradiction(f"{_named(_twice(pocketed))} cannot have fallen twice in one stroke")
    if jumped:
        _check_jumped(round, outcome)
    if round.phase is Phase.BREAK and not outcome.moved and not outcome.touched:
        _check_rack(outcome)
    if round.phase is not Phase.BREAK and outcome.breaches and _BEFORE_PLAY in outcome.breaches:
        raise Contradiction('a stroke before "Play" can only be a break, but the rack is broken already')
    if outcome.lines_left is not _BOTH and STRIKER in (*pocketed, *jumped):
        where = "in a pocket" if STRIKER in pocketed else "over the frame"
        raise Contradiction(f"the striker is {where}, so it must have left both base lines")


def _check_jumped(round: Round, outcome: Outcome) -> None:
    """Check the discs that left the board over the frame."""
    jumped = outcome.jumped
    for disc in jumped:
        if disc in outcome.pocketed:
            raise Contradiction(f"{_named(disc)} cannot have fallen into a pocket and left over the frame")
        if disc is not STRIKER and disc not in round.on_board:
            raise Contradiction(f"{_named(disc)} cannot have left the board: it was not on it")
    if len(set(jumped)) != len(jumped):
        raise Contradiction(f"{_named(_twice(jumped))} cannot have left the board twice in one stroke")


def _check_rack(outcome: Outcome) -> None:
    """Check that nothing left an untouched rack; later in a board a piece on a pocket's edge may fall by itself (Law
    71)."""
    gone = [disc for disc in (*outcome.pocketed, *outcome.jumped) if disc is not STRIKER]
    if gone:
        raise Contradiction(f"{_named(gone[0])} cannot have left its place: nothing was touched")


def _named(disc: Disc) -> str:
    return {QUEEN: "the queen", STRIKER: "the striker"}.get(disc, disc.value)


def _twice(discs: tuple[Disc, ...]) -> Disc:
    return next(disc for disc in discs if discs.count(disc) > 1)


# -- the part of each clause that applied ------------------------------------------------------------------------------
# A law's sentence covers everything that the law may decide. Where it has several parts, the catalogue has them as
# `remark.<law>` (the law changed nothing), `remark.<law>.<part>` (a named part of such a remark), and
# `remark.<law>.keep`, `.lose`, `.replay` and `.cover` (it kept the turn, ended it, had the board replayed, covered the
# queen).


_ENDS_THE_TURN: Mapping[str, Law] = {
    "queen_and_striker": queen.queen_and_striker_ends_the_turn,
    "queen_own_and_striker": queen.queen_own_and_striker_ends_the_turn,
    "last_pocketed_counter_comes_back_and_the_turn_goes_on": points.last_pocketed_counter_comes_back,
    "queen_too_early_is_laid_aside": queen.queen_aside_returns_with_the_turn,
    "striker_with_own_men": fouls.striker_with_own_men_ends_the_turn,
    "striker_with_men_of_both": fouls.striker_with_men_of_both_ends_the_turn,
    "striker_with_the_cover": queen.striker_with_the_cover_ends_the_turn,
    "striker_with_the_cover_spoils_it": queen.striker_with_the_cover_ends_the_turn,
}
"""Laws that continue the turn, and the same laws where the turn ends: quoted if another clause ends it."""


def quoted(findings: tuple[Finding, ...], passes: bool, over: bool = False) -> tuple[Finding, ...]:
    """Return findings with the sentences that hold: `passes` if the turn ends, `over` if the game does."""
    if over:
        findings = tuple(each for each in findings if not all(effect in (KEEP, LOSE) for effect in each.effects))
    return tuple(
        _quoted(each, passes) if each.key in _in_parts() or each.key in _ENDS_THE_TURN else each for each in findings
    )


def _quoted(finding: Finding, passes: bool) -> Finding:
    changes = any(type(effect) is not Remark for effect in finding.effects)
    twin = _ENDS_THE_TURN.get(finding.key) if passes and changes else None
    known = sentences("en")
    if twin is not None:
        key = f"remark.{twin.__name__}.lose"
        text = known.get(key) or " ".join((twin.__doc__ or "").split())
        return changed(finding, part=key if key in known else f"law.{twin.__name__}", text=text)
    key = next((key for key in _keys(finding.key, finding.effects) if key in known), "")
    return changed(finding, part=key, text=known[key]) if key else finding


def _keys(law: str, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the keys under which the part that applied may be found, the most special one first."""
    remarks = [effect for effect in effects if type(effect) is Remark]
    if len(remarks) == len(effects):
        return *(f"remark.{law}.{each.part}" for each in remarks if each.part), f"remark.{law}"
    parts = (("keep", KEEP), ("lose", LOSE), ("replay", REPLAY), ("cover", QUEEN_COVERED))
    return tuple(f"remark.{law}.{name}" for name, effect in parts if effect in effects)


@lru_cache(maxsize=1)
def _in_parts() -> frozenset[str]:
    """Return the names of the laws whose sentence has parts."""
    return frozenset(key.split(".")[1] for key in sentences("en") if key.startswith("remark."))


# -- resolving effects into a ruling -----------------------------------------------------------------------------------


def resolve(
    case: Case, findings: tuple[Finding, ...], *, outcome: Outcome | None = None, call: Call | None = None
) -> Ruling:
    """Return the ruling that combines the findings."""
    turn = _turn(case)
    findings = quoted(findings, turn is Turn.PASS, OVER in case.found)
    if turn in (Turn.END, Turn.REPLAY):
        return _closing(case, findings, outcome, call)
    if turn in (Turn.RETRY, Turn.REFUSE):
        return _unplayed(case, findings, turn, outcome, call)
    round, found = case.round, case.found
    queen, queen_side, queen_returns = _queen(case, turn)
    over = OVER in found
    points = gained = 0
    voided: tuple[Disc, ...] = ()
    if case.mover_side.colour is not None:
        placings, centred, dues = _men_that_come_back(case)
    else:
        back = counters_back(case)
        placings, centred, dues, points, gained = back.placings, back.centred, back.dues, back.points, back.gained
        voided = back.voided
        change = queens_change(round, queen, queen_side)
        points, gained = points + change, gained + change
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=Turn.END if over else turn,
        outcome=outcome,
        call=call,
        queen=queen,
        queen_side=queen_side,
        attempt=1 if turn is Turn.PASS or case.touched else round.attempt,
        centred=_centred(case, queen_returns, centred),
        placings=() if over else placings,
        dues=(0,) * len(dues) if over else dues,
        points=gained if over else points,
        gained=gained,
        voided=voided,
        result=totals(round, gained) if over else None,
    )


def _unplayed(
    case: Case, findings: tuple[Finding, ...], turn: Turn, outcome: Outcome | None, call: Call | None
) -> Ruling:
    """Return the ruling on a stroke that does not count or may not be played: nothing changes."""
    round = case.round
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=findings,
        turn=turn,
        outcome=outcome,
        call=call,
        queen=round.queen,
        queen_side=round.queen_side,
        attempt=round.attempt + (ATTEMPT_AGAIN in case.found),
        centred=_centred(case, False, ()) if turn is Turn.RETRY else (),
        dues=tuple(side.due for side in round.sides),
    )


def _turn(case: Case) -> Turn:
    """Return who strikes next: the stricter effect wins; without any, the turn passes."""
    found = case.found
    if case.ended is not None:
        return Turn.END
    if case.turn_is_over:
        return Turn.PASS
    if KEEP in found:
        return Turn.CONTINUE
    if STROKE_AGAIN in found or ATTEMPT_AGAIN in found:
        return Turn.RETRY
    if REPLAY in found:
        return Turn.REPLAY
    return Turn.REFUSE if REFUSE in found else Turn.PASS


def _queen(case: Case, turn: Turn) -> tuple[QueenState, int | None, bool]:
    """Return the queen's state, the side that covered it, and whether it goes back to the centre now."""
    round, found = case.round, case.found
    if QUEEN_BACK in found:
        return QueenState.BOARD, None, case.queen_down or round.queen is not QueenState.BOARD
    if round.queen is QueenState.COVERED:
        return QueenState.COVERED, round.queen_side, False
    if QUEEN_COVERED in found:
        return QueenState.COVERED, case.mover, False
    if QUEEN_PENDING in found:
        return QueenState.PENDING, None, False
    if QUEEN_ASIDE in found:
        return QueenState.ASIDE, None, False
    open_still = case.queen_down or (turn is Turn.PASS and round.queen is not QueenState.BOARD)
    assert not open_still, f"no clause of {round.ruleset.name} decides about the queen"
    return round.queen, None, False


def _closing(case: Case, findings: tuple[Finding, ...], outcome: Outcome | None, call: Call | None) -> Ruling:
    """Return the ruling that ends the board: dues are written off, and no more pieces are placed."""
    round = case.round
    end = case.ended
    winner = case.mover if end and end.mover_wins else case.other
    return Ruling(
        ruleset=round.ruleset,
        seat=round.turn,
        mover=case.mover,
        findings=tuple(finding for finding in findings if any(type(effect) in _CLOSING for effect in finding.effects)),
        turn=Turn.END if end else Turn.REPLAY,
        outcome=outcome,
        call=call,
        queen=QueenState.COVERED if end and end.mover_wins else round.queen,
        queen_side=case.mover if end and queen_credit(case, end.mover_wins) else round.queen_side,
        dues=(0,) * len(round.sides),
        result=_result(case, end, winner) if end else RoundResult(replay=True),
    )


_CLOSING = (Ends, Replay, Remark, Extra, Taken)
"""Effects that matter when the board is over; penalties for fouls are written off with the dues (Law 55)."""


def _result(case: Case, end: Ends, winner: int) -> RoundResult:
    return RoundResult(
        winners=(winner,),
        points=end.points,
        taken=TAKEN in case.found,
        up_to=end.up_to if EXTRA in case.found else 0,
        slam=_slam(case, winner),
    )


def _slam(case: Case, winner: int) -> str | None:
    """Return the kind of slam, if the board was cleared in the side's first turn (Law 26)."""
    round = case.round
    if winner != case.mover or not case.own_last:
        return None
    white = round.sides[winner].colour is Kind.WHITE
    if white and round.turns == 0 and queen_credit(case, True):
        return "white"
    return "black" if not white and round.turns == 1 else None


def _men_that_come_back(case: Case) -> tuple[tuple[Placing, ...], tuple[Disc, ...], tuple[int, ...]]:
    """Return the pieces that players place, the opponent's pieces that go to the centre, and the dues afterwards."""
    round, mover, other = case.round, case.mover, case.other
    dues = [side.due for side in round.sides]
    theirs: tuple[Disc, ...] = ()
    if not case.men_are_owed and not case.men_of_the_stroke_back:
        return (), (), tuple(dues)
    came, dues[mover] = case.payable(True)
    by = round.after(round.turn)
    placings = tuple(Placing(disc, by, mover) for disc in _last(_returnable(case, mover), case.own_discs, came))
    returned = case.others_returned
    theirs = tuple(case.others_discs[len(case.others_discs) - returned :])
    staying = case.others_discs[: len(case.others_discs) - returned]
    if other != mover:
        paid, dues[other] = case.payable(False)
        waiting = _last(round.returnable(other), staying, paid)
        placings += tuple(Placing(disc, round.turn, other) for disc in waiting)
    return placings, theirs, tuple(dues)


def _returnable(case: Case, side: int) -> tuple[Disc, ...]:
    """Return the pieces a side can give back, those of the last stroke last."""
    late = case.fallen_before_the_call
    return (*(disc for disc in case.round.returnable(side) if disc not in late), *late)


def _last(before: tuple[Disc, ...], fallen: list[Disc], number: int) -> tuple[Disc, ...]:
    """Return the pieces pocketed last (C40), newest first."""
    return tuple(reversed((*before, *fallen)))[:number]


def _centred(case: Case, queen_returns: bool, theirs: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """Return the discs that the umpire puts on the centre: the queen first, then the mover's pieces, then the
    others'."""
    jumped = case.jumped_men
    if not (queen_returns or jumped or theirs):
        return ()
    queen = (QUEEN,) if queen_returns or QUEEN in jumped else ()
    own = case.mover_side.colour
    men = sorted((disc for disc in jumped if disc is not QUEEN), key=lambda disc: COLOUR[disc] is not own)
    return (*queen, *men, *theirs)


# -- judging -----------------------------------------------------------------------------------------------------------


def judge(round: Round, outcome: Outcome) -> Ruling:
    """Return the ruling on a stroke. Every possible outcome has a ruling, and every ruling cites its clauses.

    Raises `Contradiction` for impossible facts (for example, a pocketed disc that was not on the board), and
    `RefusedRequest` when no stroke is expected.

    >>> import carrom
    >>> start = carrom.Round.begin(carrom.ruleset("icf"))
    >>> ruling = carrom.judge(start, carrom.Outcome(pocketed=(carrom.Disc.S,), touched=(carrom.Disc.W1,)))
    >>> ruling.turn.value, ruling.clauses
    ('pass', ('Law 44', 'Law 72a', 'Law 72c'))
    """
    _refuse_when_over(round)
    if round.placings:
        raise RefusedRequest(f"{round.placings[0].disc} has to be placed before the next stroke")
    contradiction(round, outcome)
    case = Case(round, outcome)
    findings = read(case, Part.STROKE)
    return resolve(case, findings, outcome=outcome)


def judge_call(round: Round, call: Call) -> Ruling:
    """Return the ruling on an umpire's call. A call on which the rule set has no clause is refused.

    Raises `RefusedRequest` for an unknown code.
    """
    _refuse_when_over(round)
    check_call(round, call)
    case = Case(round, NO_STROKE, call)
    findings = read(case, Part.CALL)
    if not _is_priced(case, findings):
        findings, case = (), Case(round, NO_STROKE, call)
        case.note((REFUSE,))
    return resolve(case, findings, call=call)


def _is_priced(case: Case, findings: tuple[Finding, ...]) -> bool:
    """Return whether the rule set has a clause on the call, not only on what a side owes meanwhile."""
    assert case.call is not None
    if case.call.what in BREACHES and not case.has(f"breach_{case.call.what.replace('-', '_')}"):
        return False
    return any(_changes(finding.effects) for finding in findings)


def judge_spot(round: Round, placement: str) -> Ruling | None:
    """Return the refusal of an illegal striker position, or None for a legal one.

    `placement` is `legal`, `off-lines`, `cut-moon` or `on-arrow`.
    """
    case = Case(round, NO_STROKE, placement=placement)
    findings = read(case, Part.SPOT)
    return resolve(case, findings) if findings else None


def judge_pass(round: Round) -> Ruling:
    """Return the ruling on a pass by the player in turn (Law 137)."""
    _refuse_when_over(round)
    if round.placings:
        raise RefusedRequest(f"{round.placings[0].disc} has to be placed before a pass")
    if round.phase is Phase.BREAK:
        raise RefusedRequest("the break cannot be passed: the rack has to be broken")
    case = Case(round, NO_STROKE, Call(what="pass"))
    return resolve(case, read(case, Part.PASS), call=Call(what="pass"))


def judge_any(round: Round, call: Call) -> Ruling:
    """Return the ruling on the call of a casebook line, which may also be a pass or a skipped turn."""
    if call.what == PASSED_OVER:
        return judge_passed_over(round)
    return judge_pass(round) if call.what == "pass" else judge_call(round, call)


def judge_passed_over(round: Round) -> Ruling:
    """Return the ruling on a turn that ends because another player struck out of turn, and the stroke stands (Law
    51)."""
    call = Call(what=PASSED_OVER)
    case = Case(round, NO_STROKE, call)
    case.note((LOSE,))
    return resolve(case, read(case, Part.CALL), call=call)


def judge_found_late(round: Round, owing: int) -> Ruling:
    """Return the ruling on a side that owes pieces once a late finding has put one of them into a pocket: it is paid
    at once, and the turn stays (Laws 72c, 78a)."""
    call = Call(what=FOUND_LATE, side=owing)
    case = Case(round, NO_STROKE, call)
    case.note((KEEP,))
    return resolve(case, read(case, Part.CALL), call=call)


def read(case: Case, part: Part) -> tuple[Finding, ...]:
    """Read the clauses of a part in order and return their findings."""
    findings: list[Finding] = []
    decided = False
    for when, decides, settles, laws in case.rules.readings(part):
        if decided and not (settles and case.counts):
            continue
        if when and not getattr(case, when):
            continue
        for law, number, key, text, values in laws:
            effects = tuple(law(case))
            if effects:
                findings.append(Finding(number, key, text, values, effects))
                case.note(effects)
                decided = decided or (decides and _changes(effects))
    return tuple(findings)


def _changes(effects: tuple[Effect, ...]) -> bool:
    return any(type(effect) is not Remark for effect in effects)


def _refuse_when_over(round: Round) -> None:
    if round.result is not None:
        raise RefusedRequest("the board is over: nothing more can be played in it")


def check_call(round: Round, call: Call) -> None:
    """Raise `RefusedRequest` for a call that does not exist here, lacks the side at fault, or refers to no stroke."""
    if call.what not in CODES:
        raise RefusedRequest(f"there is no call {call.what!r}: an umpire can call {', '.join(CODES)}")
    if call.what in (*BREACHES, *FORFEITS) and call.side is None:
        raise RefusedRequest(f"the call {call.what!r} needs the side at fault")
    if call.during and (call.side != round.mover or call.partner or not round.struck):
        raise RefusedRequest(
            "a foul during a stroke needs the player of that stroke, while their turn lasts: "
            f"{described(round)}; otherwise take the stroke back and give it with `improper`"
        )
    if round.ruleset.colours_are_owned:
        return
    if call.what in ("opponent-man-noticed", "placed-wrong-man"):
        raise RefusedRequest(f"{round.ruleset.name} has no price for {call.what!r}, because colours are not owned")
