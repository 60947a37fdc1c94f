"""Agents and players for tests: spawned processes import this module by name, as a user's."""

from types import SimpleNamespace

import numpy as np

from carrom.board.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.envs.actions import spot
from carrom.game.expected import spans_of


def easiest_choice(observation, mask):
    """Return the first choice, which is the easiest stroke by geometry; in a task, straight at the piece."""
    if mask is not None:
        assert observation.shape == (83,)
        assert mask[0] == 1
        return 0
    return towards_the_piece(observation, mask)


def towards_the_piece(observation, mask):
    """Return a stroke from the middle of the baseline straight at the first piece: three numbers."""
    across, ahead = observation[0], observation[1] + 0.635
    return np.array([0.0, np.clip(np.arctan2(across, ahead) / (np.pi / 2), -1, 1), 0.0])


def round_the_piece(observation, mask):
    """Return the same stroke as four numbers."""
    return np.array([0.0, observation[0] / 2, (observation[1] + 0.635) / 2, 0.0])


towards_the_piece.actions = "forward"
counted = SimpleNamespace(made=0)


class Soft:
    """An agent with state: it plays softly, and counts its own strokes."""

    actions = "forward"

    def __init__(self):
        self.strokes = 0
        counted.made += 1

    def __call__(self, observation, mask):
        assert mask is None
        self.strokes += 1
        return np.array([0.0, 0.0, -0.9])


class Decider:
    """An agent that places its dues and demands points itself, as far right as it may."""

    actions, dues = "round", "decide"

    def __call__(self, observation, mask):
        return np.array([1.0, 0.2, 1.0, 0.3])


class Model:
    """A trained model as libraries have it: `predict` returns the action and a state."""

    def predict(self, observation, state=None, episode_start=None, deterministic=False):
        assert deterministic
        return towards_the_piece(observation, None), None


class Pusher:
    """A player of games: it strikes softly straight ahead."""

    def choose(self, game, seat, rng):
        x, span = spot(0.0, spans_of(game.state))
        return Stroke(x, 0, 700_000 + rng.randrange(100_000), span.y)

    def place(self, game, seat):
        return placing_spots(game.position, game.expected[0].disc)[0]

    def demand(self, game, seat):
        return 0


def steady_learner(task, strokes, points, seed, noise):
    """Return the learning curve of a learner that learns nothing."""
    return [(strokes * number // points, 0.25) for number in range(1, points + 1)]


seven = 7


def failing(observation, mask):
    """Return an action that means nothing."""
    return np.array([2.0, 0.0, 0.0])


class NeedsPath:
    """A class that cannot be made without arguments."""

    def __init__(self, path):
        self.path = path
