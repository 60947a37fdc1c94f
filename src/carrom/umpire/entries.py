"""Entries of the umpire's sheet: one typed line and its events, numbered from 1."""

import re
from collections.abc import Callable, Iterator

from carrom.errors import RefusedRequest
from carrom.game import apply, opening
from carrom.game.events import Corrected, Event, Placed, Ruled
from carrom.game.game import GameHistory
from carrom.game.notation.format_command import typed
from carrom.game.state import State
from carrom.umpire.wording import ruled, ruled_once
from carrom.values import Value, changed

Spans = tuple[tuple[int, int], ...]
"""First and last event numbers of each line that made several events."""
SHOWN = 12
"""Default number of entries that `log` shows."""


class Entry(Value, frozen=True, kw_only=True):
    """An entry in force: its number, the typed line in full words, its events and their rulings."""

    number: int
    line: str
    at: tuple[int, ...]
    """The numbers of its events; a single number if a correction replaced one event with several."""
    events: tuple[Event, ...]
    rulings: tuple[str, ...]
    before: GameHistory
    """The game before the entry."""

    def told_in(self, language: str) -> tuple[str, ...]:
        """Return its rulings in a language, with each clause cited once."""
        numbers = self.at if len(self.at) == len(self.events) else self.at[:1] * len(self.events)
        return tuple(_told(self.before, tuple(zip(numbers, self.events, strict=True)), language, ruled_once)[1])


def entry_of(number: int, before: GameHistory, at: tuple[int, ...], events: tuple[Event, ...]) -> Entry:
    """Return the entry of the events that a line has just made in a game."""
    lines, rulings, _ = _told(before, tuple(zip(at, events, strict=True)), "en")
    return Entry(number=number, line=_line(events, lines), at=at, events=events, rulings=tuple(rulings), before=before)


def grouped(numbers: tuple[int, ...], spans: Spans) -> tuple[tuple[int, ...], ...]:
    """Return event numbers grouped by line."""
    first = {number: start for start, end in spans for number in range(start, end + 1)}
    groups: list[list[int]] = []
    for number in numbers:
        start = first.get(number)
        if start is not None and groups and first.get(groups[-1][0]) == start:
            groups[-1].append(number)
        else:
            groups.append([number])
    return tuple(tuple(group) for group in groups)


def entries(game: GameHistory, spans: Spans, language: str = "en") -> Iterator[Entry]:
    """Yield the entries in force, in order, by replaying the game."""
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
    before: GameHistory, told: tuple[tuple[int, Event], ...], language: str, says: Callable[..., str] = ruled
) -> tuple[list[str], list[str], State]:
    """Return the lines and the rulings of numbered events, and the state after them."""
    state, lines, rulings = before.state, list[str](), list[str]()
    for number, event in told:
        here = changed(before, state=state)
        lines.append(typed(here, event))
        state = apply.apply(state, event, number)
        rulings += [says(here, judged.ruling, language) for judged in state.rulings[len(here.state.rulings) :]]
    return lines, rulings, state


def _line(events: tuple[Event, ...], lines: list[str]) -> str:
    """Return the typed line for several events: `place all`, or the lines joined by slashes."""
    placed = len(events) > 1 and all(isinstance(event, Placed) for event in events)
    return "place all" if placed else " / ".join(lines)


def log(game: GameHistory, spans: Spans, words: tuple[str, ...], language: str = "en") -> tuple[str, ...]:
    """Return the last entries in words: all of them, as many as `words` requests, or a dozen."""
    wanted = " ".join(words).casefold() or str(SHOWN)
    everything = "all".startswith(wanted)
    if not (everything or re.fullmatch("[1-9][0-9]{0,7}", wanted)):
        raise RefusedRequest(f"log {' '.join(words)} is not understood; expected log, log all or log 40")
    told = tuple(entries(game, spans, language))
    shown = told[0 if everything else -int(wanted) :]
    if not shown:
        return ("nothing has been typed yet",)
    width, digits = max(len(entry.line) for entry in shown), len(str(len(told)))
    return tuple(
        f"{entry.number:>{digits}}  {entry.line:<{width}}  {' '.join(entry.rulings)}".rstrip() for entry in shown
    )


def undone(game: GameHistory, spans: Spans, steps: int) -> tuple[int, tuple[str, ...]]:
    """Return the event to go back to in order to undo that many lines, and the undone lines."""
    groups = grouped(game.line[1:], spans)[-steps:]
    lines = {number: entry.line for entry in entries(game, spans) for number in entry.at}
    to = game.line[game.line.index(groups[0][0]) - 1]
    return to, tuple(_taken_back(game.events[group[0]], lines.get(group[0], "")) for group in groups)


def _taken_back(event: Event, line: str) -> str:
    """Describe an undone line."""
    if isinstance(event, Corrected):
        return "a correction"
    return f"`{line}`" if line else "a line that no longer counted"


def sent_back(event: Event) -> bool:
    """Return whether an event had a board played again from its start."""
    return isinstance(event, Ruled) and event.back_to is not None
