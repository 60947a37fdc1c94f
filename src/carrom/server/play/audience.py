"""The people at a live game: its audience, live aiming, turn timer, and the agreements of its players."""

import asyncio
import logging
from collections.abc import Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import Conflict
from carrom.server.ops.event_log import ChangeSetting, ReplicatedLog
from carrom.server.play.services import GameServices, PlayersChanged
from carrom.server.play.subscribers import Follower, Recalled, Subscribers
from carrom.tables.proposal import CommandRefused, Offers, PendingChange
from carrom.tables.room import Consent, Room, agreed, declined, paused
from carrom.tables.terms import Access, GameSettings
from carrom.tables.views import with_film
from carrom.values import changed

# -- the state that the parts of a live game share ---------------------------------------------------------------------


class OpenGame:
    """One game, and the services it uses; only its `GameReplica` changes it."""

    def __init__(self, room: Room, access: Access, log: ReplicatedLog, services: GameServices) -> None:
        """Store the parts; the log is known up to the room's version."""
        self.room, self.access, self.log, self.services = room, access, log, services

    def now(self) -> int:
        """Return the time in ms since 1970."""
        return self.services.now()

    def publish(self, event: object) -> None:
        """Publish an event of this game within the process."""
        self.services.links.dispatcher.publish(event)


# -- live aiming: at most ten updates a second for each player ---------------------------------------------------------


EVERY = 0.1
"""Minimum seconds between two forwarded aims of the same seat."""

Tell = Callable[[str], None]


class AimThrottle:
    """The aims in one game."""

    def __init__(self) -> None:
        """Start without aims."""
        self._waiting: dict[Seat, asyncio.TimerHandle] = {}
        self._newest: dict[Seat, tuple[Stroke | None, Tell]] = {}

    def aim(self, seat: Seat, stroke: Stroke | None, tell: Tell) -> None:
        """Forward an aim by `tell`: now, or after the interval if no newer one has arrived."""
        if seat in self._waiting:
            self._newest[seat] = stroke, tell
            return
        tell(protocol.encode(protocol.Aimed(seat=seat, stroke=stroke)))
        self._waiting[seat] = asyncio.get_running_loop().call_later(EVERY, self._again, seat)

    def clear(self) -> None:
        """Discard waiting aims, because the stroke has been played."""
        self._newest.clear()

    def close(self) -> None:
        """Stop forwarding."""
        self.clear()
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def _again(self, seat: Seat) -> None:
        del self._waiting[seat]
        newest = self._newest.pop(seat, None)
        if newest is not None:
            self.aim(seat, *newest)


# -- the turn timer ----------------------------------------------------------------------------------------------------


MOST_GIVEN_BACK = 500
"""The most of a player's network lag that is added to their time for a stroke, ms."""


class TurnTimer:
    """When the time of the player in turn is up; it only reads the room."""

    def __init__(self, room: Room, now: Callable[[], int], fair_since: Callable[[], int] = lambda: 0) -> None:
        """Watch a room; `now` returns ms since 1970, `fair_since` when the last outage ended.

        After an outage every player has their full time again.
        """
        self._room, self._now, self._fair_since = room, now, fair_since
        self._left: dict[Seat, int] = {}
        self._lag: dict[Seat, int] = {}
        self._ran_out: int | None = None

    def lags(self, players: frozenset[Seat], lag: int) -> None:
        """Record the network lag of these players, in ms."""
        for player in players:
            self._lag[player] = max(0, lag)

    def ran_out(self) -> None:
        """Do not fire again for the clock at this version: running out has no consequence."""
        self._ran_out = self._room.version

    def due(self, here: frozenset[Seat]) -> tuple[float, Seat | None] | None:
        """Return in how many seconds a time limit ends, and which player is away then (None for the clock).

        Return None without a limit. `here` are the connected players.
        """
        self._notice(here)
        due = [each for each in (self._clock_due(), self._absence_due(here)) if each is not None]
        if not due:
            return None
        at, away = min(due, key=lambda each: each[0])
        return max(0, at - self._now()) / 1000, away

    def _notice(self, here: frozenset[Seat]) -> None:
        """Record since when each person is away."""
        for player in here:
            self._left.pop(player, None)
        for player in self._room.setting.people - here:
            self._left.setdefault(player, self._now())

    def _clock_due(self) -> tuple[int, Seat | None] | None:
        """Return when a person's clock runs out, with their lag added; None if no clock runs."""
        player, clock = self._room.actor, self._room.clock(self._now())
        if clock is None or clock.paused is not None or self._ran_out == self._room.version:
            return None
        if player is None or player not in self._room.setting.people:
            return None
        ends = max(clock.ends, self._fair_since() + clock.ends - clock.starts)
        return ends + min(MOST_GIVEN_BACK, self._lag.get(player, 0)), None

    def _absence_due(self, here: frozenset[Seat]) -> tuple[int, Seat | None] | None:
        """Return when the player whose turn it is has been absent too long; None if they are present."""
        player, terms = self._room.actor, self._room.setting.terms
        if terms.forfeit_after is None or player not in self._left or self._room.is_paused:
            return None
        assert player is not None
        return max(self._left[player], self._room.since) + terms.forfeit_after * 1000, player


# -- the audience: players and spectators, and what is sent to them ----------------------------------------------------


log = logging.getLogger("carrom.server")


class Audience:
    """The subscribers of one game, and which of its players are connected."""

    def __init__(self, game: OpenGame) -> None:
        """Start without subscribers."""
        self._game = game
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
        self.subscribers.tell_seats(self._game.room, self._shown(), newcomer, log.elsewhere().watchers)
        self._game.publish(PlayersChanged(self._game.room))

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
        return self.here | self._game.services.links.players_nearby(self._game.room, self._game.access)


# -- agreements: offers, consent, and pauses ---------------------------------------------------------------------------


Made = Callable[[GameSettings, Offers], GameSettings]
"""Returns new settings; raises `CommandRefused`."""


class Agreement:
    """The consent of players to an undo, a pause or a rematch, as steps of the log."""

    def __init__(self, room: Room, command: Consent, yours: frozenset[Seat], at: int) -> None:
        """The players `yours` agree at `at` (ms since 1970)."""
        self._room, self._command, self._yours, self._at = room, command, yours, at
        self._agreed_at: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether all people in the game have agreed at its present version."""
        return self._agreed_at == self._room.version

    def step(self) -> ChangeSetting:
        """Return the step that stores the consent; a pause that all agree on begins or ends at once."""

        def made(setting: GameSettings, offers: Offers) -> GameSettings:
            new, all_agree = agreed(self._room, offers, self._command, self._yours)
            if not all_agree:
                return changed(setting, accord=new)
            if not isinstance(self._command, protocol.Pause):
                self._agreed_at = offers.version
                return setting  # an undo is stored as an event, a rematch as a game
            new = paused(self._room, new, self._command.nonce, self._at)
            return changed(setting, accord=new, paused=new.turn is not None and new.turn.left is not None)

        return setting_step(self._room, made)


def decline_step(room: Room, command: protocol.Decline, yours: frozenset[Seat]) -> ChangeSetting:
    """Return the step that withdraws an offer."""
    return setting_step(room, lambda setting, offers: changed(setting, accord=declined(room, offers, command, yours)))


def rematch_step(room: Room, rematch: str, nonce: str) -> ChangeSetting:
    """Return the step that stores the name of the rematch, which is broadcast."""

    def made(setting: GameSettings, offers: Offers) -> GameSettings:
        rest = changed(offers.without(protocol.OfferKind.REMATCH), rematch=rematch)
        return changed(setting, accord=rest.remembering(nonce))

    return setting_step(room, made)


def setting_step(room: Room, made: Made) -> ChangeSetting:
    """Return the step that replaces a game's settings by the result of `made`, unless the game has moved on."""
    version = room.version

    def written(text: str, at: int) -> str:
        if at != version:
            raise Conflict(f"The game has moved on from version {version} to {at}.")
        setting = GameSettings.read(text)
        new = made(setting, (setting.accord or Offers()).at(version))
        return text if new == setting else new.text()

    return ChangeSetting(written)
