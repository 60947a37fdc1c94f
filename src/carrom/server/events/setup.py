"""Set-up of tournaments at a server: drafts on disk, late entries from tables, and the organiser's pages.

A draft is one file, replaced atomically, with a version against lost updates."""

import base64
import binascii
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from carrom.errors import CarromError, RefusedRequest, SetupError, plural
from carrom.files import replace
from carrom.protocol import http_tournaments as messages
from carrom.protocol.http_tournaments import LateRows, PresetInfo, SetupLine, SetupList, SetupState
from carrom.server.events.hall import EventFolder
from carrom.server.events.hall_views import late_entry
from carrom.tournament.championship import apply
from carrom.tournament.corrections import TOURNAMENT_RULES, check_entrants_play, check_new_line
from carrom.tournament.entrants import PRESETS, machine_zone, zone_of
from carrom.tournament.entry_table import (
    DraftEntry,
    EntryTable,
    RowProblem,
    decoded,
    entry_id,
    previewed,
    read_table,
    unknown_columns,
)
from carrom.tournament.event_file import write_event, write_happening
from carrom.tournament.event_log import load
from carrom.tournament.events import AnyEvent, Late
from carrom.tournament.ratings import in_order, ratings
from carrom.tournament.setup import (
    SetupDraft,
    by_lot,
    by_rating,
    championship_of,
    draft_of,
    entered_of,
    is_rated,
    lines_of,
    lists_of,
    new_draft,
    problems_of,
    set_up_of,
    with_ids,
    without_seeds,
)
from carrom.tournament.state import Championship, may_play
from carrom.values import Value, changed


class StoredDraft(Value, frozen=True, kw_only=True):
    """A draft with its version, which grows with every change."""

    version: int
    draft: SetupDraft


class DraftStore:
    """The drafts of a hall's folder."""

    def __init__(self, folder: Path) -> None:
        """Store drafts in `folder`, which is created with the first one."""
        self._folder = folder

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all drafts, the one changed last first."""
        paths = [path for path in self._folder.glob("*.json") if path.is_file()]
        return tuple(path.stem for path in sorted(paths, key=lambda path: (-path.stat().st_mtime_ns, path.stem)))

    def read(self, id: str) -> StoredDraft:
        """Return a draft. Raises `RefusedRequest` if there is none, or `SetupError` if its file cannot be read."""
        try:
            content = self._path(id).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise RefusedRequest(
                f"there is no set-up called {id!r:.70} here; it may have been opened already"
            ) from None
        except OSError as reason:
            raise SetupError(f"the set-up {id} cannot be read: {reason.strerror}") from None
        try:
            return msgspec.json.decode(content, type=StoredDraft)
        except (msgspec.DecodeError, UnicodeError) as reason:
            raise SetupError(f"the set-up {id} cannot be read: {reason}") from None

    def add(self, draft: SetupDraft) -> StoredDraft:
        """Store a new draft."""
        return self._write(StoredDraft(version=1, draft=draft))

    def replace(self, version: int, draft: SetupDraft) -> StoredDraft:
        """Store a draft in place of its version `version`. Raises `RefusedRequest` if there is a newer one."""
        now = self.read(draft.id)
        if now.draft == draft:
            return now  # a repeated request, or nothing changed
        if now.version != version:
            raise RefusedRequest("this set-up was changed on another page; load it again to see the changes")
        return self._write(StoredDraft(version=version + 1, draft=draft))

    def discard(self, id: str) -> None:
        """Rename a draft's file, so that it is no longer listed."""
        path = self._path(id)
        if path.exists():
            path.replace(path.with_suffix(f".json.discarded-{time.time_ns()}"))

    def _write(self, stored: StoredDraft) -> StoredDraft:
        path = self._path(stored.draft.id)
        part = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with open(part, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(stored), indent=1))
                file.flush()
                os.fsync(file.fileno())
            replace(part, path)
        except OSError as reason:
            raise SetupError(f"the set-up cannot be stored: {reason.strerror}") from None
        return stored


# -- late entries from a table, and the lines that enter them ----------------------------------------------------------


def late_rows(championship: Championship, table: EntryTable) -> LateRows:
    """Return the preview of each row, and the lines that enter it in every stage that still takes late entries.

    Every line is tried on the tournament as it would be after the rows above, so that a row shown as good is accepted.
    """
    draft = set_up_of(championship, "late")
    at = championship
    rows, lines = [], []
    for row in previewed(table, draft.entries, draft.kind):
        text = ""
        if row.is_good and row.entry is not None:
            entry = _with_id(at, row.entry)
            try:
                found = _happenings(at, entry)
                after = at
                for each in found:
                    check_new_line(after, each)
                    after = apply(after, each)
                check_entrants_play(at, after)
                at = after
                row, text = changed(row, entry=entry), "\n".join(map(_line, found))
            except CarromError as reason:
                row = changed(row, problems=(RowProblem(code="refused", column="name", words=(str(reason),)),))
        rows.append(row)
        lines.append(text)
    unused = [word for word, column in zip(table.header, table.columns, strict=False) if column == "rating"]
    return LateRows(table=table, preview=tuple(rows), unknown=(*unknown_columns(table), *unused), lines=tuple(lines))


def _with_id(championship: Championship, entry: DraftEntry) -> DraftEntry:
    return entry if entry.id else changed(entry, id=entry_id(entry.name, {each.id for each in championship.entrants}))


def _happenings(championship: Championship, entry: DraftEntry) -> list[AnyEvent]:
    """Return the entry, and its late entry in each stage that is drawn already."""
    entered = entered_of(entry)
    stages = [
        stage
        for stage in championship.stages
        if stage.rounds and late_entry(stage) == "now" and may_play(entered, stage.terms)
    ]
    return [entered, *(Late(entrant=entry.id, stage=each.id, round=len(each.rounds) + 1) for each in stages)]


def _line(happening: AnyEvent) -> str:
    return write_happening(happening).rpartition(" @")[0]


# -- the set-up pages: drafts, entry lists, seeds, lots, opening -------------------------------------------------------


class SetupDesk:
    """The drafts of a hall; every method reads or writes files, so it runs in a thread, one at a time."""

    def __init__(self, folder: EventFolder, now: Callable[[], float] = time.time) -> None:
        """Store drafts in the hall's folder."""
        self.folder, self._now = folder, now
        self.drafts = DraftStore(folder.drafts)
        self._read: dict[Path, tuple[tuple[int, int], Championship]] = {}

    def listed(self, open_id: str, word: str) -> SetupList:
        """Return the tournaments and drafts; the open tournament first, then the drafts."""
        lines = []
        for id in self.drafts.ids():
            try:
                draft = self.drafts.read(id).draft
            except CarromError as reason:
                lines.append(_setup_line(id, id, 0, "", is_draft=True, problem=f"{reason}."))
                continue
            lines.append(_setup_line(id, draft.name, len(draft.entries), draft.sessions, is_draft=True))
        for id, path in self.folder.paths().items():
            try:
                at = self._loaded(path)
            except CarromError as reason:
                said = str(reason).replace(f"{path.parent}{os.sep}", "")
                lines.append(_setup_line(id, id, 0, "", is_open=id == open_id, is_drawn=True, problem=f"{said}."))
                continue
            if at is not None:
                drawn = any(stage.rounds for stage in at.stages)
                details = at.details
                found = _setup_line(
                    id, details.name, len(at.entrants), details.sessions, is_open=id == open_id, is_drawn=drawn
                )
                lines.append(found)
        lines.sort(key=lambda each: (not each.is_open, not each.is_draft))
        presets = tuple(PresetInfo(name=name, summary=each.summary) for name, each in PRESETS)
        return SetupList(events=tuple(lines), presets=presets, rules=TOURNAMENT_RULES, word=word)

    def state(self, id: str) -> SetupState:
        """Return a draft. Raises `RefusedRequest` or `SetupError`."""
        return self._state(self.drafts.read(id))

    def create(self, asked: messages.NewSetup) -> SetupState:
        """Begin a draft."""
        draft = new_draft(self.folder.new_id(asked.name), asked.name.strip(), asked.preset)
        zone = asked.zone if zone_of(asked.zone) is not None else machine_zone()
        return self._state(self.drafts.add(changed(draft, zone=zone)))

    def save(self, asked: messages.SaveSetup) -> SetupState:
        """Store a draft as it is on the page."""
        before = self.drafts.read(asked.draft.id).draft
        # Texts that were drawn are published, so a page cannot take one back.
        draft = changed(asked.draft, lots=before.lots, voided=before.voided)
        return self._state(self.drafts.replace(asked.version, with_ids(draft)))

    def read_table(self, asked: messages.ReadTable) -> SetupState:
        """Read an entry list into the draft's table."""
        table = table_of(asked.name, asked.text, asked.content)
        draft = self.drafts.read(asked.id).draft
        entries = tuple(changed(each, row=0) for each in draft.entries)
        return self._state(self.drafts.replace(asked.version, changed(draft, table=table, entries=entries)))

    def enter(self, asked: messages.EnterRows) -> SetupState:
        """Enter the rows without a problem."""
        draft = self.drafts.read(asked.id).draft
        if draft.table is None:
            raise RefusedRequest("there is no table; paste one or choose a file")
        rows = previewed(draft.table, draft.entries, draft.kind)
        entries = tuple(each.entry for each in rows if each.is_good and each.entry is not None)
        if not entries:
            raise RefusedRequest("no row can be entered yet; correct the marked cells first")
        left = [at for at, each in enumerate(rows) if not each.is_good]
        table = changed(
            draft.table,
            rows=tuple(draft.table.rows[at] for at in left),
            numbers=tuple(draft.table.number(at) for at in left),
        )
        after = with_ids(changed(draft, entries=(*draft.entries, *entries), table=table if left else None))
        new = after.entries[len(draft.entries) :]
        after = changed(after, entries=in_order_of_rows(draft.entries, new))
        return self._state(self.drafts.replace(asked.version, after), new)

    def seed(self, asked: messages.SeedEntries) -> SetupState:
        """Seed the entries."""
        draft = self.drafts.read(asked.id).draft
        match asked.by:
            case "list":
                after = by_rating(draft)
            case "folder":
                after = by_rating(draft, self._ratings())
            case "lot":
                after = by_lot(draft)
            case _:
                after = without_seeds(draft)
        return self._state(self.drafts.replace(asked.version, after))

    def draw_lot(self, asked: messages.DrawLot) -> SetupState:
        """Draw a text of six groups of digits, or take one that was drawn in public."""
        draft = self.drafts.read(asked.id).draft
        lot = " ".join(asked.text.split()) or " ".join(f"{secrets.randbelow(1000):03}" for _ in range(6))
        if not lot.isprintable():
            raise RefusedRequest("the text of the lot contains invisible characters; type it by hand")
        return self._state(self.drafts.replace(asked.version, changed(draft, lots=(*draft.lots, lot))))

    def write_event(self, asked: messages.OpenSetup) -> str:
        """Write the tournament of a draft to its file, and return its id. Raises `RefusedRequest` for a problem."""
        before = self.folder.paths().get(asked.id)
        if before is not None and asked.id not in self.drafts.ids():
            return asked.id  # repeated after the answer was lost
        stored = self.drafts.read(asked.id)
        if stored.version != asked.version:
            raise RefusedRequest("this set-up was changed on another page; load it again to see the changes")
        problems = [each for each in problems_of(stored.draft) if each.where not in ("entries", "draw")]
        if problems:
            raise RefusedRequest(problems[0].reason)
        if stored.draft.table is not None:
            count = len(stored.draft.table.rows)
            raise RefusedRequest(f"the table has {plural(count, 'row')} to enter; enter or remove what is left first")
        championship_of(stored.draft)
        if before is not None:  # left by a crash while it was taken back to its set-up
            self.set_aside(asked.id)
        details, lines = lines_of(stored.draft)
        when = int(self._now())
        text = write_event(details, [changed(each, by="organiser", when=when) for each in lines])
        _write_new(self.folder.new_path(asked.id), text.encode())
        self.drafts.discard(asked.id)
        return asked.id

    def return_to_setup(self, id: str, championship: Championship) -> SetupState:
        """Store the draft of a tournament of which nothing has been drawn. Raises `RefusedRequest`."""
        return self._state(self.drafts.add(draft_of(championship, id)))

    def set_aside(self, id: str) -> None:
        """Rename the file of a tournament whose draft is stored. Raises `RefusedRequest` if a round was drawn."""
        path = self.folder.path(id)
        draft_of(load(path), id)
        path.replace(path.with_suffix(f".set-aside-{time.time_ns()}"))

    def championship(self, id: str) -> Championship:
        """Return a draft as a tournament, for prints. Raises `CarromError`."""
        return championship_of(self.drafts.read(id).draft)

    def voided(self, role: str) -> int:
        """Return how often the links of a whole role were revoked in any tournament of the hall, at most."""
        found = (self._load(path) for path in self.folder.paths().values())
        return max((dict(at.voided).get(role, 0) for at in found if at is not None), default=0)

    def _state(self, stored: StoredDraft, entered: tuple[DraftEntry, ...] = ()) -> SetupState:
        draft = stored.draft
        known = self._ratings() if draft.entries else {}
        return SetupState(
            version=stored.version,
            draft=draft,
            problems=problems_of(draft),
            preview=() if draft.table is None else previewed(draft.table, draft.entries, draft.kind),
            unknown=() if draft.table is None else unknown_columns(draft.table),
            lots=lists_of(draft),
            rated=sum(is_rated(each, known) for each in draft.entries),
            entered=entered,
        )

    def _ratings(self) -> dict[str, float]:
        """Return the ratings from the finished tournaments of the hall, by casefolded name."""
        found = [at for path in self.folder.paths().values() if (at := self._load(path)) is not None]
        return {each.name.casefold(): each.rating.rating for each in ratings(in_order(found))} if found else {}

    def _load(self, path: Path) -> Championship | None:
        """Return a tournament as `_loaded` does; None if it cannot be read."""
        try:
            return self._loaded(path)
        except CarromError:
            return None

    def _loaded(self, path: Path) -> Championship | None:
        """Return a tournament, read again only after its file has changed; None if there is no such file.

        Raises `RecordError` or `SetupError` if it cannot be read.
        """
        try:
            stat = path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
            if path not in self._read or self._read[path][0] != stamp:
                self._read[path] = stamp, load(path)
            return self._read[path][1]
        except OSError:
            return None


def in_order_of_rows(before: tuple[DraftEntry, ...], new: tuple[DraftEntry, ...]) -> tuple[DraftEntry, ...]:
    """Return the entries with each new one where its row stood in the list, among those entered from it before."""
    found = list(before)
    for each in new:
        later = (at for at, other in enumerate(found) if other.row > each.row)
        found.insert(next(later, len(found)), each)
    return tuple(found)


def table_of(name: str, text: str, content: str) -> EntryTable:
    """Return the table of a pasted text, or of a file in base64. Raises `RefusedRequest`."""
    name = name or "the table"
    if content:
        try:
            text = decoded(base64.b64decode(content, validate=True), name)
        except binascii.Error:
            raise RefusedRequest("the file did not arrive whole; choose it again") from None
    return read_table(text, name)


def _setup_line(
    id: str,
    name: str,
    entrants: int,
    sessions: str,
    *,
    is_draft: bool = False,
    is_open: bool = False,
    is_drawn: bool = False,
    problem: str = "",
) -> SetupLine:
    return SetupLine(
        id=id,
        name=name,
        entrants=entrants,
        sessions=sessions,
        is_draft=is_draft,
        is_open=is_open,
        is_drawn=is_drawn,
        problem=problem,
    )


def _write_new(path: Path, content: bytes) -> None:
    """Write a new file whole or not at all. Raises `SetupError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        replace(part, path)
    except OSError as reason:
        raise SetupError(f"the tournament cannot be stored: {reason.strerror}") from None
