"""An episode: a game that advances from decision to decision; everything else follows from a seed.

Every environment holds a `Play`. Its state is a value that can be saved and restored, random numbers included. If the
contest is a single board, strokes are played in arrays (`BatchedEpisodes`), and the game is computed from them only
when it is read; `tests/arrays` and `tests/envs` check that both agree.
"""

import numpy as np

from carrom.arrays import Status, layout
from carrom.board import SEATS, Stroke
from carrom.board.striker_spots import placing_spots
from carrom.engine.engine import Engine
from carrom.engine.levels import LEVELS
from carrom.engine.player import situation_of
from carrom.envs.actions import Decision, DecisionKind, decision_of
from carrom.envs.config import Dues, EnvConfig, strayed, word
from carrom.envs.episodes import NOISE, BatchedEpisodes, gaps_of, number_of
from carrom.errors import RefusedRequest
from carrom.game import events as happens
from carrom.game.events import Event
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss, spans_of
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, strike
from carrom.rules.book import technique_for
from carrom.values import Value

__all__ = ["Play", "EpisodeState", "onwards", "settled"]

TOSS = 3
"""Purpose number in the key of a random stream, distinct from those of `BatchedEpisodes`."""
_ONE = np.zeros(1, dtype=np.int64)


class EpisodeState(Value, frozen=True):
    """The state of an episode: its game, its seed, and its number of strokes."""

    game: GameHistory
    seed: int
    strokes: int = 0


class Play:
    """An episode: a game up to its next decision."""

    def __init__(self, terms: EnvConfig, seed: int, field: BatchedEpisodes | None = None) -> None:
        """Begin the episode of that seed, in the given field of one board or in a new one."""
        self.terms = terms
        self.field = BatchedEpisodes(terms, 1) if field is None and terms.contest == "board" else field
        self.seed, self.strokes = seed, 0
        self._game: GameHistory | None = None
        self._pending: list[Stroke] = []
        """Strokes played in the arrays since `_game` (since the opening if that is None)."""
        self._in_arrays = self.field is not None
        if self.field is not None:
            self.field.begin(_ONE, np.array([seed]))

    @property
    def game(self) -> GameHistory:
        """The game, up to the next decision."""
        if self._game is None:
            self._game = onwards(
                GameHistory.begin(self.terms.header(self.seed), self.terms.rules), self.seed, self.terms.dues
            )
        for stroke in self._pending:
            self._game = self._after(self._game, stroke)
        self._pending.clear()
        return self._game

    def _after(self, game: GameHistory, stroke: Stroke) -> GameHistory:
        gaps = gaps_of(np.array([self.seed]), np.array([number_of(game.state)]))
        struck, _ = strike(game, game.state.round.turn, stroke, seed=int(gaps[0]))  # type: ignore[union-attr]
        return onwards(game.apply(struck), self.seed, self.terms.dues)

    @property
    def decision(self) -> Decision | None:
        """The next decision; None when the game is over."""
        if self._in_arrays and self.field is not None:
            info = self.field.boards.info[0]
            if info[layout.STATUS] == Status.STRIKE:
                return Decision(SEATS[info[layout.TURN]], DecisionKind.STROKE)
            if info[layout.STATUS] == Status.OVER:
                return None
        return decision_of(self.game)

    @property
    def side_in_turn(self) -> str:
        """The side that makes the next decision."""
        if self._in_arrays and self.field is not None:
            return "ABC"[int(self.field.side_in_turn(_ONE)[0])]
        assert self.decision is not None
        return self.game.state.side_at(self.decision.seat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.decision is None

    @property
    def is_truncated(self) -> bool:
        """Whether the episode has reached its limit of strokes without being over."""
        return self.strokes >= self.terms.most_strokes and not self.is_over

    @property
    def standing(self) -> EpisodeState:
        """The state of the episode; assign it to resume from there."""
        return EpisodeState(self.game, self.seed, self.strokes)

    @standing.setter
    def standing(self, standing: EpisodeState) -> None:
        self.seed, self.strokes = standing.seed, standing.strokes
        self._set(standing.game)

    def _set(self, game: GameHistory) -> None:
        """Continue with another game than the one in the arrays."""
        self._game = game
        self._pending.clear()
        self._in_arrays = self.field is not None and game.state.round is not None
        if self._in_arrays and self.field is not None:
            self.field.load(0, game.state, self.seed, self.strokes)

    def act(self, act: Stroke | Event, exact: bool = False) -> None:
        """Apply a decision and all that follows without a further decision; a stroke is played with execution noise.

        An `exact` stroke is played without noise, because its player has added it already. Raises `RefusedRequest` or
        `IllegalStroke` and changes nothing then.
        """
        decision = self.decision
        if decision is None:
            raise RefusedRequest("the episode is over; expected a reset")
        if not isinstance(act, Stroke):
            self._set(onwards(self.game.apply(act), self.seed, self.terms.dues))
            return
        if decision.asked is not DecisionKind.STROKE:
            raise RefusedRequest(f"{decision.seat.value} is to decide on a {decision.asked.value}, not on a stroke")
        stroke = act if exact else self.strayed(act, decision)
        if self._in_arrays and self.field is not None:
            technique_for(self.terms.rules, stroke)
            self._strike(self.field, np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]]))
        else:
            self._game = self._after(self.game, stroke)
            self.strokes += 1

    def act_by(self, numbers: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        """Play the stroke that an action encodes, with execution noise; the arrays must wait for a stroke."""
        assert self.field is not None
        table, ends = self.field.meant(numbers[None], _ONE)
        self.field.strayed(table, ends, _ONE)
        self._strike(self.field, table)

    def _strike(self, field: BatchedEpisodes, table: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
        field.strike(table, _ONE)
        self.strokes += 1
        self._pending.append(Stroke(*table[0].tolist()))
        if field.boards.info[0, layout.STATUS] in (Status.PLACE, Status.DEMAND) and self.terms.dues != "decide":
            self._set(self.game)

    @property
    def waits_for_a_stroke(self) -> bool:
        """Whether the arrays wait for a stroke."""
        return self._in_arrays and self.field is not None and self.field.boards.info[0, layout.STATUS] == Status.STRIKE

    @property
    def stands_in_arrays(self) -> bool:
        """Whether the arrays alone hold the current state: they wait for a stroke, or the board is over."""
        if not self._in_arrays or self.field is None:
            return False
        return self.field.boards.info[0, layout.STATUS] in (Status.STRIKE, Status.OVER)

    @property
    def lying(self) -> int:
        """The number of pieces on the board, the queen included."""
        if self._in_arrays and self.field is not None:
            return int(self.field.lying(_ONE)[0])
        return len(self.game.position) if self.game.position is not None else 0

    @property
    def score(self) -> tuple[int, ...]:
        """Points of each side, as `GameHistory.score` has them."""
        if self.stands_in_arrays and self.field is not None:
            return self.field.score(0)
        return self.game.score

    def strayed(self, stroke: Stroke, decision: Decision) -> Stroke:
        """Return the stroke with its player's execution noise; the striker stays in its legal span."""
        player = [seat for seat, _ in self.game.state.seating.places].index(decision.seat)
        hands = self.terms.noise
        hand = hands[player % len(hands)]
        if hand.model == "none":
            return stroke
        span = next(
            (s for s in spans_of(self.game.state) if s.y == stroke.y and s.low <= stroke.x <= s.high),
            None,
        )
        low, high = (span.low, span.high) if span is not None else (stroke.x, stroke.x)
        key = (self.seed, number_of(self.game.state), self.strokes, player, NOISE)
        x, v = strayed(hand, np.array([stroke.x]), np.array([[stroke.vx, stroke.vy]]), low, high, key)
        vx, vy = int(v[0, 0]), int(v[0, 1])
        if not self.terms.rules.parameters.backward:
            vy = abs(vy)
        if (vx, vy) == (0, 0):
            vx, vy = stroke.vx, stroke.vy
        return Stroke(int(x[0]), vx, vy, stroke.y, stroke.spin)


def onwards(game: GameHistory, seed: int, dues: Dues) -> GameHistory:
    """Return the game at its next decision, or over.

    The toss is random, its winner breaks, seats stay as they are, pieces are racked, a striker without a legal spot is
    called, and dues are placed unless `dues` is "decide".
    """
    while game.expected:
        event = _undecided(game, seed, dues)
        if event is None:
            break
        game = game.apply(event)
    return game


def _undecided(game: GameHistory, seed: int, dues: Dues) -> Event | None:
    match game.expected[0]:
        case Toss(sides=sides):
            return happens.Tossed(won_by=sides[word(seed, len(game.events), TOSS) % len(sides)])
        case ChooseBreakOrSide(side=side):
            return happens.Chosen(side=side, what="break")
        case ChooseSeat(side=side):
            return happens.Seated(side=side, swap=False)
        case BeginRound():
            return racked(game, None)
        case StrikerHasNoSpot():
            return happens.Called(what="no-striker-spot")
        case _:
            decision = decision_of(game)
            if decision is None or decision.asked is DecisionKind.STROKE or dues == "decide":
                return None
            return settled(game, decision, dues)


def settled(game: GameHistory, decision: Decision, dues: Dues) -> Event:
    """Return the placing by the policy `dues`, or the demand for all extra points."""
    if decision.disc is None:
        return happens.Demanded(seat=decision.seat, points=decision.up_to)
    assert game.position is not None
    at = None
    if dues == "engine":
        at = Engine(LEVELS[-1]).place(situation_of(game))
    if at is None:
        anywhere = game.rules.dues_anywhere
        at = placing_spots(game.position, decision.disc, game.state.equipment, anywhere=anywhere)[0]
    return happens.Placed(seat=decision.seat, disc=decision.disc, at=at)
