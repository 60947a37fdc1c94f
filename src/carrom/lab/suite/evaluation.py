"""Play the episodes of a cell with an agent.

A policy plays all episodes of a cell at once in arrays; a player of games plays them one after the other. Both get the
same positions, and noise from the same streams, keyed by seed, board and stroke.
"""

from random import Random
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.play.program import Program, executed
from carrom.envs.batched.counter_random import word
from carrom.envs.batched.episodes import BatchedEpisodes
from carrom.envs.batched.lawful_boards import AgainstOpponent, EpisodeKind, EverySide, LawfulBoards, OneBreak, Reward
from carrom.envs.batched.opponents import rival
from carrom.envs.batched.task_envs import Drills
from carrom.envs.batched.tasks import TASKS, Drill
from carrom.envs.config import EnvConfig, terms
from carrom.envs.decision import DecisionKind, decision_of
from carrom.envs.duel import DuelTask
from carrom.envs.noise import NO_NOISE
from carrom.envs.play import Play
from carrom.envs.solo import DISCS, alone
from carrom.errors import RefusedRequest
from carrom.game.expected.striker_spot import spans_of
from carrom.game.game import GameHistory
from carrom.lab.benchmark_tasks import MIND, task_game
from carrom.lab.suite.agents import AgentSource, VectorPolicy, checked, loaded
from carrom.lab.suite.baselines import uniform
from carrom.lab.suite.definition import Cell, suite_named
from carrom.physics import warm
from carrom.values import Value

Seeds = NDArray[np.int64]
PART = 1_000
"""Episodes of `random_share` in one array."""


class CellJob(Value, frozen=True, kw_only=True):
    """A part of the episodes of one cell for one agent; its result follows from these fields."""

    suite: str
    cell: str
    agent: AgentSource
    first: int
    last: int


class CellPart(Value, frozen=True):
    """The result of a job: the points and strokes of each episode, and the time."""

    points: tuple[int, ...]
    strokes: tuple[int, ...]
    seconds: float


def random_share(cell: Cell, episodes: int) -> float:
    """Return the mean share of uniformly random actions in a cell, on `episodes` episodes that are not the suite's.

    A suite's `floors` were measured with it.
    """
    policy, seeds = VectorPolicy(uniform(cell)), np.arange(episodes, dtype=np.int64)
    parts = [_by_policy(policy, cell, seeds[first : first + PART])[0] for first in range(0, episodes, PART)]
    return sum(map(sum, parts)) / episodes / cell.task.points


def cell_named(suite: str, name: str) -> Cell:
    """Return a cell of a suite. Raises `RefusedRequest` for an unknown one."""
    for cell in suite_named(suite).cells:
        if cell.name == name:
            return cell
    raise RefusedRequest(f"{suite} has no cell {name!r:.40}; expected task/noise, as in straight/exact")


def played(job: CellJob) -> CellPart:
    """Play a job's episodes. Raises an exception of `carrom.errors` for an agent that cannot be asked."""
    suite = suite_named(job.suite)
    cell = cell_named(job.suite, job.cell)
    seeds = suite.seeds(cell)[job.first : job.last]
    warm()
    agent = loaded(job.agent, cell)
    begun = perf_counter()
    try:
        points, strokes = _by_policy(agent, cell, seeds) if isinstance(agent, VectorPolicy) else _by_player(
            agent, cell, seeds
        )  # fmt: skip
    finally:
        if hasattr(agent, "close"):
            agent.close()
    return CellPart(tuple(points), tuple(strokes), round(perf_counter() - begun, 3))


# -- policies, all episodes at once -----------------------------------------------------------------------------------


def _by_policy(policy: VectorPolicy, cell: Cell, seeds: Seeds) -> tuple[list[int], list[int]]:
    stage = _stage(cell, len(seeds))
    going = np.arange(len(seeds))
    stage.begin(going, seeds)
    gained, strokes = np.zeros(len(seeds)), np.zeros(len(seeds), dtype=np.int64)
    lying = np.full(len(seeds), DISCS)
    while len(going):
        numbers = checked(policy.act(stage.seen()[going]), len(going))
        rewards, over = stage.play(numbers, going)
        gained[going] += rewards
        strokes[going] += 1
        if isinstance(stage, LawfulBoards):
            lying[going] = stage.field.lying(going)
        going = going[~(over | stage.cut(going))]
    match cell.task.kind:
        case "graded":
            found = np.rint(gained * cell.task.points)
        case "solo":
            found = DISCS - lying
        case _:
            found = np.maximum(0, np.rint(gained))
    return [int(each) for each in found], strokes.tolist()


def _stage(cell: Cell, boards: int) -> Drills | LawfulBoards:
    task = cell.task
    if task.kind == "graded":
        return Drills(task.name, boards, cell.noise.noise, cell.surface, None)
    kind: EpisodeKind = EverySide()
    reward: Reward = "progress"
    if task.kind == "break":
        kind, reward = OneBreak(), "good"
    elif task.kind == "duel":
        kind, reward = AgainstOpponent(rival(task.opponent)), "win"
    return LawfulBoards(BatchedEpisodes(config_of(cell), boards, None), kind, reward)


def config_of(cell: Cell) -> EnvConfig:
    """Return the configuration of a cell that is played by the law."""
    task, noise = cell.task, cell.noise.noise
    rules = alone() if task.kind == "solo" else task.rules
    players = 1 if task.kind == "solo" else 2
    hands = (noise, NO_NOISE) if task.kind == "duel" else noise
    return terms(rules, players, "board", cell.surface, hands, "nearest", task.strokes)


# -- players of games, episode by episode -----------------------------------------------------------------------------


def _by_player(player: Program, cell: Cell, seeds: Seeds) -> tuple[list[int], list[int]]:
    if cell.task.kind == "graded":
        drill = Drills(cell.task.name, 1, cell.noise.noise, cell.surface).drill
        ends = [_graded(player, drill, int(seed)) for seed in seeds]
    else:
        field = BatchedEpisodes(config_of(cell), 1)
        ends = [_lawful(player, cell, field, int(seed)) for seed in seeds]
    return [points for points, _ in ends], [strokes for _, strokes in ends]


def _intended(player: Program, game: GameHistory, seat: Seat, seed: int, stroke: int) -> Stroke:
    """Return the stroke that a player intends: the suite adds the noise."""
    made, meant = executed(player, game, seat, Random(word(seed, stroke, MIND)))
    return made if meant is None else meant


def _graded(player: Program, drill: Drill, seed: int) -> tuple[int, int]:
    """Return the points and strokes of an episode of a graded task."""
    one = np.zeros(1, dtype=np.int64)
    drill.begin(one, np.array([seed]))
    gained, strokes, over = 0.0, 0, False
    task = TASKS[drill.task.name]
    while not over:
        game = task_game(drill.places, drill.boards.surface(0))
        decision = decision_of(game)
        strokes += 1
        if decision is None or decision.asked is not DecisionKind.STROKE or decision.seat is not Seat.SOUTH:
            drill.left[0] -= 1  # the striker has no legal spot: the stroke is lost
            over = bool(drill.left[0] == 0)
            continue
        stroke = _intended(player, game, Seat.SOUTH, seed, strokes)
        spans = [each for each in spans_of(game.state) if each.y == stroke.y and each.low <= stroke.x <= each.high]
        low, high = (spans[0].low, spans[0].high) if spans else (stroke.x, stroke.x)
        row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
        rewards, ended = drill.strike(row, np.array([[low, high]]), one)
        gained, over = gained + float(rewards[0]), bool(ended[0])
    return round(gained * task.men), strokes


def _lawful(player: Program, cell: Cell, field: BatchedEpisodes, seed: int) -> tuple[int, int]:
    """Return the points and the player's strokes of an episode by the law."""
    one = np.zeros(1, dtype=np.int64)
    play, mine = Play(field.terms, seed, field), 0
    duel = DuelTask(cell.task.opponent, "win") if cell.task.kind == "duel" else None
    while True:
        if duel is not None:
            duel.others(play, field)
        decision = play.decision
        if decision is None or play.is_truncated or (cell.task.kind == "break" and mine):
            break
        play.act(_intended(player, play.game, decision.seat, seed, play.strokes))
        mine += 1
    match cell.task.kind:
        case "break":
            return int(field.went_on_well(one)[0]), mine
        case "solo":
            return DISCS - play.lying, mine
    return int(play.is_over and field.won(one, one)[0] > 0), mine
