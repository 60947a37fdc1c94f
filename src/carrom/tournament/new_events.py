"""Checks of new events, which reading a file does not repeat: settings without a meaning, seeds, texts, lots."""

from collections.abc import Iterator

import msgspec

from carrom.errors import RefusedRequest
from carrom.tournament.events import AnyHappening, Edited, Entered, Opened, Seated, SettingsChanged
from carrom.tournament.format import StageFormat, System
from carrom.tournament.identifiers import check_visible
from carrom.tournament.import_export.event_file import Details
from carrom.tournament.import_export.event_lines import setting_name
from carrom.tournament.import_export.event_tokens import written_value
from carrom.tournament.state import Championship
from carrom.tournament.time_zones import check_zone
from carrom.values import changed

_TABLES: tuple[System, ...] = ("groups", "league")
MEANINGFUL: dict[str, tuple[System, ...]] = {
    "waves": ("swiss",),
    "legs": (*_TABLES, "cup"),
    "keys": ("swiss", *_TABLES),
    "bye": ("swiss",),
    "missed": ("swiss",),
    "floats": ("swiss",),
    "order": ("swiss",),
    "apart": ("swiss", "cup"),
    "apart_by": ("swiss", "cup"),
    "groups": _TABLES,
    "draw": (*_TABLES, "cup"),
    "withdrawn": _TABLES,
    "third": ("cup",),
    "level": ("cup",),
    "groups_apart": ("cup",),
}
"""The systems in which a setting means something; a setting that is not listed means something in all of them."""
_NEEDS = {
    "apart_by": ("apart", "apart=1 or more, the number of rounds in which they are kept apart"),
    "groups_apart": ("source", "from=, the groups that its entrants come from"),
    "order_of_rubbers": ("rubbers", "rubbers=, such as singles,singles,doubles"),
    "dead_rubbers": ("rubbers", "rubbers=, such as singles,singles,doubles"),
    "plays_both": ("rubbers", "rubbers=, such as singles,singles,doubles"),
}
"""Settings that mean something only beside another one."""


def check_new(championship: Championship, happening: AnyHappening) -> None:
    """Check an event that is about to be appended. Raises `RefusedRequest` in one sentence."""
    for what, text in _texts(happening):
        check_visible(text, what)
    match happening:
        case Opened():
            check_settings(happening.terms)
        case SettingsChanged():
            given = {name: getattr(happening.terms, name) for name in happening.given}
            check_settings(changed(championship.section(happening.section).terms, **given))
        case Entered():
            check_seed_free(championship, happening)
        case Edited(seed=int(seed)) if not happening.subject.startswith("umpire:"):
            check_seed_free(championship, changed(championship.entrant(happening.subject), seed=seed))
        case Seated():
            _check_lot_drawn(championship, happening)
        case _:
            pass


def check_new_details(details: Details) -> Details:
    """Return the header of a new file after checking its texts. Raises `RefusedRequest`."""
    for what, text in _texts(details):
        check_visible(text, what)
    check_zone(details.zone)
    return details


def check_settings(terms: StageFormat) -> StageFormat:
    """Return the terms if each setting that was given means something. Raises `RefusedRequest`."""
    for field in msgspec.structs.fields(StageFormat):
        value = getattr(terms, field.name)
        if value == field.default or field.required:
            continue
        given = f"{setting_name('section', field.name)}={written_value(value)}"
        systems = MEANINGFUL.get(field.name, (terms.system,))
        if terms.system not in systems:
            raise RefusedRequest(
                f"{given} means nothing in a {_word(terms.system)}; it is for a {' or a '.join(map(_word, systems))}"
            )
        beside, expected = _NEEDS.get(field.name, ("", ""))
        if beside and not getattr(terms, beside):
            raise RefusedRequest(f"{given} means nothing here without {expected}")
    if terms.best and not terms.by_tables and not terms.source:
        raise RefusedRequest(f"best={terms.best} means nothing in a {_word(terms.system)} that takes no qualifiers")
    return terms


def _word(system: System) -> str:
    return "stage of groups" if system == "groups" else system


def check_seed_free(championship: Championship, entered: Entered) -> None:
    """Raise `RefusedRequest` if another entrant of the same stages has this seed."""
    for each in championship.entrants:
        separate = each.sections and entered.sections and not set(each.sections) & set(entered.sections)
        if each.id == entered.id or each.kind != entered.kind or separate or entered.seed is None:
            continue
        if each.seed == entered.seed:
            raise RefusedRequest(
                f"seed {entered.seed} is already that of {each.name}; give {entered.name} another seed, or none"
            )


def _check_lot_drawn(championship: Championship, seated: Seated) -> None:
    section = championship.section(seated.section)
    if section.terms.draw == "lots" and not championship.lot and not seated.hand:
        raise RefusedRequest(
            f"{section.terms.title} is drawn by lot, and no lot has been drawn; append a text drawn in public first, "
            f'such as lot "3 14 27 40"'
        )


def _texts(value: object, what: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of an event with the name of its setting."""
    if isinstance(value, str):
        yield what, value
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each, what)
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(type(value)):
            yield from _texts(getattr(value, field.name), field.name)
