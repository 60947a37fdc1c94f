"""Benchmark players on the graded tasks.

A player of games is asked on a board of the points game for two, on which just these men lie and he is in turn: every
disc may be pocketed there, as in the tasks. What the stroke brings is what the task says, and no law.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import MEN
from carrom.board.notation import write_position
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.play.program import Program
from carrom.envs.batched.counter_random import word
from carrom.envs.batched.one_stroke import NAMES, NOWHERE, struck
from carrom.envs.batched.tasks import laid, task_named
from carrom.envs.decision import Asked, decision_of
from carrom.envs.play import onwards
from carrom.errors import RefusedRequest
from carrom.game.game import Game
from carrom.game.new_game import header_of
from carrom.game.play_stroke import simulated
from carrom.game.scoring.score import Stage
from carrom.lab.intervals import wilson
from carrom.lab.players import player
from carrom.lab.score import mean
from carrom.lab.workers import Engine, done
from carrom.physics import warm
from carrom.physics.surface import Surface
from carrom.physics.surface import surface as surface_of
from carrom.rules.ruleset import ruleset
from carrom.values import Value, changed

MIND = 7
"""What a stream of chance is for: the player's mind and hand."""


class Episode(Value, frozen=True, kw_only=True):
    """One episode of a task for one player; everything of it follows from these."""

    task: str
    player: str
    seed: int
    surface: str = "club"


class Ended(Value, frozen=True):
    """How an episode ended."""

    gained: float
    strokes: int


class TaskResult(Value, frozen=True, kw_only=True):
    """What one player reached, with an interval of 95 %: Wilson's for one man, the normal one of a mean for more."""

    player: str
    episodes: int
    gained: float
    """The mean of what an episode brought."""
    low: float
    high: float
    strokes: float
    """The mean of an episode's strokes."""


def graded(
    task: str,
    name: str,
    episodes: int,
    seed: int = 0,
    surface: str = "club",
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
) -> TaskResult:
    """Return what a player reaches in the episodes of these seeds. Raises an exception of `carrom.errors`."""
    if isinstance(episodes, bool) or not isinstance(episodes, int) or episodes < 2:
        raise RefusedRequest(f"{episodes!r:.40} episodes measure nothing; expected a whole number from 2")
    men = task_named(task).men
    player(name)
    surface_of(surface)
    jobs = [Episode(task=task, player=name, seed=seed + index, surface=surface) for index in range(episodes)]
    ends = list(done(ended, jobs, workers, engine, address))
    gains = [end.gained for end in ends]
    low, high = wilson(round(sum(gains)), episodes) if men == 1 else mean(gains)
    return TaskResult(
        player=name,
        episodes=episodes,
        gained=round(sum(gains) / episodes, 6),
        low=round(max(0.0, low), 6),
        high=round(min(1.0, high), 6),
        strokes=round(sum(end.strokes for end in ends) / episodes, 3),
    )


def ended(episode: Episode) -> Ended:
    """Play an episode to its end."""
    warm()
    task, who, ground = task_named(episode.task), player(episode.player), surface_of(episode.surface)
    places = laid(task, np.array([episode.seed]))
    fell, strokes = 0, 0
    while strokes < task.strokes and (places[0, :, 0] != NOWHERE).any():
        stroke = _answer(who, episode, places, strokes)
        strokes += 1
        if stroke is None:
            continue
        row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
        before, (places, fallen) = places, struck(places, row, ground)
        downs = int(((before[0, :, 0] != NOWHERE) & (places[0, :, 0] == NOWHERE)).sum())
        fell += 0 if fallen[0] else downs
    return Ended(fell / task.men, strokes)


def _answer(who: Program, episode: Episode, places: NDArray[np.int64], strokes: int) -> Stroke | None:
    """Return the stroke as the player's hand plays it; None where the striker has no spot."""
    game = _game(places, surface_of(episode.surface))
    decision = decision_of(game)
    if decision is None or decision.asked is not Asked.STROKE or decision.seat is not Seat.SOUTH:
        return None
    return who.choose(game, Seat.SOUTH, Random(word(episode.seed, strokes, MIND)))


def _game(places: NDArray[np.int64], surface: Surface) -> Game:
    """Return a game in which just these men lie, and the south is in turn."""
    points = [Point(int(x), int(y)) for x, y in places[0] if x != NOWHERE]
    names = NAMES if len(points) == len(NAMES) else MEN
    position = Position.of(zip(names, points, strict=False))
    rules = ruleset("points")
    header = header_of(rules, 2, "board", surface, None, "A", Stage.EARLY, ())
    started = changed(simulated(header), start=write_position(position))
    return onwards(Game.begin(started, rules), 0, "nearest")
