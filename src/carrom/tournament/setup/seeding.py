"""Seeds by rating or by lot, and the groups that a lot draws, one name after the other."""

import hashlib
from collections.abc import Mapping

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.draws.draw import seated
from carrom.tournament.identifiers import plain_name
from carrom.tournament.import_export.entry_table import DraftEntry
from carrom.tournament.setup.draft import SetupDraft, championship_of, with_ids
from carrom.values import Value, changed


class LotStep(Value, frozen=True):
    """One name drawn: the entrant, and their group (from 1), or their seed."""

    name: str
    place: int


class LotList(Value, frozen=True, kw_only=True):
    """What a lot decides: groups or seeds of a stage, or the seeds of all entrants if `stage` is empty."""

    stage: str
    title: str
    groups: int
    """Number of groups; 0 for one list, in which `place` is the seed."""
    steps: tuple[LotStep, ...]


def lot_key(lot: str, what: str, name: str) -> bytes:
    """Return the number by which a lot orders names: SHA-256 of the lot, `what` and the name, on three lines."""
    return hashlib.sha256(f"{lot}\n{what}\n{name}".encode()).digest()


def by_lot(draft: SetupDraft) -> SetupDraft:
    """Return the draft with seeds drawn by lot. Raises `RefusedRequest` without one."""
    if not draft.lot:
        raise RefusedRequest("no lot has been drawn yet; draw one first")
    draft = with_ids(draft)
    order = sorted(draft.entries, key=lambda each: lot_key(draft.lot, "seeds", each.name))
    return changed(draft, entries=_numbered(order))


def by_rating(draft: SetupDraft, ratings: Mapping[str, float] | None = None) -> SetupDraft:
    """Return the draft with seeds by rating, the highest first; entrants without a rating get no seed.

    Without `ratings`, those of the entry list are used; otherwise those of `ratings`, by casefolded names. A pair or
    team has the mean of its players. Raises `RefusedRequest` if nobody is rated.
    """
    values = {at: _rating(each, ratings) for at, each in enumerate(draft.entries)}
    rated = [at for at, value in values.items() if value is not None]
    if not rated:
        raise RefusedRequest("none of the entrants has a rating")
    order = sorted(rated, key=lambda at: -(values[at] or 0))
    others = [each for at, each in enumerate(draft.entries) if values[at] is None]
    first = _numbered([draft.entries[at] for at in order])
    return changed(draft, entries=(*first, *(changed(each, seed=None) for each in others)))


def _rating(entry: DraftEntry, ratings: Mapping[str, float] | None) -> float | None:
    if ratings is None:
        return entry.rating
    values = [_known(name, entry.club, ratings) for name in (entry.players or (entry.name,))]
    found = [each for each in values if each is not None]
    if not found:
        return _known(entry.name, entry.club, ratings)
    return sum(found) / len(found)


def is_rated(entry: DraftEntry, ratings: Mapping[str, float]) -> bool:
    """Return whether an entrant, or a player of it, has one of the ratings."""
    return _rating(entry, ratings) is not None


def _known(name: str, club: str, ratings: Mapping[str, float]) -> float | None:
    """Return the rating of a person by name, or by name and club if several have the name."""
    plain = plain_name(name, club).casefold()
    return ratings.get(plain, ratings.get(f"{plain} ({club.casefold()})"))


def _numbered(order: list[DraftEntry]) -> tuple[DraftEntry, ...]:
    return tuple(changed(each, seed=place) for place, each in enumerate(order, 1))


def without_seeds(draft: SetupDraft) -> SetupDraft:
    """Return the draft without seeds."""
    return changed(draft, entries=tuple(changed(each, seed=None) for each in draft.entries))


def lists_of(draft: SetupDraft) -> tuple[LotList, ...]:
    """Return what the draft's lot decides, name after name: seeds by lot, and groups by lot; empty without a lot."""
    if not draft.lot or not draft.entries:
        return ()
    draft, found = with_ids(draft), []
    if by_lot(draft).entries == draft.entries:
        steps = tuple(LotStep(each.name, each.seed or 0) for each in draft.entries)
        found.append(LotList(stage="", title="", groups=0, steps=steps))
    try:
        championship = championship_of(draft)
    except CarromError:
        return tuple(found)
    for section in championship.sections:
        terms = section.terms
        if terms.source or terms.draw != "lots":
            continue
        try:
            seats = seated(championship, section).seats
        except CarromError:
            continue
        if terms.groups == 1:
            steps = tuple(LotStep(championship.name(id), place) for place, id in enumerate(seats[0], 1))
            found.append(LotList(stage=terms.id, title=terms.title, groups=0, steps=steps))
            continue
        placed = [(row, at, id) for at, group in enumerate(seats, 1) for row, id in enumerate(group)]
        steps = tuple(LotStep(championship.name(id), group) for _, group, id in sorted(placed))
        found.append(LotList(stage=terms.id, title=terms.title, groups=len(seats), steps=steps))
    return tuple(found)
