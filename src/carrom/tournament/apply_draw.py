"""Apply draws: check that a drawn round is valid, add it, and retract it."""

from collections import Counter

from carrom.errors import RefusedRequest, plural
from carrom.tournament.draws.draw import check_may_draw, cup_meetings, no_bye, same_of, swiss_field, table_meetings
from carrom.tournament.draws.knockout import to_draw
from carrom.tournament.events import Drawn, Meeting, Retracted
from carrom.tournament.identifiers import check_words
from carrom.tournament.replace_in_state import with_section
from carrom.tournament.standings.counted_results import met
from carrom.tournament.state import Championship, Fixture, Section, Wave, members_of, playing
from carrom.values import changed


def drawn(championship: Championship, draw: Drawn) -> Championship:
    """Return the tournament with a round drawn. Raises `RefusedRequest` if the draw is not valid."""
    section = championship.section(draw.section)
    check_may_draw(championship, section, draw.wave)
    _check_once(championship, draw)
    basis: tuple[tuple[str, int], ...] = ()
    if section.terms.system == "swiss":
        _check_swiss(championship, section, draw)
        field = swiss_field(championship, section, draw.wave)
        basis = tuple(zip(field.order, field.points, strict=True))
    else:
        _check_due(championship, section, draw)
    line = len(championship.happenings) + 1
    wave = Wave(
        number=draw.wave,
        fixtures=_fixtures(championship, section, draw),
        line=line,
        totals=draw.totals,
        hand=draw.hand,
        by=draw.by,
        reason=draw.reason,
        basis=basis,
    )
    members = section.members or members_of(championship, section)
    return with_section(championship, changed(section, waves=(*section.waves, wave), members=members))


def _check_once(championship: Championship, draw: Drawn) -> None:
    """Raise `RefusedRequest` if an entrant is drawn twice, or a board is used twice or does not exist."""
    names = [id for each in draw.meetings for id in (each.first, each.second) if id]
    for id, count in Counter(names).items():
        championship.entrant(id)
        if count > 1:
            raise RefusedRequest(f"{id} is drawn {count} times in {draw.section}.{draw.wave}; expected once")
    boards = [each.board for each in draw.meetings if each.board]
    if len(set(boards)) != len(boards):
        raise RefusedRequest(f"a board is used twice in {draw.section}.{draw.wave}")
    most = championship.details.boards
    if most and max(boards, default=0) > most:
        raise RefusedRequest(f"board {max(boards)} in {draw.section}.{draw.wave}; the hall has {most}")


def _check_swiss(championship: Championship, section: Section, draw: Drawn) -> None:
    there = set(playing(championship, section, draw.wave))
    named = {id for each in draw.meetings for id in (each.first, each.second) if id}
    wrong = sorted(named - there)
    if wrong:
        raise RefusedRequest(f"{wrong[0]} is not playing in {section.id}.{draw.wave}")
    missing = sorted(there - named)
    if missing:
        raise RefusedRequest(
            f"{missing[0]} is missing from the draw of {section.id}.{draw.wave}; everybody present has to be drawn"
        )
    byes = [each for each in draw.meetings if not each.second]
    if len(byes) != len(there) % 2:
        raise RefusedRequest(
            f"{plural(len(byes), 'bye')} for {plural(len(there), 'entrant')}; expected {len(there) % 2}"
        )
    before = met(section)
    for each in draw.meetings:
        if draw.hand:
            continue
        if each.second and frozenset((each.first, each.second)) in before:
            raise RefusedRequest(
                f"{each.first} and {each.second} have already met; no pair may meet twice in {section.id}"
            )
        if not each.second and each.first in no_bye(section, draw.wave):
            raise RefusedRequest(
                f"{each.first} has already had a bye, or missed a round; give the bye to another entrant"
            )


def _check_due(championship: Championship, section: Section, draw: Drawn) -> None:
    """Raise `RefusedRequest` unless the pairs of a group or knockout round are the expected ones."""
    if section.terms.system == "cup":
        due = cup_meetings(championship, section, draw.wave)
    else:
        due = table_meetings(section, draw.wave)
    if [_pair(each) for each in due] == [_pair(each) for each in draw.meetings]:
        return
    wrong = [each for each in draw.meetings if _pair(each) not in map(_pair, due)]
    given = f"{wrong[0].first}-{wrong[0].second}" if wrong else "another order"
    expected = " ".join(f"{each.first}-{each.second}" for each in due[:8])
    raise RefusedRequest(f"{section.id}.{draw.wave} has {given}; expected {expected}{' ...' if len(due) > 8 else ''}")


def _pair(meeting: Meeting) -> tuple[str, str]:
    return meeting.first, meeting.second


def _fixtures(championship: Championship, section: Section, draw: Drawn) -> tuple[Fixture, ...]:
    numbers = list(range(1, len(draw.meetings) + 1))
    thirds: set[int] = set()
    if section.terms.system == "cup":
        shown = to_draw(section, same_of(championship, section), draw.wave)
        numbers = [slot.number for slot in shown]
        thirds = {slot.number for slot in shown if slot.third}
    rubbers = (None,) * len(section.terms.rubbers)
    return tuple(
        Fixture(
            number=number,
            a=each.first,
            b=each.second,
            board=each.board,
            third=number in thirds,
            rubbers=rubbers if each.second else (),
        )
        for number, each in zip(numbers, draw.meetings, strict=True)
    )


def retracted(championship: Championship, retract: Retracted) -> Championship:
    """Return the tournament without the last round of a section. Raises `RefusedRequest` if any fixture has begun."""
    section = championship.section(retract.section)
    check_words(retract.reason, "the reason of a retraction")
    last = section.waves[-1] if section.waves else None
    if last is None or last.number != retract.wave:
        drawn = f"the last drawn round is {section.id}.{last.number}" if last else "nothing is drawn"
        raise RefusedRequest(f"the draw of {section.id}.{retract.wave} cannot be taken back; {drawn}")
    begun = next((each for each in last.fixtures if each.has_begun), None)
    if begun is not None:
        raise RefusedRequest(
            f"{section.id}.{last.number}.{begun.number} has begun, so the draw of its round can no longer be taken back"
        )
    if retract.seats and (last.number > 1 or section.terms.system == "swiss"):
        raise RefusedRequest(
            f"{section.id}.{last.number} has no seats to take back; expected the first round of groups or a knockout"
        )
    waves = section.waves[:-1]
    seats = () if retract.seats else section.seats
    members = section.members if waves or seats else ()
    return with_section(championship, changed(section, waves=waves, members=members, seats=seats))
