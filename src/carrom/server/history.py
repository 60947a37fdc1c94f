"""A game with the strokes in force kept as they will be shown again: a second fold over the same events."""

from carrom.board.disc import Disc
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.game.event import Conceded, Demanded, Event, Passed, Placed, Ruled, Struck, Undone, Waived
from carrom.game.game import Game
from carrom.rules.ruling import Ruling
from carrom.server.places import sitter_at, sitters_of


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


class Deed(Value, frozen=True):
    """An act of a player: the number of its event, and who it was, by his seat at the beginning."""

    event: int
    sitter: Seat


class History(Value, frozen=True, kw_only=True):
    """A game, its strokes in force in order, and who did what."""

    game: Game
    strokes: tuple[Shown, ...] = ()
    deeds: tuple[Deed, ...] = ()
    """Acts of players in force, in order; tosses and their choices are not among them: chance is not asked twice."""
    moved: int = 0
    """The number of the last event with which players changed their seats; 0: none did."""

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.game.events)

    @property
    def changed_seats(self) -> bool:
        """Whether the players have changed their seats and nobody has struck since."""
        return self.moved > (self.strokes[-1].event if self.strokes else 0)

    def apply(self, event: Event) -> "History":
        """Return the history after `event`; raises what `Game.apply` raises."""
        game, number = self.game.apply(event), len(self.game.events)
        moved = number if game.state.seating != self.game.state.seating else self.moved
        match event:
            case Struck():
                strokes = (*self.strokes, _shown(self.game, event, game))
            case Undone(to=to):
                strokes = tuple(shown for shown in self.strokes if shown.event <= to)
                if len(strokes) < len(game.strokes):
                    return _again(game, to)
                line = set(game.line)
                deeds = tuple(deed for deed in self.deeds if deed.event in line)
                return History(game=game, strokes=strokes, deeds=deeds, moved=moved)
            case Ruled():
                counted = {number for number, _ in game.numbered}
                strokes = tuple(shown for shown in self.strokes if shown.event in counted)
            case _:
                strokes = self.strokes
        return History(game=game, strokes=strokes, deeds=(*self.deeds, *_deed(self.game, event)), moved=moved)

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


def _again(game: Game, to: int) -> History:
    """Return the history of a game that went back behind strokes sent back before: told again up to there."""
    before = History.fold(game.events[: to + 1])
    return History(game=game, strokes=before.strokes, deeds=before.deeds, moved=before.moved)


def _deed(game: Game, event: Event) -> tuple[Deed, ...]:
    """Return who did this, if a player did."""
    match event:
        case Struck(seat=seat) | Placed(seat=seat) | Waived(seat=seat) | Passed(seat=seat) | Demanded(seat=seat):
            sitter = sitter_at(game, seat)
        case Conceded(side=side):
            sitter = sitters_of(game, side)[0]
        case _:
            return ()
    return () if sitter is None else (Deed(len(game.events), sitter),)


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
        before=event.rack or game.position,
        rest=event.rest,
        pocketed=event.outcome.pocketed,
        ruling=after.rulings[-1],
        after=after.position,
    )
