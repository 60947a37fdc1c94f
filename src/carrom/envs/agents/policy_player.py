"""`PolicyPlayer`: an agent as a player of games."""

from random import Random
from typing import get_args

from carrom.board.placement.striker_spots import placing_spots
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.play.program import Execution
from carrom.envs.actions import choices_of, mask_of, meant
from carrom.envs.agents.policy import Agent, actions_of, form_of
from carrom.envs.choices import Choice
from carrom.envs.config import Dues
from carrom.envs.decision import Decision, decision_of
from carrom.envs.observation import observed
from carrom.envs.play import settled
from carrom.errors import RefusedRequest
from carrom.game.events import Demanded, Placed
from carrom.game.game import GameHistory


class PolicyPlayer:
    """A player of games that asks an agent for its strokes, and for placings and demands if the agent decides on dues.

    The agent sees what it would see in an environment (`carrom.envs.observation`). Otherwise dues are placed on the
    legal spot nearest to the centre, and all extra points are demanded, as in the environments.
    """

    def __init__(self, agent: Agent) -> None:
        """Play by `agent`. Raises `RefusedRequest` for unknown actions or dues."""
        self._agent, self._actions = agent, actions_of(agent)
        self._dues: Dues = getattr(agent, "dues", "nearest")
        if self._dues not in get_args(Dues):
            raise RefusedRequest(
                f"the agent's dues are {self._dues!r:.40}; expected one of {', '.join(get_args(Dues))}"
            )

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the agent's stroke. Raises `RefusedRequest` for an action that means none."""
        stroke = self._answer(game, seat)
        assert isinstance(stroke, Stroke)
        return stroke

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return the same stroke as played and as intended: an agent has no execution noise of its own."""
        stroke = self.choose(game, seat, rng)
        return Execution(stroke, stroke)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return where the next due piece goes; None waives the placing."""
        if self._dues == "decide":
            answer = self._answer(game, seat)
            return answer.at if isinstance(answer, Placed) else None
        decision = _decision(game)
        if self._dues == "nearest":
            assert game.position is not None
            assert decision.disc is not None
            anywhere = game.rules.dues_anywhere
            return placing_spots(game.position, decision.disc, game.state.equipment, anywhere=anywhere)[0]
        placed = settled(game, decision, self._dues)
        assert isinstance(placed, Placed)
        return placed.at

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return how many of the extra points are demanded."""
        if self._dues != "decide":
            return _decision(game).up_to
        answer = self._answer(game, seat)
        assert isinstance(answer, Demanded)
        return answer.points

    def _answer(self, game: GameHistory, seat: Seat) -> Choice:
        decision = _decision(game)
        kind = self._actions or "choices"
        open_now = choices_of(game, decision, kind)
        action = self._agent(observed(game, seat, decision), mask_of(open_now) if kind == "choices" else None)
        return meant(action, self._actions or form_of(action), game, decision, open_now)


def _decision(game: GameHistory) -> Decision:
    decision = decision_of(game)
    assert decision is not None, "a player is asked only what it can decide"
    return decision
