"""The course of a game at one moment, and what each act would make of it: the pure half of a room.

Nothing here changes anything: an act answers with a `Proposal`, and asked twice it answers the same, chance included.
The umpire's formalities follow every act by themselves (`umpire.py`).
"""

from collections.abc import Callable
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.engine.player import Program, executed
from carrom.errors import CarromError, RefusedRequest, UnknownHere
from carrom.game.clauses import Topic, clause
from carrom.game.event import Conceded, Demanded, Event, Passed, Placed, Struck, Undone, Waived
from carrom.game.expectation import phrase
from carrom.game.game import Game
from carrom.game.strike import strike
from carrom.physics.played import Played
from carrom.rules.phases import Demand, PlaceDue
from carrom.server import toss, view
from carrom.server.clock import Turn, called_off
from carrom.server.films.packet import deflated
from carrom.server.history import History
from carrom.server.nodes.known import NEWER, known, played_again
from carrom.server.proposal import Proposal, stored_events
from carrom.server.refuse import check_size
from carrom.server.remembered import Standing, standing
from carrom.server.setting import Setting
from carrom.server.stored import Moment, Told
from carrom.server.told import told
from carrom.server.traces.spans import span
from carrom.server.umpire import formality

_SEEDS = 1 << 32
"""So many racks there are."""


class Course(Value, frozen=True, kw_only=True):
    """A game that has begun, as it stands."""

    name: str
    setting: Setting
    history: History
    turn: Turn
    """Since when the next act is awaited."""
    luck: int
    """What is left to chance at a version follows from it."""

    @classmethod
    def opened(cls, name: str, setting: Setting, luck: int, at: int) -> Proposal:
        """Return the beginning of a game; `at` is now, ms since 1970."""
        header, rules = setting.header(at // 1000)
        history = History(game=Game.begin(header, rules, when=at // 1000))
        course = cls(name=name, setting=setting, history=history, turn=Turn(since=at), luck=luck)
        history = course._with_formalities(history, 0, at // 1000)
        return Proposal(
            stored=stored_events(history, 0, None),
            history=history,
            nonce=None,
            standing=course.standing(history),
            turn=Turn(since=at),
            at=at,
            message=None,
        )

    @property
    def version(self) -> int:
        """How many events have happened."""
        return self.history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked to act, or None."""
        found = (each.seat for each in self.history.game.expected if hasattr(each, "seat"))
        return next(found, self._asked(self.history.game))

    def state(self, history: History) -> protocol.State:
        """Return how the game stood with this history."""
        may = self.setting.pool is None and bool(self.takeable(history))
        off = self.may_abort(history)
        return view.state_of(history, self._asked(history.game), can_undo=may, can_abort=off)

    def standing(self, history: History, state: protocol.State | None = None) -> Standing:
        """Return how the game stands with this history, encoded; `state` is given where it is known."""
        return standing(state or self.state(history), history.strokes)

    def takeable(self, history: History) -> int | None:
        """Return the number of the event of the last act of a person, which may be taken back, or None.

        A rubber that is over stands: the tie goes on from it.
        """
        if self.setting.tie is not None and history.game.is_over:
            return None
        people = self.setting.people
        return next((deed.event for deed in reversed(history.deeds) if deed.sitter in people), None)

    def may_abort(self, history: History) -> bool:
        """Whether the game may be called off: nobody has struck in it, and it is no rubber of a tie."""
        return self.setting.tie is None and not history.strokes and not history.game.is_over

    def _check_abort(self) -> None:
        """Raise `RefusedRequest` where the game cannot be called off."""
        if self.setting.tie is not None:
            raise RefusedRequest("a rubber of a tie is not called off; resign it, or play on")
        if self.history.strokes:
            number = len(self.history.strokes)
            strokes = "1 stroke has" if number == 1 else f"{number} strokes have"
            raise RefusedRequest(f"a game is called off before its first stroke, and {strokes} been played; resign it")

    def program_act(self, player: Program, seat: Seat, chance: Random, now: Callable[[], int]) -> Proposal:
        """Return what the program at `seat`, which is asked to act, does; `now` is asked once it has thought.

        Raises `CarromError` if it cannot.
        """
        game = self.history.game
        match next(each for each in game.expected if getattr(each, "seat", None) is seat):
            case PlaceDue(disc=disc):
                spot, at = player.place(game, seat), now()
                if spot is None:
                    return self.after(Waived(seat=seat, when=at // 1000), None, at)
                return self.after(Placed(seat=seat, disc=disc, at=spot, when=at // 1000), None, at)
            case Demand():
                points, at = player.demand(game, seat), now()
                return self.after(Demanded(seat=seat, points=points, when=at // 1000), None, at)
            case _:
                played, meant = executed(player, game, seat, chance)
                return self._stroke(seat, played, meant, None, now())

    def proposed(self, command: protocol.GameCommand, at: int) -> Proposal:
        """Return what a command would do, asked at `at` (ms since 1970); raises what the game raises."""
        nonce, when, game = command.nonce, at // 1000, self.history.game
        match command:
            case protocol.Strike(seat=seat, stroke=stroke, meant=meant):
                return self._stroke(seat, stroke, meant, nonce, at)
            case protocol.Place(seat=seat, disc=disc, at=spot):
                return self.after(Placed(seat=seat, disc=disc, at=spot, when=when), nonce, at)
            case protocol.Waive(seat=seat):
                return self.after(Waived(seat=seat, when=when), nonce, at)
            case protocol.Demand(seat=seat, points=points):
                return self.after(Demanded(seat=seat, points=points, when=when), nonce, at)
            case protocol.Pass(seat=seat):
                return self.after(Passed(seat=seat, when=when), nonce, at)
            case protocol.Resign(seat=seat, what=what):
                return self.after(_conceded(game, seat, what, when), nonce, at)
            case protocol.Abort(seat=seat):
                self._check_abort()
                return self.after(called_off(game, seat, when), nonce, at)
            case protocol.Guess() | protocol.Choose() | protocol.Sit():
                return self._toss(command, at)
            case protocol.Undo():
                return self.after(Undone(to=self._undo_target(), when=when), nonce, at)
            case protocol.Next():
                return self._next_board(nonce, at)
            case _:
                raise RefusedRequest(f"{type(command).__name__} is decided by the players together")

    def after(
        self, event: Event, nonce: str | None, at: int, played: Played | None = None, *, may_rack: bool = False
    ) -> Proposal:
        """Return the proposal of an event with the formalities that follow it; raises what the game raises."""
        history = self._with_formalities(self.history.apply(event), self.version, at // 1000, may_rack=may_rack)
        turn = self._next_turn(history, played, at)
        return self._proposal(event, history, nonce, at, turn, played)

    def again(self, told: Told, message: str | None = None) -> Proposal:
        """Return the proposal that was stored elsewhere; its stroke is simulated again, unless its message is given.

        Raises `UnknownHere` for what this program does not know.
        """
        events, history = tuple(known(each) for each in told.events), self.history
        try:
            for event in events:
                history = history.apply(event)
        except CarromError as fault:
            raise UnknownHere(f"{NEWER} ({fault})") from fault
        moment = told.moment or Moment(self.turn.since, self.turn.since)
        turn = Turn(since=moment.since)
        if self.turn.left is not None:
            turn = turn.stopped(history.game, self.setting.clock, turn.since)
        nonce, first = told.events[-1].nonce, events[0]
        played = None
        if message is None and isinstance(first, Struck):
            played = played_again(self.history.apply(first))
        return self._proposal(first, history, nonce, moment.heard, turn, played, message)

    def _proposal(
        self,
        event: Event,
        history: History,
        nonce: str | None,
        at: int,
        turn: Turn,
        played: Played | None,
        text: str | None = None,
    ) -> Proposal:
        """Return what an event and its formalities lead to, and its message unless it is known."""
        clock = turn.clock(history.game, self.setting.clock, at)
        state = self.state(history)
        with span("film", contacts=0 if played is None else len(played.contacts)):
            if text is None:
                text = protocol.encode(told(event, self.history, history, state, played, at, clock))
            packed = deflated(text.encode())
        return Proposal(
            stored=stored_events(history, self.version, nonce),
            history=history,
            nonce=nonce,
            standing=self.standing(history, state),
            turn=turn,
            at=at,
            message=text,
            packed=packed,
        )

    def _stroke(self, seat: Seat, stroke: Stroke, meant: Stroke | None, nonce: str | None, at: int) -> Proposal:
        """Return what a stroke would do, of which somebody says that it was meant so."""
        for each in (stroke, meant):
            if each is not None:
                check_size(each)
        seed = self._chance(self.version, "gaps").randrange(_SEEDS)
        with span("stroke", version=self.version):
            event, played = strike(
                self.history.game, seat, stroke, trajectory=True, meant=meant, seed=seed, when=at // 1000
            )
        return self.after(event, nonce, at, played)

    def _toss(self, command: protocol.Guess | protocol.Choose | protocol.Sit, at: int) -> Proposal:
        """Return what an answer to the toss would do."""
        game, when = self.history.game, at // 1000
        asked = self._asked(game)
        if asked is not None and command.seat is not asked:
            raise RefusedRequest(f"the toss does not wait for {command.seat}; expected is {asked}")
        match command:
            case protocol.Guess():
                hiding = self._chance(self.version, "toss").choice(tuple(protocol.Hand))
                return self.after(toss.tossed(game, command, hiding, when), command.nonce, at)
            case protocol.Choose():
                return self.after(toss.chosen(game, command, when), command.nonce, at)
            case protocol.Sit():
                return self.after(toss.seated(game, command, when), command.nonce, at)

    def _next_board(self, nonce: str, at: int) -> Proposal:
        """Return what racking the next board would do."""
        game = self.history.game
        event = formality(game, self._asked(game), self._chance(self.version), at // 1000, may_rack=True)
        if event is None:
            raise RefusedRequest(
                f"No board is to be racked now; expected is {phrase(game.expected, game.state.called)}."
            )
        return self.after(event, nonce, at, may_rack=True)

    def _with_formalities(self, history: History, version: int, when: int, *, may_rack: bool = False) -> History:
        """Return the history with what the umpire adds by himself; chance is that of `version`."""
        chance, alone = self._chance(version), not self.setting.people
        while True:
            event = formality(history.game, self._asked(history.game), chance, when, may_rack=may_rack or alone)
            if event is None:
                return history
            history = history.apply(event)

    def _next_turn(self, history: History, played: Played | None, at: int) -> Turn:
        """Return the turn that begins once the film of what happens at `at` has been seen."""
        film = 0 if played is None else played.duration // 1000
        turn = Turn(since=max(at, self.turn.since) + film)
        stands = self.turn.left is not None
        return turn.stopped(history.game, self.setting.clock, turn.since) if stands else turn

    def _asked(self, game: Game) -> Seat | None:
        return toss.asked_in_toss(game, self.setting.people, self.name)

    def _chance(self, version: int, what: str = "") -> Random:
        """Return the chance of a version: asked twice, it gives the same, because asking changes nothing."""
        return Random(f"{self.luck}/{version}/{what}")

    def _undo_target(self) -> int:
        """Return the number of the event before the last act of a person; raises `RefusedRequest`."""
        event = self.takeable(self.history)
        if event is None:
            raise RefusedRequest("There is nothing to take back: nobody has played yet.")
        line = self.history.game.line
        return line[line.index(event) - 1]


def _conceded(game: Game, seat: Seat, what: protocol.Length, when: int) -> Conceded:
    """Return the concession of a game or the match. Raises `RefusedRequest` for a board, which no law gives up."""
    if what is protocol.Length.BOARD:
        law = clause(game.rules, Topic.CONCEDE)
        raise RefusedRequest(f"no law gives up a board by itself; expected the game or the match ({law})")
    return Conceded(side=game.state.side_at(seat), what="game" if what is protocol.Length.GAME else "match", when=when)
