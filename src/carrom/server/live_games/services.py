"""Services that live games use: dispatcher, bus, presence, and lookups in other parts of the server."""

from collections.abc import Callable
from dataclasses import dataclass, field

from carrom.board.seat import Seat
from carrom.server.cluster.bus import Bus, InProcess
from carrom.server.cluster.presence import Presence
from carrom.server.common.dispatcher import Dispatcher
from carrom.tables.access import Access
from carrom.tables.room import Room


def _nobody(room: Room, access: Access) -> frozenset[Seat]:
    return frozenset()


@dataclass(frozen=True, kw_only=True)
class ServerLinks:
    """What connects the games of a server with its other parts; by default nothing."""

    dispatcher: Dispatcher = field(default_factory=Dispatcher)
    bus: Bus = field(default_factory=InProcess)
    fellows: Presence | None = None
    """The presence at other processes of the cluster; None: there are none."""
    charge: Callable[[str, float], None] = lambda payer, seconds: None
    """Counts seconds of computing against an address; called from any thread."""
    players_nearby: Callable[[Room, Access], frozenset[Seat]] = _nobody
    """Returns the players of a game who are shown as present although they do not follow it."""
    are_blocked: Callable[[str, frozenset[str]], bool] = lambda account, others: False
    """Returns whether an account and one of the others have blocked each other; called in a thread."""
