"""One game as its players see it: commands in, events out; no sockets, no clock, no disk, no threads.

Theory of operation
-------------------
A room is a fold of events (`History`, which holds the `Game`). Its version is the number of events.

1. `propose(command, yours, when)` asks what a command would do. It changes nothing, may take long (it simulates), and
   may run in a thread. It answers with a `Proposal`, or with `Done` if the command's nonce is known, or raises
   `Refuse` with one sentence.
2. The caller stores the proposal's events.
3. `commit(proposal)` makes them part of the room and returns the messages to tell. It is quick and cannot fail.

Between 1 and 3 nobody else may propose: the caller holds a lock (`table.py`). So whatever any client has seen is on
the disk, and a stroke that was computed but not stored has not happened.

One command may be several events (a toss, a choice and a rack); they are stored together and told as one message
with the version of the last. The umpire's formalities follow every act by themselves (`umpire.py`).

A client that lost its line says which version it saw last. The last messages are kept, so that it gets exactly those
it missed, films included; if they are no longer kept, or the server was restarted, it gets a snapshot.

An undo goes back to right before the last act of a person; the program's acts after that go with it. It is an event
of the game, and the versions go on.

What is still ugly: a nonce is remembered for as long as its game, which is right and costs a few bytes an act; and the
films of the kept messages are held as text, about 20 kB a stroke.
"""

import copy
from collections import deque
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.engine.player import Program
from carrom.errors import IllegalPosition, IllegalStroke, RefusedRequest, SimulationDiverged
from carrom.game.event import (
    Conceded,
    Demanded,
    Event,
    Passed,
    Placed,
    Undone,
    Waived,
    decode_event,
    encode_event,
)
from carrom.game.expectation import phrase
from carrom.game.game import Game
from carrom.game.strike import strike
from carrom.game.surface import of_header
from carrom.game.text import write_record
from carrom.physics.played import Played
from carrom.physics.simulate import simulate
from carrom.rules.phases import Demand, PlaceDue
from carrom.server import view
from carrom.server.history import History
from carrom.server.setting import Setting
from carrom.server.stored import StoredEvent, StoredGame
from carrom.server.umpire import formality

Refusal = protocol.Refusal

_KEPT = 40
"""Messages kept for clients that come back."""
_LARGEST = 1_000_000_000
"""Bound on every number of a stroke, µm, µm/s or mrad/s: what is larger is no stroke of this world."""


class Refuse(Exception):
    """A message that is not followed; nothing has changed."""

    def __init__(self, code: Refusal, reason: str) -> None:
        """Keep the kind of refusal and its one sentence, with its capital and its full stop."""
        sentence = reason[:1].upper() + reason[1:]
        self.reason = sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
        self.code = code
        super().__init__(self.reason)


class Done(Value, frozen=True):
    """The command was followed before: it was the event of this version."""

    version: int


class Proposal(Value, frozen=True, kw_only=True):
    """What would happen."""

    stored: tuple[StoredEvent, ...]
    history: History
    """After the events."""
    nonce: str | None
    message: str
    """What everybody is told, encoded."""


class Room:
    """One game."""

    def __init__(self, name: str, setting: Setting, history: History, nonces: dict[str, int], chance: Random) -> None:
        """Open a room with a history; `nonces` are those of its commands with their versions.

        From `chance` one number is drawn; what is left to chance at a version follows from it.
        """
        self.setting = setting
        self.card = view.card_of(history.game, name, setting.sitters)
        self._history, self._nonces, self._luck = history, nonces, chance.getrandbits(64)
        self._kept: deque[tuple[int, str]] = deque(maxlen=_KEPT)
        self._kept_since = history.version

    @classmethod
    def begin(
        cls, name: str, command: protocol.NewGame, chance: Random, when: int
    ) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game in it, racked, and its first events to store; raises `Refuse`."""
        try:
            setting = Setting.of(command)
        except RefusedRequest as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None
        history = History(game=Game.begin(setting.header(command.breaker, when), when=when))
        while (event := formality(history.game, chance, when, may_rack=True)) is not None:
            history = history.apply(event)
        room = cls(name, setting, history, {}, chance)
        return room, _stored(history, 0, None)

    @classmethod
    def restored(cls, stored: StoredGame, chance: Random) -> "Room":
        """Return the room of a stored game; raises `CarromError` if its events cannot be read or followed."""
        events = tuple(decode_event(event.body) for event in stored.events)
        nonces = {event.nonce: event.version for event in stored.events if event.nonce is not None}
        return cls(stored.game, Setting.read(stored.setting), History.fold(events), nonces, chance)

    @property
    def version(self) -> int:
        """How many events have happened."""
        return self._history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked to act, or None."""
        return next((each.seat for each in self._history.game.expected if hasattr(each, "seat")), None)

    def frozen(self) -> "Room":
        """Return this room as it is now, for reading in a thread while the room goes on."""
        return copy.copy(self)

    def record(self) -> str:
        """Return the game's record as text."""
        return write_record(self._history.game)

    def since(self, seen: int | None) -> tuple[str, ...]:
        """Return, encoded, what a client that saw version `seen` has missed: the events, or else a snapshot."""
        if seen is not None and self._kept_since <= seen <= self.version:
            return tuple(text for version, text in self._kept if version > seen)
        strokes = enumerate(self._history.strokes, 1)
        snapshot = protocol.Snapshot(
            version=self.version,
            card=self.card,
            state=view.state_of(self._history, can_undo=self._can_undo(self._history)),
            history=tuple(view.past_of(shown, number) for number, shown in strokes),
        )
        return (protocol.encode(snapshot),)

    def propose(self, command: protocol.GameCommand, yours: frozenset[Seat], when: int) -> Proposal | Done:
        """Return what a command would do, asked by someone who may act for `yours`; raises `Refuse`."""
        if command.nonce in self._nonces:
            return Done(self._nonces[command.nonce])
        seat = getattr(command, "seat", None)
        if seat is not None and seat not in yours:
            raise Refuse(Refusal.NOT_YOURS, f"The seat {seat} is not yours; you act for {' and '.join(sorted(yours))}.")
        if command.version != self.version:
            raise Refuse(
                Refusal.STALE,
                f"That was meant for version {command.version} of the game, which is at {self.version}; look again.",
            )
        try:
            return self._proposed(command, when)
        except (IllegalStroke, IllegalPosition) as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None
        except RefusedRequest as fault:
            raise Refuse(Refusal.NOT_NOW, str(fault)) from None
        except SimulationDiverged as fault:
            raise Refuse(
                Refusal.BROKEN, f"The simulator could not finish this stroke; please report: {fault}"
            ) from fault

    def program_act(self, player: Program, seat: Seat, chance: Random, when: int) -> Proposal:
        """Return what the program at `seat`, which is asked to act, does; raises `CarromError` if it cannot."""
        game = self._history.game
        match next(each for each in game.expected if getattr(each, "seat", None) is seat):
            case PlaceDue(disc=disc):
                at = player.place(game, seat)
                if at is None:
                    return self._after(Waived(seat=seat, when=when), None, when)
                return self._after(Placed(seat=seat, disc=disc, at=at, when=when), None, when)
            case Demand():
                return self._after(Demanded(seat=seat, points=player.demand(game, seat), when=when), None, when)
            case _:
                return self._stroke(seat, player.choose(game, seat, chance), None, when)

    def commit(self, proposal: Proposal) -> str:
        """Make a stored proposal part of the game; return the message to tell everybody."""
        self._history = proposal.history
        if proposal.nonce is not None:
            self._nonces[proposal.nonce] = self.version
        if len(self._kept) == _KEPT:
            self._kept_since = self._kept[0][0]
        self._kept.append((self.version, proposal.message))
        return proposal.message

    def replayed(self, request: protocol.Replay) -> str:
        """Return a past stroke to be shown again, encoded; raises `Refuse` if there is no such stroke."""
        strokes = self._history.strokes
        if request.stroke > len(strokes):
            raise Refuse(
                Refusal.NOT_NOW, f"There is no stroke {request.stroke} in this game; it has {len(strokes)} so far."
            )
        shown = strokes[request.stroke - 1]
        game = self._history.game
        surface, equipment = of_header(game.header), game.state.equipment
        played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
        return protocol.encode(
            protocol.Replayed(
                nonce=request.nonce,
                past=view.past_of(shown, request.stroke),
                motion=view.motion_of(shown, played),
                ruling=view.verdict_of(shown.ruling),
                position=shown.after,
            )
        )

    def _proposed(self, command: protocol.GameCommand, when: int) -> Proposal:
        """Return what a command would do; raises what the game raises."""
        nonce = command.nonce
        match command:
            case protocol.Strike(seat=seat, stroke=stroke):
                return self._stroke(seat, stroke, nonce, when)
            case protocol.Place(seat=seat, disc=disc, at=at):
                return self._after(Placed(seat=seat, disc=disc, at=at, when=when), nonce, when)
            case protocol.Waive(seat=seat):
                return self._after(Waived(seat=seat, when=when), nonce, when)
            case protocol.Demand(seat=seat, points=points):
                return self._after(Demanded(seat=seat, points=points, when=when), nonce, when)
            case protocol.Pass(seat=seat):
                return self._after(Passed(seat=seat, when=when), nonce, when)
            case protocol.Resign(seat=seat):
                side = self._history.game.state.side_at(seat)
                return self._after(Conceded(side=side, what="match", when=when), nonce, when)
            case protocol.Undo():
                return self._after(Undone(to=self._undo_target(), when=when), nonce, when)
            case protocol.Next():
                return self._next_board(nonce, when)

    def _stroke(self, seat: Seat, stroke: Stroke, nonce: str | None, when: int) -> Proposal:
        """Return what a stroke would do."""
        if max(map(abs, (stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin))) > _LARGEST:
            raise IllegalStroke(f"No number of a stroke may be beyond ±{_LARGEST} (µm, µm/s, mrad/s).")
        event, played = strike(self._history.game, seat, stroke, trajectory=True, when=when)
        return self._after(event, nonce, when, played)

    def _next_board(self, nonce: str, when: int) -> Proposal:
        """Return what racking the next board would do."""
        game = self._history.game
        event = formality(game, self._chance(), when, may_rack=True)
        if event is None:
            raise RefusedRequest(f"No board is to be racked now; expected is {phrase(game.expected)}.")
        return self._after(event, nonce, when, may_rack=True)

    def _after(
        self, event: Event, nonce: str | None, when: int, played: Played | None = None, *, may_rack: bool = False
    ) -> Proposal:
        """Return the proposal of an event with the formalities that follow it; raises what the game raises."""
        history = self._history.apply(event)
        chance = self._chance()
        while (follows := formality(history.game, chance, when, may_rack=may_rack)) is not None:
            history = history.apply(follows)
        return Proposal(
            stored=_stored(history, self.version, nonce),
            history=history,
            nonce=nonce,
            message=protocol.encode(view.told(event, history, played, can_undo=self._can_undo(history))),
        )

    def _chance(self) -> Random:
        """Return the chance of this version: asked twice, it gives the same, because asking changes nothing."""
        return Random(f"{self._luck}/{self.version}")

    def _can_undo(self, history: History) -> bool:
        return _last_act(history.game, self.setting.people) is not None

    def _undo_target(self) -> int:
        """Return the number of the event before the last act of a person; raises `RefusedRequest`."""
        game = self._history.game
        index = _last_act(game, self.setting.people)
        if index is None:
            raise RefusedRequest("There is nothing to take back: nobody has played yet.")
        return game.line[index - 1]


def _stored(history: History, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` as the store keeps them; the nonce goes with the last."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )


def _last_act(game: Game, people: frozenset[Seat]) -> int | None:
    """Return where in the line in force the last act of a person stands, or None."""
    for index in range(len(game.line) - 1, 0, -1):
        event = game.events[game.line[index]]
        if isinstance(event, Conceded) or getattr(event, "seat", None) in people:
            return index
    return None
