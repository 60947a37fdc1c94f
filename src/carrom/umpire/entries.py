"""What was typed, entry by entry: an entry is one line and the events that it made. Entries are numbered from 1."""

import re
from collections.abc import Iterator

from carrom.data import Value, changed
from carrom.errors import CarromError, RefusedRequest
from carrom.game.event import Event, Placed, Undone
from carrom.game.game import Game
from carrom.game.spoken import events_of
from carrom.game.typed import typed
from carrom.umpire.words import ruled, scores

Spans = tuple[tuple[int, int], ...]
"""The first and last event numbers of what one line made, for lines that made several events."""
SHOWN = 12
"""How many entries `log` shows unasked."""


class Entry(Value, frozen=True, kw_only=True):
    """A line in force: its number, what was typed in whole words, its events and what they led to."""

    number: int
    line: str
    events: tuple[Event, ...]
    rulings: tuple[str, ...]


class Correction(Value, frozen=True, kw_only=True):
    """A corrected game, its spans, and what the correction changed in words."""

    game: Game
    spans: Spans
    words: tuple[str, ...]


def grouped(game: Game, spans: Spans) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the events in force, those of one line together."""
    first = {number: start for start, end in spans for number in range(start, end + 1)}
    groups: list[list[int]] = []
    for number in game.line[1:]:
        start = first.get(number)
        if start is not None and groups and first.get(groups[-1][0]) == start:
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(tuple(group) for group in groups)


def entries(game: Game, spans: Spans) -> Iterator[Entry]:
    """Yield the entries in force, in order, by playing them again."""
    live = Game.begin(game.header, game.rules, game.events[0].when)
    for number, group in enumerate(grouped(game, spans), 1):
        events = tuple(game.events[each] for each in group)
        entry, live = _entry(live, number, events)
        yield entry


def _entry(live: Game, number: int, events: tuple[Event, ...]) -> tuple[Entry, Game]:
    line = "place all" if len(events) > 1 and isinstance(events[0], Placed) else typed(live, events[0])
    rulings: list[str] = []
    for event in events:
        before, live = live, live.apply(event)
        rulings += [ruled(before, each.ruling) for each in live.state.rulings[len(before.state.rulings) :]]
    return Entry(number=number, line=line, events=events, rulings=tuple(rulings)), live


def log(game: Game, spans: Spans, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the last entries in words: all of them, as many as `words` asks for, or a dozen."""
    most = len(grouped(game, spans))
    wanted = words[0].casefold() if words else str(SHOWN)
    everything = "all".startswith(wanted)
    if len(words) > 1 or not (everything or re.fullmatch("[1-9][0-9]{0,7}", wanted)):
        raise RefusedRequest(f"log {' '.join(words)} is not understood; expected log, log all or log 40")
    shown = tuple(entries(game, spans))[0 if everything else -int(wanted) :]
    if not shown:
        return ("nothing has been typed so far",)
    width = max(len(entry.line) for entry in shown)
    return tuple(
        f"{entry.number:>{len(str(most))}}  {entry.line:<{width}}  {' '.join(entry.rulings)}".rstrip()
        for entry in shown
    )


def correct(game: Game, spans: Spans, words: tuple[str, ...], when: int | None) -> Correction:
    """Return the game in which an entry was something else, and everything after it as it was typed.

    The history keeps both. Raises `RefusedRequest`, changing nothing, where what was typed later could not follow.
    """
    groups = grouped(game, spans)
    first, last = _asked(words, len(groups))
    lines = [part.strip() for part in " ".join(words[1:]).split("/")]
    old = tuple(entries(game, spans))
    start = game.line[game.line.index(groups[first - 1][0]) - 1]
    live, made = game.apply(Undone(to=start, when=when)), list(spans)
    dated = old[first - 1].events[0].when
    for line in [] if lines == ["nothing"] else lines:
        live = _typed_on(live, made, line, dated if dated is not None else when)
    for entry in old[last:]:
        live = _follows(live, made, entry, (first, len(old)))
    new = tuple(entries(live, tuple(made)))
    return Correction(game=live, spans=tuple(made), words=_changes(game, old, live, new, (first, last)))


def _asked(words: tuple[str, ...], most: int) -> tuple[int, int]:
    """Return the first and last entry that are to be corrected."""
    first, _, last = (words[0] if words else "").partition("-")
    numbers = [each for each in (first, last or first) if each.isascii() and each.isdecimal() and len(each) < 9]
    if len(words) < 2 or len(numbers) < 2 or not 1 <= int(numbers[0]) <= int(numbers[1]) <= most:
        shown = " ".join(words) or "nothing"
        raise RefusedRequest(
            f"correct {shown} is not understood; expected an entry from 1 to {most} and what it was, as in "
            "`correct 12 w1 b1` (`log` shows the numbers)"
            if most
            else "there is nothing to correct"
        )
    return int(numbers[0]), int(numbers[1])


def _typed_on(live: Game, made: list[tuple[int, int]], line: str, when: int | None) -> Game:
    """Return the game after one more line, and note what its events are if they are several."""
    number = len(live.events)
    for event in events_of(live, line):
        live = live.apply(event if when is None else changed(event, when=when))
    if len(live.events) > number + 1:
        made.append((number, len(live.events) - 1))
    return live


def _follows(live: Game, made: list[tuple[int, int]], entry: Entry, asked: tuple[int, int]) -> Game:
    """Return the game after an entry typed again; refuse it where it could not follow, or would be another player's.

    `asked` is the first entry that is corrected, and how many there are.
    """
    before, (first, most) = live, asked
    try:
        live = _typed_on(live, made, entry.line, entry.events[0].when)
        for was, now in zip(entry.events, live.events[len(before.events) :], strict=False):
            if _who(was) != _who(now):
                raise RefusedRequest(f"it was {_who(was)} then, and would be {_who(now)} now")
    except CarromError as reason:
        raise RefusedRequest(
            f"entry {entry.number}, `{entry.line}`, could not follow: {reason}; nothing is changed "
            f"(`correct {first}-{entry.number}` with all their lines, a `/` between them, "
            f"or `undo {most - first + 1}` and type on)"
        ) from None
    return live


def _who(event: Event) -> str:
    """Return who acts in an event: a seat, a side, or nobody."""
    for field in ("seat", "breaker", "by", "side", "won_by"):
        if getattr(event, field, None) is not None:
            return str(getattr(event, field))
    return "nobody"


def _changes(
    game: Game, old: tuple[Entry, ...], live: Game, new: tuple[Entry, ...], asked: tuple[int, int]
) -> tuple[str, ...]:
    """Return what a correction changed: the lines, the rulings, the score."""
    first, last = asked
    grown = len(new) - len(old)
    was = ", ".join(f"`{entry.line}`" for entry in old[first - 1 : last])
    now = ", ".join(f"`{entry.line}`" for entry in new[first - 1 : last + grown]) or "nothing"
    which = f"Entry {first} was" if first == last else f"Entries {first} to {last} were"
    words = [f"{which} {was}, now {now}."]
    words += _rulings(first, old[first - 1 : last], new[first - 1 : last + grown])
    for before, after in zip(old[last:], new[last + grown :], strict=True):
        words += _rulings(after.number, (before,), (after,))
    was_score, score = scores(game), scores(live)
    words.append(f"Score: {score}, as before." if score == was_score else f"Score: {score}; before, {was_score}.")
    return tuple(words)


def _rulings(number: int, old: tuple[Entry, ...], new: tuple[Entry, ...]) -> list[str]:
    was = " ".join(text for entry in old for text in entry.rulings) or "no ruling"
    now = " ".join(text for entry in new for text in entry.rulings) or "no ruling"
    return [] if was == now else [f"  {number} before: {was}", f"  {number} now: {now}"]
