"""Event sourcing of a game: `Game.begin(header)`, then `game.apply(event)` for every event.

A game refuses (`RefusedRequest`) what it does not expect, in one sentence, and is then what it was before. Undoing is
an event too: the history keeps everything, and `line` says which of it is in force.
"""

from collections.abc import Iterable
from functools import cached_property

from carrom.board.position import Position
from carrom.errors import RefusedRequest
from carrom.game import apply as acts
from carrom.game import opening
from carrom.game.events import Corrected, Event, GameBegun, Header, Ruled, Struck, Undone
from carrom.game.expected import check
from carrom.game.expected.expectations import Expectation
from carrom.game.officials.effective_events import (
    Numbered,
    check_correction,
    check_sent_back,
    corrected,
    in_force,
    told_again,
)
from carrom.game.rulebook import rulebook
from carrom.game.scoring import progress
from carrom.game.scoring.progress import Result
from carrom.game.state import State
from carrom.rules.round import Round
from carrom.rules.ruleset import Ruleset
from carrom.rules.ruling import Ruling
from carrom.values import Value, changed, grown


class Game(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """A game (a board, a game or a match) with its whole history."""

    events: tuple[Event, ...]
    """Everything that happened, in order, undone events included."""
    line: tuple[int, ...]
    """The numbers of the events that were not undone; corrections and rulings among them say what of it counts."""
    state: State

    def __repr__(self) -> str:
        header = self.header
        contest = f"{header.ruleset}, {len(header.players)} players, {header.contest}"
        return f"<Fold of {contest}: {len(self.events)} events>"

    @classmethod
    def begin(cls, header: Header, rules: Ruleset | None = None, when: int | None = None) -> "Game":
        """Return the game that this header opens; `rules` only for a custom rule set.

        Raises `RefusedRequest` for a header that cannot be played and `RulesError` for an unknown rule set.
        """
        book = rules if rules is not None else rulebook(header)
        state = opening.open_game(header, book)
        return cls(events=(GameBegun(header=state.header, when=when),), line=(0,), state=state)

    @classmethod
    def fold(cls, events: Iterable[Event], rules: Ruleset | None = None) -> "Game":
        """Return the game with this history. Raises `RefusedRequest` at the first event that cannot follow."""
        rest = iter(events)
        first = next(rest, None)
        if not isinstance(first, GameBegun):
            raise RefusedRequest("a game's history begins with its header; expected the event 'begun'")
        game = cls.begin(first.header, rules, first.when)
        for event in rest:
            game = game.apply(event)
        return game

    def apply(self, event: Event) -> "Game":
        """Return the game after `event`. Raises `RefusedRequest`, and this game stays what it is."""
        if isinstance(event, Undone):
            return self._undo(event)
        if isinstance(event, Corrected) or (isinstance(event, Ruled) and event.back_to is not None):
            return self._rewrite(event)
        number = len(self.events)
        state = acts.apply(self.state, event, number)
        return Game(events=grown(self.events, event), line=(*self.line, number), state=state)

    def _undo(self, event: Undone) -> "Game":
        if event.to not in self.line[:-1]:
            if len(self.line) < 2:
                raise RefusedRequest(f"cannot go back to event {event.to}: nothing has been done yet")
            raise RefusedRequest(f"cannot go back to event {event.to}; expected {_numbers(self.line[:-1])}")
        line = self.line[: self.line.index(event.to) + 1]
        state = told_again(self.header, self.rules, in_force(self.events, line))
        return Game(events=grown(self.events, event), line=line, state=state)

    def _rewrite(self, event: Corrected | Ruled) -> "Game":
        """Return the game told again with an event replaced, or without a board sent back to its start."""
        events, line = grown(self.events, event), (*self.line, len(self.events))
        if isinstance(event, Corrected):
            check_correction(self.header, self.numbered, event)
            state = corrected(self.header, self.rules, in_force(events, line), event)
        else:
            check_sent_back(self.numbered, event)
            state = told_again(self.header, self.rules, in_force(events, line))
        return Game(events=events, line=line, state=state)

    @property
    def header(self) -> Header:
        """Who plays what under which rules."""
        return self.state.header

    def with_header(self, header: Header) -> "Game":
        """Return the same game with another header, one that differs in names alone."""
        first = self.events[0]
        assert isinstance(first, GameBegun), "a game begins with its header"
        events = (changed(first, header=header), *self.events[1:])
        return changed(self, events=events, state=changed(self.state, header=header))

    @property
    def rules(self) -> Ruleset:
        """The rule book."""
        return self.state.rules

    @property
    def round(self) -> Round | None:
        """The board being played (dues, queen, turn, phase), or the last one until the next begins."""
        return self.state.round

    @property
    def position(self) -> Position | None:
        """Where the men lie; None on a wooden board and before the first rack."""
        return self.state.position

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        """What may happen next, each with who may do it; empty when the game is over.

        A call by the umpire, a concession and an undo are possible besides, and so is a pass where a stroke is due.
        Computed once for each game value, when it is first asked for.
        """
        return check.expected(self.state)

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        return progress.result(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the contest is decided."""
        return self.result is not None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings in force, in order; `state.rulings` has the number of the event of each."""
        return tuple(ruled.ruling for ruled in self.state.rulings)

    def ruling_on(self, number: int) -> Ruling | None:
        """Return the ruling that the last event led to, if that is event `number`."""
        last = self.state.rulings[-1] if self.state.rulings else None
        return last.ruling if last is not None and last.event == number else None

    @property
    def numbered(self) -> Numbered:
        """The events in force with their numbers, the header's first; corrections are made, and not among them."""
        return in_force(self.events, self.line)

    @property
    def in_force(self) -> tuple[Event, ...]:
        """The events in force, the header's first."""
        return tuple(event for _, event in self.numbered)

    @property
    def strokes(self) -> tuple[Struck, ...]:
        """The strokes in force, in order."""
        return tuple(event for event in self.in_force if isinstance(event, Struck))

    @property
    def score(self) -> tuple[int, ...]:
        """Points of each side in the running game, finished boards only; boards won where those count."""
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
        """Return the event that takes the last act back. Raises `RefusedRequest` where there is none."""
        if len(self.line) < 2:
            raise RefusedRequest("there is nothing to take back")
        return Undone(to=self.line[-2])


def _numbers(line: tuple[int, ...]) -> str:
    """Return the numbers of events one may go back to, in words."""
    if len(line) == 1:
        return str(line[0])
    return f"0 to {line[-1]}" if line == tuple(range(len(line))) else f"one of {', '.join(map(str, line))}"
