"""Checks for lines that are added now. Files of earlier versions may contain such lines, so reading does not check."""

from carrom.errors import RefusedRequest
from carrom.tournament.apply_result import check_lineup_change
from carrom.tournament.corrections.rules_change import check_edition
from carrom.tournament.events import AnyHappening, DetailsChanged, Drawn, Late, LinedUp
from carrom.tournament.new_events import check_new
from carrom.tournament.state import Championship
from carrom.tournament.time_zones import check_zone


def check_new_line(championship: Championship, event: AnyHappening) -> None:
    """Raise `RefusedRequest` if a new line would do something that only older files may contain."""
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
