"""Fixed benchmark suites: definition, evaluation of any agent, results files, leaderboards (docs/how-to/suite.md)."""

import hashlib
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from carrom.board import Seat, Stroke
from carrom.engine.program import Program, executed
from carrom.envs.actions import DecisionKind, decision_of
from carrom.envs.board import DISCS, alone
from carrom.envs.config import NO_NOISE, EnvConfig, terms, word, words
from carrom.envs.duel import DuelTask
from carrom.envs.episodes import BatchedEpisodes, rival
from carrom.envs.lawful_boards import AgainstOpponent, EpisodeKind, EverySide, LawfulBoards, OneBreak, Reward
from carrom.envs.play import Play
from carrom.envs.tasks import TASKS, Drill, Drills
from carrom.errors import RefusedRequest, StoreError
from carrom.game.expected import spans_of
from carrom.game.game import GameHistory
from carrom.lab.benchmark_tasks import MIND, task_game
from carrom.lab.results import read_text, whole
from carrom.lab.suite_agents import AgentSource, VectorPolicy, checked, loaded, uniform
from carrom.lab.suite_tasks import DIGESTS, Cell, Suite, suite_named
from carrom.numeric import wilson
from carrom.physics import PHYSICS_VERSION
from carrom.physics.signature import SIGNATURE
from carrom.values import Value
from carrom.version import __version__

# -- the episodes of a cell --------------------------------------------------------------------------------------------
# A policy plays all episodes of a cell at once in arrays; a player of games plays them one after the other. Both get
# the same positions, and noise from the same streams, keyed by seed, board and stroke.


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


# -- policies: all episodes at once ------------------------------------------------------------------------------------


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


# -- players of games: episode by episode ------------------------------------------------------------------------------


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


# -- results files: points by episode, with versions, seeds, intervals -------------------------------------------------
# `docs/reference/suite-results.schema.json` is their JSON schema. A file is rewritten after every cell, so that an
# interrupted evaluation continues from it. What follows from the points (means, intervals, scores) is stored for
# readers and computed again when a file is read.


FORMAT = 1
"""Version of the results files."""
RESAMPLES = 2_000
"""Bootstrap samples of an interval that is not of a share of successes."""
HEX = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Interval(Value, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class CellResult(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of one cell."""

    cell: str
    """`task/noise`."""
    seeds: HEX
    """SHA-256 of the seeds of its episodes."""
    points: tuple[Annotated[int, Meta(ge=0)], ...]
    """Points of each episode, in the order of the seeds."""
    strokes: tuple[Annotated[int, Meta(ge=0)], ...]
    """The agent's strokes in each episode."""
    seconds: Annotated[float, Meta(ge=0.0)]
    """Time that the episodes took."""
    share: Share
    """Mean share of the possible points, with its 95 % interval."""
    low: Share
    high: Share
    score: float
    """The share, scaled so that random actions have 0 and all points 100."""


class SuiteResults(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A results file."""

    format: int
    suite: str
    digest: HEX
    """Digest of the suite's definition."""
    carrom: str
    physics: str
    signature: HEX
    """Signature of the physics: a hash over every bit of a fixed set of strokes."""
    agent: str
    """The agent as given to the command."""
    agent_digest: str
    """SHA-256 of a model's file; empty for other agents."""
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The agent's name on the leaderboard."""
    command: str
    score: Interval | None
    """Mean score of all cells, with its 95 % interval; null until every cell was played."""
    cells: tuple[CellResult, ...]

    def cell(self, name: str) -> CellResult | None:
        """Return the result of a cell, None if it was not played yet."""
        return next((each for each in self.cells if each.cell == name), None)


def begun(suite: Suite, agent: AgentSource, name: str, command: str) -> SuiteResults:
    """Return results without cells. Raises `RefusedRequest` for a name that is empty or longer than 60 letters."""
    if not 0 < len(name) <= 60 or not name.isprintable():
        raise RefusedRequest(f"the name is {name!r:.80}; expected 1 to 60 printable characters")
    return SuiteResults(
        format=FORMAT,
        suite=suite.name,
        digest=suite.digest,
        carrom=__version__,
        physics=PHYSICS_VERSION,
        signature=SIGNATURE,
        agent=agent.text,
        agent_digest=agent.digest,
        name=name,
        command=command,
        score=None,
        cells=(),
    )


def cell_result(
    suite: Suite, cell: Cell, points: tuple[int, ...], strokes: tuple[int, ...], seconds: float
) -> CellResult:
    """Return the result of a cell's episodes, with its interval: Wilson's, or a percentile bootstrap."""
    shares = np.array(points) / cell.task.points
    mean = float(shares.mean())
    if cell.task.points == 1:
        low, high = wilson(sum(points), len(points))
    else:
        draws = _draws(suite, cell)
        low, high = (float(each) for each in np.quantile(shares[draws].mean(axis=1), (0.025, 0.975)))
    return CellResult(
        cell=cell.name,
        seeds=seeds_digest(suite, cell),
        points=points,
        strokes=strokes,
        seconds=seconds,
        share=round(mean, 6),
        low=round(max(0.0, low), 6),
        high=round(min(1.0, high), 6),
        score=round(_scaled(suite, cell, mean), 3),
    )


def suite_score(suite: Suite, cells: tuple[CellResult, ...]) -> Interval | None:
    """Return the mean score of all cells with its 95 % interval, None if a cell is missing.

    The interval is a bootstrap over the episodes of each cell: cells are fixed, episodes are a sample.
    """
    found = {each.cell: each for each in cells}
    if any(cell.name not in found for cell in suite.cells):
        return None
    means, totals = [], np.zeros(RESAMPLES)
    for cell in suite.cells:
        shares = np.array(found[cell.name].points) / cell.task.points
        draws = _draws(suite, cell)
        means.append(_scaled(suite, cell, float(shares.mean())))
        floor = suite.floors[cell.name]
        totals += 100.0 * (shares[draws].mean(axis=1) - floor) / (1.0 - floor)
    low, high = np.quantile(totals / len(means), (0.025, 0.975))
    return Interval(round(sum(means) / len(means), 3), round(float(low), 3), round(float(high), 3))


def write_results(path: Path, results: SuiteResults) -> None:
    """Write results atomically; each cell has a line. Raises `StoreError`."""
    head = msgspec.json.encode(results).decode()
    head, _, _ = head.rpartition('"cells":')
    rows = ",\n  ".join(msgspec.json.encode(each).decode() for each in results.cells)
    text = f'{head}"cells":[\n  {rows}\n]}}\n' if rows else f'{head}"cells":[]}}\n'
    with whole(path) as file:
        file.write(text.encode())


def read_results(path: Path) -> SuiteResults:
    """Read a results file and check it completely. Raises `StoreError` with one sentence for one that is not valid."""
    try:
        found = msgspec.json.decode(read_text(path), type=SuiteResults)
    except msgspec.MsgspecError as reason:
        raise StoreError(f"{path.name} is no results file of a suite ({reason!s:.120}).") from None
    if found.format != FORMAT:
        raise StoreError(f"{path.name} has the format {found.format}; this program reads {FORMAT}.")
    if found.suite not in DIGESTS or found.digest != DIGESTS[found.suite]:
        raise StoreError(
            f"{path.name} is of {found.suite:.40} with the digest {found.digest:.12}…; expected "
            f"{' or '.join(f'{name} with {digest:.12}…' for name, digest in DIGESTS.items())}."
        )
    suite = suite_named(found.suite)
    if found.physics != suite.physics or found.signature != SIGNATURE:
        raise StoreError(
            f"{path.name} was played with physics {found.physics:.20} ({found.signature:.12}…); expected "
            f"{suite.physics} ({SIGNATURE:.12}…)."
        )
    _check_figures(path, suite, found)
    return found


def _check_figures(path: Path, suite: Suite, found: SuiteResults) -> None:
    """Raise `StoreError` unless every cell is one of the suite's and its figures follow from its points."""
    cells = {cell.name: cell for cell in suite.cells}
    if len({each.cell for each in found.cells}) != len(found.cells):
        raise StoreError(f"{path.name} has a cell twice.")
    for each in found.cells:
        cell = cells.get(each.cell)
        if cell is None or each.seeds != seeds_digest(suite, cell):
            raise StoreError(
                f"{path.name} has the cell {each.cell!r:.40} with seeds that are not those of {suite.name}."
            )
        if not len(each.points) == len(each.strokes) == cell.task.episodes or max(each.points) > cell.task.points:
            raise StoreError(
                f"{path.name}: {each.cell} has {len(each.points)} episodes; expected {cell.task.episodes} of at most "
                f"{cell.task.points} points."
            )
        if each != cell_result(suite, cell, each.points, each.strokes, each.seconds):
            raise StoreError(f"{path.name}: the figures of {each.cell} do not follow from its points.")
    if found.score != suite_score(suite, found.cells):
        raise StoreError(f"{path.name}: the score does not follow from the points.")


def _draws(suite: Suite, cell: Cell) -> NDArray[np.int64]:
    """Return the episodes of every bootstrap sample, the same with any version of NumPy."""
    where = tuple(each.name for each in suite.cells).index(cell.name)
    drawn = words((where, np.arange(RESAMPLES)), cell.task.episodes) % np.uint64(cell.task.episodes)
    return drawn.astype(np.int64)


def seeds_digest(suite: Suite, cell: Cell) -> str:
    """Return the SHA-256 of a cell's seeds as 64-bit little-endian integers."""
    return hashlib.sha256(suite.seeds(cell).astype("<i8").tobytes()).hexdigest()


def schema() -> str:
    """Return the JSON schema of results files."""
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(SuiteResults)}
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=2).decode() + "\n"


def _scaled(suite: Suite, cell: Cell, share: float) -> float:
    floor = suite.floors[cell.name]
    return 100.0 * (share - floor) / (1.0 - floor)
