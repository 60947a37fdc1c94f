"""`carrom lab`: games by the thousand as Parquet, and how well players do. Needs the extra `lab` for tables."""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.errors import RefusedRequest

if TYPE_CHECKING:
    from carrom.lab.result_files import Point

EXAMPLES = """examples:
  carrom lab play games/ --players one-ply/club,state --games 1000 --workers 8
  carrom lab score one-ply random --boards 40 --workers 2
  carrom lab ladder random aim geometric one-ply club --boards 40
  carrom lab graded straight random one-ply club --episodes 1000 --json straight-players.json
  carrom lab curve straight --strokes 400000 --json straight-own.json
  carrom lab curve straight --learner stable-baselines3
  carrom lab plot straight-*.json --output straight.svg
  carrom lab playthrough episode.txt --ruleset club --players 4 --seed 3
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    does = parser.add_subparsers(dest="does", metavar="what", title="what it does", required=True)
    play = does.add_parser("play", help="play games into a folder of tables; the same again goes on where it stopped")
    play.add_argument("folder", type=Path, help="where the tables go")
    play.add_argument("--players", default="club,club", help="names with commas, in the order of play")
    play.add_argument("--games", type=int, default=100, help="how many")
    play.add_argument("--contest", default="board", choices=("board", "game"), help="what a game is")
    play.add_argument("--surface", default="club", help="slow, club (default), tournament")
    play.set_defaults(do=_play)
    score = does.add_parser("score", help="whole boards of one player against another, from both seats")
    score.add_argument("one")
    score.add_argument("other")
    score.add_argument("--boards", type=int, default=40, help="how many")
    score.set_defaults(do=_score)
    ladder = does.add_parser("ladder", help="each player against the next, over whole boards, from both seats")
    ladder.add_argument("players", nargs="+", help="the weakest first")
    ladder.add_argument("--boards", type=int, default=40, help="of each pair")
    ladder.set_defaults(do=_ladder)
    graded = does.add_parser("graded", help="what players reach at a graded task, with intervals")
    graded.add_argument("task", help="straight, anywhere, three or full")
    graded.add_argument("players", nargs="+", help="names of players")
    graded.add_argument("--episodes", type=int, default=200, help="of each player, the same for all")
    graded.add_argument("--surface", default="club", help="slow, club (default), tournament")
    graded.add_argument("--json", type=Path, help="a file for the figures")
    graded.set_defaults(do=_graded)
    curve = does.add_parser("curve", help="let a learner learn a graded task, and print its curve")
    curve.add_argument("task", help="straight, anywhere, three or full")
    curve.add_argument("--learner", default="own", choices=("own", "stable-baselines3"), help="NumPy's or a library's")
    curve.add_argument("--strokes", type=int, default=400_000, help="that it plays")
    curve.add_argument("--points", type=int, default=10, help="of the curve")
    curve.add_argument("--hand", help="of a level, whose error its strokes have; none by default")
    curve.add_argument("--seed", type=int, default=0, help="of everything")
    curve.add_argument("--json", type=Path, help="a file for the figures")
    curve.set_defaults(do=_curve)
    through = does.add_parser("playthrough", help="tell episodes of the PettingZoo environment; files that exist anew")
    through.add_argument("files", type=Path, nargs="+", help="told anew from their own actions; made if they are not")
    through.add_argument("--ruleset", default="icf", help="of a new one")
    through.add_argument("--players", type=int, default=2, help="of a new one")
    through.add_argument("--actions", default="round", choices=("forward", "round", "choices"), help="of a new one")
    through.add_argument("--noise", help="of a new one: a level, whose hand they have; none by default")
    through.add_argument("--seed", type=int, default=1, help="of a new one")
    through.add_argument("--decisions", type=int, default=500, help="that a new one has at most")
    through.set_defaults(do=_playthrough)
    plot = does.add_parser("plot", help="draw curves, with what players reach across them")
    plot.add_argument("files", type=Path, nargs="+", help="figures that curve and graded have written, of one task")
    plot.add_argument("--output", type=Path, required=True, help="the picture, SVG")
    plot.set_defaults(do=_plot)
    for each in (play, score, ladder):
        each.add_argument("--ruleset", default="icf", help="a rule set's name")
    for each in (play, score, ladder, graded):
        each.add_argument("--seed", type=int, default=0, help="of the first game")
        each.add_argument("--workers", type=int, default=1, help="processes that play")
        each.add_argument("--engine", default="processes", help="here, processes (default) or ray")
        each.add_argument("--address", help="of a Ray cluster")


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    return int(args.do(args))


def _play(args: argparse.Namespace) -> int:
    from carrom.lab.parquet import Plan, collect

    plan = Plan(
        players=tuple(args.players.split(",")),
        games=args.games,
        seed=args.seed,
        ruleset=args.ruleset,
        surface=args.surface,
        contest=args.contest,
    )
    collect(args.folder, plan, args.workers, args.engine, args.address, _progress)
    print(f"{plan.games} games of {' and '.join(plan.players)} lie in {args.folder}", file=sys.stdout)
    return 0


def _progress(games: int, of: int) -> None:
    """Say how far it is: over one line on a screen, and at every tenth otherwise."""
    if sys.stderr.isatty():
        print(f"\r{games} of {of} games", end="\n" if games == of else "", file=sys.stderr, flush=True)
    elif games == of or games % max(1, of // 10) == 0:
        print(f"{games} of {of} games", file=sys.stderr, flush=True)


def _curve(args: argparse.Namespace) -> int:
    from carrom.lab.result_files import Curve, Point, write_figures

    _check_folder(args.json)
    found: list[Point] = []
    for point in _points(args):
        if not found:
            print("strokes  brought by a stroke")
        found.append(point)
        print(f"{point.strokes:7}  {point.gained:.4f}", flush=True)
    if args.json:
        command = f"carrom lab curve {args.task} --learner {args.learner} --strokes {args.strokes}"
        command += f" --points {args.points} --seed {args.seed}" + (f" --hand {args.hand}" if args.hand else "")
        curve = Curve(
            task=args.task,
            learner=args.learner,
            seed=args.seed,
            hand=args.hand,
            command=command,
            points=tuple(found),
        )
        write_figures(args.json, curve)
    return 0


def _points(args: argparse.Namespace) -> "Iterator[Point]":
    if args.learner == "stable-baselines3":
        from carrom.lab.stable_baselines import curve

        return curve(args.task, args.strokes, args.points, args.seed, args.hand)
    from carrom.lab.ppo import Learner, Settings

    return Learner(args.task, args.hand, Settings(seed=args.seed)).curve(args.strokes, args.points)


def _check_folder(path: Path | None) -> None:
    """Refuse a file that cannot be written before an hour has gone into it."""
    if path is not None and not path.resolve().parent.is_dir():
        raise RefusedRequest(f"{str(path)!r:.80} lies in no folder; expected one that is there")


def _graded(args: argparse.Namespace) -> int:
    from carrom.lab.benchmark_tasks import TaskResult, graded
    from carrom.lab.result_files import Reached, write_figures

    _check_folder(args.json)
    found: list[TaskResult] = []
    print("| player | brought by an episode | 95 % | strokes |\n|---|---|---|---|")
    for name in args.players:
        each = graded(args.task, name, args.episodes, args.seed, args.surface, args.workers, args.engine, args.address)
        found.append(each)
        interval = f"{each.low:.1%} to {each.high:.1%}"
        print(f"| `{name}` | {each.gained:.1%} | {interval} | {each.strokes:.1f} |", flush=True)
    if args.json:
        command = (
            f"carrom lab graded {args.task} {' '.join(args.players)} --episodes {args.episodes} --seed {args.seed}"
        )
        command += f" --surface {args.surface}"
        reached = Reached(task=args.task, surface=args.surface, seed=args.seed, command=command, players=tuple(found))
        write_figures(args.json, reached)
    return 0


def _plot(args: argparse.Namespace) -> int:
    from carrom.lab.atomic_files import whole
    from carrom.lab.plots.learning_curves import plot
    from carrom.lab.result_files import read_figures

    picture = plot([read_figures(path) for path in args.files])
    with whole(args.output) as file:
        file.write(picture.encode())
    return 0


def _ladder(args: argparse.Namespace) -> int:
    from carrom.lab.score import against

    if len(args.players) < 2:
        raise RefusedRequest("a ladder has two players or more; expected another name")
    _check_boards(args.boards)
    print("| | won | 95 % | points a board | strokes that kept the turn |\n|---|---|---|---|---|")
    for lower, upper in pairwise(args.players):
        found = against(upper, lower, args.boards, args.seed, args.ruleset, args.workers, args.engine, args.address)
        print(
            f"| `{upper}` against `{lower}` | {found.won}/{found.boards} | {found.low:.0%} to {found.high:.0%} | "
            f"{found.points:+.2f} | {found.success:.0%} |",
            flush=True,
        )
    return 0


def _check_boards(boards: int) -> None:
    if boards < 2 or boards % 2:
        raise RefusedRequest(f"{boards} boards cannot be shared by two seats; expected an even number from 2")


def _playthrough(args: argparse.Namespace) -> int:
    from carrom.lab.atomic_files import read_text, whole
    from carrom.lab.playthrough import Recipe, again, anew

    given = {name: getattr(args, name) for name in ("ruleset", "players", "actions", "noise", "seed")}
    for path in args.files:
        text = again(read_text(path)) if path.exists() else anew(Recipe(**given), args.decisions)
        with whole(path) as file:
            file.write(text.encode())
        print(f"{path}: {text.splitlines()[-1][2:]}")
    return 0


def _score(args: argparse.Namespace) -> int:
    from carrom.lab.score import against

    _check_boards(args.boards)
    found = against(args.one, args.other, args.boards, args.seed, args.ruleset, args.workers, args.engine, args.address)
    print(
        f"{args.one} won {found.won} of {found.boards} boards against {args.other} "
        f"({found.low:.0%} to {found.high:.0%}), {found.points:+.2f} points a board, "
        f"{found.success:.0%} of its strokes kept the turn"
    )
    return 0
