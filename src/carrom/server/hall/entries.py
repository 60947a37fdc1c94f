"""Views of entries, deductions, settings and the history of a tournament, for its organiser, referee and scorers."""

from typing import Literal

from carrom.protocol.http.hall import (
    HallDeduction,
    HallEntrant,
    HallEntry,
    HallHistory,
    HallSetting,
    HallStanding,
)
from carrom.tournament.events import Entered, LinedUp
from carrom.tournament.history import history
from carrom.tournament.identifiers import read_address
from carrom.tournament.import_export.event_lines import settings_of, write_happening
from carrom.tournament.state import Championship, Section, may_play, members_of
from carrom.values import changed


def entrants_told(championship: Championship) -> tuple[HallEntrant, ...]:
    """Return every entry with its place in each section."""
    members = {section.id: frozenset(members_of(championship, section)) for section in championship.sections}
    drawn = frozenset(id for section in championship.sections if section.waves for id in members[section.id])
    sealed = _sealed(championship)
    return tuple(
        HallEntrant(
            id=each.id,
            name=each.name,
            kind=each.kind,
            seed=each.seed or 0,
            club=each.club,
            nation=each.nation,
            players=each.players,
            sections=tuple(
                HallStanding(section=section.id, state=_state(section, each.id))
                for section in championship.sections
                if each.id in members[section.id] or _is_expected(section, each)
            ),
            joins=tuple(
                section.id
                for section in championship.sections
                if late_entry(section) != "no"
                and section.waves
                and each.id not in members[section.id]
                and may_play(each, section.terms)
            ),
            drawn=each.id in drawn,
            sealed=each.id in sealed,
        )
        for each in championship.entrants
    )


def _is_expected(section: Section, entrant: Entered) -> bool:
    return not section.waves and not section.terms.source and may_play(entrant, section.terms)


def _state(section: Section, id: str) -> Literal["entered", "playing", "withdrawn"]:
    if id in section.withdrawn:
        return "withdrawn"
    return "playing" if section.waves else "entered"


def _sealed(championship: Championship) -> frozenset[str]:
    """Return the teams with a tie that is not over and whose line-ups are both visible."""
    return frozenset(
        side
        for section in championship.sections
        for wave in section.waves
        for fixture in wave.fixtures
        if fixture.is_open_lineup and fixture.finish is None and not all(fixture.rubbers)
        for side in (fixture.a, fixture.b)
    )


def deductions_told(championship: Championship) -> tuple[HallDeduction, ...]:
    """Return every deduction, the newest first."""
    return tuple(
        HallDeduction(
            line=each.line,
            name=championship.name(each.entrant),
            section=championship.section(each.section).terms.title,
            points=each.points,
            reason=each.reason,
            reversed=bool(each.reversed),
        )
        for each in reversed(championship.deductions)
    )


def undoable(section: Section) -> tuple[int, ...]:
    """Return the rounds whose draw can be taken back, the last first."""
    found = []
    for wave in reversed(section.waves):
        if any(each.has_begun for each in wave.fixtures):
            break
        found.append(wave.number)
    return tuple(found)


def late_entry(section: Section) -> Literal["now", "undo", "no"]:
    """Return whether an entrant can join a section late."""
    if section.terms.source:
        return "no"
    if section.terms.system == "swiss":
        return "no" if section.terms.waves and len(section.waves) >= section.terms.waves else "now"
    if not section.waves:
        return "now"
    return "undo" if len(undoable(section)) == len(section.waves) else "no"


def settings_told(section: Section) -> tuple[HallSetting, ...]:
    """Return the settings of a section as they are written in a line."""
    return tuple(HallSetting(name=name, value=value) for name, value in settings_of(section.terms))


def history_told(championship: Championship, language: str) -> HallHistory:
    """Return the history, the newest line first."""
    return HallHistory(
        entries=tuple(
            HallEntry(
                line=each.line,
                when=each.when,
                who=each.who,
                said=each.said,
                reason=each.reason,
                group=each.group,
                corrects=each.corrects,
                raw=raw_line(championship, each.line),
            )
            for each in reversed(history(championship, language))
        )
    )


def sentences_told(championship: Championship, first: int, last: int, language: str) -> tuple[str, ...]:
    """Return the lines from `first` to before `last` as whole sentences."""
    return tuple(f"{each.in_full}." for each in history(championship, language, first)[: last - first])


def raw_line(championship: Championship, number: int) -> str:
    """Return a line as it stands in the file, without the players of a line-up that is still sealed."""
    event = championship.happenings[number - 1]
    if isinstance(event, LinedUp) and not _is_open(championship, event):
        event = changed(event, players=())
    return f"{number}. {write_happening(changed(event, nonce='')).rpartition(' @')[0]}"


def _is_open(championship: Championship, lineup: LinedUp) -> bool:
    address = read_address(lineup.fixture)
    wave = next((each.wave(address.wave) for each in championship.sections if each.id == address.section), None)
    return wave is not None and any(each.number == address.number and each.is_open_lineup for each in wave.fixtures)
