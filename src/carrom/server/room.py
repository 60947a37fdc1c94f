"""One game as its players see it: commands in, events out; no sockets, no clock, no disk, no threads.

Theory of operation
-------------------
A room is a fold of events (`History`, which holds the `Game`). Its version is the number of events; it is 0 while a
seat is open and the game has not begun.

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
it missed, films included; if they are no longer kept, or the server was restarted, it gets a snapshot.

An undo goes back to right before the last act of a person; the program's acts after that go with it. It is an event
of the game, and the versions go on.

Players are named by the seats they have at the beginning (`sitter`), commands by the seats where they sit now.

What is still ugly: a nonce is remembered for as long as its game, which is right and costs a few bytes an act; and the
films of the kept messages are held as text, about 20 kB a stroke.
"""

import copy
from collections import deque
from collections.abc import Callable
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import Value, changed
from carrom.engine.player import Program
from carrom.errors import IllegalPosition, IllegalStroke, RefusedRequest, RulesError, SimulationDiverged
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
from carrom.server import toss, view
from carrom.server.card import card_of
from carrom.server.clock import Turn, consequence, forfeiture
from carrom.server.film import motion_of, past_of, verdict_of
from carrom.server.history import History
from carrom.server.lines import Lines
from carrom.server.places import seat_of, sitter_at, sitters_of
from carrom.server.remembered import Film, Films, Standing, raw, snapshot, standing
from carrom.server.setting import Setting
from carrom.server.stored import StoredEvent, StoredGame
from carrom.server.told import told
from carrom.server.umpire import formality

Refusal = protocol.Refusal

_KEPT = 16
"""Messages kept for clients that come back."""
_SEEDS = 1 << 32
"""So many racks there are."""
LARGEST = 1_000_000_000
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
    standing: Standing
    """How the game stands after the events."""
    turn: Turn
    """Since when the next act is awaited."""
    message: str | None
    """What everybody is told, encoded; None: a snapshot, because the game has only begun."""


class Room:
    """One game."""

    def __init__(
        self, name: str, setting: Setting, history: History | None, nonces: dict[str, int], chance: Random, at: int
    ) -> None:
        """Open a room at `at`, ms since 1970: who is asked to act has all his time from then on.

        Its history is None while a seat is open, `nonces` are those of its commands with their versions. From `chance`
        one number is drawn; what is left to chance at a version follows from it.
        """
        self.name, self.setting = name, setting
        self._history, self._nonces, self._luck = history, nonces, chance.getrandbits(64)
        self._kept: deque[tuple[int, str]] = deque(maxlen=_KEPT)
        self._lines = Lines()
        self._kept_since = self.version
        self.card = self._card()
        self._standing = self._stands(history)
        self._turn = Turn(since=at)
        if setting.paused and history is not None:
            self._turn = self._turn.stopped(history.game, self._plan, at)

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
        return cls._set_up(name, setting, chance, at)

    def rematch(self, name: str, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room where the same people play the same again, and its first events to store."""
        game = self._begun().game
        first = game.header.first_break and sitters_of(game, game.header.first_break)[0]
        return self._set_up(name, self.setting.again(first), chance, at)

    @classmethod
    def _set_up(cls, name: str, setting: Setting, chance: Random, at: int) -> tuple["Room", tuple[StoredEvent, ...]]:
        """Return a room with a new game by that setting, begun if no seat is open."""
        room = cls(name, setting, None, {}, chance, at)
        if setting.open_seats:
            return room, ()
        opening = room.opening(at)
        room.commit(opening)
        return room, opening.stored

    @classmethod
    def restored(cls, stored: StoredGame, chance: Random, at: int) -> "Room":
        """Return the room of a stored game, opened again at `at` (ms since 1970).

        Raises `CarromError` if its events cannot be read or followed.
        """
        events = tuple(decode_event(event.body) for event in stored.events)
        nonces = {event.nonce: event.version for event in stored.events if event.nonce is not None}
        setting = Setting.read(stored.setting).taken({each.seat: each.name for each in stored.seats})
        return cls(stored.game, setting, History.fold(events) if events else None, nonces, chance, at)

    @property
    def version(self) -> int:
        """How many events have happened."""
        return 0 if self._history is None else self._history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked to act, or None."""
        if self._history is None:
            return None
        found = (each.seat for each in self._history.game.expected if hasattr(each, "seat"))
        return next(found, self._asked(self._history.game))

    @property
    def actor(self) -> Seat | None:
        """The player who is asked to act, by his seat at the beginning, or None."""
        seat = self.to_act
        return None if seat is None or self._history is None else sitter_at(self._history.game, seat)

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken and the game is under way or over."""
        return self._history is not None

    @property
    def is_over(self) -> bool:
        """Whether the contest is decided."""
        return self._history is not None and self._history.game.is_over

    @property
    def can_undo(self) -> bool:
        """Whether there is an act of a person to take back."""
        return self._history is not None and self._takeable(self._history) is not None

    @property
    def is_timed(self) -> bool:
        """Whether a clock was agreed."""
        return self._plan is not None

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands."""
        return self._turn.left is not None

    @property
    def since(self) -> int:
        """Since when the next act is awaited: the end of the last film, ms since 1970."""
        return self._turn.since

    def clock(self, now: int) -> protocol.Clock | None:
        """Return the clock of who is asked to act, if one runs."""
        return None if self._history is None else self._turn.clock(self._history.game, self._plan, now)

    def sitters(self, here: frozenset[Seat]) -> tuple[protocol.Sitter, ...]:
        """Return who sits at the table; of the people, those in `here` are connected."""
        return tuple(
            changed(each, here=each.kind is protocol.SitterKind.PROGRAM or each.seat in here)
            for each in self.setting.sitters
        )

    def seat_taken(self, seat: Seat, name: str) -> None:
        """Let a person have an open seat."""
        self.setting = self.setting.taken({seat: name})
        self.card = self._card()

    def pause(self, at: int) -> None:
        """Stop the clock, or let it go on, at `at` (ms since 1970)."""
        game = self._begun().game
        self._turn = (self._turn.going_on if self.is_paused else self._turn.stopped)(game, self._plan, at)
        self.setting = changed(self.setting, paused=self.is_paused)

    def frozen(self) -> "Room":
        """Return this room as it is now, for reading in a thread while the room goes on."""
        return copy.copy(self)

    def record(self) -> str:
        """Return the game's record as text; raises `Refuse` while it has not begun."""
        return write_record(self._begun().game)

    def missed(self, seen: int | None) -> tuple[str, ...] | None:
        """Return the events that a client that saw version `seen` has missed, encoded; None: it needs a snapshot."""
        if seen is not None and self._kept_since <= seen <= self.version:
            return tuple(text for version, text in self._kept if version > seen)
        return None

    def snapshot(self, now: int, here: frozenset[Seat] | None = None, offers: tuple[protocol.Offered, ...] = ()) -> str:
        """Return everything, encoded, at `now` (ms since 1970); `here` are the players who are connected."""
        card = self.card if here is None else changed(self.card, sitters=self.sitters(here))
        return snapshot(self._standing, self.version, card, self.clock(now), offers)

    def _stands(self, history: History | None, state: protocol.State | None = None) -> Standing:
        """Return how the game stands with this history, encoded: once a version, and wherever it was computed."""
        if history is None:
            return standing(None, ())
        return standing(state or self._state(history), self._lines.of(history.strokes))

    def opening(self, at: int) -> Proposal:
        """Return the beginning of the game, once all seats are taken; `at` is now, ms since 1970."""
        header, rules = self.setting.header(at // 1000)
        history = History(game=Game.begin(header, rules, when=at // 1000))
        history = self._with_formalities(history, at // 1000)
        return Proposal(
            stored=_stored(history, 0, None),
            history=history,
            nonce=None,
            standing=self._stands(history),
            turn=Turn(since=at),
            message=None,
        )

    def propose(self, command: protocol.GameCommand, yours: frozenset[Seat], at: int) -> Proposal | Done:
        """Return what a command would do, asked at `at` (ms since 1970) by who acts for `yours`; raises `Refuse`.

        `yours` are players, by their seats at the beginning.
        """
        if command.nonce in self._nonces:
            return Done(self._nonces[command.nonce])
        self.check(command, yours)
        try:
            return self._proposed(command, at)
        except (IllegalStroke, IllegalPosition) as fault:
            raise Refuse(Refusal.ILLEGAL, str(fault)) from None
        except RefusedRequest as fault:
            raise Refuse(Refusal.NOT_NOW, str(fault)) from None
        except SimulationDiverged as fault:
            raise Refuse(
                Refusal.BROKEN, f"The simulator could not finish this stroke; please report: {fault}"
            ) from fault

    def done(self, command: protocol.GameCommand) -> int | None:
        """Return the version of the event that this command was, if it has been done before."""
        return self._nonces.get(command.nonce)

    def sitter_at(self, seat: Seat) -> Seat | None:
        """Return which player sits at `seat` now, by his seat at the beginning; None where nobody does."""
        return seat if self._history is None else sitter_at(self._history.game, seat)

    def check(self, command: protocol.GameCommand, yours: frozenset[Seat]) -> None:
        """Refuse a command of who does not play there, or that was meant for another moment."""
        if not yours:
            raise Refuse(Refusal.NOT_YOURS, "You look on: only players act in this game.")
        game = self._begun().game
        if sitter_at(game, command.seat) not in yours:
            mine = [seat for seat, _ in game.state.seating.places if sitter_at(game, seat) in yours]
            raise Refuse(Refusal.NOT_YOURS, f"The seat {command.seat} is not yours; you sit {' and '.join(mine)}.")
        if command.version != self.version:
            raise Refuse(
                Refusal.STALE,
                f"That was meant for version {command.version} of the game, which is at {self.version}; look again.",
            )

    def program_act(self, player: Program, seat: Seat, chance: Random, now: Callable[[], int]) -> Proposal:
        """Return what the program at `seat`, which is asked to act, does; `now` is asked once it has thought.

        Raises `CarromError` if it cannot.
        """
        game = self._begun().game
        match next(each for each in game.expected if getattr(each, "seat", None) is seat):
            case PlaceDue(disc=disc):
                spot, at = player.place(game, seat), now()
                if spot is None:
                    return self._after(Waived(seat=seat, when=at // 1000), None, at)
                return self._after(Placed(seat=seat, disc=disc, at=spot, when=at // 1000), None, at)
            case Demand():
                points, at = player.demand(game, seat), now()
                return self._after(Demanded(seat=seat, points=points, when=at // 1000), None, at)
            case _:
                return self._stroke(seat, player.choose(game, seat, chance), None, now())

    def timed_out(self, here: bool, at: int) -> Proposal | None:
        """Return what the law has follow when the clock has run out; None where it has nothing."""
        event = consequence(self._begun(), here, at // 1000)
        return None if event is None else self._after(event, None, at)

    def forfeited(self, sitter: Seat, at: int) -> Proposal:
        """Return the loss of the match by a player who stayed away."""
        game = self._begun().game
        return self._after(forfeiture(game, seat_of(game, sitter), at // 1000), None, at)

    def commit(self, proposal: Proposal) -> str | None:
        """Make a stored proposal part of the game; return the message to tell everybody; None: a snapshot."""
        self._history, self._standing, self._turn = proposal.history, proposal.standing, proposal.turn
        if proposal.nonce is not None:
            self._nonces[proposal.nonce] = self.version
        if proposal.message is None:
            self.card, self._kept_since = self._card(), self.version
            return None
        if len(self._kept) == _KEPT:
            self._kept_since = self._kept[0][0]
        self._kept.append((self.version, proposal.message))
        return proposal.message

    def replayed(self, request: protocol.Replay, films: Films | None = None) -> str:
        """Return a past stroke to be shown again, encoded; raises `Refuse` if there is no such stroke.

        `films` are those that are remembered.
        """
        history = self._begun()
        strokes = history.strokes
        if request.stroke > len(strokes):
            raise Refuse(
                Refusal.NOT_NOW, f"There is no stroke {request.stroke} in this game; it has {len(strokes)} so far."
            )
        shown = strokes[request.stroke - 1]
        film = (films or Films()).film(self.name, shown.event, request.stroke, lambda: self._film(request.stroke))
        return film.told(request.nonce)

    def _film(self, number: int) -> Film:
        """Return a past stroke, simulated again, with the game as it stood before and after it."""
        history = self._begun()
        shown, game = history.strokes[number - 1], history.game
        surface, equipment = of_header(game.header), game.state.equipment
        played = simulate(shown.before, shown.stroke, shown.seat, surface, trajectory=True, equipment=equipment)
        return Film(
            past=raw(past_of(shown, number)),
            motion=raw(motion_of(shown, played)),
            ruling=raw(verdict_of(shown.ruling)),
            position=raw(shown.after),
            before=raw(self._state(History.fold(game.events[: shown.event]))),
            state=raw(self._state(History.fold(game.events[: shown.event + 1]))),
        )

    def _card(self) -> protocol.Card:
        if self._history is not None:
            game = self._history.game
            return card_of(game.header, game.rules, self.name, self.setting)
        header, rules = self.setting.header(0)
        return card_of(header, rules, self.name, self.setting)

    def _begun(self) -> History:
        if self._history is None:
            raise Refuse(Refusal.NOT_NOW, "The game has not begun: a seat is still open.")
        return self._history

    def _state(self, history: History) -> protocol.State:
        """Return how the game stood with this history."""
        return view.state_of(history, self._asked(history.game), can_undo=bool(self._takeable(history)))

    def _asked(self, game: Game) -> Seat | None:
        return toss.asked_in_toss(game, self.setting.people, self.name)

    def _proposed(self, command: protocol.GameCommand, at: int) -> Proposal:
        """Return what a command would do; raises what the game raises."""
        nonce, when, game = command.nonce, at // 1000, self._begun().game
        match command:
            case protocol.Strike(seat=seat, stroke=stroke):
                return self._stroke(seat, stroke, nonce, at)
            case protocol.Place(seat=seat, disc=disc, at=spot):
                return self._after(Placed(seat=seat, disc=disc, at=spot, when=when), nonce, at)
            case protocol.Waive(seat=seat):
                return self._after(Waived(seat=seat, when=when), nonce, at)
            case protocol.Demand(seat=seat, points=points):
                return self._after(Demanded(seat=seat, points=points, when=when), nonce, at)
            case protocol.Pass(seat=seat):
                return self._after(Passed(seat=seat, when=when), nonce, at)
            case protocol.Resign(seat=seat, what=what):
                return self._after(_conceded(game, seat, what, when), nonce, at)
            case protocol.Guess() | protocol.Choose() | protocol.Sit():
                return self._toss(command, at)
            case protocol.Undo():
                return self._after(Undone(to=self._undo_target(), when=when), nonce, at)
            case protocol.Next():
                return self._next_board(nonce, at)
            case _:
                raise RefusedRequest(f"{type(command).__name__} is decided by the players together")

    def _stroke(self, seat: Seat, stroke: Stroke, nonce: str | None, at: int) -> Proposal:
        """Return what a stroke would do."""
        if max(map(abs, (stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin))) > LARGEST:
            raise IllegalStroke(f"No number of a stroke may be beyond ±{LARGEST} (µm, µm/s, mrad/s).")
        seed = self._chance("gaps").randrange(_SEEDS)
        event, played = strike(self._begun().game, seat, stroke, trajectory=True, seed=seed, when=at // 1000)
        return self._after(event, nonce, at, played)

    def _toss(self, command: protocol.Guess | protocol.Choose | protocol.Sit, at: int) -> Proposal:
        """Return what an answer to the toss would do."""
        game, when = self._begun().game, at // 1000
        asked = self._asked(game)
        if asked is not None and command.seat is not asked:
            raise RefusedRequest(f"the toss does not wait for {command.seat}; expected is {asked}")
        match command:
            case protocol.Guess():
                hiding = self._chance("toss").choice(tuple(protocol.Hand))
                return self._after(toss.tossed(game, command, hiding, when), command.nonce, at)
            case protocol.Choose():
                return self._after(toss.chosen(game, command, when), command.nonce, at)
            case protocol.Sit():
                return self._after(toss.seated(game, command, when), command.nonce, at)

    def _next_board(self, nonce: str, at: int) -> Proposal:
        """Return what racking the next board would do."""
        game = self._begun().game
        event = formality(game, self._asked(game), self._chance(), at // 1000, may_rack=True)
        if event is None:
            raise RefusedRequest(f"No board is to be racked now; expected is {phrase(game.expected)}.")
        return self._after(event, nonce, at, may_rack=True)

    def _after(
        self, event: Event, nonce: str | None, at: int, played: Played | None = None, *, may_rack: bool = False
    ) -> Proposal:
        """Return the proposal of an event with the formalities that follow it; raises what the game raises."""
        before = self._begun()
        history = self._with_formalities(before.apply(event), at // 1000, may_rack=may_rack)
        turn = self._next_turn(history, played, at)
        clock = turn.clock(history.game, self._plan, at)
        state = self._state(history)
        message = told(event, before, history, state, played, at, clock)
        return Proposal(
            stored=_stored(history, self.version, nonce),
            history=history,
            nonce=nonce,
            standing=self._stands(history, state),
            turn=turn,
            message=protocol.encode(message),
        )

    def _with_formalities(self, history: History, when: int, *, may_rack: bool = False) -> History:
        """Return the history with what the umpire adds by himself."""
        chance, alone = self._chance(), not self.setting.people
        while True:
            event = formality(history.game, self._asked(history.game), chance, when, may_rack=may_rack or alone)
            if event is None:
                return history
            history = history.apply(event)

    def _next_turn(self, history: History, played: Played | None, at: int) -> Turn:
        """Return the turn that begins once the film of what happens at `at` has been seen."""
        film = 0 if played is None else played.duration // 1000
        turn = Turn(since=max(at, self._turn.since) + film)
        return turn.stopped(history.game, self._plan, turn.since) if self.is_paused else turn

    @property
    def _plan(self) -> protocol.ClockPlan | None:
        return None if self.setting.terms is None else self.setting.terms.clock

    def _chance(self, what: str = "") -> Random:
        """Return the chance of this version: asked twice, it gives the same, because asking changes nothing."""
        return Random(f"{self._luck}/{self.version}/{what}")

    def _takeable(self, history: History) -> int | None:
        """Return the number of the event of the last act of a person, which may be taken back, or None."""
        people = self.setting.people
        return next((deed.event for deed in reversed(history.deeds) if deed.sitter in people), None)

    def _undo_target(self) -> int:
        """Return the number of the event before the last act of a person; raises `RefusedRequest`."""
        history = self._begun()
        event = self._takeable(history)
        if event is None:
            raise RefusedRequest("There is nothing to take back: nobody has played yet.")
        line = history.game.line
        return line[line.index(event) - 1]


def _conceded(game: Game, seat: Seat, what: protocol.Length, when: int) -> Conceded:
    """Return the concession of a game or the match. Raises `RefusedRequest` for a board, which no law gives up."""
    if what is protocol.Length.BOARD:
        raise RefusedRequest("no law gives up a board by itself; expected the game or the match")
    return Conceded(side=game.state.side_at(seat), what="game" if what is protocol.Length.GAME else "match", when=when)


def _stored(history: History, since: int, nonce: str | None) -> tuple[StoredEvent, ...]:
    """Return the events after version `since` as the store keeps them; the nonce goes with the last."""
    events = history.game.events[since:]
    last = since + len(events)
    return tuple(
        StoredEvent(version=version, body=encode_event(event).decode(), nonce=nonce if version == last else None)
        for version, event in enumerate(events, since + 1)
    )
