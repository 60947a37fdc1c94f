"""The tables of one page without a server: it answers the page's messages as a server would.

Every act is stored before its event and its acknowledgement are sent. There is one connection, the page itself; it
follows one game at a time, and acts for all people at the screen. What needs other people or a server is refused with
one sentence.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from random import Random

import msgspec

from carrom import protocol
from carrom.board.rack import seed_of
from carrom.board.seat import SEATS, Seat
from carrom.engine.program import Program
from carrom.errors import CarromError, RulesError, SimulationDiverged, StoreError
from carrom.offline.stored_games import GameRow, GameStorage, act_text, events_text, read_game, row_text
from carrom.protocol import Refusal
from carrom.protocol.http_games import MOST_ACTS, OfflineAct, OfflineCommand
from carrom.storage.database import StoredEvent
from carrom.tables.history import known
from carrom.tables.offline_play import computer_command, offline_chance, state_digest
from carrom.tables.proposal import AlreadyDone, CommandRefused, Offers, PendingChange
from carrom.tables.room import Consent, Room, agreed, paused
from carrom.tables.terms import rules_from
from carrom.tables.views import info_of, welcome, with_film
from carrom.tokens import hashed, new_game_id
from carrom.values import changed

log = logging.getLogger("carrom.offline")

RETRY = 5.0
"""Seconds after which the computer tries again to store its stroke."""
PATIENCE, LONG = 1.0, 3_600.0
"""Seconds to wait for a game that another page has open: before saying so (a reloaded page closes its own within this
time), and after that."""
UNKNOWN = "This browser has no game with that name and key; start a new one."
ELSEWHERE = "This game is open in another tab of this browser; it goes on here as soon as that tab is closed."
STUCK = "The computer could not find a stroke. Undo, or reload the page to let it try again."
NEEDS_SERVER = "This needs a Carrom server: here you play at one screen or against the computer."
NEEDS_CONNECTION = "This needs the connection to the server; the game is sent there when it is back."
TOO_MANY = f"Without a connection, at most {MOST_ACTS} acts are stored; they are sent when it is back."
REACH = protocol.Reach(addresses=(), may_open=False)
Answers = Callable[[protocol.Question], protocol.Arranged | protocol.TriedStroke]
"""Answers a question about a board set up by hand; raises `CommandRefused` or `CarromError`."""


class OpenTable:
    """The game that the page follows."""

    def __init__(self, room: Room, row: GameRow, yours: tuple[Seat, ...], acts: int = 0) -> None:
        """Hold a game; `yours` are the people at this screen, by their initial seats.

        `acts` is the number of acts in a server's game that are not sent yet.
        """
        self.room, self.row, self.yours, self.acts = room, row, yours, acts


class LocalTables:
    """Answers the messages of one page, in order."""

    def __init__(
        self,
        storage: GameStorage,
        send: Callable[[str], None],
        *,
        now: Callable[[], int],
        chance: Random,
        player: Callable[[str], Program],
        answer: Answers,
    ) -> None:
        """Serve the page that `send` reaches; `now` returns ms since 1970, `player` the computer at a level."""
        self._storage, self._send, self._now, self._chance = storage, send, now, chance
        self._player, self._answer_question = player, answer
        self._table: OpenTable | None = None
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: asyncio.Task[None] | None = None
        self._is_playing, self._wants_films = False, True
        self._alarm: asyncio.TimerHandle | None = None
        self._ran_out: int | None = None
        self._players: dict[str, Program] = {}

    def now(self) -> int:
        """Return the time in ms since 1970."""
        return self._now()

    def greet(self) -> None:
        """Send the first message of the connection."""
        self._tell(welcome(REACH, protocol.KernelStatus.COMPILED, accounts=False, name=None, open_racks=True))

    async def hear(self, text: str) -> None:
        """Answer one message of the page."""
        try:
            message = protocol.decode_client(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._refuse(None, Refusal.MALFORMED, f"The message does not match the protocol: {error}.")
            return
        while True:
            async with self._lock:
                waiting = self._waiting
                if waiting is None or not isinstance(message, protocol.GameCommand):
                    await self._carry_out(message)
                    break
            await asyncio.wait({waiting})  # a command that is sent again, while another tab or worker ends
        self._wake()

    async def _carry_out(self, message: protocol.ClientMessage) -> None:
        """Carry out a message and answer it, with a refusal if it is not possible."""
        nonce = getattr(message, "nonce", None)
        try:
            await self._answer(message)
        except CommandRefused as refusal:
            self._refuse(nonce, refusal.code, refusal.reason)
        except StoreError as error:
            self._refuse(nonce, Refusal.BROKEN, str(error))
        except Exception:
            log.exception("a message could not be handled")
            self._refuse(nonce, Refusal.BROKEN, "This message could not be processed; nothing was changed.")

    async def game(self, name: str, word: str | None) -> Room:
        """Return a stored game for reading, with its key or the key that only shows it. Raises `CommandRefused`."""
        room, row, _ = await self._stored(name)
        if word is None or hashed(word) not in (row.key, row.watch):
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        return room

    async def add(self, room: Room, events: tuple[StoredEvent, ...], key: str, nonce: str) -> None:
        """Store a game that was read from a record."""
        row = _row(room, hashed(key), hashed(key), self._now())
        await self._storage.write(room.name, nonce, row_text(row), events_text(events))

    async def remove(self, name: str, word: str | None) -> None:
        """Delete a stored game, with its key. Raises `CommandRefused`."""
        await self.game(name, word)
        await self._storage.remove(name)

    async def _answer(self, message: protocol.ClientMessage) -> None:
        """Carry out a message and answer it. Raises `CommandRefused` or `StoreError`, changing nothing."""
        match message:
            case protocol.Ping():
                self._tell(protocol.Pong(now=self._now()))
            case protocol.NewGame():
                await self._begin(message)
            case protocol.Resume():
                await self._resume(message)
            case protocol.Leave():
                self._leave()
            case protocol.ReadRules(nonce=nonce, rules=rules):
                try:
                    self._tell(protocol.RulesRead(nonce=nonce, info=info_of(rules_from(rules))))
                except RulesError as fault:
                    raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
            case (
                protocol.Arrange() | protocol.Try() | protocol.WhatIf() | protocol.Attempt()
                | protocol.Solve() | protocol.Drill() | protocol.RunAlone()
            ):  # fmt: skip
                try:
                    self._tell(self._answer_question(message))
                except SimulationDiverged:
                    raise
                except CarromError as fault:
                    raise CommandRefused(Refusal.ILLEGAL, str(fault)) from None
            case protocol.Replay():
                self._send(self._followed().room.replayed(message))
            case protocol.SendFilms(wanted=wanted, differs=differs):
                self._wants_films = wanted
                if differs is not None:
                    log.warning("the page played the stroke at version %d differently", differs.version)
            case protocol.Aim() | protocol.Say():
                pass  # nobody else is at this table
            case _ if isinstance(message, protocol.GameCommand):
                await self._command(message)
            case _:
                raise CommandRefused(Refusal.NOT_NOW, NEEDS_SERVER)

    async def _begin(self, command: protocol.NewGame) -> None:
        """Create a game, or open the one that this command created before.

        Its name is the nonce, so that the page knows it before this is answered.
        """
        if any(plan.who is protocol.Who.LINK for plan in command.terms.seats):
            raise CommandRefused(Refusal.NOT_NOW, NEEDS_SERVER)
        room, events = Room.begin(command.nonce, command.terms, self._chance, self._now())
        row = _row(room, hashed(command.key), hashed(command.watch), self._now())
        self._leave()
        owned = await self._storage.own(room.name, PATIENCE)
        made = await self._storage.made_with(command.nonce)
        if made is not None:
            await self._open(made, hashed(command.key), command.nonce, None)
            return
        if not owned:
            raise CommandRefused(Refusal.FULL, ELSEWHERE)
        await self._storage.write(room.name, command.nonce, row_text(row), events_text(events))
        self._follow(OpenTable(room, row, _people(room)), command.nonce, None)

    async def _resume(self, request: protocol.Resume) -> None:
        """Follow a stored game, by the key of its players or the key that only shows it."""
        words = [hashed(word) for word in (request.key, request.watch) if word is not None]
        table = self._table
        if table is not None and table.room.name == request.game and table.row.key in words:
            self._follow(table, None, request.version)
            return
        self._leave()
        room, row, _ = await self._stored(request.game)
        found = next((word for word in words if word in (row.key, row.watch)), None)
        if found is None:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        if found != row.key:
            self._follow(OpenTable(room, row, ()), None, request.version)
            return
        await self._open(request.game, found, None, request.version)

    async def _open(self, name: str, key: str, nonce: str | None, seen: int | None) -> None:
        """Follow a stored game as its players; if another page plays it, wait until that page is closed."""
        self._leave()
        if await self._storage.own(name, PATIENCE):
            await self._enter(name, key, nonce, seen)
            return
        self._refuse(nonce, Refusal.FULL, ELSEWHERE)
        self._waiting = self._start(self._open_later(name, key, seen))

    async def _open_later(self, name: str, key: str, seen: int | None) -> None:
        """Follow a game when the page that plays it is closed, unless this page follows another one by then."""
        while not await self._storage.own(name, LONG):
            pass
        async with self._lock:
            self._waiting = None
            await self._enter(name, key, None, seen)
        self._wake()

    async def _enter(self, name: str, key: str, nonce: str | None, seen: int | None) -> None:
        """Follow a game that this page owns, with all that another page has stored."""
        room, row, acts = await self._stored(name)
        if row.key != key:
            self._storage.disown()
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        self._follow(OpenTable(room, row, _people(room), acts), nonce, seen)

    async def _stored(self, name: str) -> tuple[Room, GameRow, int]:
        """Return a stored game, and the number of its acts that a server does not have.

        Raises `CommandRefused` if there is none, `StoreError` if it cannot be read.
        """
        text = await self._storage.load(name)
        if text is None:
            raise CommandRefused(Refusal.UNKNOWN_GAME, UNKNOWN)
        whole = read_game(text)
        base = whole.row.base
        chance = self._chance if base is None else offline_chance(name, base)
        return Room.restored(whole.stored(), chance, self._now()), whole.row, whole.acts

    def _follow(self, table: OpenTable, nonce: str | None, seen: int | None) -> None:
        """Send a game to the page, and its events from now on."""
        self._table, room = table, table.room
        self._tell(protocol.Joined(nonce=nonce, game=room.name, yours=table.yours, version=room.version))
        missed = room.missed(seen, films=self._wants_films)
        for text in (self.snapshot(room),) if missed is None else missed:
            self._send(text)
        self._tell(protocol.Seats(sitters=room.sitters(frozenset(table.yours)), watchers=0))

    def _leave(self) -> None:
        """Stop following the game."""
        if self._waiting is not None:
            self._waiting.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        self._table = self._ran_out = self._waiting = None
        self._storage.disown()

    async def _command(self, command: protocol.GameCommand) -> None:
        """Carry out a command in the game that the page follows, and acknowledge it."""
        table, at = self._followed(), self._now()
        room, yours = table.room, frozenset(table.yours)
        done = room.done(command.nonce)
        if done is None:
            done = room.accord.done(command.nonce)
        if done is None:
            if isinstance(command, protocol.Decline):
                raise CommandRefused(Refusal.NOT_NOW, "There is no offer to decline.")
            if isinstance(command, Consent):
                agreed(room, room.accord, command, yours)  # checks it; the people at one screen agree at once
            if isinstance(command, protocol.Pause):
                await self._pause(table, command.nonce, at)
            elif isinstance(command, protocol.Rematch):
                await self._rematch(table, command.nonce)
            else:
                change = room.propose(command, yours, at, gaps=seed_of(command.nonce))
                if isinstance(change, AlreadyDone):
                    raise AssertionError("the nonce was looked up before")
                await self._append(table, change, command)
            done = room.version
        self._tell(protocol.Accepted(nonce=command.nonce, version=done))

    async def _append(
        self, table: OpenTable, change: PendingChange, command: protocol.GameCommand | None = None
    ) -> None:
        """Store a change, then apply and send it, with the film of a stroke if the page wants it.

        In a copy of a server's game, the act is stored too: a person's `command`, or what the computer has done.
        """
        change = with_film(change) if self._wants_films else change
        events = events_text(change.stored) if table.row.base is None else self._act_of(table, change, command)
        await self._storage.write(table.room.name, None, row_text(table.row), events)
        table.acts += 1
        text = table.room.apply(change)
        self._send(self.snapshot(table.room) if text is None else text)

    def _act_of(self, table: OpenTable, change: PendingChange, command: protocol.GameCommand | None) -> str:
        """Return the events of a change as text, with the act for the server; raises `CommandRefused`."""
        if table.acts >= MOST_ACTS:
            raise CommandRefused(Refusal.FULL, TOO_MANY)
        if command is None:
            nonce = f"{self._chance.getrandbits(128):032x}"
            command = computer_command(known(change.stored[0]), nonce, table.room.version)
        assert isinstance(command, OfflineCommand), "offers are not events"
        act = OfflineAct(at=change.at, command=command)
        return act_text(change.stored, act, state_digest(table.room.state_after(change)))

    async def _pause(self, table: OpenTable, nonce: str, at: int) -> None:
        """Stop or start the clock."""
        room = table.room
        offers = paused(room, (room.setting.accord or Offers()).at(room.version), nonce, at)
        is_paused = offers.turn is not None and offers.turn.left is not None
        setting = changed(room.setting, accord=offers, paused=is_paused)
        table.row = changed(table.row, setting=setting.text())
        await self._storage.write(room.name, None, row_text(table.row), "[]")
        room.agree(setting)
        self._tell(protocol.ClockChanged(clock=room.clock(self._now())))

    async def _rematch(self, table: OpenTable, nonce: str) -> None:
        """Create the next game of the same players, and send its name."""
        room = table.room
        if table.row.base is not None:
            raise CommandRefused(Refusal.NOT_NOW, NEEDS_CONNECTION)
        made = hashed(f"rematch of {room.name}")
        name = await self._storage.made_with(made)
        if name is None:
            new, events = room.rematch(new_game_id(), self._chance, self._now())
            row = _row(new, table.row.key, table.row.watch, self._now())
            await self._storage.write(new.name, made, row_text(row), events_text(events))
            name = new.name
        self._tell(protocol.Rematched(game=name))

    def _wake(self) -> None:
        """Set the turn timer, and let the computer play if it is its turn."""
        self._set_timer()
        table = self._table
        if (
            table is not None
            and table.yours
            and table.room.actor in table.room.setting.programs
            and not self._is_playing
        ):
            self._is_playing = True
            self._start(self._play())

    def _set_timer(self) -> None:
        """Set the turn timer for the person in turn."""
        if self._alarm is not None:
            self._alarm.cancel()
        table = self._table
        if table is None or not set(table.yours) & {table.room.actor}:
            return
        clock, version = table.room.clock(self._now()), table.room.version
        if clock is not None and clock.paused is None and self._ran_out != version:
            wait = max(0, clock.ends - self._now()) / 1000
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait, lambda: self._start(self._time_is_up(table, version)))

    async def _time_is_up(self, table: OpenTable, version: int) -> None:
        """Store the consequence of a time limit, unless there was an act after `version`."""
        async with self._lock:
            if self._table is not table or table.room.version != version or table.room.is_paused:
                return
            change = table.room.timed_out(True, self._now())
            if change is None:
                self._ran_out = version
            else:
                await self._append(table, change)
        self._wake()

    async def _play(self) -> None:
        """Let the computer act until it is a person's turn."""
        while (table := self._table) is not None and (player := table.room.actor) in table.room.setting.programs:
            assert player is not None
            await asyncio.sleep(0)  # messages that wait are answered first
            async with self._lock:
                if self._table is not table or table.room.actor is not player:
                    continue
                try:
                    await self._act(table, table.room.setting.programs[player])
                except CommandRefused as refusal:
                    self._refuse(None, refusal.code, refusal.reason)
                    break
                except StoreError as fault:
                    self._refuse(None, Refusal.BROKEN, f"{fault} The computer will try again.")
                    asyncio.get_running_loop().call_later(RETRY, self._wake)
                    break
                except Exception:
                    log.exception("the computer at seat %s cannot act", player)
                    self._refuse(None, Refusal.BROKEN, STUCK)
                    break
        self._is_playing = False
        self._set_timer()

    async def _act(self, table: OpenTable, level: str) -> None:
        """Let the computer choose an action, and store it."""
        room, seat = table.room, table.room.to_act
        assert seat is not None, "it is the computer's turn"
        if level not in self._players:
            self._players[level] = self._player(level)
        chance = Random(self._chance.getrandbits(64))
        await self._append(table, room.program_act(self._players[level], seat, chance, self._now))

    def _followed(self) -> OpenTable:
        if self._table is None:
            raise CommandRefused(Refusal.NO_GAME, "Open a game first.")
        return self._table

    def snapshot(self, room: Room) -> str:
        """Return the state of a game, encoded."""
        return room.snapshot(self._now(), frozenset(_people(room)), room.accord.on_the_table)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a coroutine beside the messages."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _tell(self, message: protocol.ServerMessage) -> None:
        self._send(protocol.encode(message))

    def _refuse(self, nonce: str | None, code: Refusal, reason: str) -> None:
        self._tell(protocol.Refused(nonce=nonce, code=code, reason=reason))


def _people(room: Room) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat in room.setting.people)


def _row(room: Room, key: str, watch: str, at: int) -> GameRow:
    return GameRow(game=room.name, begun=at // 1000, setting=room.setting.text(), key=key, watch=watch)
