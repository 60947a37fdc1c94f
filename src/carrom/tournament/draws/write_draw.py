"""Write a draw as events: seats, the next round, and tables."""

from carrom.errors import RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.draws.draw import drawn, seated, waves_left
from carrom.tournament.events import AnyHappening, Drawn
from carrom.tournament.state import Championship, Section
from carrom.values import changed


def due(championship: Championship, named: str | None = None) -> Section:
    """Return the section that is drawn: the one named, or the first that is not over. Raises `RefusedRequest`."""
    if named:
        return championship.section(named.split(".")[0])
    for section in championship.sections:
        endless = section.terms.system == "swiss" and not section.terms.waves
        if endless or not section.waves or waves_left(championship, section):
            return section
    raise RefusedRequest("every section has all its waves")


def next_waves(championship: Championship, section: Section) -> tuple[AnyHappening, ...]:
    """Return the lines of the next wave, or of all waves of tables. Raises `RefusedRequest`."""
    found: list[AnyHappening] = []
    at = championship
    if section.terms.system != "swiss" and not section.seats:
        found.append(seated(at, section))
        at = apply(at, found[-1])
    section = at.section(section.id)
    many = waves_left(at, section) if section.terms.by_tables else 1
    for _ in range(max(many, 1)):
        section = at.section(section.id)
        found.append(_with_boards(at, drawn(at, section, len(section.waves) + 1)))
        at = apply(at, found[-1])
    return tuple(found)


def _with_boards(championship: Championship, draw: Drawn) -> Drawn:
    """Return a draw with the first boards given to its fixtures, in order; the rest wait for a free one."""
    most = championship.details.boards or len(draw.meetings)
    board = 0
    found = []
    for meeting in draw.meetings:
        board += bool(meeting.second)
        given = board if meeting.second and board <= most else 0
        found.append(changed(meeting, board=given))
    return changed(draw, meetings=tuple(found))
