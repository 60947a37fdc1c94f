"""In-process events about live games, published after the change was stored and broadcast."""

from dataclasses import dataclass

from carrom.tables.room import Room


@dataclass(frozen=True, slots=True)
class EventsAppended:
    """Events were appended to the game's log, by this process or another."""

    room: Room


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended with the events appended last."""

    room: Room


@dataclass(frozen=True, slots=True)
class AgreementsChanged:
    """The players have made, declined or accepted an offer: an undo, a pause, a rematch."""

    room: Room


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """A player or spectator connected or disconnected, or a seat was taken."""

    room: Room
