"""Agents: policies from an observation and a mask to an action, as players of environments and of games."""

import inspect
from random import Random
from typing import Any, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from carrom.board import Point, Seat, Stroke
from carrom.board.striker_spots import placing_spots
from carrom.engine.program import Execution
from carrom.envs.actions import SIZES, Actions, Choice, Decision, choices_of, decision_of, mask_of, meant
from carrom.envs.config import Dues
from carrom.envs.observation import observed
from carrom.envs.play import settled
from carrom.errors import RefusedRequest
from carrom.game.events import Demanded, Placed
from carrom.game.game import GameHistory

# -- `Agent`: a policy, with the checks of what is given as one --------------------------------------------------------


FORMS: dict[tuple[int, ...], Actions] = {(): "choices", (SIZES["forward"],): "forward", (SIZES["round"],): "round"}
"""The kind of action by the shape of an answer."""


class Agent(Protocol):
    """A policy: `agent(observation, mask)` returns an action.

    The observation is a float32 row of the environment that is played. The mask, int8, marks the choices that are
    open; it is None where the environment has no choices. The action is the number of a choice, three numbers from -1
    to 1 (`forward`) or four (`round`). An agent with an attribute `actions` ("forward", "round" or "choices") always
    answers in that form; one that answers in numbers then gets None for the mask. An attribute `dues` ("nearest",
    "engine" or "decide") says who places its dues in a game; "nearest" is the default.
    """

    def __call__(self, observation: NDArray[np.float32], mask: NDArray[np.int8] | None, /) -> Any:
        """Return the action."""


class PredictingModel:
    """A trained model with `predict`, such as one of Stable-Baselines3, as an agent: its most likely action."""

    def __init__(self, model: Any) -> None:
        """Ask `model`; a mask is passed on if its `predict` takes `action_masks`."""
        self._model = model
        self._takes_masks = "action_masks" in inspect.signature(model.predict).parameters

    def __call__(self, observation: NDArray[np.float32], mask: NDArray[np.int8] | None, /) -> Any:
        """Return the model's deterministic action."""
        given = {"action_masks": mask} if self._takes_masks and mask is not None else {}
        return self._model.predict(observation, deterministic=True, **given)[0]


def agent_of(given: Any, called: str) -> Agent:
    """Return an agent: a callable as it is, an instance of a class, or a model with `predict`.

    `called` names it in messages. Raises `RefusedRequest` for anything else.
    """
    if isinstance(given, type):
        try:
            given = given()
        except Exception as reason:
            raise RefusedRequest(
                f"{called:.80} cannot be made without arguments ({reason!s:.120}); expected a policy or its class"
            ) from reason
    if not callable(given) and hasattr(given, "predict"):
        given = PredictingModel(given)
    if not callable(given):
        raise RefusedRequest(f"{called:.80} is {given!r:.60}; expected a callable policy(observation, mask) -> action")
    actions_of(given)
    return given  # type: ignore[no-any-return]


def actions_of(agent: Agent) -> Actions | None:
    """Return the form in which an agent always answers; None if its answers show it. Raises `RefusedRequest`."""
    actions = getattr(agent, "actions", None)
    if actions is not None and actions not in get_args(Actions):
        raise RefusedRequest(f"the agent's actions are {actions!r:.40}; expected one of {', '.join(get_args(Actions))}")
    return actions


def form_of(action: Any) -> Actions:
    """Return the kind of an action by its shape. Raises `RefusedRequest` if it has none."""
    try:
        return FORMS[np.shape(action)]
    except (KeyError, ValueError):
        raise RefusedRequest(
            f"the agent's action is {' '.join(repr(action).split()):.80}; expected the number of a choice, or 3 or 4 "
            "numbers from -1 to 1"
        ) from None


# -- `PolicyPlayer`: an agent as a player of games ---------------------------------------------------------------------


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
