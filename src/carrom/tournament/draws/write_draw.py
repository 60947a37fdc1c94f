"""Write a draw as events: the seeding, the next round, and its boards."""

from carrom.errors import RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.draws.draw import drawn, seated, waves_left
from carrom.tournament.events import AnyHappening, Drawn
from carrom.tournament.state import Championship, Section
from carrom.values import changed


def due(championship: Championship, named: str | None = None) -> Section:
    """Return the section to draw: the one given, or the first with rounds left. Raises `RefusedRequest`."""
    if named:
        return championship.section(named.split(".")[0])
    for section in championship.sections:
        endless = section.terms.system == "swiss" and not section.terms.waves
        if endless or not section.waves or waves_left(championship, section):
            return section
    raise RefusedRequest("every stage is complete; there is no round to draw")


def next_waves(championship: Championship, section: Section) -> tuple[AnyHappening, ...]:
    """Return the lines of the next round, of both its legs, or of all rounds of a round robin. Raises
    `RefusedRequest`.
    """
    found: list[AnyHappening] = []
    at = championship
    if section.terms.system != "swiss" and not section.seats:
        found.append(seated(at, section))
        at = apply(at, found[-1])
    section = at.section(section.id)
    for _ in range(drawn_together(section, waves_left(at, section))):
        section = at.section(section.id)
        found.append(_with_boards(at, drawn(at, section, len(section.waves) + 1)))
        at = apply(at, found[-1])
    return tuple(found)


def drawn_together(section: Section, left: int) -> int:
    """Return how many rounds one draw draws, of `left`: all of a round robin, both legs of a knockout, else one."""
    if section.terms.by_tables:
        return max(left, 1)
    return section.terms.legs - len(section.waves) % section.terms.legs


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
