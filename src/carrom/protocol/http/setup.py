"""Set-up of tournaments in a hall, for the organiser: drafts, entry lists, seeds, lots, and which one is open.

Every request has the organiser's token as `Authorization: Bearer`. `GET /api/setup` returns `SetupList`, `GET
/api/setup/ID` the draft as `SetupState`. `POST /api/setup` takes one of `SetupRequest`. A change names the version of
the draft that it was made on; another version is refused, so that two pages never overwrite each other.
"""

from typing import Annotated

from msgspec import Meta

from carrom.protocol.http.hall import HallRefused
from carrom.tournament.import_export.entry_table import DraftEntry, EntryTable, RowPreview
from carrom.tournament.setup.draft import SetupDraft, SetupProblem
from carrom.tournament.setup.seeding import LotList
from carrom.values import Value

Id = Annotated[str, Meta(max_length=64)]
Version = Annotated[int, Meta(ge=0)]
MOST_BYTES = 4_000_000
"""Maximum size of a request: a file of two million bytes in base64, or a draft with as many entries as allowed."""


class NewSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-new"):
    """Begin the draft of a tournament with the stages of a preset. Answered by `SetupState`."""

    name: Annotated[str, Meta(max_length=200)]
    preset: Annotated[str, Meta(max_length=40)]
    zone: Annotated[str, Meta(max_length=60)] = ""
    """The browser's time zone, such as `Asia/Kolkata`; the organiser can change it."""


class SaveSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-save"):
    """Store a draft as it is on the page, also while it still has problems. Answered by `SetupState`."""

    version: Version
    draft: SetupDraft


class ReadTable(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-table"):
    """Read an entry list into the table of a draft: pasted text, or a file in base64. Answered by `SetupState`."""

    id: Id
    version: Version
    name: Annotated[str, Meta(max_length=255)] = ""
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    content: Annotated[str, Meta(max_length=3_000_000)] = ""


class EnterRows(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-enter"):
    """Enter the rows of the table that have no problem; the others stay. Answered by `SetupState`."""

    id: Id
    version: Version


class SeedEntries(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-seed"):
    """Seed the entries: `list` by the ratings of the entry list, `folder` by those of the finished tournaments of this
    hall, `lot` by the lot, `none` removes all seeds. Answered by `SetupState`.
    """

    id: Id
    version: Version
    by: Annotated[str, Meta(pattern="^(list|folder|lot|none)$")]


class DrawLot(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-lot"):
    """Draw the text that decides the lots, or take one that was drawn in public. Answered by `SetupState`."""

    id: Id
    version: Version
    text: Annotated[str, Meta(max_length=200)] = ""
    """Empty to let the server draw one."""


class OpenSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-open"):
    """Write the tournament of a draft, and open it. Answered by `EventOpened`."""

    id: Id
    version: Version


class DiscardSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="setup-discard"):
    """Remove a draft from the list; its file is renamed, not deleted. Answered by `SetupList`."""

    id: Id


class OpenEvent(Value, frozen=True, kw_only=True, tag_field="type", tag="event-open"):
    """Open another tournament of this hall; the links of the one that was open stop. Answered by `EventOpened`."""

    id: Id


class ReturnToSetup(Value, frozen=True, kw_only=True, tag_field="type", tag="event-return"):
    """Take the open tournament back to its set-up; possible until a round is drawn. Answered by `SetupState`."""

    id: Id


class ReadLate(Value, frozen=True, kw_only=True, tag_field="type", tag="late-read"):
    """Read a list of late entries for the open tournament: pasted text, a file in base64, or a table with its columns.
    Nothing is stored. Answered by `LateRows`.
    """

    name: Annotated[str, Meta(max_length=255)] = ""
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    content: Annotated[str, Meta(max_length=3_000_000)] = ""
    table: EntryTable | None = None


SetupRequest = (
    NewSetup
    | SaveSetup
    | ReadTable
    | EnterRows
    | SeedEntries
    | DrawLot
    | OpenSetup
    | DiscardSetup
    | OpenEvent
    | ReturnToSetup
    | ReadLate
)
"""Requests about the set-up of tournaments."""


class SetupLine(Value, frozen=True, kw_only=True):
    """A tournament of the hall, or a draft."""

    id: str
    name: str
    entrants: int
    sessions: str
    is_draft: bool
    is_open: bool
    """Whether it is the one that this hall serves now."""
    is_drawn: bool
    """Whether a round has been drawn; a draft's set-up can be changed until then."""
    problem: str = ""
    """Why its file cannot be read, such as a last line that was cut off; then only the id is known."""


class PresetInfo(Value, frozen=True, kw_only=True):
    """A usual format, which the organiser can change."""

    name: str
    summary: str


class SetupList(Value, frozen=True, kw_only=True, tag_field="type", tag="setups"):
    """The tournaments and drafts of a hall."""

    events: tuple[SetupLine, ...]
    presets: tuple[PresetInfo, ...]
    rules: tuple[str, ...]
    """The rule sets that a tournament can have."""
    word: str
    """The token of the organiser's link for the open tournament."""


class SetupState(Value, frozen=True, kw_only=True, tag_field="type", tag="setup"):
    """A draft, and what the server computes from it."""

    version: int
    draft: SetupDraft
    problems: tuple[SetupProblem, ...]
    """What keeps the tournament from being opened; empty if nothing does."""
    preview: tuple[RowPreview, ...]
    """What each row of the table would enter, or its problems."""
    unknown: tuple[str, ...]
    """Header words of the table's columns that are not used."""
    lots: tuple[LotList, ...]
    """What the lot decides."""
    rated: int
    """Number of entries that have a rating from the finished tournaments of this hall."""
    entered: tuple[DraftEntry, ...] = ()
    """The entries that this request added."""


class LateRows(Value, frozen=True, kw_only=True, tag_field="type", tag="late-rows"):
    """What each row of a table would enter in the open tournament."""

    table: EntryTable
    preview: tuple[RowPreview, ...]
    unknown: tuple[str, ...]
    """Header words of the table's columns that are not used."""
    lines: tuple[str, ...]
    """For each row, the lines to propose to enter it; empty if it has a problem or belongs to an earlier row."""


class EventOpened(Value, frozen=True, kw_only=True, tag_field="type", tag="event-opened"):
    """A tournament is open; `word` is the token of its organiser's link."""

    id: str
    word: str


class HallHost(Value, frozen=True, kw_only=True, tag_field="type", tag="hall-host"):
    """Whether this page may start a hall (`POST /api/halls`): only on the computer of a server started by `play`."""

    may_start: bool


class HallStarted(Value, frozen=True, kw_only=True, tag_field="type", tag="hall-started"):
    """A hall runs on this computer; `link` is its organiser's link."""

    link: str


SetupAnswer = SetupList | SetupState | LateRows | EventOpened | HallHost | HallStarted | HallRefused
"""Answers about the set-up of tournaments."""
