"""Commands: the effect of each as a pending change, and the automatic actions of the umpire after it.

Nothing is changed here: a command gives a `PendingChange`, and the same command gives the same result again, including
random choices. The umpire's automatic actions follow every command."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board import Seat, Stroke
from carrom.engine.program import Program, executed
from carrom.errors import CarromError, NewerVersion, RefusedRequest
from carrom.game import events as game_events
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss, phrase
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, strike
from carrom.game.score import ScoringTopic, clause
from carrom.observability import span
from carrom.physics.played import Played
from carrom.protocol import Choice, Choose, Guess, Hand, Sit
from carrom.rules.phases import Demand, PlaceDue
from carrom.storage.database import EventBatch, Timestamps
from carrom.tables import views
from carrom.tables.history import NEWER, TableHistory, known, played_again
from carrom.tables.log import CompressedMessage
from carrom.tables.proposal import PendingChange, check_size, stored_events
from carrom.tables.seats import seat_of, sitters_of
from carrom.tables.snapshots import EncodedState, standing
from carrom.tables.terms import GameSettings
from carrom.tables.turn_clock import TurnStart, called_off
from carrom.tables.views import received, told
from carrom.values import Value

# -- the toss at the board (Law 39) ------------------------------------------------------------------------------------


T = TypeVar("T")


def asked_in_toss(game: GameHistory, people: frozenset[Seat], name: str) -> Seat | None:
    """Return the seat of the person who answers the toss now; None if it is decided by chance or a program.

    `people` are identified by their seats at the start. The guessing side is random but depends only on the game's
    `name`; if it has only programs, a person of the other side guesses. Three players draw lots, so nobody is asked.
    """
    match game.expected[:1]:
        case (Toss(sides=sides),) if len(sides) == 2:
            first, second = sides if Random(f"{name}/{len(game.line)}").random() < 0.5 else sides[::-1]
            found = _person(game, first, people) or _person(game, second, people)
        case (ChooseBreakOrSide(side=side),) | (ChooseSeat(side=side),):
            found = _person(game, side, people)
        case _:
            return None
    return None if found is None else seat_of(game, found)


def tossed(game: GameHistory, command: Guess, hiding: Hand, when: int) -> game_events.Tossed:
    """Return the toss decided by a guess. Raises `RefusedRequest` if no toss is expected."""
    awaited = _awaited(game, Toss, "a guess")
    mine = game.state.side_at(command.seat)
    other = next(side for side in awaited.sides if side != mine)
    return game_events.Tossed(won_by=mine if command.hand is hiding else other, when=when)


def chosen(game: GameHistory, command: Choose, when: int) -> game_events.Chosen:
    """Return the winner's choice. Raises `RefusedRequest` if none is expected."""
    awaited = _awaited(game, ChooseBreakOrSide, "a choice")
    return game_events.Chosen(side=awaited.side, what="break" if command.what is Choice.BREAK else "side", when=when)


def seated(game: GameHistory, command: Sit, when: int) -> game_events.Seated:
    """Return the choice of seats. Raises `RefusedRequest` if none is expected."""
    awaited = _awaited(game, ChooseSeat, "a choice of seats")
    return game_events.Seated(side=awaited.side, swap=command.swap, when=when)


def _awaited(game: GameHistory, kind: type[T], what: str) -> T:
    for each in game.expected:
        if isinstance(each, kind):
            return each
    raise RefusedRequest(f"{what} is not possible now; expected {phrase(game.expected, game.state.called)}")


def _person(game: GameHistory, side: game_events.SideName, people: frozenset[Seat]) -> Seat | None:
    return next((sitter for sitter in sitters_of(game, side) if sitter in people), None)


# -- the automatic umpire: actions that need no decision ---------------------------------------------------------------


def formality(
    game: GameHistory, asked: Seat | None, rng: Random, when: int, *, may_rack: bool
) -> game_events.Event | None:
    """Return the next event that needs no player's decision, or None.

    `asked` is the person who answers the toss. A program that wins the toss takes the break and keeps its seat. The
    board is racked only if `may_rack`: between two boards the players decide when.
    """
    expected = game.expected
    match expected[0] if expected else None:
        case Toss(sides=sides) if asked is None:
            return game_events.Tossed(won_by=rng.choice(sides), when=when)
        case ChooseBreakOrSide(side=side) if asked is None:
            return game_events.Chosen(side=side, what="break", when=when)
        case ChooseSeat(side=side) if asked is None:
            return game_events.Seated(side=side, swap=False, when=when)
        case StrikerHasNoSpot():
            return game_events.Called(what="no-striker-spot", when=when)
        case BeginRound() if may_rack or not game.state.game.opener:
            return racked(game, None, when=when)
        case _:
            return None


# -- the handler -------------------------------------------------------------------------------------------------------


_SEEDS = 1 << 32
"""Number of possible rack seeds."""


class CommandHandler(Value, frozen=True, kw_only=True):
    """The present state of a game that has begun."""

    name: str
    setting: GameSettings
    history: TableHistory
    turn: TurnStart
    """The present turn, with its start time."""
    luck: int
    """Seed of the random choices; those of a version depend on it and the version."""
    ahead: int = 0
    """Difference of the versions from those by which the random choices were first made (`offline_play`)."""

    @classmethod
    def opened(cls, name: str, setting: GameSettings, luck: int, at: int) -> PendingChange:
        """Return the start of a game; `at` is the present time, ms since 1970."""
        header, rules = setting.header(at // 1000)
        history = TableHistory(game=GameHistory.begin(header, rules, when=at // 1000))
        course = cls(name=name, setting=setting, history=history, turn=TurnStart(since=at), luck=luck)
        history = course._with_formalities(history, 0, at // 1000)
        return PendingChange(
            stored=stored_events(history, 0, None),
            history=history,
            nonce=None,
            standing=course.standing(history),
            turn=TurnStart(since=at),
            at=at,
            message=None,
        )

    @property
    def version(self) -> int:
        """Number of events so far."""
        return self.history.version

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is, or None."""
        found = (each.seat for each in self.history.game.expected if hasattr(each, "seat"))
        return next(found, self._asked(self.history.game))

    def state(self, history: TableHistory) -> protocol.State:
        """Return the state of the game after this history."""
        may = self.setting.pool is None and bool(self.takeable(history))
        off = self.may_abort(history)
        return views.state_of(history, self._asked(history.game), can_undo=may, can_abort=off)

    def standing(self, history: TableHistory, state: protocol.State | None = None) -> EncodedState:
        """Return the encoded state of the game after this history; `state` avoids computing it again."""
        return standing(state or self.state(history), history.strokes)

    def takeable(self, history: TableHistory) -> int | None:
        """Return the number of the last action of a person that can be undone, or None.

        A rubber that is over cannot be undone, because the tie has continued; nor can an imported game.
        """
        if history.game.header.imported or (self.setting.tie is not None and history.game.is_over):
            return None
        people = self.setting.people
        return next((deed.event for deed in reversed(history.deeds) if deed.sitter in people), None)

    def may_abort(self, history: TableHistory) -> bool:
        """Return whether the game can be cancelled: there is no stroke yet, and it is not a rubber of a tie."""
        return self.setting.tie is None and not history.strokes and not history.game.is_over

    def _check_abort(self) -> None:
        """Raise `RefusedRequest` if the game cannot be cancelled."""
        if self.setting.tie is not None:
            raise RefusedRequest("a rubber of a tie cannot be cancelled; resign it, or play on")
        if self.history.strokes:
            number = len(self.history.strokes)
            strokes = "1 stroke has" if number == 1 else f"{number} strokes have"
            raise RefusedRequest(
                f"a game can be cancelled only before its first stroke, and {strokes} been played; resign it instead"
            )

    def program_act(self, player: Program, seat: Seat, chance: Random, now: Callable[[], int]) -> PendingChange:
        """Return the action of the computer at `seat`, whose turn it is; `now` is called after it has chosen the
        action.

        Raises `CarromError` if it fails.
        """
        game = self.history.game
        match next(each for each in game.expected if getattr(each, "seat", None) is seat):
            case PlaceDue(disc=disc):
                spot, at = player.place(game, seat), now()
                if spot is None:
                    return self.after(game_events.Waived(seat=seat, when=at // 1000), None, at)
                return self.after(game_events.Placed(seat=seat, disc=disc, at=spot, when=at // 1000), None, at)
            case Demand():
                points, at = player.demand(game, seat), now()
                return self.after(game_events.Demanded(seat=seat, points=points, when=at // 1000), None, at)
            case _:
                played, meant = executed(player, game, seat, chance)
                return self._stroke(seat, played, meant, None, now())

    def proposed(self, command: protocol.GameCommand, at: int, gaps: int | None = None) -> PendingChange:
        """Return the effect of a command received at `at` (ms since 1970). Raises the errors of the game.

        `gaps` is the seed of a rack's gaps; None draws them.
        """
        nonce, when, game = command.nonce, at // 1000, self.history.game
        match command:
            case protocol.Strike(seat=seat, stroke=stroke, meant=meant):
                return self._stroke(seat, stroke, meant, nonce, at, gaps)
            case protocol.Place(seat=seat, disc=disc, at=spot):
                return self.after(game_events.Placed(seat=seat, disc=disc, at=spot, when=when), nonce, at)
            case protocol.Waive(seat=seat):
                return self.after(game_events.Waived(seat=seat, when=when), nonce, at)
            case protocol.Demand(seat=seat, points=points):
                return self.after(game_events.Demanded(seat=seat, points=points, when=when), nonce, at)
            case protocol.Pass(seat=seat):
                return self.after(game_events.Passed(seat=seat, when=when), nonce, at)
            case protocol.Resign(seat=seat, what=what):
                return self.after(_conceded(game, seat, what, when), nonce, at)
            case protocol.Abort(seat=seat):
                self._check_abort()
                return self.after(called_off(game, seat, when), nonce, at)
            case protocol.Guess() | protocol.Choose() | protocol.Sit():
                return self._toss(command, at)
            case protocol.Undo():
                return self.after(game_events.Undone(to=self._undo_target(), when=when), nonce, at)
            case protocol.Next():
                return self._next_board(nonce, at)
            case _:
                raise RefusedRequest(f"{type(command).__name__} needs the consent of all players")

    def after(
        self,
        event: game_events.Event,
        nonce: str | None,
        at: int,
        played: Played | None = None,
        *,
        may_rack: bool = False,
    ) -> PendingChange:
        """Return the pending change of an event and the automatic actions after it. Raises the errors of the game."""
        history = self._with_formalities(self.history.apply(event), self.version, at // 1000, may_rack=may_rack)
        turn = self._next_turn(history, played, at)
        return self._proposal(event, history, nonce, at, turn, played)

    def again(self, batch: EventBatch, message: str | None = None) -> PendingChange:
        """Return the pending change of events stored by another server; a stroke is simulated again unless `message` is
        given.

        Raises `NewerVersion` for events that this version cannot read or follow.
        """
        events, history = tuple(known(each) for each in batch.events), self.history
        try:
            for event in events:
                history = history.apply(event)
        except CarromError as fault:
            raise NewerVersion(f"{NEWER} ({fault})") from fault
        moment = batch.moment or Timestamps(self.turn.since, self.turn.since)
        turn = TurnStart(since=moment.since)
        if self.turn.left is not None:
            turn = turn.stopped(history.game, self.setting.clock, turn.since)
        nonce, first = batch.events[-1].nonce, events[0]
        played = None
        if message is None and isinstance(first, game_events.Struck):
            played = played_again(self.history.apply(first))
        return self._proposal(first, history, nonce, moment.heard, turn, played, message)

    def _proposal(
        self,
        event: game_events.Event,
        history: TableHistory,
        nonce: str | None,
        at: int,
        turn: TurnStart,
        played: Played | None,
        text: str | None = None,
    ) -> PendingChange:
        """Return the pending change of an event and its automatic actions, and its message unless it is given."""
        clock = turn.clock(history.game, self.setting.clock, at)
        state = self.state(history)
        if text is None:
            message = CompressedMessage.of(
                protocol.encode(told(event, self.history, history, state, played, at, clock))
            )
        else:
            message = received(text)
        return PendingChange(
            stored=stored_events(history, self.version, nonce),
            history=history,
            nonce=nonce,
            standing=self.standing(history, state),
            turn=turn,
            at=at,
            message=message,
            played=played,
        )

    def _stroke(
        self,
        seat: Seat,
        stroke: Stroke,
        meant: Stroke | None,
        nonce: str | None,
        at: int,
        gaps: int | None = None,
    ) -> PendingChange:
        """Return the effect of a stroke; `meant` is the intended stroke, if known."""
        for each in (stroke, meant):
            if each is not None:
                check_size(each)
        seed = self._chance(self.version, "gaps").randrange(_SEEDS) if gaps is None else gaps
        with span("stroke", version=self.version):
            event, played = strike(
                self.history.game, seat, stroke, trajectory=True, meant=meant, seed=seed, when=at // 1000
            )
        return self.after(event, nonce, at, played)

    def _toss(self, command: protocol.Guess | protocol.Choose | protocol.Sit, at: int) -> PendingChange:
        """Return the effect of an answer in the toss."""
        game, when = self.history.game, at // 1000
        asked = self._asked(game)
        if asked is not None and command.seat is not asked:
            raise RefusedRequest(f"{command.seat} cannot answer the toss now; expected {asked}")
        match command:
            case protocol.Guess():
                hiding = self._chance(self.version, "toss").choice(tuple(protocol.Hand))
                return self.after(tossed(game, command, hiding, when), command.nonce, at)
            case protocol.Choose():
                return self.after(chosen(game, command, when), command.nonce, at)
            case protocol.Sit():
                return self.after(seated(game, command, when), command.nonce, at)

    def _next_board(self, nonce: str, at: int) -> PendingChange:
        """Return the effect of racking the next board."""
        game = self.history.game
        event = formality(game, self._asked(game), self._chance(self.version), at // 1000, may_rack=True)
        if event is None:
            raise RefusedRequest(f"No board can be racked now; expected {phrase(game.expected, game.state.called)}.")
        return self.after(event, nonce, at, may_rack=True)

    def _with_formalities(
        self, history: TableHistory, version: int, when: int, *, may_rack: bool = False
    ) -> TableHistory:
        """Return the history with the umpire's automatic actions; their random choices are those of `version`."""
        chance, alone = self._chance(version), not self.setting.people
        while True:
            event = formality(history.game, self._asked(history.game), chance, when, may_rack=may_rack or alone)
            if event is None:
                return history
            history = history.apply(event)

    def _next_turn(self, history: TableHistory, played: Played | None, at: int) -> TurnStart:
        """Return the turn that begins at the end of the animation of what happens at `at`."""
        film = 0 if played is None else played.duration // 1000
        turn = TurnStart(since=max(at, self.turn.since) + film)
        stands = self.turn.left is not None
        return turn.stopped(history.game, self.setting.clock, turn.since) if stands else turn

    def _asked(self, game: GameHistory) -> Seat | None:
        return asked_in_toss(game, self.setting.people, self.name)

    def _chance(self, version: int, what: str = "") -> Random:
        """Return the random generator of a version; every call gives the same sequence."""
        return Random(f"{self.luck}/{version - self.ahead}/{what}")

    def _undo_target(self) -> int:
        """Return the number of the event before the last action of a person. Raises `RefusedRequest`."""
        event = self.takeable(self.history)
        if event is None:
            raise RefusedRequest("There is nothing to undo: nobody has played yet.")
        line = self.history.game.line
        return line[line.index(event) - 1]


def _conceded(game: GameHistory, seat: Seat, what: protocol.Length, when: int) -> game_events.Conceded:
    """Return the concession of a game or the match. Raises `RefusedRequest` for a board, which cannot be conceded."""
    if what is protocol.Length.BOARD:
        law = clause(game.rules, ScoringTopic.CONCEDE)
        raise RefusedRequest(f"a single board cannot be conceded; expected the game or the match ({law})")
    return game_events.Conceded(
        side=game.state.side_at(seat), what="game" if what is protocol.Length.GAME else "match", when=when
    )
