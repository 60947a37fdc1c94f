"""Events of a server process as a whole: the lobby has changed, the database is lost, the process stops."""

from carrom.values import Value


class LobbyChanged(Value, frozen=True):
    """Seeks or challenges have changed, at this process or another."""


class GameCreated(Value, frozen=True):
    """A game was created or joined through the HTTP API."""

    game: str


class DatabaseLost(Value, frozen=True):
    """The database answers other processes and not this one."""


class ServerStopping(Value, frozen=True):
    """The process stops in a moment and takes no new clients."""


class ConnectionsClosing(Value, frozen=True):
    """The process stops now: its connections are closed one after another over some seconds."""

    seconds: float
