"""The set-up of a tournament before it is opened: a draft of its details, stages, entries, seeds and lots."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.championship import apply, begin
from carrom.tournament.corrections import check_new_details, check_new_line
from carrom.tournament.draw_files import due, next_rounds
from carrom.tournament.draws import rounds_question, seated
from carrom.tournament.entrants import Kind, StageFormat, System, preset
from carrom.tournament.entry_table import DraftEntry, EntryTable, entry_id
from carrom.tournament.event_file import Details, check_details, read_happening, write_happening
from carrom.tournament.events import AnyEvent, Appointed, Entered, LotDrawn, Opened, Voided
from carrom.tournament.identifiers import plain_name
from carrom.tournament.state import Championship
from carrom.values import Value, changed

# -- the draft: everything before the event log begins -----------------------------------------------------------------


Text = Annotated[str, Meta(max_length=400)]
_SETTING = re.compile(r"([a-z][a-z0-9_]*)=(.+)", re.DOTALL)
MOST_STAGES, MOST_ENTRIES = 40, 2000


class StageSetting(Value, frozen=True):
    """A setting of a stage as written in the tournament's file: `rounds` and `7`."""

    name: Annotated[str, Meta(max_length=40)]
    value: Text


class DraftStage(Value, frozen=True, kw_only=True):
    """A stage of a draft; its settings are texts until the tournament is opened."""

    id: Annotated[str, Meta(max_length=40)]
    system: System
    settings: Annotated[tuple[StageSetting, ...], Meta(max_length=40)] = ()

    def line(self) -> str:
        """Return the stage as the words of a line in the tournament's file."""
        settings = (f"{each.name}={_written(each.value)}" for each in self.settings if each.value)
        return " ".join(["stage", self.id, self.system, *settings])


class DraftUmpire(Value, frozen=True, kw_only=True):
    """An umpire of a draft."""

    id: str
    name: str
    club: str = ""


class SetupDraft(Value, frozen=True, kw_only=True):
    """A tournament that is being set up."""

    id: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,48}$")]
    """The name of its file."""
    name: Text = ""
    place: Text = ""
    sessions: Annotated[str, Meta(max_length=2000)] = ""
    zone: Annotated[str, Meta(max_length=60)] = ""
    """Time zone of all its times, such as `Asia/Kolkata`."""
    contact: Text = ""
    rules: Annotated[str, Meta(max_length=40)] = "icf"
    boards: Annotated[int, Meta(ge=0, le=999)] = 0
    preset: Annotated[str, Meta(max_length=40)] = ""
    kind: Kind = "player"
    """The kind of entrants: players, pairs or teams."""
    stages: Annotated[tuple[DraftStage, ...], Meta(max_length=MOST_STAGES)] = ()
    entries: Annotated[tuple[DraftEntry, ...], Meta(max_length=MOST_ENTRIES)] = ()
    table: EntryTable | None = None
    """Rows that are not entered yet: pasted, read from a file, or left because of a problem."""
    umpires: Annotated[tuple[DraftUmpire, ...], Meta(max_length=500)] = ()
    lots: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    """Every text that was drawn for the lots; the last one counts."""
    voided: tuple[tuple[str, int], ...] = ()
    """How often the links of each role were revoked while the tournament was open before."""

    @property
    def lot(self) -> str:
        """The text that decides the lots; empty if none was drawn."""
        return self.lots[-1] if self.lots else ""


class SetupProblem(Value, frozen=True, kw_only=True):
    """Why a draft cannot be opened, and where: `details`, `stage:2`, `entry:5`, `entries` or `draw`."""

    where: str
    reason: str


def _written(value: str) -> str:
    """Return a setting's value as a word or a quoted text."""
    if re.fullmatch(r"[^\s\"\[\]{}#=@-][^\s\"\[\]{}#=]*", value):
        return value
    return msgspec.json.encode(value).decode().replace("#", "\\u0023")


def new_draft(id: str, name: str, chosen: str) -> SetupDraft:
    """Return a draft with the stages of a preset. Raises `RefusedRequest` for an unknown one."""
    usual = preset(chosen)
    stages = tuple(map(read_stage, usual.stages))
    teams = any(each.name == "kind" and each.value == "team" for stage in stages for each in stage.settings)
    kind: Kind = "team" if teams else "player"
    plain = tuple(_without_kind(stage, kind) for stage in stages)
    return SetupDraft(id=id, name=name, rules=usual.rules, preset=chosen, kind=kind, stages=plain)


def read_stage(line: str) -> DraftStage:
    """Return the stage of a preset's line, or of one in a tournament's file."""
    found = read_happening(f"stage {line}")
    assert isinstance(found, Opened)
    return stage_of(found.terms)


def stage_of(terms: StageFormat) -> DraftStage:
    """Return the terms of a stage as settings."""
    words = write_happening(Opened(terms=terms)).removesuffix(" @0").split(" ", 3)
    settings = []
    for word in _words(words[3] if len(words) > 3 else ""):
        match = _SETTING.fullmatch(word)
        assert match is not None
        value = match[2]
        settings.append(StageSetting(match[1], msgspec.json.decode(value) if value.startswith('"') else value))
    return DraftStage(id=terms.id, system=terms.system, settings=tuple(settings))


def _words(text: str) -> Iterator[str]:
    yield from (found[0] for found in re.finditer(r'[a-z_]+=(?:"(?:[^"\\]|\\.)*"|\S+)', text))


def details_of(draft: SetupDraft) -> Details:
    """Return the header of the tournament's file."""
    return Details(
        name=draft.name.strip(),
        rules=draft.rules,
        boards=draft.boards,
        sessions=draft.sessions.strip(),
        zone=draft.zone.strip(),
        contact=draft.contact.strip(),
        place=draft.place.strip(),
    )


def terms_of(draft: SetupDraft, stage: DraftStage) -> StageFormat:
    """Return the terms of a stage. Raises `RefusedRequest` or `RecordError`."""
    found = read_happening(stage.line())
    assert isinstance(found, Opened)
    terms = found.terms
    kind: Kind | None = "team" if terms.rubbers else None if terms.source else draft.kind
    return changed(terms, kind=terms.kind or kind)


def _without_kind(stage: DraftStage, kind: Kind) -> DraftStage:
    """Return a stage without the kind of entrants that the whole draft has."""
    return changed(stage, settings=tuple(each for each in stage.settings if each != StageSetting("kind", kind)))


def with_ids(draft: SetupDraft) -> SetupDraft:
    """Return the draft with an id for every entrant; ids are never changed."""
    taken = {each.id for each in draft.entries if each.id}
    entries = []
    for each in draft.entries:
        if not each.id:
            each = changed(each, id=entry_id(each.name, taken))
            taken.add(each.id)
        entries.append(each)
    return changed(draft, entries=tuple(entries))


def _happenings(draft: SetupDraft) -> Iterator[tuple[str, AnyEvent | CarromError]]:
    """Yield every line of the tournament's file with the part of the draft that it comes from."""
    for lot in draft.lots:
        yield "draw", LotDrawn(lot=lot)
    for at, stage in enumerate(draft.stages):
        try:
            yield f"stage:{at}", Opened(terms=terms_of(draft, stage))
        except CarromError as reason:
            yield f"stage:{at}", reason
    for at, each in enumerate(draft.entries):
        yield f"entry:{at}", entered_of(each)
    for umpire in draft.umpires:
        yield "umpires", Appointed(id=umpire.id, name=umpire.name, club=umpire.club)
    for role, count in draft.voided:
        for _ in range(count):
            yield "links", Voided(role=role)


def entered_of(entry: DraftEntry) -> Entered:
    """Return the event that enters an entrant."""
    return Entered(
        id=entry.id,
        name=entry.name,
        seed=entry.seed,
        kind=entry.kind,
        club=entry.club,
        nation=entry.nation,
        players=entry.players,
        stages=entry.stages,
    )


def draft_entry(entered: Entered) -> DraftEntry:
    """Return an entrant of a tournament as an entry of a draft."""
    return DraftEntry(
        id=entered.id,
        name=entered.name,
        seed=entered.seed,
        kind=entered.kind,
        club=entered.club,
        nation=entered.nation,
        players=entered.players,
        stages=entered.stages,
    )


def championship_of(draft: SetupDraft) -> Championship:
    """Return the tournament as it would be opened. Raises the error of the first problem."""
    at = begin(details_of(draft))
    for _, each in _happenings(with_ids(draft)):
        if isinstance(each, CarromError):
            raise each
        check_new_line(at, each)
        at = apply(at, each)
    return at


def problems_of(draft: SetupDraft) -> tuple[SetupProblem, ...]:
    """Return everything that keeps a draft from being opened; empty if it can be opened and drawn."""
    found: list[SetupProblem] = []
    draft = with_ids(draft)
    try:
        at = begin(check_new_details(details_of(draft)))
    except CarromError as reason:
        why = str(reason) if draft.name.strip() else "the tournament has no name yet"
        found.append(SetupProblem(where="details", reason=why))
        at = begin(Details(name="-"))
    if not draft.stages:
        found.append(SetupProblem(where="stages", reason="there is no stage yet; add one"))
    wrong: set[str] = set()  # stages with a problem; those that take their entrants from them get none of their own
    for where, each in _happenings(draft):
        if isinstance(each, Opened) and each.terms.source in wrong:
            wrong.add(each.terms.id)
            continue
        try:
            if isinstance(each, CarromError):
                raise each
            check_new_line(at, each)
            at = apply(at, each)
        except CarromError as reason:
            found.append(SetupProblem(where=where, reason=str(reason)))
            if where.startswith("stage:"):
                wrong.add(draft.stages[int(where.removeprefix("stage:"))].id)
    if not found:
        found += _problems_of_draw(draft, at)
    return tuple(found)


def _problems_of_draw(draft: SetupDraft, at: Championship) -> list[SetupProblem]:
    """Return why the first round of a stage without qualifiers could not be drawn."""
    if not draft.entries:
        return [SetupProblem(where="entries", reason="nobody is entered yet")]
    found = []
    for stage in at.stages:
        question = rounds_question(at, stage)
        if question:
            found.append(SetupProblem(where="entries", reason=question))
        if not stage.terms.source:
            if stage.terms.draw == "lots" and not at.lot:
                found.append(SetupProblem(where="draw", reason=f"{stage.terms.title} needs a lot; draw one"))
                continue
            try:
                next_rounds(at, due(at, stage.id))
            except CarromError as reason:
                found.append(SetupProblem(where="entries", reason=str(reason)))
    return found


def lines_of(draft: SetupDraft) -> tuple[Details, tuple[AnyEvent, ...]]:
    """Return the header and the lines of the tournament. Raises the error of the first problem."""
    found: list[AnyEvent] = []
    for _, each in _happenings(with_ids(draft)):
        if isinstance(each, CarromError):
            raise each
        found.append(each)
    return check_details(details_of(draft)), tuple(found)


def draft_of(championship: Championship, id: str) -> SetupDraft:
    """Return the draft of a tournament of which nothing has been drawn. Raises `RefusedRequest`."""
    if any(stage.rounds or stage.seats for stage in championship.stages):
        raise RefusedRequest("a round has been drawn, so the set-up can no longer be changed as a whole")
    return set_up_of(championship, id)


def set_up_of(championship: Championship, id: str) -> SetupDraft:
    """Return the stages, entries and lots of a tournament as a draft, whatever has been drawn since."""
    kinds = {each.kind for each in championship.entrants}
    stages = tuple(stage_of(stage.terms) for stage in championship.stages)
    named: Kind = next((each.terms.kind for each in championship.stages if each.terms.kind), "player")
    kind = kinds.pop() if len(kinds) == 1 else named
    details = championship.details
    return SetupDraft(
        id=id,
        name=details.name,
        place=details.place,
        sessions=details.sessions,
        zone=details.zone,
        contact=details.contact,
        rules=details.rules,
        boards=details.boards,
        kind=kind,
        stages=tuple(_without_kind(stage, kind) for stage in stages),
        entries=tuple(map(draft_entry, championship.entrants)),
        umpires=tuple(DraftUmpire(id=each.id, name=each.name, club=each.club) for each in championship.umpires),
        lots=tuple(each.lot for each in championship.events if isinstance(each, LotDrawn)),
        voided=championship.voided,
    )


# -- seeds by rating or by lot, and groups drawn by lot ----------------------------------------------------------------


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
    for stage in championship.stages:
        terms = stage.terms
        if terms.source or terms.draw != "lots":
            continue
        try:
            seats = seated(championship, stage).seats
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
