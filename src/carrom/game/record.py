"""Records as text (`.carrom`): header tags, then one line per event.

The format is described in docs/reference/record.md. A written record reads back to an equal game; a truncated or edited
one is refused with the line number and what was expected there. Reading applies the laws again, so a line whose ruling
disagrees with the laws, or that cannot follow the lines before it, is refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from carrom.errors import CarromError, IllegalSurface, RecordError
from carrom.files import plain
from carrom.game.event_lines import cut, read_event, write_event
from carrom.game.events import Corrected, Event, GameBegun, Header, Player, Ruled, Struck, Undone
from carrom.game.game import GameHistory
from carrom.game.state import LETTERS
from carrom.physics import PRESETS, Surface
from carrom.physics import surface as surface_of
from carrom.physics.surface import LATER as TANGENTIAL
from carrom.physics.surface import SurfaceLike
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed

__all__ = ["GameBegun", "Struck", "read_record", "write_end", "write_header", "write_line", "write_record"]


# -- the surface in a header -------------------------------------------------------------------------------------------


LATER = {name: getattr(Surface(), name) for name in ("pocket", "yield_speed", *TANGENTIAL)}
"""Parameters that the text leaves out while they have their usual value."""


def write_surface(surface: SurfaceLike) -> str:
    """Return the text of a surface; it reads back to the same surface."""
    found = surface_of(surface)
    if found.name in PRESETS:
        return found.name
    names = [name for name in found.__struct_fields__ if name not in LATER or getattr(found, name) != LATER[name]]
    return ",".join(f"{name}={getattr(found, name)}" for name in names)


def read_surface(text: str) -> Surface:
    """Return the surface of a text. Raises `IllegalSurface` with what was expected."""
    if "=" not in text:
        return surface_of(text)
    given: dict[str, float | str] = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        if name == "pocket":
            given[name] = value
            continue
        try:
            given[name] = float(value)
        except ValueError:
            raise IllegalSurface(f"{word[:60]!r} is not a parameter of a surface; expected e.g. friction=0.1") from None
    return surface_of(given)


def of_header(header: Header) -> Surface:
    """Return the surface of a simulated game."""
    if header.surface is None:
        raise IllegalSurface("a wooden board has no surface to simulate on")
    return read_surface(header.surface)


# -- comments and variations, as comment lines below the events --------------------------------------------------------
# # comment 0 "The final of the Autumn Open"
#     7. south x0.vx100000.vy4000000 fell=W4 … {continue | Law 48 | One white: …}
#     # comment 7 "A brave cut"
#     # variation 7 "south x0.vx0.vy2000000 touched=B1 …" "north x9000.vx0.vy3000000 …"
#
# The number is that of the event above; 0 is the game. A variation is what could have happened instead of that event.


LONGEST_COMMENT = 4000
"""Maximum number of characters of a comment."""
_MARKED = re.compile(r"# (comment|variation) ([0-9]{1,9}) (.*)", re.DOTALL)
_NUMBERED = re.compile(r"([1-9][0-9]{0,8})\. ")
_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"(?: "(?:[^"\\]|\\.)*")*')
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')


class Comments(Value, frozen=True, kw_only=True):
    """The comments and variations of a game, by the number of the event they belong to."""

    texts: tuple[tuple[int, str], ...] = ()
    """At most one text for each event, in order."""
    variations: tuple[tuple[int, tuple[Event, ...]], ...] = ()
    """Events that could have happened instead, in order; variations of one event in the order they were added."""

    def text(self, event: int) -> str:
        """Return the comment on an event; empty if it has none."""
        return dict(self.texts).get(event, "")

    def with_text(self, event: int, text: str) -> "Comments":
        """Return a copy with another comment on an event; an empty one removes it. Raises `RecordError` if too long."""
        if not isinstance(text, str) or len(text) > LONGEST_COMMENT:
            raise RecordError(f"a comment has at most {LONGEST_COMMENT} characters; this one is {cut(str(text))}")
        texts = {**dict(self.texts), event: text}
        return changed(self, texts=tuple(sorted((at, words) for at, words in texts.items() if words)))

    def with_variation(self, event: int, instead: tuple[Event, ...]) -> "Comments":
        """Return a copy with one more variation."""
        variations = sorted([*self.variations, (event, instead)], key=lambda each: each[0])
        return changed(self, variations=tuple(variations))

    def before(self, count: int) -> "Comments":
        """Return those that belong to the first `count` events."""
        return Comments(
            texts=tuple(each for each in self.texts if each[0] < count),
            variations=tuple(each for each in self.variations if each[0] < count),
        )


def write_comments(record: str, comments: Comments) -> str:
    """Return a record with the lines of these comments in place of those it had."""
    lines: list[str] = []
    in_header = True
    for line in record.split("\n"):
        if _MARKED.fullmatch(line):
            continue
        lines.append(line)
        number = _NUMBERED.match(line)
        if in_header and line == "":
            in_header = False
            lines += _lines_of(comments, 0)
        elif not in_header and number is not None:
            lines += _lines_of(comments, int(number[1]))
    return "\n".join(lines)


def _lines_of(comments: Comments, event: int) -> Iterable[str]:
    text = comments.text(event)
    if text:
        yield f"# comment {event} {_quoted(text)}"
    for at, events in comments.variations:
        if at == event:
            yield f"# variation {event} {' '.join(_quoted(write_event(each)) for each in events)}"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def read_comments(record: str, count: int) -> Comments:
    """Return the comments and variations of a record whose game has `count` events.

    Raises `RecordError` with the line number for a malformed one. Other lines that begin with `#` are skipped.
    """
    found = Comments()
    for number, line in enumerate(record.split("\n"), 1):
        marked = _MARKED.fullmatch(line)
        if marked is None:
            continue
        try:
            found = _READERS[marked[1]](found, int(marked[2]), marked[3], count)
        except (CarromError, msgspec.MsgspecError) as reason:
            detail = f": {reason}" if isinstance(reason, CarromError) else ""
            raise RecordError(
                f"line {number}: {cut(line)} is not a comment or variation of events 0 to {count - 1}{detail}; "
                'expected # comment EVENT "text" or # variation EVENT "event" "event"'
            ) from None
    return found


def _read_text(found: Comments, event: int, rest: str, count: int) -> Comments:
    if event >= count:
        raise RecordError(f"there is no event {event}")
    return found.with_text(event, msgspec.json.decode(rest, type=str))


def _read_variation(found: Comments, event: int, rest: str, count: int) -> Comments:
    if not 0 < event <= count or not _TEXTS.fullmatch(rest):
        raise RecordError(f"event {event} has no such variation")
    texts = [msgspec.json.decode(text, type=str) for text in _TEXT.findall(rest)]
    return found.with_variation(event, tuple(read_event(text) for text in texts))


_READERS: Mapping[str, Callable[[Comments, int, str, int], Comments]] = {
    "comment": _read_text,
    "variation": _read_variation,
}


# -- records -----------------------------------------------------------------------------------------------------------


VERSION = "2"
"""Version of the format; no other one is read."""
_FIRST_LINE = f'[Carrom "{VERSION}"]'
"""The first line of every record."""
LONGEST = 32_000_000
"""Length of the longest record that is read, in characters."""

_TAGS = {
    "Event": "event",
    "Round": "round",
    "Match": "match_number",
    "Date": "date",
    "Place": "place",
    "Umpire": "umpire",
    "Rules": "ruleset",
    "Edition": "edition",
    "Extends": "extends",
    "Changes": "changes",
    "Contest": "contest",
    "Stage": "stage",
    "FirstBreak": "first_break",
    "Handicap": "handicap",
    "Start": "start",
    "Equipment": "equipment",
    "Surface": "surface",
    "SurfaceVersion": "surface_version",
    "Physics": "physics",
    "Imported": "imported",
}
_SEATS = {"South": "south", "East": "east", "North": "north", "West": "west"}
_WOODEN = "wooden"
"""Value of the surface tag for a wooden board."""
_TAG = re.compile(r'\[([A-Za-z]+) ("(?:[^"\\]|\\.)*")\]')
_NUMBERED_LINE = re.compile(r"(0|[1-9][0-9]{0,8})\. (.*)")


def write_record(game: GameHistory) -> str:
    """Return the whole history of a game as text, including undone events; equal games give equal texts."""
    return "\n".join([*write_header(game), "", *lines_from(game, 1), write_end(game), ""])


def lines_from(game: GameHistory, written: int) -> list[str]:
    """Return the lines of the events from number `written` on, each with the ruling given at the time."""
    new = game.events[written:]
    if not any(isinstance(event, Undone | Corrected | Ruled) for event in new):
        rulings = {judged.event: judged.ruling for judged in game.state.rulings}
        return [write_line(number, event, rulings.get(number)) for number, event in enumerate(new, written)]
    lines: list[str] = []
    live = GameHistory.begin(game.header, game.rules)
    for number, event in enumerate(game.events[1:], 1):
        live = live.apply(event)
        if number >= written:
            lines.append(write_line(number, event, live.ruling_on(number)))
    return lines


def write_header(game: GameHistory) -> Iterator[str]:
    """Yield the tags of a record's header, one per line."""
    header, begun = game.header, game.events[0]
    yield _tag("Carrom", VERSION)
    for tag, field in _TAGS.items():
        value = getattr(header, field)
        if field == "surface" and value is None:
            value = _WOODEN
        if value not in (None, "", ()):
            yield _tag(tag, _handicap(value) if field == "handicap" else str(value))
    for player in header.players:
        yield _tag(player.seat.value.capitalize(), f"{player.side} {player.name}")
    if begun.when is not None:
        yield _tag("Begun", str(begun.when))


def _handicap(men: tuple[int, ...]) -> str:
    """Return the number of pieces removed for each side, as `B 2`."""
    return " ".join(f"{side} {count}" for side, count in zip(LETTERS, men, strict=False) if count) or "none"


def _read_handicap(text: str, number: int) -> tuple[int, ...]:
    """Return the number of pieces removed for each of two sides; refuse anything else."""
    found = re.fullmatch(r"(?:A ([0-9]))?(?:(?:^| )B ([0-9]))?", text)
    if text == "none":
        return (0, 0)
    if found is None or not text:
        raise RecordError(f'line {number}: the tag Handicap is {cut(text)}; expected sides and numbers, as in "B 2"')
    return int(found[1] or 0), int(found[2] or 0)


def _tag(name: str, value: str) -> str:
    return f"[{name} {msgspec.json.encode(value).decode()}]"


def write_line(number: int, event: Event, ruling: Ruling | None = None) -> str:
    """Return the line of one event, with its ruling."""
    line = f"{number}. {write_event(event)}"
    return line if ruling is None else f"{line} {{{_decided(ruling)} | {_plain(ruling.why)}}}"


def _decided(ruling: Ruling) -> str:
    """Return the part of a ruling that is checked when a record is read: the turn and the clauses."""
    return f"{ruling.turn.value} | {', '.join(ruling.clauses)}"


def _plain(words: str) -> str:
    return " ".join(words.replace("{", "(").replace("}", ")").split())


def write_end(game: GameHistory) -> str:
    """Return the last line: the number of events, and the winner if the game is over."""
    result = game.result
    if result is None:
        return f"end {len(game.events) - 1} open"
    return f"end {len(game.events) - 1} {'='.join(result.winners) or 'nobody'} {'-'.join(map(str, result.score))}"


def read_record(text: str, rules: Ruleset | None = None, live: bool = False) -> GameHistory:
    """Return the game of a record. With `live`, the last line may be truncated and the end line missing.

    A byte-order mark, CRLF line ends and a missing last line end make no difference. Raises `RecordError` with the line
    number and what was expected there.
    """
    text = plain(text)
    if len(text) > LONGEST:
        raise RecordError(f"a record has at most {LONGEST} characters; this one has {len(text)}")
    if not text.strip():
        raise RecordError(f"the record is empty; expected its header, which begins with {_FIRST_LINE}")
    lines = text.split("\n")
    truncated = lines.pop()
    if is_closed(truncated) or (truncated.startswith("end ") and not live):
        lines.append(truncated)
    elif truncated and not live:
        raise RecordError(f"line {len(lines) + 1} is cut off: {cut(truncated)}; expected the whole line")
    numbered = iter(enumerate(lines, 1))
    header, when = _read_header(numbered)
    try:
        game = GameHistory.begin(header, rules, when)
    except CarromError as reason:
        raise RecordError(f"the header cannot be played: {reason}") from None
    for number, line in numbered:
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("end "):
            _check_end(game, line, number, [rest for _, rest in numbered])
            return game
        game = _read_line(game, line, number)
    if live:
        return game
    raise RecordError(f"line {len(lines) + 1}: the record ends early; expected another event or {write_end(game)!r}")


def is_closed(line: str) -> bool:
    """Return whether a line without a line end is surely complete, because its ruling is closed."""
    return " {" in line and line.endswith("}") and not line.startswith("#")


def _check_end(game: GameHistory, line: str, number: int, rest: list[str]) -> None:
    other_edition = game.header.edition != game.rules.edition and line.startswith(f"end {len(game.events) - 1} ")
    if line != write_end(game) and not other_edition:
        raise RecordError(f"line {number}: the record ends with {cut(line)}; expected {write_end(game)!r}")
    if any(after.strip() for after in rest):
        raise RecordError(f"line {number + 1}: there is text after the end line; expected none")


def _read_header(lines: Iterator[tuple[int, str]]) -> tuple[Header, int | None]:
    """Read tags up to the first empty line; return the header and start time."""
    tags: dict[str, str] = {}
    number = 1
    for number, line in lines:
        if not line.strip():
            break
        found = _TAG.fullmatch(line)
        if found is None:
            expected = _FIRST_LINE if not tags else 'a tag such as [Date "2026-11-20"], or an empty line'
            raise RecordError(f"line {number}: {cut(line)} is not expected here; expected {expected}")
        name, value = found[1], _string(found[2], number)
        if not tags and (name, value) != ("Carrom", VERSION):
            if name == "Carrom" and re.fullmatch(r"[1-9][0-9]{0,8}", value):
                newer = "; update Carrom to read it" if int(value) > int(VERSION) else ""
                raise RecordError(
                    f"line {number}: the record is of version {value} of the format, and this program reads "
                    f"version {VERSION}{newer}"
                )
            raise RecordError(f"line {number}: expected {_FIRST_LINE}, the version of the format")
        if name in tags:
            raise RecordError(f"line {number}: the tag {name} appears twice; expected it once")
        if name not in _TAGS and name not in _SEATS and name not in ("Carrom", "Begun"):
            raise RecordError(f"line {number}: no tag {name} exists; expected one of {', '.join([*_TAGS, *_SEATS])}")
        tags[name] = value
    return _header(tags, number)


def _string(quoted: str, number: int) -> str:
    try:
        return msgspec.json.decode(quoted, type=str)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise RecordError(f"line {number}: {cut(quoted)} is not a quoted text") from None


def _header(tags: dict[str, str], number: int) -> tuple[Header, int | None]:
    missing = [name for name in ("Carrom", "Rules", "Contest", "Surface") if name not in tags]
    if missing:
        raise RecordError(f"line {number}: the header ends without the tag {missing[0]}")
    fields: dict[str, object] = {field: tags[tag] for tag, field in _TAGS.items() if tag in tags}
    if fields["surface"] == _WOODEN:
        fields["surface"] = None
    if "handicap" in fields:
        fields["handicap"] = _read_handicap(tags["Handicap"], number)
    fields["players"] = [_player(name, value, number) for name, value in tags.items() if name in _SEATS]
    begun = tags.get("Begun")
    if begun is not None and not re.fullmatch(r"0|[1-9][0-9]{0,14}", begun):
        raise RecordError(f"line {number}: the tag Begun is {cut(begun)}; expected whole seconds since 1970")
    try:
        return msgspec.convert(fields, Header), None if begun is None else int(begun)
    except msgspec.ValidationError as reason:
        raise RecordError(f"line {number}: the header is not valid: {reason}") from None


def _player(tag: str, value: str, number: int) -> dict[str, object]:
    side, gap, name = value.partition(" ")
    if side not in LETTERS or not gap:
        raise RecordError(f'line {number}: the tag {tag} is {cut(value)}; expected a side and a name, as in "A Asha"')
    return msgspec.to_builtins(Player(name=name, seat=_SEATS[tag], side=side))  # type: ignore[arg-type, no-any-return]


def _read_line(game: GameHistory, line: str, number: int) -> GameHistory:
    """Parse one event, apply it, and compare its ruling with the recorded one."""
    due = len(game.events)
    found = _NUMBERED_LINE.fullmatch(line)
    if found is None or int(found[1]) != due:
        raise RecordError(f"line {number}: {cut(line)} is not expected here; expected event number {due}")
    words, opened, comment = found[2].partition(" {")
    try:
        after = game.apply(read_event(words))
    except CarromError as reason:
        raise RecordError(f"line {number}: {reason}") from None
    _check_ruling(after, after.ruling_on(due), comment if opened else None, number)
    return after


def _check_ruling(game: GameHistory, ruling: Ruling | None, comment: str | None, number: int) -> None:
    """Refuse a recorded ruling that the laws do not give, unless it was made under another edition of the rules."""
    if comment is not None and not comment.endswith("}"):
        raise RecordError(f"line {number}: the ruling is not closed; expected a brace at the end of the line")
    expected = None if ruling is None else _decided(ruling)
    given = None if comment is None else " | ".join(comment[:-1].split(" | ")[:2])
    if given != expected and game.header.edition == game.rules.edition:
        found = f"the ruling {cut(given)}" if given is not None else "no ruling"
        meant = f"{expected!r}" if expected is not None else "none"
        raise RecordError(f"line {number}: the record has {found}; by the laws of {game.rules.name} expected {meant}")
