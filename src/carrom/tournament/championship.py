"""The tournament as a fold over its events: `begin(details)`, then `apply(championship, event)`.

An event that is refused leaves the tournament unchanged. Nothing is deleted: a correction replaces the effect of a
line, and both lines stay in `events`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from carrom.errors import CarromError, RefusedRequest, plural
from carrom.game.event_lines import cut
from carrom.tournament import apply_result, corrections
from carrom.tournament import events as events
from carrom.tournament import state as states
from carrom.tournament.draws import (
    check_may_draw,
    knockout_meetings,
    no_bye,
    same_of,
    seated,
    swiss_field,
    table_meetings,
)
from carrom.tournament.entrants import check_terms
from carrom.tournament.event_file import Details, check_details
from carrom.tournament.events import AnyEvent, Drawn, Entered, Meeting, Retracted
from carrom.tournament.identifiers import LONGEST_TEXT, check_identifier, check_role, check_words, read_address, when
from carrom.tournament.knockout import to_draw
from carrom.tournament.round_clock import with_clock, without_clock
from carrom.tournament.standings import met
from carrom.values import changed

# -- draws: checked, added, retracted ----------------------------------------------------------------------------------


def drawn(championship: states.Championship, draw: Drawn) -> states.Championship:
    """Return the tournament with a round drawn. Raises `RefusedRequest` if the draw is not valid."""
    stage = championship.stage(draw.stage)
    check_may_draw(championship, stage, draw.round)
    _check_once(championship, draw)
    basis: tuple[tuple[str, int], ...] = ()
    if stage.terms.system == "swiss":
        _check_swiss(championship, stage, draw)
        field = swiss_field(championship, stage, draw.round)
        basis = tuple(zip(field.order, field.points, strict=True))
    else:
        _check_due(championship, stage, draw)
    line = len(championship.events) + 1
    round = states.Round(
        number=draw.round,
        fixtures=_fixtures(championship, stage, draw),
        line=line,
        totals=draw.totals,
        hand=draw.hand,
        by=draw.by,
        reason=draw.reason,
        basis=basis,
    )
    members = stage.members or states.members_of(championship, stage)
    return states.with_stage(championship, changed(stage, rounds=(*stage.rounds, round), members=members))


def _check_once(championship: states.Championship, draw: Drawn) -> None:
    """Raise `RefusedRequest` if an entrant is drawn twice, or a board is used twice or does not exist."""
    names = [id for each in draw.meetings for id in (each.first, each.second) if id]
    for id, count in Counter(names).items():
        championship.entrant(id)
        if count > 1:
            raise RefusedRequest(f"{id} is drawn {count} times in {draw.stage}.{draw.round}; expected once")
    boards = [each.board for each in draw.meetings if each.board]
    if len(set(boards)) != len(boards):
        raise RefusedRequest(f"a board is used twice in {draw.stage}.{draw.round}")
    most = championship.details.boards
    if most and max(boards, default=0) > most:
        raise RefusedRequest(f"board {max(boards)} in {draw.stage}.{draw.round}; the hall has {most}")


def _check_swiss(championship: states.Championship, stage: states.EventStage, draw: Drawn) -> None:
    there = set(states.playing(championship, stage, draw.round))
    named = {id for each in draw.meetings for id in (each.first, each.second) if id}
    wrong = sorted(named - there)
    if wrong:
        raise RefusedRequest(f"{wrong[0]} is not playing in {stage.id}.{draw.round}")
    missing = sorted(there - named)
    if missing:
        raise RefusedRequest(
            f"{missing[0]} is missing from the draw of {stage.id}.{draw.round}; everybody present has to be drawn"
        )
    byes = [each for each in draw.meetings if not each.second]
    if len(byes) != len(there) % 2:
        raise RefusedRequest(
            f"{plural(len(byes), 'bye')} for {plural(len(there), 'entrant')}; expected {len(there) % 2}"
        )
    before = met(stage)
    for each in draw.meetings:
        if draw.hand:
            continue
        if each.second and frozenset((each.first, each.second)) in before:
            raise RefusedRequest(
                f"{each.first} and {each.second} have already met; no pair may meet twice in {stage.id}"
            )
        if not each.second and each.first in no_bye(stage, draw.round):
            raise RefusedRequest(
                f"{each.first} has already had a bye, or missed a round; give the bye to another entrant"
            )


def _check_due(championship: states.Championship, stage: states.EventStage, draw: Drawn) -> None:
    """Raise `RefusedRequest` unless the pairs of a group or knockout round are the expected ones."""
    if stage.terms.system == "knockout":
        due = knockout_meetings(championship, stage, draw.round)
    else:
        due = table_meetings(stage, draw.round)
    if [_pair(each) for each in due] == [_pair(each) for each in draw.meetings]:
        return
    wrong = [each for each in draw.meetings if _pair(each) not in map(_pair, due)]
    given = f"{wrong[0].first}-{wrong[0].second}" if wrong else "another order"
    expected = " ".join(f"{each.first}-{each.second}" for each in due[:8])
    raise RefusedRequest(f"{stage.id}.{draw.round} has {given}; expected {expected}{' ...' if len(due) > 8 else ''}")


def _pair(meeting: Meeting) -> tuple[str, str]:
    return meeting.first, meeting.second


def _fixtures(championship: states.Championship, stage: states.EventStage, draw: Drawn) -> tuple[states.Fixture, ...]:
    numbers = list(range(1, len(draw.meetings) + 1))
    thirds: set[int] = set()
    if stage.terms.system == "knockout":
        shown = to_draw(stage, same_of(championship, stage), draw.round)
        numbers = [slot.number for slot in shown]
        thirds = {slot.number for slot in shown if slot.third}
    rubbers = (None,) * len(stage.terms.rubbers)
    return tuple(
        states.Fixture(
            number=number,
            a=each.first,
            b=each.second,
            board=each.board,
            third=number in thirds,
            rubbers=rubbers if each.second else (),
        )
        for number, each in zip(numbers, draw.meetings, strict=True)
    )


def retracted(championship: states.Championship, retract: Retracted) -> states.Championship:
    """Return the tournament without the last round of a stage. Raises `RefusedRequest` if any fixture has begun."""
    stage = championship.stage(retract.stage)
    check_words(retract.reason, "the reason of a retraction")
    last = stage.rounds[-1] if stage.rounds else None
    if last is None or last.number != retract.round:
        drawn = f"the last drawn round is {stage.id}.{last.number}" if last else "nothing is drawn"
        raise RefusedRequest(f"the draw of {stage.id}.{retract.round} cannot be taken back; {drawn}")
    begun = next((each for each in last.fixtures if each.has_begun), None)
    if begun is not None:
        raise RefusedRequest(
            f"{stage.id}.{last.number}.{begun.number} has begun, so the draw of its round can no longer be taken back"
        )
    if retract.seats and (last.number > 1 or stage.terms.system == "swiss"):
        raise RefusedRequest(
            f"{stage.id}.{last.number} has no seats to take back; expected the first round of groups or a knockout"
        )
    rounds = stage.rounds[:-1]
    seats = () if retract.seats else stage.seats
    members = stage.members if rounds or seats else ()
    return states.with_stage(championship, changed(stage, rounds=rounds, members=members, seats=seats))


# -- the fold ----------------------------------------------------------------------------------------------------------


def begin(details: Details) -> states.Championship:
    """Return a tournament without events. Raises `RefusedRequest`."""
    details = check_details(details)
    return states.Championship(details=details, header=details)


def fold(details: Details, events: Iterable[AnyEvent]) -> states.Championship:
    """Return the tournament after all events. Raises `RefusedRequest` for the first invalid event, with its number."""
    found = begin(details)
    for number, each in enumerate(events, 1):
        try:
            found = apply(found, each)
        except CarromError as reason:
            raise RefusedRequest(f"number {number}: {reason}") from None
    return found


def apply(championship: states.Championship, happening: AnyEvent) -> states.Championship:
    """Return the tournament after an event. Raises `RefusedRequest`, or the error of the laws."""
    after = _APPLY[type(happening)](championship, happening)
    return changed(after, events=(*championship.events, happening))


def _entered(championship: states.Championship, entered: Entered) -> states.Championship:
    check_identifier(entered.id, "an entrant")
    there = next((each for each in championship.entrants if each.id == entered.id), None)
    if there is not None:
        raise RefusedRequest(
            f"{entered.id} is already entered, as {there.name}; correct that entry, or choose another id for this one"
        )
    entered = corrections.told_apart(championship, entered)
    corrections.check_entry(championship, entered)
    return changed(championship, entrants=(*championship.entrants, entered))


def _opened(championship: states.Championship, opened: events.Opened) -> states.Championship:
    terms = check_terms(opened.terms)
    check_identifier(terms.id, "a stage")
    if any(each.id == terms.id for each in championship.stages):
        raise RefusedRequest(f"stage {terms.id} already exists; expected another id")
    if terms.source:
        championship.stage(terms.source)
    return changed(championship, stages=(*championship.stages, states.EventStage(terms=terms)))


def _present(championship: states.Championship, present: events.Present) -> states.Championship:
    stage = championship.stage(present.stage)
    if stage.rounds and stage.terms.system == "swiss":
        return _present_later(championship, stage, present.entrants)
    _check_not_begun(stage)
    for id in present.entrants:
        _check_may_play(championship, stage, id)
    if len(set(present.entrants)) != len(present.entrants):
        raise RefusedRequest(f"an entrant is listed twice as present in {stage.id}; expected each once")
    return states.with_stage(championship, changed(stage, present=present.entrants, seats=()))


def _present_later(
    championship: states.Championship, stage: states.EventStage, there: tuple[str, ...]
) -> states.Championship:
    """Return the tournament with the entrants who play in the next Swiss round; the others miss it."""
    members = set(states.members_of(championship, stage)) - set(stage.withdrawn)
    wrong = [id for id in there if id not in members]
    if wrong or len(set(there)) != len(there):
        who = wrong[0] if wrong else "an entrant listed twice"
        raise RefusedRequest(
            f"{who} cannot be present in the next round of {stage.id}; expected entrants of that stage, each once"
        )
    round = len(stage.rounds) + 1
    later = (*(each for each in stage.there if each[0] != round), (round, there))
    return states.with_stage(championship, changed(stage, there=later))


def _check_not_begun(stage: states.EventStage) -> None:
    if stage.rounds:
        raise RefusedRequest(f"stage {stage.id} has begun; this is possible only before its first draw")


def _check_may_play(championship: states.Championship, stage: states.EventStage, id: str) -> None:
    if not states.may_play(championship.entrant(id), stage.terms):
        raise RefusedRequest(f"{id} cannot play in stage {stage.id}, which is for {stage.terms.kind or 'team'}s")


def _late(championship: states.Championship, late: events.Late) -> states.Championship:
    stage = championship.stage(late.stage)
    if stage.terms.system == "swiss":
        due = len(stage.rounds) + 1
        if late.round < due:
            raise RefusedRequest(f"round {late.round} of {stage.id} is already drawn; expected round {due} or later")
    elif stage.rounds:
        raise RefusedRequest(
            f"{stage.terms.title} is drawn, and only a Swiss stage accepts late entries after its first draw; "
            f"take back its draws first"
        )
    _check_may_play(championship, stage, late.entrant)
    if late.entrant in stage.withdrawn:
        raise RefusedRequest(
            f"{championship.name(late.entrant)} has withdrawn from {stage.terms.title}; reinstate them instead"
        )
    if stage.rounds and late.entrant in states.members_of(championship, stage):
        raise RefusedRequest(f"{late.entrant} already plays in stage {stage.id}")
    present = None if stage.present is None else tuple(id for id in stage.present if id != late.entrant)
    after = changed(stage, late=(*stage.late, (late.entrant, late.round)), present=present, seats=())
    return states.with_stage(championship, after)


def _withdrawn(championship: states.Championship, withdrawn: events.Withdrawn) -> states.Championship:
    stage = championship.stage(withdrawn.stage)
    championship.entrant(withdrawn.entrant)
    if withdrawn.entrant in stage.withdrawn:
        raise RefusedRequest(f"{withdrawn.entrant} has already withdrawn from stage {stage.id}")
    if withdrawn.entrant not in states.members_of(championship, stage):
        raise RefusedRequest(f"{withdrawn.entrant} does not play in stage {stage.id}")
    return states.with_stage(championship, changed(stage, withdrawn=(*stage.withdrawn, withdrawn.entrant)))


def _lot(championship: states.Championship, lot: events.LotDrawn) -> states.Championship:
    check_words(lot.lot, "the lot")
    if any(stage.rounds for stage in championship.stages):
        raise RefusedRequest("the lot cannot change after a round has been drawn")
    return changed(championship, lot=lot.lot)


def _seated(championship: states.Championship, seated_: events.Seated) -> states.Championship:
    stage = championship.stage(seated_.stage)
    _check_not_begun(stage)
    due = seated(championship, stage)
    listed = [id for group in seated_.seats for id in group]
    if sorted(listed) != sorted(id for group in due.seats for id in group):
        missing = sorted({id for group in due.seats for id in group} ^ set(listed)) or ["an entrant listed twice"]
        raise RefusedRequest(f"the seeding of {stage.id} does not match its entrants: {', '.join(missing)}")
    if len(seated_.seats) != len(due.seats) or not all(seated_.seats):
        raise RefusedRequest(f"{len(seated_.seats)} groups in {stage.id}; expected {len(due.seats)}")
    return states.with_stage(championship, changed(stage, seats=seated_.seats, members=tuple(listed)))


def _begun(championship: states.Championship, begun: events.Begun) -> states.Championship:
    address = read_address(begun.fixture)
    fixture = championship.fixture(address)
    if fixture.has_begun or not fixture.b:
        raise RefusedRequest(
            f"{address} has already begun" if fixture.b else f"{address} is a bye, which is not played"
        )
    apply_result.check_nothing_withheld(championship.stage(address.stage), address, fixture)
    return states.with_fixture(championship, address, changed(fixture, begun=True))


def _placed(championship: states.Championship, placed: events.Placed) -> states.Championship:
    address = read_address(placed.fixture)
    fixture = championship.fixture(address)
    boards = championship.details.boards
    if placed.time and when(placed.time) is None:
        raise RefusedRequest(f"{cut(placed.time)} is not a time; expected day and hour, such as 2026-11-21 09:30")
    if placed.board < 0 or (boards and placed.board > boards):
        raise RefusedRequest(f"table {placed.board} does not exist; expected 1 to {boards or 999}")
    if placed.board in championship.closed and placed.board != fixture.board:
        raise RefusedRequest(f"table {placed.board} is out of use; expected another one")
    if fixture.finish is not None:
        raise RefusedRequest(f"{address} is finished and can no longer be moved")
    if fixture.has_begun and placed.board not in (0, fixture.board or placed.board):
        raise RefusedRequest(f"{address} has begun at table {fixture.board} and can no longer be moved")
    if placed.umpire:
        _check_umpire(championship, fixture, placed.umpire)
    after = changed(
        fixture,
        board=placed.board or fixture.board,
        time=placed.time or fixture.time,
        umpire=placed.umpire or fixture.umpire,
        called=placed.called,
    )
    return states.with_fixture(championship, address, after)


def _check_umpire(championship: states.Championship, fixture: states.Fixture, id: str) -> None:
    """Check that an umpire is appointed and neutral. Raises `RefusedRequest`."""
    umpire = next((each for each in championship.umpires if each.id == id), None)
    if umpire is None:
        names = ", ".join(each.id for each in championship.umpires) or "nobody yet"
        raise RefusedRequest(f"{cut(id)} is not an umpire; expected one of {names}")
    for side in map(championship.entrant, (fixture.a, fixture.b)):
        if umpire.club and umpire.club == side.club:
            raise RefusedRequest(
                f"{umpire.name} belongs to {umpire.club}, like {side.name}; expected an umpire of neither club"
            )
        if umpire.name.casefold() in [name.casefold() for name in (side.name, *side.players)]:
            raise RefusedRequest(f"{umpire.name} plays for {side.name}; expected an umpire of neither side")


def _appointed(championship: states.Championship, umpire: events.Appointed) -> states.Championship:
    check_identifier(umpire.id, "an umpire")
    check_words(umpire.name, "the name of an umpire")
    if any(each.id == umpire.id for each in championship.umpires):
        raise RefusedRequest(f"{umpire.id} is already an umpire; expected another id")
    return changed(championship, umpires=(*championship.umpires, umpire))


def _clocked(championship: states.Championship, event: events.ClockChanged) -> states.Championship:
    stage = championship.stage(event.stage)
    if stage.round(event.round) is None:
        raise RefusedRequest(f"round {event.stage}.{event.round} has not been drawn; expected a round with fixtures")
    return changed(championship, clocks=with_clock(championship.clocks, event, stage.terms.minutes))


def _retracted(championship: states.Championship, event: events.Retracted) -> states.Championship:
    after = retracted(championship, event)
    return changed(after, clocks=without_clock(after.clocks, event.stage, event.round))


def _table_changed(championship: states.Championship, event: events.TableChanged) -> states.Championship:
    count, closed = championship.details.boards, championship.closed
    if not 1 <= event.number <= (count or 999):
        raise RefusedRequest(f"table {event.number} does not exist; the hall has {count}")
    if event.reason:
        check_words(event.reason, "the reason")
    if event.closed == (event.number in closed):
        state = "already out of use" if event.closed else "in use"
        raise RefusedRequest(f"table {event.number} is {state}")
    others = (each for each in closed if each != event.number)
    return changed(championship, closed=tuple(sorted((*closed, event.number))) if event.closed else tuple(others))


def _voided(championship: states.Championship, voided: events.Voided) -> states.Championship:
    check_role(voided.role)
    count = dict(championship.voided)
    count[voided.role] = count.get(voided.role, 0) + 1
    return changed(championship, voided=tuple(sorted(count.items())))


def _stated(championship: states.Championship, stated: events.Stated) -> states.Championship:
    check_words(stated.text, "the text of a protest", LONGEST_TEXT)
    protest = next((each for each in championship.protests if each.line == stated.line), None)
    if protest is None:
        raise RefusedRequest(f"line {stated.line} is not a protest; expected the line number of one")
    if protest.ruled:
        raise RefusedRequest(f"the protest of line {stated.line} was decided by line {protest.ruled}")
    after = changed(protest, text=stated.text, stated=stated.when)
    return states.with_protest(championship, after)


_APPLY: dict[type, Callable[[states.Championship, Any], states.Championship]] = {
    events.Entered: _entered,
    events.Edited: corrections.edited,
    events.Opened: _opened,
    events.Present: _present,
    events.Late: _late,
    events.Withdrawn: _withdrawn,
    events.Reinstated: corrections.reinstated,
    events.LotDrawn: _lot,
    events.Seated: _seated,
    events.Drawn: drawn,
    events.Begun: _begun,
    events.LinedUp: apply_result.lined_up,
    events.Finished: apply_result.finished,
    events.Claimed: apply_result.claimed,
    events.SheetSigned: apply_result.signed,
    events.Corrected: apply_result.corrected,
    events.Ruled: apply_result.ruled,
    events.Deducted: corrections.deducted,
    events.DeductionReversed: corrections.deduction_reversed,
    events.Protested: apply_result.protested,
    events.Retracted: _retracted,
    events.Placed: _placed,
    events.Stated: _stated,
    events.Appointed: _appointed,
    events.Voided: _voided,
    events.DetailsChanged: corrections.details_changed,
    events.SettingsChanged: corrections.settings_changed,
    events.Removed: corrections.removed,
    events.ClockChanged: _clocked,
    events.TableChanged: _table_changed,
}
