"""What was typed, entry by entry: an entry is one line and the events that it made. Entries are numbered from 1."""

import re
from collections.abc import Callable, Iterator

from carrom.errors import RefusedRequest
from carrom.game import apply, opening
from carrom.game.events import Corrected, Event, Placed, Ruled
from carrom.game.game import Game
from carrom.game.notation.format_command import typed
from carrom.game.state import State
from carrom.umpire.wording import ruled, ruled_once
from carrom.values import Value, changed

Spans = tuple[tuple[int, int], ...]
"""The first and last event numbers of what one line made, for lines that made several events."""
SHOWN = 12
"""How many entries `log` shows unasked."""


class Entry(Value, frozen=True, kw_only=True):
    """A line in force: its number, what was typed in whole words, its events, and what they led to."""

    number: int
    line: str
    at: tuple[int, ...]
    """The numbers of its events; one number where a correction put several in the place of one."""
    events: tuple[Event, ...]
    rulings: tuple[str, ...]
    before: Game
    """The game as it stood before it."""

    def told_in(self, language: str) -> tuple[str, ...]:
        """Return its rulings in a language, each clause cited once."""
        numbers = self.at if len(self.at) == len(self.events) else self.at[:1] * len(self.events)
        return tuple(_told(self.before, tuple(zip(numbers, self.events, strict=True)), language, ruled_once)[1])


def entry_of(number: int, before: Game, at: tuple[int, ...], events: tuple[Event, ...]) -> Entry:
    """Return the entry of the events that a line has just made in a game."""
    lines, rulings, _ = _told(before, tuple(zip(at, events, strict=True)), "en")
    return Entry(number=number, line=_line(events, lines), at=at, events=events, rulings=tuple(rulings), before=before)


def grouped(numbers: tuple[int, ...], spans: Spans) -> tuple[tuple[int, ...], ...]:
    """Return event numbers, those of one line together."""
    first = {number: start for start, end in spans for number in range(start, end + 1)}
    groups: list[list[int]] = []
    for number in numbers:
        start = first.get(number)
        if start is not None and groups and first.get(groups[-1][0]) == start:
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(tuple(group) for group in groups)


def entries(game: Game, spans: Spans, language: str = "en") -> Iterator[Entry]:
    """Yield the entries in force, in order, by telling the game again."""
    state = opening.open_game(game.header, game.rules)
    pairs = game.numbered[1:]
    groups = grouped(tuple(dict.fromkeys(number for number, _ in pairs)), spans)
    for number, group in enumerate(groups, 1):
        before = changed(game, state=state)
        told = tuple((each, event) for each, event in pairs if each in group)
        lines, rulings, state = _told(before, told, language)
        events = tuple(event for _, event in told)
        yield Entry(
            number=number,
            line=_line(events, lines),
            at=group,
            events=events,
            rulings=tuple(rulings),
            before=before,
        )


def _told(
    before: Game, told: tuple[tuple[int, Event], ...], language: str, says: Callable[..., str] = ruled
) -> tuple[list[str], list[str], State]:
    """Return the lines and the rulings of events with their numbers, and the state after them."""
    state, lines, rulings = before.state, list[str](), list[str]()
    for number, event in told:
        here = changed(before, state=state)
        lines.append(typed(here, event))
        state = apply.apply(state, event, number)
        rulings += [says(here, judged.ruling, language) for judged in state.rulings[len(here.state.rulings) :]]
    return lines, rulings, state


def _line(events: tuple[Event, ...], lines: list[str]) -> str:
    """Return what was typed for several events: `place all`, or line after line."""
    placed = len(events) > 1 and all(isinstance(event, Placed) for event in events)
    return "place all" if placed else " / ".join(lines)


def log(game: Game, spans: Spans, words: tuple[str, ...], language: str = "en") -> tuple[str, ...]:
    """Return the last entries in words: all of them, as many as `words` asks for, or a dozen."""
    wanted = " ".join(words).casefold() or str(SHOWN)
    everything = "all".startswith(wanted)
    if not (everything or re.fullmatch("[1-9][0-9]{0,7}", wanted)):
        raise RefusedRequest(f"log {' '.join(words)} is not understood; expected log, log all or log 40")
    told = tuple(entries(game, spans, language))
    shown = told[0 if everything else -int(wanted) :]
    if not shown:
        return ("nothing has been typed so far",)
    width, digits = max(len(entry.line) for entry in shown), len(str(len(told)))
    return tuple(
        f"{entry.number:>{digits}}  {entry.line:<{width}}  {' '.join(entry.rulings)}".rstrip() for entry in shown
    )


def undone(game: Game, spans: Spans, steps: int) -> tuple[int, tuple[str, ...]]:
    """Return the event to go back to for taking back that many lines, and what they were."""
    groups = grouped(game.line[1:], spans)[-steps:]
    lines = {number: entry.line for entry in entries(game, spans) for number in entry.at}
    to = game.line[game.line.index(groups[0][0]) - 1]
    return to, tuple(_taken_back(game.events[group[0]], lines.get(group[0], "")) for group in groups)


def _taken_back(event: Event, line: str) -> str:
    """Return what is said of a line that is taken back."""
    if isinstance(event, Corrected):
        return "a correction"
    return f"`{line}`" if line else "a line that no longer counted"


def sent_back(event: Event) -> bool:
    """Whether an event had a board played again from its start."""
    return isinstance(event, Ruled) and event.back_to is not None
