"""Judging: reads the clauses of a rule set in order and turns their effects into a ruling.

`judge` builds a `Case` from the round and the outcome, and reads the rule set's chapters on strokes. A law yields
effects or nothing; every clause that yields something is a finding, and its effects are recorded in the case. Fouls
come first, so that every later law knows about them (`case.fault`). A chapter that `decides` (was it a stroke? was the
break missed? is the board over?) stops the reading once one of its clauses has changed anything. `resolve` then
combines the effects: the stricter one wins, and dues are paid with the pieces in the pockets.
"""

from carrom.board.outcome import Outcome
from carrom.errors import RefusedRequest
from carrom.rules.case import NO_STROKE, Case
from carrom.rules.casebook.call_codes import BREACHES, CODES, FORFEITS, FOUND_LATE, PASSED_OVER
from carrom.rules.clauses import Part
from carrom.rules.effects import KEEP, LOSE, REFUSE, Effect, Remark
from carrom.rules.phases import described
from carrom.rules.possible import contradiction
from carrom.rules.resolve import resolve
from carrom.rules.round import Phase, Round
from carrom.rules.ruling import Call, Finding, Ruling


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
