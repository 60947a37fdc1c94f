"""What the people at a live game share: its state, audience, agreements, live aiming and turn timer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import Conflict
from carrom.server.ops.event_log import GameEventLog
from carrom.server.play.services import AgreementsChanged, GameServices, PlayersChanged
from carrom.server.play.subscribers import Follower, Recalled, Subscribers
from carrom.storage.database import StoredSeat
from carrom.tables.proposal import CommandRefused, Offers, PendingChange
from carrom.tables.room import Consent, Room, agreed, declined, paused
from carrom.tables.terms import Access, GameSettings
from carrom.tables.turn_clock import TurnStart
from carrom.tables.views import with_film
from carrom.values import changed

# -- the state that the parts of a live game share ---------------------------------------------------------------------


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
# It only reads the room and calls back; it changes nothing itself.


MOST_GIVEN_BACK = 500
"""The most of a player's network lag that is added to their time for a stroke, ms."""

Ring = Callable[[int, Seat | None], Awaitable[None]]
"""Called with the game's version and the absent player; None if the clock has run out."""


class TurnTimer:
    """The timer of one game."""

    def __init__(
        self, room: Room, now: Callable[[], int], ring: Ring, fair_since: Callable[[], int] = lambda: 0
    ) -> None:
        """Watch a room; `now` returns ms since 1970, `fair_since` when the last outage ended.

        After an outage every player has their full time again.
        """
        self._room, self._now, self._ring, self._fair_since = room, now, ring, fair_since
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None
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

    def wind(self, here: frozenset[Seat], rings: bool | None = None) -> None:
        """Set the timer for the current state of the game; `here` are the connected players.

        It fires only if `rings`, by default if any player is connected: without players the game waits.
        """
        self._notice(here)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = [each for each in (self._clock_due(), self._absence_due(here)) if each is not None]
        if due and (bool(here) if rings is None else rings):
            at, away = min(due, key=lambda each: each[0])
            seconds = max(0, at - self._now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._rings, self._room.version, away)

    def close(self) -> None:
        """Cancel the timer."""
        for each in (self._alarm, self._ringing):
            if each is not None:
                each.cancel()

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

    def _rings(self, version: int, away: Seat | None) -> None:
        self._alarm = None
        self._ringing = asyncio.ensure_future(self._ring(version, away))


# -- the audience: players and spectators, and what is sent to them ----------------------------------------------------


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


# -- agreements: offers, consent, and pauses ---------------------------------------------------------------------------


class Agreements:
    """The offers and agreements between the players of one game; changes are stored, then broadcast."""

    def __init__(self, game: OpenGame, audience: Audience) -> None:
        """Use the agreements in the room's settings."""
        self._game, self._audience = game, audience

    async def consent(self, command: Consent, yours: frozenset[Seat], at: int) -> bool:
        """Store the consent of these players; return whether all people in the game agree now.

        A pause that all agree on begins or ends at once, at `at` (ms since 1970). Raises `CommandRefused` or
        `StoreError`.
        """
        all_agree, room = False, self._game.room

        def made(setting: GameSettings, offers: Offers) -> GameSettings:
            nonlocal all_agree
            new, all_agree = agreed(room, offers, command, yours)
            if not all_agree:
                return changed(setting, accord=new)
            if not isinstance(command, protocol.Pause):
                return setting  # an undo is stored as an event, a rematch as a game
            new = paused(room, new, command.nonce, at)
            return changed(setting, accord=new, paused=new.turn is not None and new.turn.left is not None)

        await self._change(made)
        return all_agree

    async def decline(self, command: protocol.Decline, yours: frozenset[Seat]) -> None:
        """Withdraw an offer; raises `CommandRefused` or `StoreError`."""
        room = self._game.room
        await self._change(lambda setting, offers: changed(setting, accord=declined(room, offers, command, yours)))

    async def begin_rematch(self, nonce: str) -> None:
        """Create the rematch, and broadcast its name; raises `CommandRefused` or `StoreError`."""
        rematch = await self._game.services.rematch(self._game.room, self._game.door)

        def made(setting: GameSettings, offers: Offers) -> GameSettings:
            rest = changed(offers.without(protocol.OfferKind.REMATCH), rematch=rematch)
            return changed(setting, accord=rest.remembering(nonce))

        await self._change(made)

    async def restart_turn(self, turn: TurnStart) -> None:
        """Give the player whose turn it is their full time again; raises `Conflict` or `StoreError`."""
        await self._store(lambda setting, offers: changed(setting, accord=changed(offers, turn=turn)))

    async def _change(self, made: Callable[[GameSettings, Offers], GameSettings]) -> None:
        """Replace the settings, and make other processes read them."""
        await self._store(made)
        self._game.log.tell_turned()

    async def _store(self, made: Callable[[GameSettings, Offers], GameSettings]) -> None:
        """Replace the settings in the store by the result of `made`, and apply them; raises what `made` raises."""
        version, log = self._game.room.version, self._game.log

        def written(text: str, at: int) -> str:
            setting = GameSettings.read(text)
            new = made(setting, _offers_at(setting, version, at))
            return text if new == setting else new.text()

        self.apply(await self._game.services.append(lambda: log.change(written)))

    def apply(self, text: str) -> None:
        """Apply stored settings to the game, and broadcast what has changed."""
        room, audience = self._game.room, self._audience
        setting = GameSettings.read(text).taken(self._game.door.seats)
        if setting == room.setting:
            return
        before, was_paused, sitters = room.accord, room.is_paused, room.setting.sitters
        room.agree(setting)
        after = room.accord
        done = {protocol.OfferKind.PAUSE} if room.is_paused != was_paused else set()
        if after.rematch != before.rematch:
            done.add(protocol.OfferKind.REMATCH)
        for offered in after.since(before):
            if offered.by or offered.declined or offered.what not in done:
                audience.broadcast(protocol.encode(offered))
        if after.turn != before.turn:
            audience.broadcast(audience.clock())
        if after.rematch is not None and after.rematch != before.rematch:
            audience.broadcast(protocol.encode(protocol.Rematched(game=after.rematch)))
        if setting.sitters != sitters:
            audience.send_seats()
        self._game.publish(AgreementsChanged(room))

    def seat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats, and broadcast any change."""
        if set(seats) != set(self._game.door.seats):
            self.reseat(seats)
            self._audience.send_seats()

    def reseat(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self._game.door = changed(self._game.door, seats=seats)
        self._game.room.seated(seats)


def _offers_at(setting: GameSettings, version: int, at: int) -> Offers:
    """Return the offers at a version; raises `Conflict` if the game is at another version."""
    if at != version:
        raise Conflict(f"The game has moved on from version {version} to {at}.")
    return (setting.accord or Offers()).at(version)
