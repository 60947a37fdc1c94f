"""The tournament file (`.carrom-event`): tags, then numbered event lines.

Every line ends with `#` and twelve digits of a hash over everything before it, so that changed, lost or moved lines are
detected. The hashes detect mistakes and disk errors, but not forgery: anyone who can write the file can compute them
again.
"""

import hashlib
import re
from collections.abc import Sequence

import msgspec

from carrom.errors import CarromError, RecordError, RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.rules.ruleset import ruleset
from carrom.text_files import plain
from carrom.tournament.events import AnyHappening
from carrom.tournament.identifiers import check_words
from carrom.tournament.import_export.event_lines import read_happening, write_happening
from carrom.tournament.import_export.event_tokens import wrong_value
from carrom.values import Value

VERSION = "1"
_TAG = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_LINE = re.compile(r"([1-9][0-9]{0,8})\. (.+) #([0-9a-f]{12})")
_TAGS = {"Name": "name", "Rules": "rules", "Edition": "edition", "Boards": "boards", "Sessions": "sessions",
         "Zone": "zone", "Contact": "contact", "Place": "place"}  # fmt: skip
_SESSIONS = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9])+")


class Details(Value, frozen=True, kw_only=True):
    """The header of a tournament file."""

    name: str
    rules: str = "icf"
    edition: str = ""
    """Edition of the rule set; if empty, `begin` sets the current one."""
    boards: int = 0
    """Number of boards in the hall; 0 if unknown."""
    sessions: str = ""
    """Days and hours, such as `2026-11-21 09:30-13:00 14:00-18:30`; further days after a semicolon."""
    zone: str = ""
    """Time zone of all its times, such as `Asia/Kolkata`; if empty, they are local to the venue, wherever that is."""
    contact: str = ""
    """Contact shown to the public."""
    place: str = ""


def check_details(details: Details) -> Details:
    """Return the header with its edition. Raises `RefusedRequest` or `RulesError` for an invalid one."""
    check_words(details.name, "the name of a tournament")
    if not 0 <= details.boards <= 999:
        raise RefusedRequest(f"the number of boards is {details.boards}; expected 0 to 999")
    for day in filter(None, map(str.strip, details.sessions.split(";"))):
        if not _SESSIONS.fullmatch(day):
            raise RefusedRequest(
                f"{cut(day)} is not a session; expected a day and hours, such as 2026-11-21 09:30-13:00"
            )
    rules = ruleset(details.rules)
    edition = details.edition or rules.edition
    return msgspec.structs.replace(details, edition=edition)


def write_head(details: Details) -> str:
    """Return the tags of a tournament file, followed by an empty line."""
    tags = [_tag("CarromEvent", VERSION)]
    for tag, field in _TAGS.items():
        value = getattr(details, field)
        if value:
            tags.append(_tag(tag, str(value)))
    return "\n".join([*tags, "", ""])


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def begun_chain(head: str) -> str:
    """Return the hash that the first line continues."""
    return hashlib.sha256(head.encode()).hexdigest()


def write_line(number: int, happening: AnyHappening, chain: str) -> tuple[str, str]:
    """Return the line of an event, and the hash that the next line continues."""
    body = f"{number}. {write_happening(happening)}"
    after = hashlib.sha256(f"{chain}\n{body}".encode()).hexdigest()
    return f"{body} #{after[:12]}\n", after


def write_event(details: Details, happenings: Sequence[AnyHappening]) -> str:
    """Return a whole tournament as text."""
    head = write_head(details)
    lines, chain = [head], begun_chain(head)
    for number, happening in enumerate(happenings, 1):
        line, chain = write_line(number, happening, chain)
        lines.append(line)
    return "".join(lines)


class Read(Value, frozen=True):
    """The content of a tournament file: header, events, and the hash that the next line continues."""

    details: Details
    happenings: tuple[AnyHappening, ...]
    chain: str
    torn: str = ""
    """The last line, if only its beginning was written; it is not among the events."""


def read_event(text: str, live: bool = False) -> Read:
    """Parse a tournament file. A last line that has its hash counts without a line end.

    With `live`, the last line may be cut off in its middle, as by a power failure; it is then returned apart.
    Raises `RecordError` with the line number and what was expected there.
    """
    head, gap, body = plain(text).partition("\n\n")
    if not gap:
        raise RecordError("the header of the tournament is incomplete; expected tags and an empty line")
    details = _details(head.split("\n"))
    first = len(head.split("\n")) + 2
    chain = begun_chain(head + "\n\n")
    found: list[AnyHappening] = []
    *lines, last = body.split("\n")
    is_torn = bool(last) and _LINE.fullmatch(last) is None
    if is_torn and not live:
        raise RecordError(
            f"line {first + len(lines)} was cut off while it was written: {cut(last)}; expected a hash at its end. "
            "`carrom event repair` with the name of the file moves this piece to a file of its own"
        )
    for at, line in enumerate(lines if is_torn or not last else [*lines, last], first):
        happening, chain = _line(at, line, len(found) + 1, chain)
        found.append(happening)
    return Read(details, tuple(found), chain, last if is_torn else "")


def _line(at: int, line: str, due: int, chain: str) -> tuple[AnyHappening, str]:
    parts = _LINE.fullmatch(line)
    if parts is None or int(parts[1]) != due:
        raise RecordError(f"line {at}: {cut(line)} is not expected here; expected number {due} and a hash at its end")
    body = line[: -len(parts[3]) - 2]
    after = hashlib.sha256(f"{chain}\n{body}".encode(errors="replace")).hexdigest()
    if after[:12] != parts[3]:
        raise RecordError(
            f"line {at}: number {due}, or a line above it, was edited afterwards (its hash differs). "
            "Restore the line, or the whole file from a backup, then make the change with `carrom event edit`, "
            "`details`, `settings` or `correct`"
        )
    try:
        happening = read_happening(parts[2])
    except CarromError as reason:
        raise RecordError(f"line {at}: {reason}") from None
    return happening, after


def _details(lines: list[str]) -> Details:
    tags: dict[str, str] = {}
    for at, line in enumerate(lines, 1):
        found = _TAG.fullmatch(line)
        if found is None or found[1] in tags or (found[1] not in _TAGS and found[1] != "CarromEvent"):
            expected = f"one of the tags CarromEvent, {', '.join(_TAGS)}, each once"
            raise RecordError(f"line {at}: {cut(line)} is not expected here; expected {expected}")
        try:
            tags[found[1]] = msgspec.json.decode(found[2], type=str)
        except (msgspec.DecodeError, UnicodeEncodeError):
            raise RecordError(f"line {at}: {cut(line)} is not a tag with a quoted text") from None
        if tags.get("CarromEvent") != VERSION:
            raise RecordError(f'line {at}: expected [CarromEvent "{VERSION}"], the version of the format')
    fields: dict[str, str] = {_TAGS[tag]: value for tag, value in tags.items() if tag in _TAGS}
    try:
        return check_details(msgspec.convert(fields, Details, strict=False))
    except msgspec.ValidationError:
        why = wrong_value(Details, fields, {})
        raise RecordError(f"the header of the tournament is not valid: {why}") from None
    except CarromError as reason:
        raise RecordError(f"the header of the tournament is not valid: {reason}") from None
