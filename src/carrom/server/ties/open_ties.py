"""Team matches that are open at this process, and their players who are on the score card page."""

from collections import OrderedDict

from carrom.board.seat import Seat
from carrom.server.live_games.game_events import AgreementsChanged, EventsAppended, PlayersChanged
from carrom.server.ties.table import TieTable
from carrom.tables.access import Access
from carrom.tables.room import Room


class OpenTies:
    """The open ties by id, most recently used last."""

    def __init__(self) -> None:
        """Start without ties."""
        self.tables: OrderedDict[str, TieTable] = OrderedDict()

    def game_changed(self, event: EventsAppended | AgreementsChanged | PlayersChanged) -> None:
        """Update the tie that a game belongs to, if it is open."""
        if (table := self._of(event.room)) is not None:
            table.heard(event.room)

    def _of(self, room: Room) -> TieTable | None:
        """Return the open tie that a game belongs to, or None."""
        tie = room.setting.tie
        return None if tie is None else self.tables.get(tie.tie)

    def players_nearby(self, room: Room, access: Access) -> frozenset[Seat]:
        """Return the players of a rubber who are on the score card page of its tie."""
        table = self._of(room)
        return frozenset() if table is None else table.at_the_card(access)
