"""Events of live games, published by the dispatcher after they were stored and broadcast."""

from dataclasses import dataclass

from carrom.tables.room import Room


@dataclass(frozen=True, slots=True)
class EventsAppended:
    """Events were appended to the game's log, by this process or another."""

    room: Room


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over with the events that were appended last."""

    room: Room


@dataclass(frozen=True, slots=True)
class AgreementsChanged:
    """The players have offered, declined or agreed on something: an undo, a pause, a rematch."""

    room: Room


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """A player or spectator came or left, or a seat was taken."""

    room: Room
