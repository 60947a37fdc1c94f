"""Scores of players: whole boards against another player, and the graded tasks; result files.

A player of games gets a board of the points game for two with the task's pieces, in which it is in turn: as in the
tasks, every disc may be pocketed. The reward comes from the task, not from the laws."""

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.board import MEN, Point, Position, Seat, Stroke
from carrom.board.notation import write_position
from carrom.engine.program import Program
from carrom.envs.actions import DecisionKind, decision_of
from carrom.envs.agents import Agent, actions_of, form_of
from carrom.envs.config import word
from carrom.envs.play import onwards
from carrom.envs.tasks import TaskEnv, laid, task_named
from carrom.envs.vector_env import NAMES, NOWHERE, struck
from carrom.errors import RefusedRequest, StoreError
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import simulated
from carrom.game.score import Stage
from carrom.lab.games import GameJob, check, played
from carrom.lab.players import Contender, agent_in, close, name_of, player
from carrom.lab.results import read_text, whole
from carrom.lab.workers import Engine, done
from carrom.numeric import wilson
from carrom.physics import PHYSICS_VERSION
from carrom.physics.surface import Surface
from carrom.physics.surface import surface as surface_of
from carrom.rules.ruleset import ruleset
from carrom.values import Value, changed
from carrom.version import __version__

# -- scores with intervals ---------------------------------------------------------------------------------------------


class Score(Value, frozen=True, kw_only=True):
    """The result of several boards, from the view of the first of two players."""

    boards: int
    won: int
    points: float
    """Mean points per board, own minus the opponent's."""
    low: float
    """Lower bound of the 95 % Wilson interval of the share won; `high` is the upper one."""
    high: float
    success: float
    """Share of the player's strokes after which it struck again."""


def against(
    one: Contender,
    other: Contender,
    boards: int,
    seed: int = 0,
    ruleset: str = "icf",
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
) -> Score:
    """Return the score of `one` against `other` over `boards` boards: two for every seed, one from each seat.

    Players are named as in `carrom.lab.players`, or given as agents or players of games. Objects must be picklable for
    worker processes; `engine="here"` plays in this one.
    """
    jobs = [
        GameJob(players=(one, other) if index % 2 == 0 else (other, one), seed=seed + index // 2 * 2, ruleset=ruleset)
        for index in range(boards)
    ]
    check(jobs[0])
    won, points, strokes, continued = 0, 0.0, 0, 0
    for index, game in enumerate(done(played, jobs, workers, engine, address)):
        side, seat = ("A", "south") if index % 2 == 0 else ("B", "north")
        mine = [row for row in game.rows if row.seat == seat]
        won += game.winners == (side,)
        points += game.points[index % 2]
        strokes, continued = strokes + len(mine), continued + sum(row.continues for row in mine)
    low, high = wilson(won, boards)
    return Score(
        boards=boards,
        won=won,
        points=points / boards,
        low=low,
        high=high,
        success=continued / strokes if strokes else 0.0,
    )


def mean(values: Sequence[float], z: float = 1.96) -> tuple[float, float]:
    """Return the normal confidence interval of the mean of two or more values."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
    return middle - z * spread, middle + z * spread


# -- the graded tasks --------------------------------------------------------------------------------------------------


MIND = 7
"""Stream number of the player's random source."""


class Episode(Value, frozen=True, kw_only=True):
    """One episode of a task for one player; its result follows from these fields."""

    task: str
    player: Contender
    seed: int
    surface: str = "club"


class EpisodeEnd(Value, frozen=True):
    """The result of an episode."""

    gained: float
    strokes: int


class TaskResult(Value, frozen=True, kw_only=True):
    """The result of one player, with a 95 % interval: Wilson's for a single piece, otherwise normal."""

    player: str
    episodes: int
    gained: float
    """Mean reward of an episode."""
    low: float
    high: float
    strokes: float
    """Mean number of strokes of an episode."""


def graded(
    task: str,
    given: Contender,
    episodes: int,
    seed: int = 0,
    surface: str = "club",
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
) -> TaskResult:
    """Return a player's result over the episodes of these seeds. Raises an exception of `carrom.errors`.

    An agent plays in the environment of the task and sees its observations; a player of games sees a board with the
    same pieces.
    """
    if isinstance(episodes, bool) or not isinstance(episodes, int) or episodes < 2:
        raise RefusedRequest(f"{episodes!r:.40} episodes are too few; expected a whole number from 2")
    men = task_named(task).men
    player(given)
    surface_of(surface)
    jobs = [Episode(task=task, player=given, seed=seed + index, surface=surface) for index in range(episodes)]
    ends = list(done(ended, jobs, workers, engine, address))
    gains = [end.gained for end in ends]
    low, high = wilson(round(sum(gains)), episodes) if men == 1 else mean(gains)
    return TaskResult(
        player=name_of(given),
        episodes=episodes,
        gained=round(sum(gains) / episodes, 6),
        low=round(max(0.0, low), 6),
        high=round(min(1.0, high), 6),
        strokes=round(sum(end.strokes for end in ends) / episodes, 3),
    )


def ended(episode: Episode) -> EpisodeEnd:
    """Play an episode and return its result."""
    agent = agent_in(episode.player)
    if agent is not None:
        return _agents_episode(episode, *agent)
    program = player(episode.player)
    try:
        return _games_episode(episode, program)
    finally:
        close([program])


def _agents_episode(episode: Episode, agent: Agent, hand: str | None) -> EpisodeEnd:
    """Play an episode in the environment of the task, with the execution noise of a level."""
    env = TaskEnv(episode.task, "forward", hand, episode.surface)
    seen, _ = env.reset(seed=episode.seed)
    action = agent(seen, None)
    actions = actions_of(agent) or form_of(action)
    if actions == "choices":
        raise RefusedRequest("the graded tasks have no choices; expected an agent that answers in 3 or 4 numbers")
    if actions != env.actions:
        env = TaskEnv(episode.task, actions, hand, episode.surface)
        env.reset(seed=episode.seed)
    gained, strokes = 0.0, 0
    while True:
        seen, reward, over, _, _ = env.step(action)
        gained, strokes = gained + reward, strokes + 1
        if over:
            return EpisodeEnd(gained, strokes)
        action = agent(seen, None)


def _games_episode(episode: Episode, program: Program) -> EpisodeEnd:
    task, ground = task_named(episode.task), surface_of(episode.surface)
    places = laid(task, np.array([episode.seed]))
    fell, strokes = 0, 0
    while strokes < task.strokes and (places[0, :, 0] != NOWHERE).any():
        stroke = _answer(program, episode, places, strokes)
        strokes += 1
        if stroke is None:
            continue
        row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
        before, (places, fallen) = places, struck(places, row, ground)
        downs = int(((before[0, :, 0] != NOWHERE) & (places[0, :, 0] == NOWHERE)).sum())
        fell += 0 if fallen[0] else downs
    return EpisodeEnd(fell / task.men, strokes)


def _answer(program: Program, episode: Episode, places: NDArray[np.int64], strokes: int) -> Stroke | None:
    """Return the player's stroke; None if the striker has no legal spot."""
    game = task_game(places, surface_of(episode.surface))
    decision = decision_of(game)
    if decision is None or decision.asked is not DecisionKind.STROKE or decision.seat is not Seat.SOUTH:
        return None
    return program.choose(game, Seat.SOUTH, Random(word(episode.seed, strokes, MIND)))


def task_game(places: NDArray[np.int64], surface: Surface) -> GameHistory:
    """Return a game with just these pieces on the board and south in turn."""
    points = [Point(int(x), int(y)) for x, y in places[0] if x != NOWHERE]
    names = NAMES if len(points) == len(NAMES) else MEN
    position = Position.of(zip(names, points, strict=False))
    rules = ruleset("points")
    header = header_of(rules, 2, "board", surface, None, "A", Stage.EARLY, ())
    started = changed(simulated(header), start=write_position(position))
    return onwards(GameHistory.begin(started, rules), 0, "nearest")


# -- result files: learning curves and reference scores ----------------------------------------------------------------
# Each file has its parameters and the command that reproduces it; `carrom lab plot` draws several of one task
# together.


class CurvePoint(Value, frozen=True):
    """One point of a learning curve."""

    strokes: int
    """Strokes played so far."""
    gained: float
    """Mean reward of a stroke since the last point."""


class Curve(Value, frozen=True, kw_only=True, tag="curve"):
    """The learning curve of one learner."""

    task: str
    learner: str
    seed: int
    hand: str | None
    command: str
    """The command that reproduces it."""
    points: tuple[CurvePoint, ...]
    carrom: str = __version__
    physics: str = PHYSICS_VERSION


class Reached(Value, frozen=True, kw_only=True, tag="players"):
    """Scores of players that do not learn."""

    task: str
    surface: str
    seed: int
    command: str
    players: tuple[TaskResult, ...]
    carrom: str = __version__
    physics: str = PHYSICS_VERSION


def write_figures(path: Path, figures: Curve | Reached) -> None:
    """Write results as JSON, atomically. Raises `StoreError`."""
    with whole(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")


def read_figures(path: Path) -> Curve | Reached:
    """Read results from a file. Raises `StoreError` for a file without results."""
    try:
        return msgspec.json.decode(read_text(path), type=Curve | Reached)
    except msgspec.DecodeError as reason:
        raise StoreError(f"{path.name} holds no results ({reason!s:.120}).") from None
