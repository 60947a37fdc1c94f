"""The audience of a live game: players and spectators, and what is sent to them."""

import logging
from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.server.live_games.aim_throttle import AimThrottle
from carrom.server.live_games.catch_up import Recalled
from carrom.server.live_games.game_events import PlayersChanged
from carrom.server.live_games.open_game import OpenGame
from carrom.server.live_games.subscribers import Follower, Subscribers
from carrom.server.live_games.turn_timer import TurnTimer
from carrom.tables.errors import CommandRefused
from carrom.tables.proposal import PendingChange
from carrom.tables.views.announce import with_film

log = logging.getLogger("carrom.server")


class Audience:
    """The subscribers of one game, and which of its players are connected."""

    def __init__(self, game: OpenGame, timer: TurnTimer) -> None:
        """Start without subscribers; `timer` is set whenever a player connects or disconnects."""
        self._game, self._timer = game, timer
        self.subscribers, self._aims = Subscribers(), AimThrottle()
        self._move_away: dict[Follower, Callable[[], None]] = {}
        self._announced: tuple[frozenset[Seat], int] = frozenset(), 0
        self.has_moved_away = False
        """Whether a newer version of the program continues the game, so that it cannot be played at this process."""

    @property
    def here(self) -> frozenset[Seat]:
        """The connected players, at this process or another, by their initial seats."""
        return self.subscribers.here | frozenset(map(Seat, self._game.log.elsewhere().seats))

    def follow(
        self,
        follower: Follower,
        seen: int | None,
        yours: frozenset[Seat],
        move_away: Callable[[], None] | None,
        recalled: Recalled | None,
        *,
        films: bool,
    ) -> None:
        """Send the events after version `seen` (or a snapshot), and every later event.

        `yours` are the players for whom the subscriber acts. `move_away` is called if the game cannot continue at
        this process; `recalled` are missed events that were rebuilt from the log. Strokes are sent with their `films`
        or without.
        """
        room = self._game.room
        self.subscribers.add(follower, yours, films=films)
        if move_away is not None:
            self._move_away[follower] = move_away
        missed = room.missed(seen, films=films)
        if missed is None and recalled is not None and (rest := room.missed(recalled[0], films=films)) is not None:
            missed = (*recalled[1], *rest)
        if missed is None:
            follower(self.snapshot())
        else:
            for text in (*missed, *map(protocol.encode, room.accord.on_the_table), self.clock()):
                follower(text)
        self.send_seats(follower)

    def with_film(self, change: PendingChange) -> PendingChange:
        """Return a change with the film of its stroke, if a subscriber wants it."""
        return with_film(change) if self.subscribers.want_films else change

    def leave(self, follower: Follower) -> None:
        """Remove a subscriber."""
        self._move_away.pop(follower, None)
        if self.subscribers.drop(follower):
            self.send_seats()

    def send_seats(self, newcomer: Follower | None = None) -> None:
        """Send all subscribers the seats and who is present; if that has not changed, only send it to the newcomer."""
        here, log = (self.subscribers.here, self.subscribers.watchers), self._game.log
        if here != self._announced:
            self._announced = here
            log.tell_here(frozenset(here[0]), here[1])
        self.set_timer()
        self.subscribers.tell_seats(self._game.room, self._shown(), newcomer, log.elsewhere().watchers)
        self._game.publish(PlayersChanged(self._game.room))

    def set_timer(self) -> None:
        """Set the turn timer for the current state of the game."""
        self._timer.wind(self.here, bool(self.subscribers.here))

    def broadcast(self, text: str) -> None:
        """Send an encoded message to all subscribers."""
        self.subscribers.broadcast(text)

    def snapshot(self) -> str:
        """Return the state of the game, encoded."""
        room = self._game.room
        return room.snapshot(self._game.now(), self._shown(), room.accord.on_the_table)

    def clock(self) -> str:
        """Return the clock of the player whose turn it is, encoded."""
        return protocol.encode(protocol.ClockChanged(clock=self._game.room.clock(self._game.now())))

    def aim(self, follower: Follower, seat: Seat, stroke: Stroke | None, yours: frozenset[Seat]) -> None:
        """Show the others where a player aims; raises `CommandRefused` for another player's seat."""
        self._check_seat(seat, yours)

        def send(text: str) -> None:
            self.subscribers.broadcast(text, but=follower)
            self._game.log.tell_aside(text)

        self._aims.aim(seat, stroke, send)

    def clear_aims(self) -> None:
        """Discard waiting aims, because the stroke was played."""
        self._aims.clear()

    def say(self, seat: Seat, phrase: protocol.Phrase, yours: frozenset[Seat]) -> None:
        """Send a phrase to everybody; raises `CommandRefused` for another player's seat."""
        self._check_seat(seat, yours)
        text = protocol.encode(protocol.Spoken(seat=seat, phrase=phrase))
        self.broadcast(text)
        self._game.log.tell_aside(text)

    def send_away(self, reason: str) -> None:
        """Make every subscriber reconnect to another process, once: this one cannot continue the game."""
        if not self.has_moved_away:
            self.has_moved_away = True
            log.error("%s", reason)
            self.broadcast(protocol.encode(protocol.Refused(nonce=None, code=protocol.Refusal.BROKEN, reason=reason)))
            for move_away in tuple(self._move_away.values()):
                move_away()

    def close(self) -> None:
        """Cancel waiting aims."""
        self._aims.close()

    def _check_seat(self, seat: Seat, yours: frozenset[Seat]) -> None:
        if self._game.room.sitter_at(seat) not in yours:
            raise CommandRefused(protocol.Refusal.NOT_YOURS, f"The seat {seat} is not yours.")

    def _shown(self) -> frozenset[Seat]:
        """Return the players who are shown as present; for the clock only connected ones count."""
        return self.here | self._game.services.links.players_nearby(self._game.room, self._game.door)
