"""Corrections of a tournament's details, and of the settings of a section that is not yet drawn."""

from carrom.errors import RefusedRequest
from carrom.tournament.corrections.changes import check_reason, differing, recorded
from carrom.tournament.corrections.rules_change import check_rules_change
from carrom.tournament.events import DetailsChanged, SettingsChanged
from carrom.tournament.format import check_terms
from carrom.tournament.identifiers import check_words
from carrom.tournament.import_export.event_file import check_details
from carrom.tournament.replace_in_state import with_fixtures, with_section
from carrom.tournament.state import Championship, Fixture, Section
from carrom.values import changed

DETAILS = ("name", "rules", "edition", "boards", "sessions", "zone", "contact", "place")
FIXED = ("id",)
"""Settings of a section that never change, because lines refer to them."""


def details_changed(championship: Championship, change: DetailsChanged) -> Championship:
    """Return the tournament with its details corrected. Raises `RefusedRequest`."""
    before = championship.details
    is_filled_in = all(not getattr(before, name) for name in DETAILS if getattr(change, name) is not None)
    if change.reason or not is_filled_in:  # what was left blank is filled in, not corrected
        check_reason(championship, change.reason, "a correction of the details")
    check_rules_change(championship, change)
    fields = {name: value for name in DETAILS if (value := getattr(change, name)) is not None}
    for name in ("contact", "place"):
        if fields.get(name):
            check_words(fields[name], f"the {name} of a tournament")
    after = check_details(changed(before, **fields))
    at = changed(championship, details=after)
    if after.boards and after.boards != before.boards:
        at = _without_boards(at, after.boards)
    return recorded(at, differing((name, getattr(before, name), getattr(after, name)) for name in DETAILS), before.name)


def _without_boards(championship: Championship, boards: int) -> Championship:
    """Return the tournament with open fixtures taken off boards that no longer exist. Raises `RefusedRequest`."""

    def after(section: Section, fixture: Fixture) -> Fixture:
        if fixture.board <= boards or fixture.finish is not None:
            return fixture
        if fixture.has_begun or fixture.called:
            names = f"{championship.name(fixture.a)} and {championship.name(fixture.b)}"
            raise RefusedRequest(f"{names} play at table {fixture.board}; wait until that match is finished")
        return changed(fixture, board=0)

    return with_fixtures(championship, after)


def settings_changed(championship: Championship, change: SettingsChanged) -> Championship:
    """Return the tournament with settings of an undrawn section changed. Raises `RefusedRequest`."""
    check_reason(championship, change.reason, "a change of settings")
    section = championship.section(change.section)
    before = section.terms
    if section.waves:
        raise RefusedRequest(
            f"{before.title} is drawn, so its settings can no longer change; take back its draws first"
        )
    fixed = next((name for name in change.given if name in FIXED), None)
    if fixed is not None:
        raise RefusedRequest(f"the {fixed} of a stage cannot change")
    after = check_terms(changed(before, **{name: getattr(change.terms, name) for name in change.given}))
    if after.source:
        championship.section(after.source)
        _check_no_circle(championship, section.id, after.source)
    changes = differing((name, getattr(before, name), getattr(after, name)) for name in change.given)
    at = with_section(championship, changed(section, terms=after, seats=(), members=()))
    return recorded(at, changes, before.title)


def _check_no_circle(championship: Championship, id: str, source: str) -> None:
    """Raise `RefusedRequest` if a section would take its entrants from itself."""
    while source:
        if source == id:
            raise RefusedRequest(f"stage {id} cannot take its entrants from itself")
        source = championship.section(source).terms.source
