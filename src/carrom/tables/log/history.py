"""The event history of a game with its strokes in force, computed as a second fold over the same events.

Events, rulings and rows are compressed sequences: old values are compressed, and decoded on access.
"""

from typing import Any, cast

import msgspec

from carrom.board.seat import Seat
from carrom.game.events import Conceded, Demanded, Event, Passed, Placed, RoundBegun, Ruled, Struck, Undone, Waived
from carrom.game.game import GameHistory
from carrom.tables.log.compressed_sequence import RULINGS, CompressedSequence, Typed
from carrom.tables.seats import sitter_at, sitters_of
from carrom.tables.views.animation import past_of
from carrom.tables.views.shown_stroke import HistoryRow, ShownStroke
from carrom.values import Value, changed


class Deed(Value, frozen=True):
    """An action of a player: the number of its event, and the player's seat at the start of the game."""

    event: int
    sitter: Seat


EVENTS, JUDGED = (3, Typed[Event](Event)), (3, RULINGS)
LINES, DEEDS = (3, Typed[HistoryRow](HistoryRow)), (16, Typed[Deed](Deed))
"""For each sequence, the number of groups in a full block and the encoding."""


class History(Value, frozen=True, kw_only=True):
    """A game, its strokes in force in order, and the actions of its players."""

    game: GameHistory
    strokes: CompressedSequence[HistoryRow] = CompressedSequence[HistoryRow](*LINES)
    shown: ShownStroke | None = None
    """The last stroke as shown to clients, if it has just been played."""
    deeds: CompressedSequence[Deed] = CompressedSequence[Deed](*DEEDS)
    """Actions of players in force, in order. Tosses are left out, because they cannot be undone."""
    moved: int = 0
    """Number of the last event in which players changed seats; 0 if there is none."""
    racked: int = 0
    """Number of the last event in force that began a board; 0 if there is none."""
    demanded: tuple[tuple[int, int], ...] = ()
    """The extra points demanded, each with the number of its event."""

    @property
    def version(self) -> int:
        """Number of events."""
        return len(self.game.events)

    @property
    def changed_seats(self) -> bool:
        """Return whether the players have changed seats since the last stroke."""
        return self.moved > (self.strokes[-1].event if self.strokes else 0)

    def apply(self, event: Event) -> "History":
        """Return the history after `event`. Raises the errors of `GameHistory.apply`."""
        game, number = _packed(self.game.apply(event)), len(self.game.events)
        moved = number if game.state.seating != self.game.state.seating else self.moved
        strokes, shown, racked, demanded = self.strokes, self.shown, self.racked, self.demanded
        match event:
            case Struck():
                shown = _shown(self.game, event, game)
                row = msgspec.json.encode(past_of(shown, len(strokes) + 1))
                strokes = strokes + (HistoryRow(number, row),)  # noqa: RUF005 (`+` of the sequence compresses old values)
            case RoundBegun():
                racked = number
            case Demanded(points=points):
                demanded = (*demanded, (number, points))
            case Undone(to=to):
                return self._undone(game, to, moved)
            case Ruled(back_to=int()):
                counted = {number for number, _ in game.numbered}
                strokes, shown = strokes.first(sum(line.event in counted for line in strokes)), None
        return History(
            game=game,
            strokes=strokes,
            shown=shown,
            deeds=self.deeds + _deed(self.game, event),
            moved=moved,
            racked=racked,
            demanded=demanded,
        )

    def _undone(self, game: GameHistory, to: int, moved: int) -> "History":
        """Return the history after the game was undone to event `to`."""
        strokes = self.strokes.first(sum(line.event <= to for line in self.strokes))
        if len(strokes) < len(game.strokes):
            return _again(game, to)
        line, events = set(game.line), tuple(game.events)
        racked = max((number for number in game.line if isinstance(events[number], RoundBegun)), default=0)
        deeds = CompressedSequence.of(tuple(deed for deed in self.deeds if deed.event in line), *DEEDS)
        return History(game=game, strokes=strokes, deeds=deeds, moved=moved, racked=racked, demanded=self.demanded)

    @classmethod
    def fold(cls, events: tuple[Event, ...]) -> "History":
        """Return the history of these events. Raises the errors of `GameHistory.fold`."""
        history = cls(game=_packed(GameHistory.fold(events[:1])))
        for event in events[1:]:
            history = history.apply(event)
        return history


def board_number(game: GameHistory) -> int:
    """Return the number of the current board, or of the last one until the next is racked."""
    boards = game.state.game.boards
    return len(boards) + 1 if game.state.playing is not None else max(1, len(boards))


def _again(game: GameHistory, to: int) -> History:
    """Return the history of a game undone to before strokes that were removed earlier, by replaying its events."""
    before = History.fold(game.events[: to + 1])
    return changed(before, game=game, shown=None)


def _packed(game: GameHistory) -> GameHistory:
    """Return the game with its old events and rulings compressed; it is used as before."""
    if isinstance(game.events, CompressedSequence) and isinstance(game.state.rulings, CompressedSequence):
        return game
    events, rulings = CompressedSequence.of(game.events, *EVENTS), CompressedSequence.of(game.state.rulings, *JUDGED)
    state = changed(game.state, rulings=cast(tuple[Any, ...], rulings))
    return changed(game, events=cast(tuple[Any, ...], events), state=state)


def _deed(game: GameHistory, event: Event) -> tuple[Deed, ...]:
    """Return the player's action in an event, or nothing."""
    match event:
        case Struck(seat=seat) | Placed(seat=seat) | Waived(seat=seat) | Passed(seat=seat) | Demanded(seat=seat):
            sitter = sitter_at(game, seat)
        case Conceded(side=side):
            sitter = sitters_of(game, side)[0]
        case _:
            return ()
    return () if sitter is None else (Deed(len(game.events), sitter),)


def _shown(game: GameHistory, event: Struck, after: GameHistory) -> ShownStroke:
    assert event.stroke is not None, "a simulated game has strokes"
    assert event.rest is not None, "a simulated game has resting positions"
    assert game.position is not None, "a stroke is played on a board"
    assert after.position is not None, "a stroke leaves a board"
    return ShownStroke(
        event=len(game.events),
        board=board_number(game),
        seat=event.seat,
        stroke=event.stroke,
        before=event.rack or game.position,
        rest=event.rest,
        pocketed=event.outcome.pocketed,
        ruling=after.state.rulings[-1].ruling,
        after=after.position,
    )
