"""Draws in a tournament's file: written as events, repeated, and compared with later corrections."""

from collections.abc import Iterator

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.apply_result import open_sheets
from carrom.tournament.championship import apply, begin
from carrom.tournament.draws import drawn, qualified, rounds_left, seated
from carrom.tournament.events import AnyEvent, Corrected, Drawn, Finished, Meeting, Ruled, Seated
from carrom.tournament.identifiers import Address, read_address
from carrom.tournament.result import claimed_result, result_in_english, result_of
from carrom.tournament.state import Championship, EventStage
from carrom.values import Value, changed


def due(championship: Championship, named: str | None = None) -> EventStage:
    """Return the stage to draw: the one given, or the first with rounds left. Raises `RefusedRequest`."""
    if named:
        return championship.stage(named.split(".")[0])
    for stage in championship.stages:
        endless = stage.terms.system == "swiss" and not stage.terms.rounds
        if endless or not stage.rounds or rounds_left(championship, stage):
            return stage
    raise RefusedRequest("every stage is complete; there is no round to draw")


def next_rounds(championship: Championship, stage: EventStage) -> tuple[AnyEvent, ...]:
    """Return the lines of the next round, of both its legs, or of all rounds of a round robin. Raises
    `RefusedRequest`.
    """
    found: list[AnyEvent] = []
    at = championship
    if stage.terms.system != "swiss" and not stage.seats:
        found.append(seated(at, stage))
        at = apply(at, found[-1])
    stage = at.stage(stage.id)
    for _ in range(drawn_together(stage, rounds_left(at, stage))):
        stage = at.stage(stage.id)
        found.append(_with_boards(at, drawn(at, stage, len(stage.rounds) + 1)))
        at = apply(at, found[-1])
    return tuple(found)


def drawn_together(stage: EventStage, left: int) -> int:
    """Return how many rounds one draw draws, of `left`: all of a round robin, both legs of a knockout, else one."""
    if stage.terms.by_tables:
        return max(left, 1)
    return stage.terms.legs - len(stage.rounds) % stage.terms.legs


def _with_boards(championship: Championship, draw: Drawn) -> Drawn:
    """Return a draw with boards assigned to the first fixtures, in order; the others wait for a free board.

    Without a number of boards none is assigned.
    """
    boards = range(1, championship.details.boards + 1)
    free = iter(number for number in boards if number not in championship.closed)
    found = []
    for meeting in draw.meetings:
        found.append(changed(meeting, board=next(free, 0) if meeting.second else 0))
    return changed(draw, meetings=tuple(found))


# -- draws based on results that were corrected later; they stay valid -------------------------------------------------


class StaleDraw(Value, frozen=True):
    """A round, or the seeding of a stage, that was drawn from results which have changed since."""

    drawn: str
    """The round, such as `s.2`, or the stage whose seeding it is."""
    fixtures: tuple[str, ...]
    """The fixtures whose results changed; empty for a seeding, which depends on a whole stage."""
    source: str
    """The stage of those results."""
    deductions: tuple[int, ...] = ()
    """Line numbers of deductions that were in force at the draw and have been reversed since."""


def stale_draws(championship: Championship) -> tuple[StaleDraw, ...]:
    """Return every draw that used results which were changed later."""
    result = _results_by_fixture(championship)
    found: list[StaleDraw] = []
    for stage in championship.stages:
        if stage.terms.system == "swiss":
            found += _stale_rounds(championship, stage, result)
        if stage.terms.source and stage.seats and _seats_differ(championship, stage):
            found.append(StaleDraw(stage.id, (), stage.terms.source))
    return tuple(found)


def stale_after(championship: Championship, address: Address) -> tuple[str, ...]:
    """Return the draws that used an earlier result of this fixture."""
    fixture = str(address.fixture)
    return tuple(
        each.drawn
        for each in stale_draws(championship)
        if fixture in each.fixtures or (_is_seeding(each) and each.source == address.stage)
    )


def stale_after_line(championship: Championship, line: int) -> tuple[str, ...]:
    """Return the draws that used what a correction, a ruling or the reversal of a deduction has changed."""
    reversal = next((each for each in championship.deductions if each.reversed == line), None)
    if reversal is not None:
        return tuple(
            each.drawn
            for each in stale_draws(championship)
            if reversal.line in each.deductions or (_is_seeding(each) and each.source == reversal.stage)
        )
    where = dict(championship.lines).get(line)
    if where is None or not isinstance(championship.events[line - 1], Corrected | Ruled):
        return ()
    return stale_after(championship, read_address(where))


def _is_seeding(stale: StaleDraw) -> bool:
    return not stale.fixtures and not stale.deductions


def in_english(drawn: tuple[str, ...]) -> str:
    """Return a warning about draws as a sentence without its full stop."""
    names = f"{', '.join(drawn[:-1])} and {drawn[-1]}" if len(drawn) > 1 else drawn[0]
    stands = (
        "were drawn from different standings; these draws remain valid"
        if len(drawn) > 1
        else ("was drawn from different standings; this draw remains valid")
    )
    return f"{names} {stands}"


def _results_by_fixture(championship: Championship) -> dict[str, list[tuple[int, tuple[object, ...]]]]:
    """Return the successive results of each fixture or rubber, each with its line number."""
    found: dict[str, list[tuple[int, tuple[object, ...]]]] = {}
    for line, where in championship.lines:
        each = championship.events[line - 1]
        if isinstance(each, Finished | Corrected | Ruled) and not (isinstance(each, Ruled) and each.stands):
            found.setdefault(where, []).append((line, (each.games, each.how, each.against, each.winner)))
    return found


def _stale_rounds(
    championship: Championship, stage: EventStage, given: dict[str, list[tuple[int, tuple[object, ...]]]]
) -> list[StaleDraw]:
    found = []
    for round in stage.rounds[1:]:
        changed = []
        for where, reports in given.items():
            address = read_address(where)
            before = [each for line, each in reports if line < round.line]
            if address.stage == stage.id and address.round < round.number and before and before[-1] != reports[-1][1]:
                changed.append(str(address.fixture))
        undone = tuple(
            each.line
            for each in championship.deductions
            if each.stage == stage.id and each.line < round.line < each.reversed
        )
        if changed or undone:
            fixtures = tuple(dict.fromkeys(changed))
            found.append(StaleDraw(f"{stage.id}.{round.number}", fixtures, stage.id, undone))
    return found


def _seats_differ(championship: Championship, stage: EventStage) -> bool:
    """Return whether the qualifiers, or their order where it matters, would be different now."""
    try:
        due = qualified(championship, stage)
    except RefusedRequest:
        return False
    seats = [id for group in stage.seats for id in group]
    now = [id for id in due if id not in stage.withdrawn]
    there = [id for id in seats if id not in stage.withdrawn]
    by_hand = any(isinstance(each, Seated) and each.stage == stage.id and each.hand for each in championship.events)
    if by_hand or stage.terms.by_tables:
        return sorted(now) != sorted(there)
    return now != there


# -- the verification: every draw repeated and compared ----------------------------------------------------------------


def differences(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each round or seeding that would now be drawn differently from the same data."""
    at = begin(championship.header)
    for number, each in enumerate(championship.events, 1):
        if isinstance(each, Drawn):
            yield from _drawn_again(at, each, number)
        elif isinstance(each, Seated):
            yield from _seated_again(at, each, number)
        at = apply(at, each)


def changed_ground(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each draw that used results which were changed later; such a draw remains valid."""
    for each in stale_draws(championship):
        if each.fixtures:
            yield f"{each.drawn}: drawn before {', '.join(each.fixtures)} changed; the draw remains valid."
        for line in each.deductions:
            yield f"{each.drawn}: drawn before the deduction of line {line} was reversed; the draw remains valid."
        if not each.fixtures and not each.deductions:
            yield f"{each.drawn}: seeded before stage {each.source} changed; the seeding remains valid."


def undecided_sheets(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each signed sheet that differs from the stored result, until the referee has decided."""
    for signed, stored in open_sheets(championship):
        address = read_address(signed.fixture)
        sheet = result_in_english(result_of(championship, address, signed.outcome))
        there = address if championship.fixture(address).outcome(address.rubber) else address.fixture
        recorded = result_in_english(result_of(championship, there, stored))
        yield (
            f"line {signed.line}, {signed.fixture}: according to the signed sheet, {sheet}; according to line "
            f"{stored.line}, by {stored.by or 'nobody'}, "
            f"{recorded}; the referee has not decided between them."
        )


def contradicting_reports(championship: Championship) -> Iterator[str]:
    """Yield a sentence for each stored result that differs from what one of the sides reported."""
    for stage in championship.stages:
        for round in stage.rounds:
            for fixture in round.fixtures:
                for claim in fixture.claims:
                    stored = fixture.outcome(claim.rubber)
                    if stored is None:
                        continue
                    address = Address(stage.id, round.number, fixture.number, claim.rubber)
                    reported = claimed_result(championship.name, (fixture.a, fixture.b), claim)
                    there = result_of(championship, address, stored)
                    if result_in_english(reported) != result_in_english(there):
                        side = championship.name(claim.side)
                        yield (
                            f"{address}: {side} reported that {result_in_english(reported)}; "
                            f"according to line {stored.line}, by {stored.by or 'nobody'}, {result_in_english(there)}."
                        )


def _pairs(meetings: tuple[Meeting, ...]) -> list[tuple[str, str]]:
    return [(each.first, each.second) for each in meetings]


def _drawn_again(at: Championship, given: Drawn, number: int) -> Iterator[str]:
    where = f"line {number}, {given.stage}.{given.round}"
    if given.hand:
        return
    try:
        again = drawn(at, at.stage(given.stage), given.round)
    except CarromError as reason:
        yield f"{where}: cannot be drawn again: {reason}."
        return
    if _pairs(again.meetings) != _pairs(given.meetings):
        differ = [pair for pair in _pairs(given.meetings) if pair not in _pairs(again.meetings)]
        shown = " ".join(f"{a}-{b}" for a, b in differ[:6]) or "the order"
        yield f"{where}: repeating the draw gives a different result for {shown}."
    elif given.totals and again.totals != given.totals:
        yield f"{where}: the sums of its criteria are {again.totals}, but the file has {given.totals}."


def _seated_again(at: Championship, event: Seated, number: int) -> Iterator[str]:
    again = seated(at, at.stage(event.stage))
    if not event.hand and again.seats != event.seats:
        yield f"line {number}, {event.stage}: repeating the seeding gives a different order."
