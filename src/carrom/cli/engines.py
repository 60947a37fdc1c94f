"""The `carrom engines` command: tournaments of engines, and a check of an engine of one's own."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from carrom.cli.options import Pace, add_task, check, long_work
from carrom.engine import tournament
from carrom.engine.adjudication import Adjudication
from carrom.engine.artifacts import MEASURING, check_measured
from carrom.engine.board_play import MOST_STROKES, BoardLimits, BoardSettings
from carrom.engine.external import ExternalEngine, checked
from carrom.engine.external_process import PROTOCOL
from carrom.engine.ladder import Contestant, contestant, hand_of
from carrom.engine.levels import level_named
from carrom.engine.match_test import MatchVerdict, verdict
from carrom.errors import RefusedRequest
from carrom.lab.results import ResultJournal
from carrom.rules.ruleset import NAMES, named

EXAMPLES = """examples:
  carrom engines play "pipe:./engine@0.7" club state --sets 20 --workers all --record results.jsonl
  carrom engines play "pipe:./new" "pipe:./old" --sprt 0 30 --sets 500 --rules icf,points --players 4
  carrom engines play a b c --rules all --adjudicate --referee champion --games games/
  carrom engines check "python examples/straight_engine.py"
Engines are named as for `carrom duel`: levels, fixed reference players, and pipe:COMMAND[@DEGREES] for external engines
(docs/how-to/engines.md). Repeat a command with the same --record to resume it.
"""
CONTESTS = ("board", "game", "match")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)
    play = add_task(tasks, "play", "play a tournament of engines and print a cross table")
    play.add_argument("engines", nargs="+", help="engines; the first one has Elo 0")
    play.add_argument(
        "--format",
        choices=("round-robin", "gauntlet"),
        default="round-robin",
        help="round-robin: all meet all; gauntlet: the first engine meets each other one (default: round-robin)",
    )
    play.add_argument(
        "--sets",
        type=int,
        default=10,
        help="sets for each meeting and rule set; a set is one rack with sides swapped: two boards, or three boards "
        "with three players (default: 10)",
    )
    play.add_argument("--rules", default="icf", help="rule sets separated by commas, or all (default: icf)")
    play.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="players at the board (default: the fewest of each rule set)"
    )
    play.add_argument(
        "--contest", choices=CONTESTS, default="board", help="what is played: board, game or match (default: board)"
    )
    play.add_argument("--toss", action="store_true", help="let a toss decide who chooses; each engine wins it in turn")
    play.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    play.add_argument(
        "--seed",
        type=int,
        default=MEASURING.start,
        help=f"random seed of the first rack, {MEASURING.start} or more (default: {MEASURING.start})",
    )
    play.add_argument("--games", type=Path, metavar="FOLDER", help="write the record of every board to this folder")
    play.add_argument("--event", default="", help="name of the event in the records")
    _limits(play)
    play.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar="ELO",
        help="with two engines: stop when a sequential test decides between these two Elo differences",
    )
    long_work(play, "a set", plot=False)
    play.set_defaults(do=run_play)
    look = add_task(tasks, "check", "ask an engine everything a game can ask, under all rule sets")
    look.add_argument("engine", metavar="COMMAND", help="command line of the engine")
    look.add_argument("--seed", type=int, default=1, help="random seed of the questions (default: 1)")
    look.add_argument("--json", action="store_true", help="print the results as JSON lines")
    look.set_defaults(do=run_check)


def _limits(parser: argparse.ArgumentParser) -> None:
    """Declare the options for limits and adjudication."""
    parser.add_argument(
        "--stroke-seconds", type=float, help="time limit of an external engine for one answer (default: 5)"
    )
    parser.add_argument(
        "--board-seconds", type=float, help="time limit of a side for all its answers of a board (default: none)"
    )
    parser.add_argument(
        "--strokes",
        type=int,
        default=MOST_STROKES,
        help=f"strokes after which a board is drawn (default: {MOST_STROKES})",
    )
    parser.add_argument("--adjudicate", action="store_true", help="award a board whose winner is certain by arithmetic")
    parser.add_argument(
        "--referee", default="", metavar="LEVEL", help="award a board when this level is sure of the winner"
    )
    parser.add_argument(
        "--referee-win", type=float, default=0.98, help="win probability from which the referee is sure (default: 0.98)"
    )
    parser.add_argument(
        "--referee-strokes", type=int, default=6, help="strokes in a row of which it must be sure (default: 6)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return int(args.do(args))


def run_play(args: argparse.Namespace) -> int:
    """Play the sets and print the cross table."""
    engines = tuple(contestant(text) for text in args.engines)
    choices = rule_choices(args.rules, args.players)
    tournament.check_engines(engines, choices)
    _check(args, len(engines))
    check(args.record)
    if args.games is not None:
        check(args.games)
        args.games.mkdir(exist_ok=True)
    jobs = jobs_of(args, engines, choices)
    about = {
        "tournament": " ".join(f"{choice.ruleset}/{choice.players}" for choice in choices),
        "terms": [args.format, args.contest, args.toss, args.surface, args.games is not None],
        "settings": msgspec.to_builtins(jobs[0].settings),
        "players": [f"{engine.text} {engine.mark}" for engine in engines],
    }
    journal = ResultJournal(args.record, about, tournament.SetResult, lambda result: result.key)
    pace, results = Pace(len(jobs), "sets"), []
    for result in journal.results(tournament.played_set, jobs, lambda job: job.key, args.workers):
        results.append(result)
        pace.step()
        if args.sprt is not None and tested(results, args.sprt).decided:
            break
    pace.end()
    _print(args, engines, results)
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Ask the engine and print what it did; return 1 if it failed anywhere."""
    engine = ExternalEngine("engine", args.engine, hand_of(0.0))
    failed = False
    try:
        pipe = engine.start()
        can = ", ".join(["stroke", *sorted(pipe.can)])
        if not args.json:
            print(f"{pipe.name or 'an engine without a name'}, protocol {PROTOCOL}, answers: {can}")
        for each in checked(engine, args.seed):
            failed = failed or bool(each.fault)
            if args.json:
                print(msgspec.json.encode(each).decode(), flush=True)
                continue
            asked = ", ".join(f"{count} {kind}" for kind, count in each.asked if count)
            print(f"{each.ruleset}: {each.fault or 'good'} (asked: {asked}; slowest {each.slowest:.2f} s)", flush=True)
    finally:
        engine.close()
    return int(failed)


def rule_choices(text: str, players: int | None) -> tuple[tournament.RuleChoice, ...]:
    """Return the rule sets of an option, each with its number of players. Raises `RefusedRequest`."""
    names = NAMES if text == "all" else tuple(name.strip() for name in text.split(","))
    unknown = [name for name in names if name not in NAMES]
    if unknown or len(set(names)) < len(names):
        raise RefusedRequest(f"--rules {text!r:.60}: expected different rule sets of {', '.join(NAMES)}, or all")
    found = []
    for name in names:
        allowed = named(name).parameters.players
        least = min(number for number in allowed if number > 1)
        found.append(
            tournament.RuleChoice(
                name, players if players is not None and (text != "all" or players in allowed) else least
            )
        )
    return tuple(found)


def jobs_of(
    args: argparse.Namespace, engines: tuple[Contestant, ...], choices: Sequence[tournament.RuleChoice]
) -> list[tournament.SetJob]:
    """Return the sets of a tournament, rack by rack, so that an interrupted one is balanced."""
    limits = BoardLimits(stroke_seconds=args.stroke_seconds, board_seconds=args.board_seconds, strokes=args.strokes)
    terms = Adjudication(
        arithmetic=args.adjudicate, referee=args.referee, win=args.referee_win, strokes=args.referee_strokes
    )
    return [
        tournament.SetJob(
            who=who,
            engines=tuple(engines[index] for index in who),
            players=choice.players,
            seed=seed,
            settings=BoardSettings(
                ruleset=choice.ruleset,
                surface=args.surface,
                contest=args.contest,
                limits=limits,
                adjudication=terms,
            ),
            toss=args.toss and choice.players != 3,
            folder="" if args.games is None else str(args.games),
            event=args.event,
        )
        for seed in range(args.seed, args.seed + args.sets)
        for choice in choices
        for who in tournament.fixtures(len(engines), args.format, choice.players)
    ]


def tested(results: Sequence[tournament.SetResult], hypotheses: Sequence[float]) -> MatchVerdict:
    """Return the state of the sequential test of the first engine against the second."""
    return verdict([result.pair(0, 1) for result in results], *hypotheses)


def in_words(rows: Sequence[tournament.CrossEntry], results: Sequence[tournament.SetResult]) -> str:
    """Return the cross table as Markdown, with the failures below it."""
    numbers = " | ".join(str(number) for number in range(1, len(rows) + 1))
    lines = [f"| | engine | Elo | 95 % | boards | score | {numbers} |", "|---" * (6 + len(rows)) + "|"]
    for number, row in enumerate(rows, 1):
        cells = ["–" if share is None else f"{share:.0%}" for share in row.against]
        lines.append(
            f"| {number} | {row.engine} | {row.elo:+.0f} | {row.low:+.0f} to {row.high:+.0f} | {row.boards} | "
            f"{row.score:g} | {' | '.join(cells)} |"
        )
    lost = dict.fromkeys(line.reason for result in results for line in result.boards if line.failed is not None)
    return "\n".join((*lines, *(f"board forfeited: {reason}" for reason in lost)))


def _check(args: argparse.Namespace, count: int) -> None:
    """Raise `RefusedRequest` for numbers out of range."""
    if args.sets < 1 or args.strokes < 1 or args.referee_strokes < 1:
        raise RefusedRequest(
            f"--sets is {args.sets}, --strokes {args.strokes}, --referee-strokes {args.referee_strokes}; expected "
            "whole numbers from 1"
        )
    check_measured(args.seed, args.sets)
    for name in ("stroke_seconds", "board_seconds"):
        value = getattr(args, name)
        if value is not None and not 0.0 < value < 1e6:
            raise RefusedRequest(f"--{name.replace('_', '-')} is {value:g}; expected a number of seconds above 0")
    if not 0.5 < args.referee_win <= 1.0:
        raise RefusedRequest(f"--referee-win is {args.referee_win:g}; expected a probability above 0.5, at most 1")
    if args.referee:
        level_named(args.referee)
    if args.sprt is not None and (count != 2 or not args.sprt[0] < args.sprt[1]):
        raise RefusedRequest("--sprt compares two engines, the smaller difference first; expected two engines")


def _print(args: argparse.Namespace, engines: Sequence[Contestant], results: Sequence[tournament.SetResult]) -> None:
    rows = tournament.cross_table(engines, results)
    test = None if args.sprt is None else tested(results, args.sprt)
    if args.json:
        found = {"table": msgspec.to_builtins(rows), "test": None if test is None else msgspec.to_builtins(test)}
        found["failures"] = [line.reason for each in results for line in each.boards if line.failed is not None]
        print(json.dumps(found))
        return
    print(in_words(rows, results))
    if test is not None:
        low, high = args.sprt
        words = {"accepted": f"at least {high:g} Elo is accepted", "rejected": f"{high:g} Elo is rejected for {low:g}"}
        print(f"log-likelihood ratio {test.ratio:+.2f}: {words.get(test.decided, 'undecided')}")
