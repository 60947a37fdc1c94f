"""Action spaces of the Gymnasium environments."""

from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from carrom.envs.aim import SIZES, answer_of, checked, chosen, stroke_of
from carrom.envs.choices import CHOICES, Choice, choices
from carrom.envs.decision import Decision, DecisionKind
from carrom.errors import RefusedRequest
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory

Actions = Literal["forward", "round", "choices"]


def check_actions(actions: str) -> None:
    """Raise `RefusedRequest` for an unknown kind of action."""
    if actions not in get_args(Actions):
        raise RefusedRequest(f"actions are {actions!r:.40}; expected one of {', '.join(get_args(Actions))}")


def space_of(actions: Actions) -> spaces.Space[Any]:
    """Return the action space of a kind of action."""
    if actions == "choices":
        return spaces.Discrete(CHOICES)
    return spaces.Box(-1.0, 1.0, (SIZES[actions],), np.float32)


def choices_of(game: GameHistory, decision: Decision | None, actions: Actions) -> tuple[Choice, ...]:
    """Return the choices of the current decision; none if actions are numbers or the game is over."""
    return choices(game, decision) if actions == "choices" and decision is not None else ()


def mask_of(open_now: tuple[Choice, ...]) -> NDArray[np.int8]:
    """Return the action mask: a 1 for each available choice, then zeros."""
    mask = np.zeros(CHOICES, dtype=np.int8)
    mask[: len(open_now)] = 1
    return mask


def meant(action: Any, actions: Actions, game: GameHistory, decision: Decision, open_now: tuple[Choice, ...]) -> Choice:
    """Return the stroke, placing, waiver or demand that an action encodes. Raises `RefusedRequest` if it is invalid."""
    if actions == "choices":
        number = chosen(action, CHOICES)
        if number >= len(open_now):
            raise RefusedRequest(f"the action is {number}; the mask allows 0 to {len(open_now) - 1} now")
        return open_now[number]
    numbers = checked(action, SIZES[actions])
    if decision.asked is DecisionKind.STROKE:
        return stroke_of(numbers, spans_of(game.state), game.rules)[0]
    return answer_of(numbers, game, decision)
