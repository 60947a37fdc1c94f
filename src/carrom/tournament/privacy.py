"""A tournament without private data, its verification, and the game records published with it."""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from carrom.errors import CarromError
from carrom.files import decoded
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.tournament.championship import fold
from carrom.tournament.draw_files import changed_ground, contradicting_reports, differences, undecided_sheets
from carrom.tournament.event_file import Details, write_event
from carrom.tournament.events import AnyEvent, Finished, LinedUp, SheetSigned
from carrom.tournament.identifiers import read_address
from carrom.tournament.state import Championship
from carrom.values import Value

HIDDEN = "…"
"""What replaces a telephone number."""
_TELEPHONE = re.compile(r"\+?\d[\d ()/.-]{4,}\d")
_SCORES = re.compile(r"[0-2]?\d[-:][0-2]?\d(?:[ /.]+[0-2]?\d[-:][0-2]?\d)*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ .]+\d{2}[:.]?\d{0,2})?")
_KEPT = frozenset(
    (
        *("against", "by", "entrant", "entrants", "fixture", "how", "id", "kind", "line", "lot", "nonce", "role"),
        *("stage", "stages", "seats", "sha256", "side", "slams", "source", "time", "umpire", "winner"),
    )
)
"""Fields that hold ids, times, hashes and addresses, or the public lot, and never a text about a person."""


def without_telephone(text: str) -> str:
    """Replace everything that may be a telephone number (six or more digits, with usual separators) by `…`.

    Dates (`2026-11-21`) and scores (`25-12 14-25`) are left unchanged.
    """
    return re.sub(_TELEPHONE, _hidden, text)


def _hidden(found: re.Match[str]) -> str:
    words = found[0]
    if sum(letter.isdigit() for letter in words) < 6 or _DATE.fullmatch(words) or _SCORES.fullmatch(words):
        return words
    return HIDDEN


class PublicCopy(Value, frozen=True, kw_only=True):
    """What may be published of a tournament."""

    championship: Championship
    text: str
    """The tournament file without private data; it may end before the first line-up that is still sealed."""
    sealed: int = 0
    """The line number of that line-up; 0 if there is none."""
    hidden: bool = False
    """Whether telephone numbers were replaced, so that the text and its hashes differ from the original."""


def public_copy(championship: Championship) -> PublicCopy:
    """Return a tournament without telephone numbers and sealed line-ups. Raises `RefusedRequest` if that is impossible.

    It is impossible if two entrants have names that differ in a telephone number only.
    """
    details: Details = _plain(championship.header)
    events: tuple[AnyEvent, ...] = tuple(map(_plain, championship.events))
    hidden = details != championship.header or events != championship.events
    shown = fold(details, events) if hidden else championship
    sealed = first_sealed(shown)
    listed = events[: sealed - 1] if sealed else events
    return PublicCopy(championship=shown, text=write_event(shown.header, listed), sealed=sealed, hidden=hidden)


def first_sealed(championship: Championship) -> int:
    """Return the number of the first line with a line-up that the other team may not see yet; 0 if there is none."""
    return next((number for number, each in enumerate(championship.events, 1) if is_sealed(championship, each)), 0)


def is_sealed(championship: Championship, happening: AnyEvent) -> bool:
    """Return whether an event is a line-up that the other team may not see yet."""
    if not isinstance(happening, LinedUp):
        return False
    address = read_address(happening.fixture)
    drawn = championship.stage(address.stage).round(address.round)
    if drawn is None:
        return True
    fixture = championship.fixture(address)
    return not (fixture.is_open_lineup or fixture.finish is not None or any(fixture.rubbers))


def _plain(value: Any) -> Any:
    """Return a value with every text in it replaced, fields that hold no text about a person excepted."""
    found = {}
    for field in msgspec.structs.fields(type(value)):
        before = getattr(value, field.name)
        after = before if field.name in _KEPT else _texts(before)
        if after != before:
            found[field.name] = after
    return msgspec.structs.replace(value, **found) if found else value


def _texts(value: Any) -> Any:
    if isinstance(value, str):
        return without_telephone(value)
    if isinstance(value, tuple):
        return tuple(map(_texts, value))
    return _plain(value) if isinstance(value, msgspec.Struct) else value


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PEOPLE = ("[Umpire ", "[Place ", "[Event ", "[Match ", "[South ", "[East ", "[North ", "[West ")
_SPOKEN = frozenset(["appeal", "award", "note", "protest", "rule", "sign", "warn"])


def public_record(content: bytes) -> bytes:
    """Return a game record with the telephone numbers in its remarks, names and places replaced."""
    try:
        lines = content.decode().split("\n")
    except UnicodeDecodeError:
        return content
    return "\n".join(_record_line(line) for line in lines).encode()


def _record_line(line: str) -> str:
    words: Sequence[str] = line.split(" ", 2)
    if line.startswith(_PEOPLE) or (len(words) > 1 and words[1] in _SPOKEN) or line.startswith("# "):
        return _QUOTED.sub(lambda found: without_telephone(found[0]), line)
    return line


# -- the verification: what was repeated, and what differed ------------------------------------------------------------


class Verification(Value, frozen=True, kw_only=True):
    """What `carrom event verify` reports."""

    lines: int
    draws: int
    records: int
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    """Draws made from results which changed later, and reports that contradict a result; both remain valid."""


def sources(championship: Championship) -> tuple[Finished | SheetSigned, ...]:
    """Return the last result or signed sheet of each game record."""
    found = [each for each in championship.events if isinstance(each, Finished | SheetSigned) and each.source]
    return tuple({each.source: each for each in found}.values())


def verified(championship: Championship, differs: Callable[[Finished | SheetSigned], str]) -> Verification:
    """Repeat every draw; `differs` says how a game record differs from its hash, or returns an empty text."""
    records = sources(championship)
    found = [*differences(championship), *(f"{why}." for each in records if (why := differs(each)))]
    return Verification(
        lines=len(championship.events),
        draws=sum(len(stage.rounds) for stage in championship.stages),
        records=len(records),
        differences=(*found, *undecided_sheets(championship)),
        notes=(*changed_ground(championship), *contradicting_reports(championship)),
    )


# -- game records, checked and freed of telephone numbers --------------------------------------------------------------


_PATH = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]*")


class RecordFile(Value, frozen=True, kw_only=True):
    """A game record as it is published."""

    path: str
    """Its path beside the log, as the log names it."""
    fixture: str
    content: bytes
    sha256: str
    """The hash that the log has."""
    published: str
    """The hash of the published content; it differs from the first one if telephone numbers were replaced."""
    game: GameHistory | None
    """None if the record cannot be read."""

    @property
    def hidden(self) -> bool:
        """Whether telephone numbers were replaced."""
        return self.published != self.sha256

    @property
    def page(self) -> str:
        """The page of its replay."""
        return f"replays/{self.path.removesuffix('.carrom').replace('/', '-')}.html"

    @property
    def data(self) -> str:
        """The file with the data of its replay, shared by all languages."""
        return f"assets/{self.path.removesuffix('.carrom').replace('/', '-')}.replay.js"


def record_files(championship: Championship, read: Callable[[str], bytes | None]) -> Iterator[RecordFile]:
    """Yield the records named by a tournament; `read` returns the bytes of a path, or None.

    Records that are missing, that were changed, or whose path leads elsewhere are left out: `verify` reports them.
    """
    for each in sources(championship):
        content = read(each.source) if is_plain(each.source) else None
        if content is None or hashlib.sha256(content).hexdigest() != each.sha256:
            continue
        shown = public_record(content)
        yield RecordFile(
            path=each.source,
            fixture=each.fixture,
            content=shown,
            sha256=each.sha256,
            published=hashlib.sha256(shown).hexdigest(),
            game=_game(shown),
        )


def is_plain(path: str) -> bool:
    """Return whether a path stays within its folder and is safe as an address."""
    return _PATH.fullmatch(path) is not None and ".." not in path


def _game(content: bytes) -> GameHistory | None:
    try:
        return read_record(decoded(content, "the record"))
    except CarromError:
        return None
