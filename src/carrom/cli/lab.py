"""The `carrom lab` command: games in bulk as Parquet tables, data sets, suites, comparisons of players, learners."""

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrom.cli.options import add_task
from carrom.errors import RefusedRequest

# -- benchmark suites and data sets of strokes -------------------------------------------------------------------------


if TYPE_CHECKING:
    from carrom.lab.suite import CellResult


def suite_arguments(evaluate: argparse.ArgumentParser) -> None:
    """Declare the arguments that `evaluate` takes for a suite."""
    evaluate.add_argument("--suite", help="play a fixed suite, such as carrom-bench-1: the first word is the agent")
    evaluate.add_argument("--output", type=Path, help="suite: results file; an existing one is continued")
    evaluate.add_argument("--name", default="", help="suite: name on the leaderboard (default: the agent)")
    evaluate.add_argument(
        "--tasks", nargs="+", default=[], metavar="TASK", help="suite: tasks to play now (default: all)"
    )


def evaluate_suite(args: argparse.Namespace) -> int:
    """Evaluate the agent `args.task` at a suite."""
    from carrom.lab.suite_run import Evaluation, evaluate

    if args.players:
        raise RefusedRequest(f"a suite evaluates one agent; {1 + len(args.players)} were given")
    if args.output is None:
        raise RefusedRequest("a suite writes a results file; add --output FILE")
    given = Evaluation(
        agent=args.task,
        suite=args.suite,
        output=args.output,
        name=args.name,
        tasks=tuple(args.tasks),
        workers=args.workers,
    )
    results = evaluate(given, _report)
    if results.score is None:
        print(f"{len(results.cells)} cells are in {args.output}; the score needs all of them")
    else:
        score = results.score
        print(f"{results.name}: score {score.mean:.1f} ({score.low:.1f} to {score.high:.1f}), in {args.output}")
    return 0


def _report(cell: "CellResult", done: int, of: int) -> None:
    print(
        f"{done:2}/{of}  {cell.cell:16} {cell.share:6.1%} ({cell.low:.1%} to {cell.high:.1%})  {cell.seconds:.1f} s",
        flush=True,
    )


def leaderboard_arguments(does: Any) -> None:
    """Declare the task `leaderboard`."""
    board = add_task(does, "leaderboard", "make a leaderboard page from results files of a suite")
    board.add_argument("files", type=Path, nargs="+", help="results files written by `evaluate --suite`")
    board.add_argument("--output", type=Path, required=True, help="page to write: .md or .html")
    board.set_defaults(do=_leaderboard)


def dataset_arguments(does: Any) -> None:
    """Declare the task `dataset`."""
    data = add_task(does, "dataset", "write lawful strokes as a Parquet data set; repeat the command to resume")
    data.add_argument("folder", type=Path, help="folder for the data set")
    data.add_argument("--strokes", type=int, default=1_000_000, help="number of strokes (default: 1000000)")
    data.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    data.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    data.add_argument("--players", type=int, default=2, help="number of players (default: 2)")
    data.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    data.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    data.add_argument(
        "--verify", action="store_true", help="check the data set in the folder instead: digests, and strokes again"
    )
    data.set_defaults(do=_dataset)


def _dataset(args: argparse.Namespace) -> int:
    from carrom.lab.strokes import StrokePlan, make, verify

    if args.verify:
        print(f"{args.folder}: all digests match, and {verify(args.folder):,} strokes were played again alike")
        return 0
    plan = StrokePlan(
        strokes=args.strokes, seed=args.seed, ruleset=args.ruleset, players=args.players, surface=args.surface
    )
    digest = make(args.folder, plan, args.workers, _strokes)
    print(f"{plan.strokes:,} strokes are in {args.folder}, digest {digest}")
    return 0


def _strokes(done: int, of: int) -> None:
    print(f"{done:,} of {of:,} strokes", file=sys.stderr, flush=True)


def _leaderboard(args: argparse.Namespace) -> int:
    from carrom.lab.results import whole
    from carrom.lab.suite_run import leaderboard

    page = leaderboard(args.files, args.output.suffix.removeprefix("."))
    with whole(args.output) as file:
        file.write(page.encode())
    return 0


# -- games in bulk, players and learners -------------------------------------------------------------------------------


EXAMPLES = """examples:
  carrom lab play games/ --players one-ply/club,state --games 1000 --workers 8    play games into a folder
  carrom lab score one-ply random --boards 40 --workers 2                         one player against another
  carrom lab ladder random aim geometric one-ply club --boards 40                 each player against the next
  carrom lab evaluate straight random one-ply club --episodes 1000 --json straight-players.json
  carrom lab evaluate my_agent:policy --suite carrom-bench-1 --output my-agent.json
  carrom lab dataset strokes/ --strokes 10000000 --workers 2
  carrom lab leaderboard *.json --output leaderboard.html
  carrom lab train straight --strokes 400000 --json straight-own.json             train a learner
  carrom lab train straight --learner stable-baselines3
  carrom lab evaluate straight my_agent:policy one-ply
  carrom lab score my_agent:policy "pipe:python examples/straight_engine.py@0.7"
  carrom lab plot straight-*.json --output straight.svg
  carrom lab playthrough episode.txt --ruleset club --players 4 --seed 3
A player is uniform, random, aim, geometric or one-ply, with /LEVEL for that level's accuracy; a level (see `carrom
levels`); module:attribute for a policy or player of your own; or pipe:COMMAND for an external engine
(docs/how-to/research.md).
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    does = parser.add_subparsers(dest="does", metavar="TASK", title="tasks", required=True)
    play = add_task(does, "play", "play games and write them as Parquet tables; repeat the command to resume")
    play.add_argument("folder", type=Path, help="folder for the tables")
    play.add_argument(
        "--players",
        default="club,club",
        help="names of players in order of play, separated by commas (default: club,club)",
    )
    play.add_argument("--games", type=int, default=100, help="number of games (default: 100)")
    play.add_argument(
        "--contest",
        default="board",
        choices=("board", "game"),
        help="length of a game: one board or a whole game (default: board)",
    )
    play.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    play.set_defaults(do=_play)
    score = add_task(does, "score", "play one player against another over whole boards, each from both seats")
    score.add_argument("one", help="first player")
    score.add_argument("other", help="second player")
    score.add_argument("--boards", type=int, default=40, help="number of boards, even (default: 40)")
    score.set_defaults(do=_score)
    ladder = add_task(does, "ladder", "play each player against the next one over whole boards, from both seats")
    ladder.add_argument("players", nargs="+", help="players, the weakest first")
    ladder.add_argument("--boards", type=int, default=40, help="boards per pair of players, even (default: 40)")
    ladder.set_defaults(do=_ladder)
    graded = add_task(
        does, "evaluate", "measure players at a graded task, or an agent at a suite, with confidence intervals"
    )
    graded.add_argument("task", help="task: straight, anywhere, three or full; with --suite: the agent")
    graded.add_argument("players", nargs="*", help="names of players")
    suite_arguments(graded)
    graded.add_argument(
        "--episodes", type=int, default=200, help="episodes per player, the same for all (default: 200)"
    )
    graded.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    graded.add_argument("--json", type=Path, help="write the figures to this file")
    graded.set_defaults(do=_graded)
    curve = add_task(does, "train", "train a learner at a graded task, and print its learning curve")
    curve.add_argument("task", help="task: straight, anywhere, three or full")
    curve.add_argument(
        "--learner",
        default="own",
        help="learner: own (NumPy, the default), stable-baselines3, or module:attribute, a function of task, strokes, "
        "points, seed and noise that yields points of the curve",
    )
    curve.add_argument("--strokes", type=int, default=400_000, help="training strokes (default: 400000)")
    curve.add_argument("--points", type=int, default=10, help="points of the curve (default: 10)")
    curve.add_argument("--noise", help="level whose aim error is added to the strokes (default: none)")
    curve.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    curve.add_argument("--json", type=Path, help="write the figures to this file")
    curve.set_defaults(do=_curve)
    leaderboard_arguments(does)
    dataset_arguments(does)
    through = add_task(
        does,
        "playthrough",
        "write episodes of the PettingZoo environment as text, or repeat the ones in existing files",
    )
    through.add_argument(
        "files", type=Path, nargs="+", help="files to write; an existing file is played again from its own actions"
    )
    through.add_argument("--ruleset", default="icf", help="new files: rule set (default: icf)")
    through.add_argument("--players", type=int, default=2, help="new files: number of players (default: 2)")
    through.add_argument(
        "--actions",
        default="round",
        choices=("forward", "round", "choices"),
        help="new files: action space (default: round)",
    )
    through.add_argument(
        "--agent", help="new files: module:attribute of the agent that decides (default: a random player)"
    )
    through.add_argument("--noise", help="new files: level whose aim error is added to the strokes (default: none)")
    through.add_argument("--seed", type=int, default=1, help="new files: random seed (default: 1)")
    through.add_argument(
        "--decisions", type=int, default=500, help="new files: maximum number of decisions (default: 500)"
    )
    through.set_defaults(do=_playthrough)
    plot = add_task(does, "plot", "plot learning curves, with the results of players as lines across")
    plot.add_argument(
        "files", type=Path, nargs="+", help="JSON files written by `train` and `evaluate`, all of one task"
    )
    plot.add_argument("--output", type=Path, required=True, help="SVG file to write")
    plot.set_defaults(do=_plot)
    for each in (play, score, ladder):
        each.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    for each in (play, score, ladder, graded):
        each.add_argument("--seed", type=int, default=0, help="random seed of the first game (default: 0)")
        each.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
        each.add_argument(
            "--backend",
            default="processes",
            help="where games are played: here (one process), processes or ray (default: processes)",
        )
        each.add_argument("--ray-address", help="address of the Ray cluster")


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return int(args.do(args))


def _play(args: argparse.Namespace) -> int:
    from carrom.lab.parquet import DatasetPlan, collect

    plan = DatasetPlan(
        players=tuple(args.players.split(",")),
        games=args.games,
        seed=args.seed,
        ruleset=args.ruleset,
        surface=args.surface,
        contest=args.contest,
    )
    collect(args.folder, plan, args.workers, args.backend, args.ray_address, _progress)
    print(f"{plan.games} games of {' and '.join(plan.players)} are in {args.folder}", file=sys.stdout)
    return 0


def _progress(games: int, of: int) -> None:
    """Print the progress: on one line of a terminal, otherwise at every tenth."""
    if sys.stderr.isatty():
        print(f"\r{games} of {of} games", end="\n" if games == of else "", file=sys.stderr, flush=True)
    elif games == of or games % max(1, of // 10) == 0:
        print(f"{games} of {of} games", file=sys.stderr, flush=True)


def _curve(args: argparse.Namespace) -> int:
    from carrom.lab.benchmark_tasks import Curve, CurvePoint, write_figures
    from carrom.lab.ppo import curve_of

    _check_folder(args.json)
    found: list[CurvePoint] = []
    for point in curve_of(args.learner, args.task, args.strokes, args.points, args.seed, args.noise):
        if not found:
            print("strokes  reward per stroke")
        found.append(point)
        print(f"{point.strokes:7}  {point.gained:.4f}", flush=True)
    if args.json:
        command = f"carrom lab train {args.task} --learner {args.learner} --strokes {args.strokes}"
        command += f" --points {args.points} --seed {args.seed}" + (f" --noise {args.noise}" if args.noise else "")
        curve = Curve(
            task=args.task,
            learner=args.learner,
            seed=args.seed,
            hand=args.noise,
            command=command,
            points=tuple(found),
        )
        write_figures(args.json, curve)
    return 0


def _check_folder(path: Path | None) -> None:
    """Raise `RefusedRequest` for a file whose folder does not exist, before any work starts."""
    if path is not None and not path.resolve().parent.is_dir():
        raise RefusedRequest(f"{str(path)!r:.80} is in a folder that does not exist; create the folder first")


def _graded(args: argparse.Namespace) -> int:
    if args.suite:
        return evaluate_suite(args)
    if not args.players:
        raise RefusedRequest("no player is given; expected names of players after the task, or --suite")
    from carrom.lab.benchmark_tasks import Reached, TaskResult, graded, write_figures

    _check_folder(args.json)
    found: list[TaskResult] = []
    print("| player | reward per episode | 95 % | strokes |\n|---|---|---|---|")
    for name in args.players:
        each = graded(
            args.task, name, args.episodes, args.seed, args.surface, args.workers, args.backend, args.ray_address
        )
        found.append(each)
        interval = f"{each.low:.1%} to {each.high:.1%}"
        print(f"| `{name}` | {each.gained:.1%} | {interval} | {each.strokes:.1f} |", flush=True)
    if args.json:
        command = (
            f"carrom lab evaluate {args.task} {' '.join(args.players)} --episodes {args.episodes} --seed {args.seed}"
        )
        command += f" --surface {args.surface}"
        reached = Reached(task=args.task, surface=args.surface, seed=args.seed, command=command, players=tuple(found))
        write_figures(args.json, reached)
    return 0


def _plot(args: argparse.Namespace) -> int:
    from carrom.lab.benchmark_tasks import read_figures
    from carrom.lab.curves import plot
    from carrom.lab.results import whole

    picture = plot([read_figures(path) for path in args.files])
    with whole(args.output) as file:
        file.write(picture.encode())
    return 0


def _ladder(args: argparse.Namespace) -> int:
    from carrom.lab.benchmark_tasks import against

    if len(args.players) < 2:
        raise RefusedRequest("a ladder needs at least two players; one name was given")
    _check_boards(args.boards)
    print("| | won | 95 % | points a board | strokes that kept the turn |\n|---|---|---|---|---|")
    for lower, upper in pairwise(args.players):
        found = against(
            upper, lower, args.boards, args.seed, args.ruleset, args.workers, args.backend, args.ray_address
        )
        print(
            f"| `{upper}` against `{lower}` | {found.won}/{found.boards} | {found.low:.0%} to {found.high:.0%} | "
            f"{found.points:+.2f} | {found.success:.0%} |",
            flush=True,
        )
    return 0


def _check_boards(boards: int) -> None:
    if boards < 2 or boards % 2:
        raise RefusedRequest(f"{boards} boards cannot be divided between two seats; expected an even number from 2")


def _playthrough(args: argparse.Namespace) -> int:
    from carrom.lab.players import load_agent
    from carrom.lab.playthrough import Recipe, again, anew
    from carrom.lab.results import read_text, whole

    given = {name: getattr(args, name) for name in ("ruleset", "players", "actions", "noise", "seed")}
    agent = None if args.agent is None else load_agent(args.agent)
    for path in args.files:
        text = again(read_text(path)) if path.exists() else anew(Recipe(**given), args.decisions, agent=agent)
        with whole(path) as file:
            file.write(text.encode())
        print(f"{path}: {text.splitlines()[-1][2:]}")
    return 0


def _score(args: argparse.Namespace) -> int:
    from carrom.lab.benchmark_tasks import against

    _check_boards(args.boards)
    found = against(
        args.one, args.other, args.boards, args.seed, args.ruleset, args.workers, args.backend, args.ray_address
    )
    print(
        f"{args.one} won {found.won} of {found.boards} boards against {args.other} "
        f"({found.low:.0%} to {found.high:.0%}), {found.points:+.2f} points a board, "
        f"{found.success:.0%} of its strokes kept the turn"
    )
    return 0
