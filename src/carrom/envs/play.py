"""A game that decisions drive: everything that nobody decides happens by itself, from a seed.

`Play` is what all shells hold: a frozen game, what it waits for, and how many strokes there were. Its state is a value
that can be kept and set again; what follows from it is then the same, chance included.
"""

import numpy as np

from carrom.board.legal import placing_spots
from carrom.board.stroke import Stroke
from carrom.data import Value
from carrom.engine.engine import Engine
from carrom.engine.levels import LEVELS
from carrom.engine.player import situation_of
from carrom.envs.decision import Asked, Decision, decision_of
from carrom.envs.noise import strayed
from carrom.envs.streams import word
from carrom.envs.terms import Dues, Terms
from carrom.errors import RefusedRequest
from carrom.game import event as happens
from carrom.game.event import Event
from carrom.game.expectation import BeginRound, ChooseBreakOrSide, ChooseSeat, StrikerHasNoSpot, Toss
from carrom.game.game import Game
from carrom.game.spot import spans_of
from carrom.game.strike import racked, strike
from carrom.physics.played import Played

RACK, NOISE, TOSS = 1, 2, 3
"""What a stream of chance is for: the last part of its key."""


class Standing(Value, frozen=True):
    """Where an episode stands: its game, its seed, and its strokes so far."""

    game: Game
    seed: int
    strokes: int = 0


class Play:
    """An episode: a game up to its next decision."""

    def __init__(self, terms: Terms, seed: int) -> None:
        """Begin the episode of that seed."""
        self.terms = terms
        game = Game.begin(terms.header(seed), terms.rules)
        self.standing = Standing(onwards(game, seed, terms.dues), seed)
        self.played: Played | None = None
        """What the last stroke did, as it was simulated."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.standing.game

    @property
    def decision(self) -> Decision | None:
        """Who is to decide what; None when the game is over."""
        return decision_of(self.game)

    @property
    def is_truncated(self) -> bool:
        """Whether the episode ends because it has had its strokes."""
        return self.standing.strokes >= self.terms.most_strokes and not self.game.is_over

    def act(self, act: Stroke | Event, exact: bool = False) -> None:
        """Do what was decided, and everything after it that nobody decides; a stroke is played with its hand's error.

        An `exact` stroke is played as it is: its player's hand has erred already. Raises `RefusedRequest` or
        `IllegalStroke`; the episode is then what it was.
        """
        decision, game, seed = self.decision, self.game, self.standing.seed
        if decision is None:
            raise RefusedRequest("the episode is over; expected a reset")
        strokes = self.standing.strokes
        if isinstance(act, Stroke):
            if decision.asked is not Asked.STROKE:
                raise RefusedRequest(f"{decision.seat.value} is to decide on a {decision.asked.value}, not on a stroke")
            meant = act if exact else self.strayed(act, decision)
            act, self.played = strike(game, decision.seat, meant, seed=word(seed, len(game.events), RACK) >> 32)
            strokes += 1
        after = onwards(game.apply(act), seed, self.terms.dues)
        self.standing = Standing(after, seed, strokes)

    def strayed(self, stroke: Stroke, decision: Decision) -> Stroke:
        """Return the stroke as the hand of who plays it leads it; the striker stays in its span."""
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
        key = (self.standing.seed, self.game.state.began, self.standing.strokes, player, NOISE)
        x, v = strayed(hand, np.array([stroke.x]), np.array([[stroke.vx, stroke.vy]]), low, high, key)
        vx, vy = int(v[0, 0]), int(v[0, 1])
        if not self.terms.rules.parameters.backward:
            vy = abs(vy)
        if (vx, vy) == (0, 0):
            vx, vy = stroke.vx, stroke.vy
        return Stroke(int(x[0]), vx, vy, stroke.y, stroke.spin)


def onwards(game: Game, seed: int, dues: Dues) -> Game:
    """Return the game at its next decision, or over: chance tosses, its winner breaks, the seats stay as they are,
    the men are racked, a striker without a spot is called, and dues are placed unless they are decided on."""
    while game.expected:
        event = _undecided(game, seed, dues)
        if event is None:
            break
        game = game.apply(event)
    return game


def _undecided(game: Game, seed: int, dues: Dues) -> Event | None:
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
            if decision is None or decision.asked is Asked.STROKE or dues == "decide":
                return None
            return _settled(game, decision, dues)


def _settled(game: Game, decision: Decision, dues: Dues) -> Event:
    """Return the placing by policy, or the demand for all there is."""
    if decision.disc is None:
        return happens.Demanded(seat=decision.seat, points=decision.up_to)
    assert game.position is not None
    at = None
    if dues == "engine":
        at = Engine(LEVELS[0]).place(situation_of(game))
    if at is None:
        at = placing_spots(game.position, decision.disc, game.state.equipment)[0]
    return happens.Placed(seat=decision.seat, disc=decision.disc, at=at)


__all__ = ["Play", "Standing", "onwards"]
