"""The audience of a live game: players and spectators, and what is sent to them."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.live_games.aim_throttle import AimThrottle
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.game_events import PlayersChanged
from carrom.server.live_games.subscribers import Follower, Subscribers
from carrom.server.live_games.turn_timer import TurnTimer
from carrom.tables.access import Access
from carrom.tables.errors import CommandRefused
from carrom.tables.room import Room

Refusal = protocol.Refusal


class Audience(ABC):
    """A room, its door, and who follows what happens there."""

    def __init__(
        self,
        room: Room,
        door: Access,
        log: GameEventLog,
        now: Callable[[], int],
        dispatcher: Dispatcher,
        near: Callable[[], frozenset[Seat]],
    ) -> None:
        """Begin without subscribers; `near` returns the players who are shown as present besides."""
        self.room, self.door, self.log = room, door, log
        self._now, self._dispatcher, self._near = now, dispatcher, near
        self._followers, self._relay = Subscribers(), AimThrottle()
        self._watch = TurnTimer(room, now, self._time_is_up, log.fellows.fair_since)
        self._partings: dict[Follower, Callable[[], None]] = {}
        self._told_here: tuple[frozenset[Seat], int] = frozenset(), 0
        self.is_kept = False
        """Whether the tie that the game is of is followed here, so that what happens is to be known."""
        self.parted = False
        """Whether another version of this program has gone on with the game, so that it cannot stay here."""

    @abstractmethod
    def wake(self) -> None:
        """Let a program think if the game waits for one; look at the clock."""

    @abstractmethod
    async def _time_is_up(self, version: int, away: Seat | None) -> None:
        """Let follow what the law says, unless something else has happened since `version`."""

    @property
    def waits(self) -> bool:
        """Whether a seat is open."""
        return bool(self.room.setting.open_seats)

    @property
    def here(self) -> frozenset[Seat]:
        """The players who are connected, at this process or another, by their seats at the beginning."""
        return self._followers.here | frozenset(map(Seat, self.log.elsewhere().seats))

    def follow(
        self,
        follower: Follower,
        seen: int | None,
        yours: frozenset[Seat] = frozenset(),
        part: Callable[[], None] | None = None,
        recalled: Recalled | None = None,
    ) -> None:
        """Send what came after version `seen` (or a snapshot), and every event from now on.

        `part` is called if the game cannot stay at this process; `recalled` is what came after `seen` up to another
        version, where it was read from the log.
        """
        self._followers.add(follower, yours)
        if part is not None:
            self._partings[follower] = part
        missed = self.room.missed(seen)
        if missed is None and recalled is not None and (rest := self.room.missed(recalled[0])) is not None:
            missed = (*recalled[1], *rest)
        if missed is None:
            follower(self.snapshot())
        else:
            for text in (*missed, *map(protocol.encode, self.room.accord.on_the_table), self._clock()):
                follower(text)
        self.tell_seats(follower)
        self.wake()

    def leave(self, follower: Follower) -> None:
        """Send nothing more."""
        self._partings.pop(follower, None)
        if self._followers.drop(follower):
            self.tell_seats()

    def tell_seats(self, newcomer: Follower | None = None) -> None:
        """Tell everybody who sits at the table and who is here; if that is as it was, only who has just come."""
        here = self._followers.here, self._followers.watchers
        if here != self._told_here:
            self._told_here = here
            self.log.tell_here(frozenset(here[0]), here[1])
        self._watch.wind(self.here, bool(self._followers.here))
        self._followers.tell_seats(self.room, self._seen(), newcomer, self.log.elsewhere().watchers)
        self._dispatcher.publish(PlayersChanged(self.room))

    def snapshot(self) -> str:
        """Return how the game stands now, encoded."""
        return self.room.snapshot(self._now(), self._seen(), self.room.accord.on_the_table)

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Let the others see where a player aims; raises `CommandRefused` for a seat that is not his."""
        self._check_seat(seat, yours)

        def tell(text: str) -> None:
            self._followers.tell_others(follower, text)
            self.log.tell_aside(text)

        self._relay.aim(seat, stroke, tell)

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Say a phrase to all at the table; raises `CommandRefused` for a seat that is not his."""
        self._check_seat(seat, yours)
        text = protocol.encode(protocol.Spoken(seat=seat, phrase=phrase))
        self._tell(text)
        self.log.tell_aside(text)

    def lags(self, yours: frozenset[Seat], lag: int) -> None:
        """Take notice of how long messages from these players are under way, in ms."""
        self._watch.lags(yours, lag)

    def _check_seat(self, seat: Seat, yours: frozenset[Seat]) -> None:
        if self.room.sitter_at(seat) not in yours:
            raise CommandRefused(Refusal.NOT_YOURS, f"The seat {seat} is not yours.")

    def _clock(self) -> str:
        return protocol.encode(protocol.ClockChanged(clock=self.room.clock(self._now())))

    def _seen(self) -> frozenset[Seat]:
        """Return the players who are shown as here: for the clock only who is at the table is."""
        return self.here | self._near()

    def _tell(self, text: str) -> None:
        self._followers.tell(text)
