"""A room: one online game as a pure value, commands in and events out, without sockets, clock or disk.

Theory of operation
-------------------
A room is a fold of events (`TableHistory`, which holds the `GameHistory`); its `CommandHandler` computes the effect
of a command. Its version is the number of events; it is 0 while a seat is open and the game has not begun.

1. `propose(command, yours, at)` computes the effect of a command. It changes nothing, may take long (it simulates), and
   may run in a thread. It returns a `PendingChange`, or `AlreadyDone` if the command's nonce is known, or raises
   `CommandRefused` with one sentence.
2. The caller stores the proposal's events.
3. `apply(proposal)` makes them part of the room and returns the message to broadcast. It is quick and cannot fail.

Between 1 and 3 there must be no other proposal: the caller holds a lock (`server/play/live_game.py`). So everything a
client has seen is on disk, and a stroke that was computed but not stored has not happened.

One command may be several events (a toss, a choice and a rack); they are stored together and sent as one message
with the version of the last. The umpire's formalities follow every action automatically (`commands.py`).

The film of a stroke is computed only if a client needs it (`views.with_film`); others play the stroke themselves.

A client that reconnects sends the version it saw last. The last messages are cached, so that it gets exactly those
it missed; older ones, films that nobody needed, or those before a restart of the server, are rebuilt from the log
(`server/play/subscribers.py`), byte for byte. A client that has missed more gets a snapshot.

An undo goes back to right before the last action of a person, and also takes back the engine's actions after it. It is
an event of the game, and versions keep increasing.

Players are identified by their initial seats (`sitter`), commands by the seats where players sit now.
"""

import copy
import hashlib
from array import array
from collections.abc import Callable, Mapping
from random import Random
from typing import Self

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.program import Program
from carrom.errors import IllegalPosition, IllegalStroke, RefusedRequest, RulesError, SimulationDiverged
from carrom.game.events import Undone
from carrom.game.game import GameHistory
from carrom.game.record import write_record
from carrom.rules.ruleset import Ruleset
from carrom.storage.database import EventBatch, StoredEvent, StoredGame, StoredSeat, Timestamps
from carrom.tables.commands import CommandHandler
from carrom.tables.history import Checkpoint, TableHistory, check_physics, known, reopened
from carrom.tables.log import CompressedMessage, CompressedSequence, MessageBacklog
from carrom.tables.proposal import AlreadyDone, CommandRefused, Offers, PendingChange
from carrom.tables.seats import seat_of, sitter_at
from carrom.tables.snapshots import EncodedReplay, ReplayCache, snapshot, standing
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import TurnStart, consequence, failure, forfeiture
from carrom.tables.views import card_of, film_at
from carrom.values import changed

# -- idempotency: the nonces of executed commands, with their versions -------------------------------------------------


_SIZE = 16
"""Bytes of a nonce's hash; a collision within a game is less likely than a disk error."""


class SeenCommands:
    """The nonces of one game."""

    __slots__ = ("_hashes", "_versions")

    def __init__(self, nonces: Mapping[str, int]) -> None:
        """Start with these nonces and their versions."""
        self._hashes, self._versions = bytearray(), array("L")
        for nonce, version in nonces.items():
            self.add(nonce, version)

    def add(self, nonce: str, version: int) -> None:
        """Add a command."""
        self._hashes += _hash(nonce)
        self._versions.append(version)

    @property
    def latest(self) -> int:
        """The highest version that a command produced; 0 if there is none."""
        return max(self._versions, default=0)

    def get(self, nonce: str) -> int | None:
        """Return the version that a command produced, or None if it is unknown."""
        wanted, at = _hash(nonce), -1
        while (at := self._hashes.find(wanted, at + 1)) >= 0:
            if at % _SIZE == 0:
                return self._versions[at // _SIZE]
        return None


def _hash(nonce: str) -> bytes:
    return hashlib.blake2b(nonce.encode("utf-8", "surrogateescape"), digest_size=_SIZE).digest()


# -- the room ----------------------------------------------------------------------------------------------------------


Refusal = protocol.Refusal

_KEPT = 2
"""Messages cached for reconnecting clients, deflated, some 3 kB each; older ones are rebuilt from the log."""


class Room:
    """One online game: its settings, its history, and the turn in progress."""

    def __init__(
        self,
        name: str,
        setting: GameSettings,
        history: TableHistory | None,
        nonces: dict[str, int],
        chance: Random,
        at: int,
    ) -> None:
        """Open a room at `at`, ms since 1970: the player whose turn it is gets their full time.

        The history is None while a seat is open; `nonces` are those of executed commands with their versions. One
        number is drawn from `chance`; the random numbers of every later version derive from it.
        """
        self.name, self.setting = name, setting
        self.ahead = 0
        """Difference of the versions here from those by which random numbers are drawn (`offline_play`)."""
        self._history, self._luck = history, chance.getrandbits(64)
        self._asked: tuple[TableHistory, GameSettings, Seat | None] | None = None
        self.card = self._card()
        self._turn = TurnStart(since=at)
        self._standing = standing(None, CompressedSequence(1)) if history is None else self._course.standing(history)
        if setting.paused and history is not None:
            self._turn = self._turn.stopped(history.game, self.setting.clock, at)
        self._nonces, self._recent = SeenCommands(nonces), MessageBacklog(_KEPT, self.version)

    @classmethod
    def begin(cls, name: str, terms: protocol.Terms, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game, and its first events to store: none while a seat is open.

        `at` is now, ms since 1970. Raises `CommandRefused`.
        """
        try:
            setting = GameSettings.of(terms)
            header, rules = setting.header(at // 1000)
            GameHistory.begin(header, rules)
        except (RefusedRequest, RulesError) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        return cls.set_up(name, setting, chance, at)

    def rematch(self, name: str, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room for a rematch between the same people, and its first events to store."""
        self._begun()
        return self.set_up(name, self.setting.again(), chance, at)

    @classmethod
    def set_up(
        cls, name: str, setting: GameSettings, chance: Random, at: int
    ) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game of these settings, begun if no seat is open, and its first events to store.

        Raises `RefusedRequest` for a game that cannot be played.
        """
        room = cls(name, setting, None, {}, chance, at)
        if setting.open_seats:
            return room, ()
        opening = room.opening(at)
        room.apply(opening)
        return room, opening.stored

    @classmethod
    def restored(
        cls,
        stored: StoredGame,
        chance: Random,
        at: int,
        *,
        goes_on: bool = False,
        checkpoint: Checkpoint | None = None,
    ) -> "Room":
        """Return the room of a stored game, reopened at `at` (ms since 1970), from its checkpoint if there is one.

        The turn starts again then, unless the game `goes_on` at another process. Raises `CarromError` if its events
        cannot be read or applied, `NewerVersion` if another version of this program has continued it.
        """
        history = None
        if stored.events:
            check_physics(known(stored.events[0]))
            history = reopened(stored.events, checkpoint)
        nonces = {event.nonce: event.version for event in stored.events if event.nonce is not None}
        setting = GameSettings.read(stored.setting).taken(stored.seats)
        room = cls(stored.game, setting, history, nonces, chance, at)
        if goes_on and stored.moment is not None:
            room._go_on_since(stored.moment.since)
        return room

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Apply the stored holders of the seats."""
        self.setting = self.setting.taken(seats)
        self.card = self._card()

    def agree(self, setting: GameSettings) -> None:
        """Apply new settings: agreements, seats and, if it has changed, the turn."""
        self.setting = setting
        self.card = self._card()
        if self._history is not None and (turn := self.accord.turn) is not None:
            self._turn = turn

    def take_over(self, other: "Room") -> None:
        """Become another room of the same game, because the log has lost events of this one."""
        self.__dict__.update(other.__dict__)

    def read(self, given: EventBatch, message: str | None = None) -> PendingChange:
        """Return a change stored elsewhere, its stroke simulated unless `message` is given; raises `NewerVersion`."""
        if self._history is not None:
            return self._course.again(given, message)
        history = TableHistory.fold(tuple(known(each) for each in given.events))
        moment = given.moment or Timestamps(self._turn.since, self._turn.since)
        at = self._course_of(history).standing(history)
        return PendingChange(
            stored=given.events,
            history=history,
            nonce=given.events[-1].nonce,
            standing=at,
            turn=TurnStart(since=moment.since),
            at=moment.heard,
            message=None,
        )

    def _go_on_since(self, since: int) -> None:
        """Set the turn as at the other process: begun at `since`, and stopped if it was paused."""
        if self._history is not None:
            self._turn = self.accord.turn or TurnStart(since=since)
            if self.setting.paused and self._turn.left is None:
                self._turn = self._turn.stopped(self._history.game, self.setting.clock, since)

    def missed(self, seen: int | None, *, films: bool = True) -> tuple[str, ...] | None:
        """Return the messages after version `seen`, encoded; None if not all of them are stored in memory."""
        return self._recent.since(seen, films=films)

    def opening(self, at: int) -> PendingChange:
        """Return the start of the game, once all seats are taken; `at` is now, ms since 1970."""
        return CommandHandler.opened(self.name, self.setting, self._luck, at)

    def propose(
        self, command: protocol.GameCommand, yours: frozenset[Seat], at: int, *, gaps: int | None = None
    ) -> PendingChange | AlreadyDone:
        """Return the effect of a command received at `at` (ms since 1970); raises `CommandRefused`.

        `yours` are the players for whom the sender acts, by their initial seats. `gaps` is the seed of a rack's gaps if
        the command is a break; without it, they are random.
        """
        if (done := self._nonces.get(command.nonce)) is not None:
            return AlreadyDone(done)
        self.check(command, yours)
        try:
            return self._course.proposed(command, at, gaps)
        except (IllegalStroke, IllegalPosition) as fault:
            raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
        except RefusedRequest as fault:
            raise CommandRefused(Refusal.NOT_NOW, str(fault)) from None
        except SimulationDiverged as fault:
            raise CommandRefused(
                Refusal.BROKEN, f"The simulator could not finish this stroke; please report: {fault}"
            ) from fault

    def done(self, nonce: str) -> int | None:
        """Return the version of the command with this nonce if it was executed before; otherwise None."""
        return self._nonces.get(nonce)

    @property
    def last_command(self) -> int:
        """The version of the last command; events after it are those of the computer and the umpire."""
        return self._nonces.latest

    @property
    def state(self) -> protocol.State:
        """The state of the game; raises `CommandRefused` while it has not begun."""
        return self._course.state(self._begun())

    def state_after(self, change: PendingChange) -> protocol.State:
        """Return the state after a change that is not applied yet."""
        return self._course_of(change.history).state(change.history)

    def program_act(self, player: Program, seat: Seat, chance: Random, now: Callable[[], int]) -> PendingChange:
        """Return the action of the engine player at `seat`, whose turn it is; `now` is called after it has thought.

        Raises `CarromError` if it fails.
        """
        return self._course.program_act(player, seat, chance, now)

    def failed(self, seat: Seat, reason: str, at: int) -> PendingChange:
        """Return the loss of the match by the engine at `seat`, because it failed."""
        return self._course.after(failure(self._begun().game, seat, reason, at // 1000), None, at)

    def timed_out(self, here: bool, at: int) -> PendingChange | None:
        """Return the consequence in law of the clock running out; None if there is none."""
        event = consequence(self._begun(), here, at // 1000)
        return None if event is None else self._course.after(event, None, at)

    def forfeited(self, sitter: Seat, at: int) -> PendingChange:
        """Return the loss of the match by a player who stayed away."""
        game = self._begun().game
        return self._course.after(forfeiture(game, seat_of(game, sitter), at // 1000), None, at)

    def taken_back(self, event: int, at: int) -> PendingChange:
        """Return the undo of everything after an event; raises `CarromError` if that is not possible."""
        return self._course.after(Undone(to=event, when=at // 1000), None, at)

    def apply(self, proposal: PendingChange) -> CompressedMessage | None:
        """Apply a stored change; return the message to broadcast, None if a snapshot is to be sent."""
        self._history, self._standing, self._turn = proposal.history, proposal.standing, proposal.turn
        if proposal.nonce is not None:
            self._nonces.add(proposal.nonce, self.version)
        if proposal.message is None:
            self.card = self._card()
            self._recent.begin(self.version)
            return None
        self._recent.add(self.version, proposal.message, has_film=proposal.played is None)
        return proposal.message

    @property
    def history(self) -> TableHistory | None:
        """The game with its films and messages; None while it has not begun."""
        return self._history

    @property
    def version(self) -> int:
        """The number of events."""
        return 0 if self._history is None else self._history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat whose action is expected, or None."""
        if self._history is None:
            return None
        if self._asked is None or self._asked[0] is not self._history or self._asked[1] is not self.setting:
            self._asked = self._history, self.setting, self._course.to_act
        return self._asked[2]

    @property
    def actor(self) -> Seat | None:
        """The player whose action is expected, by their initial seat, or None."""
        seat = self.to_act
        return None if seat is None or self._history is None else sitter_at(self._history.game, seat)

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken and the game is in progress or over."""
        return self._history is not None

    @property
    def is_over(self) -> bool:
        """Whether the contest is decided."""
        return self._history is not None and self._history.game.is_over

    @property
    def game(self) -> GameHistory:
        """The current state of the game; raises `CommandRefused` while it has not begun."""
        return self._begun().game

    @property
    def can_undo(self) -> bool:
        """Whether there is an action of a person to undo."""
        return self._history is not None and self._course.takeable(self._history) is not None

    @property
    def is_timed(self) -> bool:
        """Whether the game has a clock."""
        return self.setting.clock is not None

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped."""
        return self._turn.left is not None

    @property
    def since(self) -> int:
        """When the current turn began: at the end of the last film, ms since 1970."""
        return self._turn.since

    @property
    def accord(self) -> Offers:
        """The offers made since the last event."""
        return (self.setting.accord or Offers()).at(self.version)

    def clock(self, now: int) -> protocol.Clock | None:
        """Return the clock of the player whose turn it is, if one runs."""
        return None if self._history is None else self._turn.clock(self._history.game, self.setting.clock, now)

    def sitters(self, here: frozenset[Seat]) -> tuple[protocol.Sitter, ...]:
        """Return the players; of the people, those in `here` are connected."""
        return tuple(
            changed(each, here=each.kind is protocol.SitterKind.PROGRAM or each.seat in here)
            for each in self.setting.sitters
        )

    def sitter_at(self, seat: Seat) -> Seat | None:
        """Return the player who sits at `seat` now, by their initial seat; None for an empty seat."""
        return seat if self._history is None else sitter_at(self._history.game, seat)

    def turn_paused(self, at: int) -> TurnStart:
        """Return the turn with its clock stopped, or resumed if it is stopped, at `at` (ms since 1970)."""
        game = self._begun().game
        return (self._turn.going_on if self.is_paused else self._turn.stopped)(game, self.setting.clock, at)

    def turn_anew(self, at: int) -> TurnStart:
        """Return a turn that starts at `at` (ms since 1970)."""
        return TurnStart(since=at)

    def frozen(self) -> Self:
        """Return a copy of this room for reading in a thread while the room continues."""
        return copy.copy(self)

    def rules(self) -> Ruleset:
        """Return the rule set of the game, custom ones included."""
        return self._history.game.rules if self._history is not None else self.setting.header(0)[1]

    def record(self) -> str:
        """Return the game's record as text; raises `CommandRefused` while it has not begun."""
        return write_record(self.setting.told(self._begun().game))

    def snapshot(self, now: int, here: frozenset[Seat] | None = None, offers: tuple[protocol.Offered, ...] = ()) -> str:
        """Return the complete state, encoded, at `now` (ms since 1970); `here` are the connected players."""
        card = self.card if here is None else changed(self.card, sitters=self.sitters(here))
        return snapshot(self._standing, self.version, card, self.clock(now), offers)

    def check_not_imported(self) -> None:
        """Raise `CommandRefused` for a game that was imported from a record."""
        if self._history is not None and self._history.game.header.imported:
            raise CommandRefused(
                Refusal.NOT_NOW, "This game was imported from a record: it can be replayed and reviewed, not continued."
            )

    def check(self, command: protocol.GameCommand, yours: frozenset[Seat]) -> None:
        """Raise `CommandRefused` for a command by anyone but the seat's player, or for another version."""
        if not yours:
            raise CommandRefused(Refusal.NOT_YOURS, "You look on: only players act in this game.")
        game = self._begun().game
        self.check_not_imported()
        if sitter_at(game, command.seat) not in yours:
            mine = [seat for seat, _ in game.state.seating.places if sitter_at(game, seat) in yours]
            raise CommandRefused(
                Refusal.NOT_YOURS, f"The seat {command.seat} is not yours; you sit {' and '.join(mine)}."
            )
        if isinstance(command, protocol.Undo) and self.setting.pool is not None:
            raise CommandRefused(Refusal.NOT_NOW, "Nothing is taken back in a rated game.")
        if command.version != self.version:
            raise CommandRefused(
                Refusal.STALE,
                f"That was meant for version {command.version} of the game, which is at {self.version}; look again.",
            )

    def replayed(self, request: protocol.Replay, films: ReplayCache | None = None) -> str:
        """Return a past stroke for replay, encoded; raises `CommandRefused` if there is no such stroke.

        `films` is a cache of simulated strokes.
        """
        history = self._begun()
        strokes = history.strokes
        if request.stroke > len(strokes):
            raise CommandRefused(
                Refusal.NOT_NOW, f"There is no stroke {request.stroke} in this game; it has {len(strokes)} so far."
            )
        shown = strokes[request.stroke - 1]
        film = (films or ReplayCache()).film(self.name, shown.event, request.stroke, lambda: self._film(request.stroke))
        return film.told(request.nonce)

    def _film(self, number: int) -> EncodedReplay:
        """Return a past stroke, simulated again, with the state of the game before and after it."""
        return film_at(self._begun(), number, self._course.state)

    def _card(self) -> protocol.Card:
        if self._history is not None:
            game = self._history.game
            return card_of(game.header, game.rules, self.name, self.setting)
        header, rules = self.setting.header(0)
        return card_of(header, rules, self.name, self.setting)

    def _begun(self) -> TableHistory:
        if self._history is None:
            raise CommandRefused(Refusal.NOT_NOW, "The game has not begun: a seat is still open.")
        return self._history

    @property
    def _course(self) -> CommandHandler:
        """The command handler for the current state; raises `CommandRefused` while the game has not begun."""
        return self._course_of(self._begun())

    def _course_of(self, history: TableHistory) -> CommandHandler:
        """Return the command handler for this history, with the room's settings."""
        return CommandHandler(
            name=self.name, setting=self.setting, history=history, turn=self._turn, luck=self._luck, ahead=self.ahead
        )


# -- consent: undo, pause and rematch need the agreement of all --------------------------------------------------------


Consent = protocol.Undo | protocol.Pause | protocol.Rematch
_KIND = {
    protocol.Undo: protocol.OfferKind.UNDO,
    protocol.Pause: protocol.OfferKind.PAUSE,
    protocol.Rematch: protocol.OfferKind.REMATCH,
}


def agreed(room: Room, accord: Offers, command: Consent, yours: frozenset[Seat]) -> tuple[Offers, bool]:
    """Record that the players `yours` agree to a command; return the offers, and whether all people now agree.

    An offer that all agree to is closed. Raises `CommandRefused` for a command that is not possible.
    """
    room.check(command, yours)
    _check_possible(room, command)
    what = _KIND[type(command)]
    by = accord.by(what) | (yours & room.setting.people)
    if by >= room.setting.people:
        return accord.without(what), True
    return accord.offered(what, by).remembering(command.nonce), False


def declined(room: Room, accord: Offers, command: protocol.Decline, yours: frozenset[Seat]) -> Offers:
    """Close an offer that was declined; return the offers. Raises `CommandRefused` if there is no such offer."""
    room.check(command, yours)
    if not accord.by(command.what):
        raise CommandRefused(protocol.Refusal.NOT_NOW, f"There is no offer of {command.what} to decline.")
    return accord.offered(command.what, frozenset(), room.sitter_at(command.seat)).remembering(command.nonce)


def paused(room: Room, accord: Offers, nonce: str, at: int) -> Offers:
    """Pause or resume the clock at `at` (ms since 1970); return the offers."""
    return changed(accord, turn=room.turn_paused(at)).remembering(nonce)


def _check_possible(room: Room, command: Consent) -> None:
    """Raise `CommandRefused` if the command would not be possible even with everybody's consent."""
    match command:
        case protocol.Undo() if room.setting.tie is not None and room.is_over:
            raise CommandRefused(
                protocol.Refusal.NOT_NOW, "A rubber that is over cannot be undone, because the tie has continued."
            )
        case protocol.Undo() if not room.can_undo:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "There is nothing to undo: nobody has played yet.")
        case protocol.Pause() if not room.is_timed or room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "This game has no running clock to pause.")
        case protocol.Rematch() if not room.is_over:
            raise CommandRefused(protocol.Refusal.NOT_NOW, "A rematch is possible only after the game is over.")
