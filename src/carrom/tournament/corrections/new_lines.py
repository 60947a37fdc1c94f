"""Checks for lines that are added now; reading a file does not repeat them."""

from carrom.errors import RefusedRequest
from carrom.tournament.apply_result import check_lineup_change
from carrom.tournament.corrections.rules_change import check_edition
from carrom.tournament.events import AnyHappening, DetailsChanged, Drawn, Late, LinedUp
from carrom.tournament.new_events import check_new
from carrom.tournament.state import Championship, Section, may_play, members_of
from carrom.tournament.time_zones import check_zone


def check_entrants_play(before: Championship, after: Championship) -> None:
    """Raise `RefusedRequest` if a new entrant would play in no stage, because all that they could join are drawn."""
    known = {each.id for each in before.entrants}
    for entrant in after.entrants:
        stages = [each for each in after.sections if not each.terms.source and may_play(entrant, each.terms)]
        if entrant.id in known or not stages or any(not each.waves for each in stages):
            continue
        if not any(entrant.id in members_of(after, each) for each in stages):
            raise RefusedRequest(f"{entrant.name} would play in no stage: {'; '.join(map(_why_closed, stages))}")


def _why_closed(section: Section) -> str:
    """Return how an entrant could still join a drawn stage, or why nobody can."""
    title = section.terms.title
    if section.terms.system == "swiss":
        if section.terms.waves and len(section.waves) >= section.terms.waves:
            return f"the last round of {title} is drawn"
        due = len(section.waves) + 1
        return f"{title} is drawn; expected an entry from round {due} or later, such as late ... {section.id} {due}"
    if any(fixture.has_begun for wave in section.waves for fixture in wave.fixtures):
        return f"{title} is drawn and has begun, so nobody can join it any more"
    return f"{title} is drawn; take back its draws, enter everybody, and draw again"


def check_new_line(championship: Championship, event: AnyHappening) -> None:
    """Raise `RefusedRequest` if a new line is not allowed."""
    check_new(championship, event)
    if isinstance(event, DetailsChanged):
        check_zone(event.zone or "")
        check_edition(championship, event)
    if isinstance(event, Drawn) and event.hand and not event.reason.strip():
        raise RefusedRequest("a round made by hand needs a reason, which is published; expected reason=...")
    if isinstance(event, LinedUp):
        check_lineup_change(championship, event)
    if isinstance(event, Late):
        section = championship.section(event.section)
        if section.terms.source:
            source = championship.section(section.terms.source).terms.title
            raise RefusedRequest(f"{section.terms.title} takes its entrants from {source}, so nobody can join it late")
