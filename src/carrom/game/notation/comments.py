"""Comments and variations of a record, as comment lines below the events, which every reader of records skips.

    # comment 0 "The final of the Autumn Open"
    7. south x0.vx100000.vy4000000 fell=W4 … {continue | Law 48 | One white: …}
    # comment 7 "A brave cut"
    # variation 7 "south x0.vx0.vy2000000 touched=B1 …" "north x9000.vx0.vy3000000 …"

The number is that of the event above; 0 is the game. A variation is what could have happened instead of that event.
"""

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from carrom.errors import CarromError, RecordError
from carrom.game.events import Event
from carrom.game.notation.event_lines import read_event, write_event
from carrom.game.notation.record_tokens import cut
from carrom.values import Value, changed

LONGEST = 4000
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
        if not isinstance(text, str) or len(text) > LONGEST:
            raise RecordError(f"a comment has at most {LONGEST} characters; this one is {cut(str(text))}")
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
