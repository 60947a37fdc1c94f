"""A copy of a tournament that may be published: without telephone numbers and without sealed line-ups."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from carrom.tournament.championship import fold
from carrom.tournament.events import AnyHappening, LinedUp
from carrom.tournament.identifiers import read_address
from carrom.tournament.import_export.event_file import Details, write_event
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
        *("section", "sections", "seats", "sha256", "side", "slams", "source", "time", "umpire", "winner"),
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
    happenings: tuple[AnyHappening, ...] = tuple(map(_plain, championship.happenings))
    hidden = details != championship.header or happenings != championship.happenings
    shown = fold(details, happenings) if hidden else championship
    sealed = first_sealed(shown)
    listed = happenings[: sealed - 1] if sealed else happenings
    return PublicCopy(championship=shown, text=write_event(shown.header, listed), sealed=sealed, hidden=hidden)


def first_sealed(championship: Championship) -> int:
    """Return the number of the first line with a line-up that the other team may not see yet; 0 if there is none."""
    return next((number for number, each in enumerate(championship.happenings, 1) if is_sealed(championship, each)), 0)


def is_sealed(championship: Championship, happening: AnyHappening) -> bool:
    """Return whether an event is a line-up that the other team may not see yet."""
    if not isinstance(happening, LinedUp):
        return False
    address = read_address(happening.fixture)
    drawn = championship.section(address.section).wave(address.wave)
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
