"""`carrom lab`: games by the thousand as Parquet, and how well players do. Needs the extra `lab` for tables."""

import argparse
import sys
from pathlib import Path

from carrom.errors import RefusedRequest

EXAMPLES = """examples:
  carrom lab play games/ --players one-ply/club,state --games 1000 --workers 8
  carrom lab score one-ply random --boards 40 --workers 2
  carrom lab curve straight --strokes 400000
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
    curve = does.add_parser("curve", help="let the small learner learn a graded task, and print its curve")
    curve.add_argument("task", help="straight, anywhere, three or full")
    curve.add_argument("--strokes", type=int, default=400_000, help="that it plays")
    curve.add_argument("--points", type=int, default=10, help="of the curve")
    curve.add_argument("--hand", help="of a level, whose error its strokes have; none by default")
    curve.add_argument("--rate", type=float, default=1e-3, help="of learning")
    curve.add_argument("--seed", type=int, default=0)
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
    for each in (play, score):
        each.add_argument("--ruleset", default="icf", help="a rule set's name")
        each.add_argument("--seed", type=int, default=0, help="of the first game")
        each.add_argument("--workers", type=int, default=1, help="processes that play")
        each.add_argument("--engine", default="processes", help="here, processes (default) or ray")
        each.add_argument("--address", help="of a Ray cluster")


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    return int(args.do(args))


def _play(args: argparse.Namespace) -> int:
    from carrom.lab.tables import Plan, collect

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
    from carrom.lab.learn import Learner, Settings

    print("strokes  brought by a stroke")
    learner = Learner(args.task, args.hand, Settings(rate=args.rate, seed=args.seed))
    for point in learner.curve(args.strokes, args.points):
        print(f"{point.strokes:7}  {point.gained:.4f}", flush=True)
    return 0


def _playthrough(args: argparse.Namespace) -> int:
    from carrom.lab.playthrough import Recipe, again, anew
    from carrom.lab.whole import read_text, whole

    given = {name: getattr(args, name) for name in ("ruleset", "players", "actions", "noise", "seed")}
    for path in args.files:
        text = again(read_text(path)) if path.exists() else anew(Recipe(**given), args.decisions)
        with whole(path) as file:
            file.write(text.encode())
        print(f"{path}: {text.splitlines()[-1][2:]}")
    return 0


def _score(args: argparse.Namespace) -> int:
    from carrom.lab.score import against

    if args.boards < 2 or args.boards % 2:
        raise RefusedRequest(f"{args.boards} boards cannot be shared by two seats; expected an even number from 2")
    found = against(args.one, args.other, args.boards, args.seed, args.ruleset, args.workers, args.engine, args.address)
    print(
        f"{args.one} won {found.won} of {found.boards} boards against {args.other} "
        f"({found.low:.0%} to {found.high:.0%}), {found.points:+.2f} points a board, "
        f"{found.success:.0%} of its strokes kept the turn"
    )
    return 0
