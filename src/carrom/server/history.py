"""A game with the strokes in force kept as they will be shown again: a second fold over the same events."""

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.game.event import Event, Ruled, Struck, Undone
from carrom.game.game import Game
from carrom.rules.ruling import Ruling


class Shown(Value, frozen=True, kw_only=True):
    """One stroke in force."""

    event: int
    """Its number in the game's history."""
    board: int
    """The number of the board it was played in, from 1; a replayed board counts again."""
    seat: Seat
    stroke: Stroke
    before: Position
    """Without the striker."""
    rest: Position
    pocketed: tuple[Disc, ...]
    ruling: Ruling
    after: Position
    """With whatever the umpire put back."""


class History(Value, frozen=True, kw_only=True):
    """A game and its strokes in force, in order."""

    game: Game
    strokes: tuple[Shown, ...] = ()

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.game.events)

    def apply(self, event: Event) -> "History":
        """Return the history after `event`; raises what `Game.apply` raises."""
        game = self.game.apply(event)
        match event:
            case Struck():
                return History(game=game, strokes=(*self.strokes, _shown(self.game, event, game)))
            case Undone(to=to):
                kept = tuple(shown for shown in self.strokes if shown.event <= to)
                if len(kept) < len(game.strokes):
                    kept = History.fold(game.events[: to + 1]).strokes
                return History(game=game, strokes=kept)
            case Ruled():
                counted = {number for number, _ in game.numbered}
                return History(game=game, strokes=tuple(shown for shown in self.strokes if shown.event in counted))
            case _:
                return History(game=game, strokes=self.strokes)

    @classmethod
    def fold(cls, events: tuple[Event, ...]) -> "History":
        """Return the history with these events; raises what `Game.fold` raises."""
        history = cls(game=Game.fold(events[:1]))
        for event in events[1:]:
            history = history.apply(event)
        return history


def board_number(game: Game) -> int:
    """Return the number of the board being played, or of the last one until the next is racked."""
    boards = game.state.game.boards
    return len(boards) + 1 if game.state.playing is not None else max(1, len(boards))


def _shown(game: Game, event: Struck, after: Game) -> Shown:
    assert event.stroke is not None, "a simulated game keeps strokes"
    assert event.rest is not None, "a simulated game keeps rests"
    assert game.position is not None, "a stroke is played on a board"
    assert after.position is not None, "a stroke leaves a board"
    return Shown(
        event=len(game.events),
        board=board_number(game),
        seat=event.seat,
        stroke=event.stroke,
        before=game.position,
        rest=event.rest,
        pocketed=event.outcome.pocketed,
        ruling=after.rulings[-1],
        after=after.position,
    )
