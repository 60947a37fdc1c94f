"""The tournament file (`.carrom-event`): tags, then numbered event lines.

Every line ends with `#` and twelve digits of a hash over all that stands before it, so that a line that was changed,
lost or moved is found. It finds what a hand or a disk does, not an enemy: who can write the file can make them anew.
"""

import hashlib
import re
from collections.abc import Sequence

import msgspec

from carrom.errors import CarromError, RecordError, RefusedRequest
from carrom.game.notation.record_tokens import cut
from carrom.rules.ruleset import ruleset
from carrom.tournament.events import AnyHappening
from carrom.tournament.identifiers import check_words
from carrom.tournament.import_export.event_lines import read_happening, write_happening
from carrom.values import Value

VERSION = "1"
_TAG = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_LINE = re.compile(r"([1-9][0-9]{0,8})\. (.+) #([0-9a-f]{12})")
_TAGS = {"Name": "name", "Rules": "rules", "Edition": "edition", "Boards": "boards", "Sessions": "sessions",
         "Contact": "contact", "Place": "place"}  # fmt: skip
_SESSIONS = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9])+")


class Details(Value, frozen=True, kw_only=True):
    """What the head of a championship's file says."""

    name: str
    rules: str = "icf"
    edition: str = ""
    """The edition of the rule set; empty: the one at hand, which `begun` writes here."""
    boards: int = 0
    """How many boards stand in the hall; 0: nobody has said."""
    sessions: str = ""
    """Days and hours, such as `2026-11-21 09:30-13:00 14:00-18:30`; more days behind a semicolon."""
    contact: str = ""
    """Who answers for it, as the public reads it."""
    place: str = ""


def check_details(details: Details) -> Details:
    """Return the head with its edition, or refuse one that cannot be. Raises `RefusedRequest` or `RulesError`."""
    check_words(details.name, "the name of a championship")
    if not 0 <= details.boards <= 999:
        raise RefusedRequest(f"{details.boards} boards; expected 1 to 999")
    for day in filter(None, map(str.strip, details.sessions.split(";"))):
        if not _SESSIONS.fullmatch(day):
            raise RefusedRequest(f"{cut(day)} is no session; expected a day and hours, as 2026-11-21 09:30-13:00")
    rules = ruleset(details.rules)
    edition = details.edition or rules.edition
    return msgspec.structs.replace(details, edition=edition)


def write_head(details: Details) -> str:
    """Return the tags of a championship, with the empty line after them."""
    tags = [_tag("CarromEvent", VERSION)]
    for tag, field in _TAGS.items():
        value = getattr(details, field)
        if value:
            tags.append(_tag(tag, str(value)))
    return "\n".join([*tags, "", ""])


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def begun_chain(head: str) -> str:
    """Return the hash that the first line goes on from."""
    return hashlib.sha256(head.encode()).hexdigest()


def write_line(number: int, happening: AnyHappening, chain: str) -> tuple[str, str]:
    """Return the line of a happening, and the hash that the next one goes on from."""
    body = f"{number}. {write_happening(happening)}"
    after = hashlib.sha256(f"{chain}\n{body}".encode()).hexdigest()
    return f"{body} #{after[:12]}\n", after


def write_event(details: Details, happenings: Sequence[AnyHappening]) -> str:
    """Return a whole championship as text."""
    head = write_head(details)
    lines, chain = [head], begun_chain(head)
    for number, happening in enumerate(happenings, 1):
        line, chain = write_line(number, happening, chain)
        lines.append(line)
    return "".join(lines)


class Read(Value, frozen=True):
    """What a text holds: its head, what happened, and the hash that the next line goes on from."""

    details: Details
    happenings: tuple[AnyHappening, ...]
    chain: str


def read_event(text: str) -> Read:
    """Return the championship of a text; a last line without its end is torn and left out.

    Raises `RecordError` with the number of the line and what was expected there.
    """
    head, gap, body = text.partition("\n\n")
    if not gap:
        raise RecordError("the head of the championship does not end; expected tags and an empty line")
    details = _details(head.split("\n"))
    first = len(head.split("\n")) + 2
    chain = begun_chain(head + "\n\n")
    found: list[AnyHappening] = []
    for at, line in enumerate(body.split("\n")[:-1], first):
        happening, chain = _line(at, line, len(found) + 1, chain)
        found.append(happening)
    return Read(details, tuple(found), chain)


def _line(at: int, line: str, due: int, chain: str) -> tuple[AnyHappening, str]:
    parts = _LINE.fullmatch(line)
    if parts is None or int(parts[1]) != due:
        raise RecordError(f"line {at}: {cut(line)} is not expected here; expected number {due} and a hash at its end")
    body = line[: -len(parts[3]) - 2]
    after = hashlib.sha256(f"{chain}\n{body}".encode(errors="replace")).hexdigest()
    if after[:12] != parts[3]:
        raise RecordError(
            f"line {at}: number {due}, or what stands above it, was edited after it was written (its hash differs). "
            "Put the line back as it was, or the whole file from a copy; then make the change with `carrom event "
            "correct`, `finish` or `tell`"
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
    except (msgspec.ValidationError, CarromError) as reason:
        raise RecordError(f"the head of the championship is not valid: {str(reason).replace('`', '')}") from None
