"""`Agent`: a policy from an observation and a mask to an action, and the checks of what it is given as."""

import inspect
from typing import Any, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from carrom.envs.actions import Actions
from carrom.envs.aim import SIZES
from carrom.errors import RefusedRequest

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
