"""One game as its players see it: commands in, events out; no sockets, no clock, no disk, no threads.

Theory of operation
-------------------
A room is a fold of events (`History`, which holds the `Game`); what an act would make of it is asked of its `Course`.
Its version is the number of events; it is 0 while a seat is open and the game has not begun.

1. `propose(command, yours, at)` asks what a command would do. It changes nothing, may take long (it simulates), and
   may run in a thread. It answers with a `Proposal`, or with `Done` if the command's nonce is known, or raises
   `Refuse` with one sentence.
2. The caller stores the proposal's events.
3. `commit(proposal)` makes them part of the room and returns the messages to tell. It is quick and cannot fail.

Between 1 and 3 nobody else may propose: the caller holds a lock (`table.py`). So whatever any client has seen is on
the disk, and a stroke that was computed but not stored has not happened.

One command may be several events (a toss, a choice and a rack); they are stored together and told as one message
with the version of the last. The umpire's formalities follow every act by themselves (`umpire.py`).

A client that lost its line says which version it saw last. The last messages are kept, so that it gets exactly those
it missed, films included; those before, or before the server was restarted, are told again from the log
(`nodes/recall.py`), to the last byte. Who has been away for longer gets a snapshot.

An undo goes back to right before the last act of a person; the program's acts after that go with it. It is an event
of the game, and the versions go on.

Players are named by the seats they have at the beginning (`sitter`), commands by the seats where they sit now.
"""

from collections.abc import Callable
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.player import Program
from carrom.errors import IllegalPosition, IllegalStroke, RefusedRequest, RulesError, SimulationDiverged
from carrom.game.game import Game
from carrom.server.clock import Turn, consequence, failure, forfeiture
from carrom.server.course import Course
from carrom.server.films.recent import Recent
from carrom.server.history import History
from carrom.server.nodes.known import check_physics, known
from carrom.server.places import seat_of, sitters_of
from carrom.server.proposal import Done, Proposal
from carrom.server.refuse import Refuse
from carrom.server.reopening.checkpoint import Checkpoint, reopened
from carrom.server.setting import Setting
from carrom.server.stored import Moment, StoredEvent, StoredGame, StoredSeat, Told
from carrom.server.tables.nonces import Nonces
from carrom.server.tables.stand import Stand

Refusal = protocol.Refusal

_KEPT = 2
"""Messages kept for clients that come back, deflated: some 3 kB each; what came before is told again from the log."""


class Room(Stand):
    """One game."""

    def __init__(
        self, name: str, setting: Setting, history: History | None, nonces: dict[str, int], chance: Random, at: int
    ) -> None:
        """Open a room at `at`, ms since 1970: who is asked to act has all his time from then on.

        Its history is None while a seat is open, `nonces` are those of its commands with their versions. From `chance`
        one number is drawn; what is left to chance at a version follows from it.
        """
        super().__init__(name, setting, history, chance.getrandbits(64), at)
        self._nonces, self._recent = Nonces(nonces), Recent(_KEPT, self.version)

    @classmethod
    def begin(cls, name: str, terms: protocol.Terms, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game, and its first events to store: none while a seat is open.

        `at` is now, ms since 1970. Raises `Refuse`.
        """
        try:
            setting = Setting.of(terms)
            header, rules = setting.header(at // 1000)
            Game.begin(header, rules)
        except (RefusedRequest, RulesError) as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None
        return cls.set_up(name, setting, chance, at)

    def rematch(self, name: str, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room where the same people play the same again, and its first events to store."""
        game = self._begun().game
        first = game.header.first_break and sitters_of(game, game.header.first_break)[0]
        return self.set_up(name, self.setting.again(first), chance, at)

    @classmethod
    def set_up(cls, name: str, setting: Setting, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game by that setting, begun if no seat is open, and its first events to store.

        Raises `RefusedRequest` for a game that cannot be played.
        """
        room = cls(name, setting, None, {}, chance, at)
        if setting.open_seats:
            return room, ()
        opening = room.opening(at)
        room.commit(opening)
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
        """Return the room of a stored game, opened again at `at` (ms since 1970), from its checkpoint where it has one.

        Its turn begins anew then, unless the game `goes_on` elsewhere. Raises `CarromError` if its events cannot be
        read or followed, `UnknownHere` if another version of this program has gone on with it.
        """
        history = None
        if stored.events:
            check_physics(known(stored.events[0]))
            history = reopened(stored.events, checkpoint)
        nonces = {event.nonce: event.version for event in stored.events if event.nonce is not None}
        setting = Setting.read(stored.setting).taken(stored.seats)
        room = cls(stored.game, setting, history, nonces, chance, at)
        if goes_on and stored.moment is not None:
            room._go_on_since(stored.moment.since)
        return room

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        """Let those sit who hold these seats."""
        self.setting = self.setting.taken(seats)
        self.card = self._card()

    def agree(self, setting: Setting) -> None:
        """Go by what is agreed now; who sits where, and the turn where it is another."""
        self.setting = setting
        self.card = self._card()
        if self._history is not None and (turn := self.accord.turn) is not None:
            self._turn = turn

    def take_over(self, other: "Room") -> None:
        """Become another room of the same game: the log has lost what this one is a fold of."""
        self.__dict__.update(other.__dict__)

    def read(self, told: Told, message: str | None = None) -> Proposal:
        """Return what was stored elsewhere, its film made again unless its message is given; raises `UnknownHere`."""
        if self._history is not None:
            return self._course.again(told, message)
        history = History.fold(tuple(known(each) for each in told.events))
        moment = told.moment or Moment(self._turn.since, self._turn.since)
        at = self._course_of(history).standing(history)
        return Proposal(
            stored=told.events,
            history=history,
            nonce=told.events[-1].nonce,
            standing=at,
            turn=Turn(since=moment.since),
            at=moment.heard,
            message=None,
        )

    def _go_on_since(self, since: int) -> None:
        """Let the turn be as it is elsewhere: begun at `since`, and stopped if it was."""
        if self._history is not None:
            self._turn = self.accord.turn or Turn(since=since)
            if self.setting.paused and self._turn.left is None:
                self._turn = self._turn.stopped(self._history.game, self.setting.clock, since)

    def missed(self, seen: int | None) -> tuple[str, ...] | None:
        """Return the events that a client that saw version `seen` has missed, encoded; None: it needs a snapshot."""
        return self._recent.since(seen)

    def opening(self, at: int) -> Proposal:
        """Return the beginning of the game, once all seats are taken; `at` is now, ms since 1970."""
        return Course.opened(self.name, self.setting, self._luck, at)

    def propose(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> Proposal | Done:
        """Return what a command would do, asked at `at` (ms since 1970) by who acts for `yours`; raises `Refuse`.

        `yours` are players, by their seats at the beginning.
        """
        if (done := self._nonces.get(command.nonce)) is not None:
            return Done(done)
        self.check(command, yours)
        try:
            return self._course.proposed(command, at)
        except (IllegalStroke, IllegalPosition) as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None
        except RefusedRequest as fault:
            raise Refuse(Refusal.NOT_NOW, str(fault)) from None
        except SimulationDiverged as fault:
            raise Refuse(
                Refusal.BROKEN, f"The simulator could not finish this stroke; please report: {fault}"
            ) from fault

    def done(self, nonce: str) -> int | None:
        """Return the version of the event that the command of this nonce was, if it has been done before."""
        return self._nonces.get(nonce)

    def program_act(self, player: Program, seat: Seat, chance: Random, now: Callable[[], int]) -> Proposal:
        """Return what the program at `seat`, which is asked to act, does; `now` is asked once it has thought.

        Raises `CarromError` if it cannot.
        """
        return self._course.program_act(player, seat, chance, now)

    def failed(self, seat: Seat, reason: str, at: int) -> Proposal:
        """Return the loss of the match by the engine at `seat`, which has failed."""
        return self._course.after(failure(self._begun().game, seat, reason, at // 1000), None, at)

    def timed_out(self, here: bool, at: int) -> Proposal | None:
        """Return what the law has follow when the clock has run out; None where it has nothing."""
        event = consequence(self._begun(), here, at // 1000)
        return None if event is None else self._course.after(event, None, at)

    def forfeited(self, sitter: Seat, at: int) -> Proposal:
        """Return the loss of the match by a player who stayed away."""
        game = self._begun().game
        return self._course.after(forfeiture(game, seat_of(game, sitter), at // 1000), None, at)

    def commit(self, proposal: Proposal) -> str | None:
        """Make a stored proposal part of the game; return the message to tell everybody; None: a snapshot."""
        self._history, self._standing, self._turn = proposal.history, proposal.standing, proposal.turn
        if proposal.nonce is not None:
            self._nonces.add(proposal.nonce, self.version)
        if proposal.message is None:
            self.card = self._card()
            self._recent.begin(self.version)
            return None
        return self._recent.add(self.version, proposal.message, proposal.packed)
