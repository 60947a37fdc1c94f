"""Event sourcing of a game: `GameHistory.begin(header)`, then `game.apply(event)` for each event.

An event that is not expected raises `RefusedRequest` and leaves the game unchanged. Undo is an event too: the history
is append-only, and `line` lists the events in force.
"""

from collections.abc import Iterable
from functools import cached_property

from carrom.board.position import Position
from carrom.errors import RefusedRequest, plural
from carrom.game import apply as reducer
from carrom.game import check, progress
from carrom.game.effective_events import Numbered, check_correction, check_sent_back, corrected, in_force, replayed
from carrom.game.events import Corrected, Event, GameBegun, Header, Ruled, Struck, Undone, rulebook
from carrom.game.expected import Expectation
from carrom.game.progress import ContestResult
from carrom.game.state import State
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed, grown


class GameHistory(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """A board, game or match with its whole history."""

    events: tuple[Event, ...]
    """All events in order, including undone ones."""
    line: tuple[int, ...]
    """Numbers of the events that were not undone; the corrections and rulings among them may replace others."""
    state: State

    def __repr__(self) -> str:
        header = self.header
        contest = f"{header.ruleset}, {plural(len(header.players), 'player')}, {header.contest}"
        return f"<GameHistory of {contest}: {len(self.events)} events>"

    @classmethod
    def begin(cls, header: Header, rules: Ruleset | None = None, when: int | None = None) -> "GameHistory":
        """Return a new game for this header; `rules` is needed for a custom rule set only.

        Raises `RefusedRequest` for a header that cannot be played and `RulesError` for an unknown rule set.
        """
        book = rules if rules is not None else rulebook(header)
        state = reducer.open_game(header, book)
        return cls(events=(GameBegun(header=state.header, when=when),), line=(0,), state=state)

    @classmethod
    def fold(cls, events: Iterable[Event], rules: Ruleset | None = None) -> "GameHistory":
        """Return the game with this history. Raises `RefusedRequest` at the first event that is not allowed."""
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, GameBegun):
            raise RefusedRequest("a game's history begins with its header; expected the event 'begun'")
        game = cls.begin(first.header, rules, first.when)
        for event in rest:
            game = game.apply(event)
        return game

    def apply(self, event: Event) -> "GameHistory":
        """Return the game after `event`. Raises `RefusedRequest` if it is not allowed."""
        if isinstance(event, Undone):
            return self._undo(event)
        if isinstance(event, Corrected) or (isinstance(event, Ruled) and event.back_to is not None):
            return self._rewrite(event)
        number = len(self.events)
        state = reducer.apply(self.state, event, number)
        return GameHistory(events=grown(self.events, event), line=(*self.line, number), state=state)

    def _undo(self, event: Undone) -> "GameHistory":
        if event.to not in self.line[:-1]:
            if len(self.line) < 2:
                raise RefusedRequest(f"cannot go back to event {event.to}: nothing has been done yet")
            raise RefusedRequest(f"cannot go back to event {event.to}; expected {_numbers(self.line[:-1])}")
        line = self.line[: self.line.index(event.to) + 1]
        state = replayed(self.header, self.rules, in_force(self.events, line))
        return GameHistory(events=grown(self.events, event), line=line, state=state)

    def _rewrite(self, event: Corrected | Ruled) -> "GameHistory":
        """Return the game replayed with an event corrected, or without a board that a ruling sent back."""
        events, line = grown(self.events, event), (*self.line, len(self.events))
        if isinstance(event, Corrected):
            check_correction(self.header, self.numbered, event)
            state = corrected(self.header, self.rules, in_force(events, line), event)
        else:
            check_sent_back(self.numbered, event)
            state = replayed(self.header, self.rules, in_force(events, line))
        return GameHistory(events=events, line=line, state=state)

    @property
    def header(self) -> Header:
        """The players, the rule set and the settings of the game."""
        return self.state.header

    def with_header(self, header: Header) -> "GameHistory":
        """Return the same game with another header that differs in names or marks only."""
        first = self.events[0]
        assert isinstance(first, GameBegun), "a game begins with its header"
        events = (changed(first, header=header), *self.events[1:])
        return changed(self, events=events, state=changed(self.state, header=header))

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return self.state.rules

    @property
    def round(self) -> Round | None:
        """The current board (dues, queen, turn, phase), or the last one until the next begins."""
        return self.state.round

    @property
    def position(self) -> Position | None:
        """The positions of the discs; None on a wooden board and before the first rack."""
        return self.state.position

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        """What may happen next, each with the player who may do it; empty when the game is over.

        An umpire's call, a concession and an undo are possible too, and so is a pass when a stroke is due.
        Computed once for each game value, when it is first asked for.
        """
        return check.expected(self.state)

    @property
    def result(self) -> ContestResult | None:
        """How the contest ended, or None while it is in progress."""
        return progress.result(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the contest is decided."""
        return self.result is not None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings in force, in order; `state.rulings` has the number of each one's event."""
        return tuple(ruled.ruling for ruled in self.state.rulings)

    def ruling_on(self, number: int) -> Ruling | None:
        """Return the ruling on the last event, if that event has this number."""
        last = self.state.rulings[-1] if self.state.rulings else None
        return last.ruling if last is not None and last.event == number else None

    @property
    def numbered(self) -> Numbered:
        """The events in force with their numbers, the header first; corrections are applied and not listed."""
        return in_force(self.events, self.line)

    @property
    def in_force(self) -> tuple[Event, ...]:
        """The events in force, the header first."""
        return tuple(event for _, event in self.numbered)

    @property
    def strokes(self) -> tuple[Struck, ...]:
        """The strokes in force, in order."""
        return tuple(event for event in self.in_force if isinstance(event, Struck))

    @property
    def score(self) -> tuple[int, ...]:
        """Points of each side in the current game from finished boards, or boards won in formats that count boards."""
        if progress.is_points_game(self.state):
            return progress.points_standing(self.state)
        return progress.game_score(self.state).totals

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games won by each side of a match."""
        return (
            (0,) * len(self.state.sides)
            if progress.is_points_game(self.state)
            else progress.match_score(self.state).score
        )

    def undo(self) -> Undone:
        """Return the event that undoes the last act. Raises `RefusedRequest` if there is none."""
        if len(self.line) < 2:
            raise RefusedRequest("there is nothing to take back")
        return Undone(to=self.line[-2])


def _numbers(line: tuple[int, ...]) -> str:
    """Return the valid targets of an undo, in words."""
    if len(line) == 1:
        return str(line[0])
    return f"0 to {line[-1]}" if line == tuple(range(len(line))) else f"one of {', '.join(map(str, line))}"
