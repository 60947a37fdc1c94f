"""The state that the parts of a live game share: room, access, event log, and the lock of its commands."""

import asyncio

from carrom.server.cluster.event_log import GameEventLog
from carrom.server.live_games.services import GameServices
from carrom.tables.access import Access
from carrom.tables.room import Room


class OpenGame:
    """One game, and the services it uses."""

    def __init__(self, room: Room, access: Access, log: GameEventLog, services: GameServices) -> None:
        """Store the parts; the log is known up to the room's version."""
        self.room, self.door, self.log, self.services = room, access, log, services
        self.lock = asyncio.Lock()
        """Held while a command is proposed, stored and applied."""
        self.others_think_until = 0.0
        """Until when another process computes the engine player's turn, in seconds of the event loop's clock."""

    def now(self) -> int:
        """Return the time in ms since 1970."""
        return self.services.now()

    def publish(self, event: object) -> None:
        """Publish an event of this game within the process."""
        self.services.links.dispatcher.publish(event)
