"""The `carrom levels` command: describe the computer's levels.

`fit` fits their accuracy to people's results; `habits` measures how they play.
"""

import argparse
import re
from collections.abc import Hashable, Sequence
from pathlib import Path

import msgspec

from carrom.cli.options import Pace, add_task, check, cores
from carrom.engine.artifacts import MEASURING, check_measured, check_trained
from carrom.engine.fitting import GOALS, Fitted, LevelTrial, MissGoal, eyes, fitted, trials, tried
from carrom.engine.ladder import ANCHORS, PIPE, contestant
from carrom.engine.levels import LEVELS, Habits, Level, level_named
from carrom.errors import RefusedRequest
from carrom.i18n import LANGUAGES, sentences
from carrom.lab.habit_table import HabitJob, ObservedBoard, as_markdown, habits_of, observed
from carrom.lab.results import ResultJournal
from carrom.values import Value

EXAMPLES = """examples:
  carrom levels                                       describe every level
  carrom levels --language hi                         describe every level in Hindi
  carrom levels fit --record fit.jsonl --workers all  fit accuracies; repeat the command to resume
  carrom levels fit --only state --rounds 2 --boards 8
  carrom levels habits first-timer club --boards 20   measure how levels play: speeds, kinds of strokes, choices
"""
MARKS = ("<!-- fitted levels -->", "<!-- end of fitted levels -->")
"""Comments that enclose the table of fitted levels in a document."""
HABIT_MARKS = ("<!-- habits of levels -->", "<!-- end of habits of levels -->")
"""Comments that enclose the table of habits in a document."""


class LevelReport(Value, frozen=True, kw_only=True):
    """A level as JSON."""

    name: str
    about: str
    direction: float
    """Aim error in degrees: one standard deviation at 2 m/s."""
    speed: float
    """Relative error of the speed, one standard deviation."""
    place: float
    """Placement error of the striker in mm, one standard deviation."""
    simulations: int
    fastest: float
    """Fastest stroke, m/s."""
    sight: float
    foresight: float
    habits: Habits


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of the descriptions (default: en)"
    )
    parser.set_defaults(do=_listed)
    does = parser.add_subparsers(metavar="TASK", title="tasks")
    fit = add_task(does, "fit", "fit the levels' accuracies to people's results, the strongest level first")
    fit.add_argument("--only", help="levels to fit, separated by commas (default: all with a goal)")
    fit.add_argument(
        "--rounds", type=int, default=3, help="maximum number of rounds, each closer to the result (default: 3)"
    )
    fit.add_argument(
        "--tolerance",
        type=float,
        default=1.2,
        help="stop when the upper end of the confidence interval is at most this factor above the lower (default: 1.2)",
    )
    fit.add_argument("--boards", type=int, default=16, help="boards per round and level, even (default: 16)")
    fit.add_argument("--seed", type=int, default=20_000, help="random seed of the first rack (default: 20000)")
    fit.add_argument("--workers", type=cores, default=1, help="processes to use: a number, or all (default: 1)")
    fit.add_argument(
        "--record", type=Path, help="JSON lines file to record boards in; repeat the command to resume from it"
    )
    fit.add_argument("--json", action="store_true", help="print the results as one JSON object")
    fit.add_argument("--docs", type=Path, help="Markdown document whose table of fitted levels is replaced")
    fit.set_defaults(do=_fit)
    habits = add_task(does, "habits", "measure how levels play against themselves: speeds, kinds of strokes, choices")
    habits.add_argument("players", nargs="*", help="levels, as for `carrom duel` (default: all)")
    habits.add_argument("--boards", type=int, default=20, help="boards per level (default: 20)")
    habits.add_argument(
        "--seed",
        type=int,
        default=MEASURING.start,
        help=f"random seed of the first rack, {MEASURING.start} or more (default: {MEASURING.start})",
    )
    habits.add_argument("--workers", type=cores, default=1, help="processes to use: a number, or all (default: 1)")
    habits.add_argument(
        "--record", type=Path, help="JSON lines file to record boards in; repeat the command to resume from it"
    )
    habits.add_argument("--json", action="store_true", help="print the results as one JSON object")
    habits.add_argument("--docs", type=Path, help="Markdown document whose table of habits is replaced")
    habits.set_defaults(do=_habits)


def run(args: argparse.Namespace) -> int:
    """Run the task."""
    return int(args.do(args))


def _listed(args: argparse.Namespace) -> int:
    if args.json:
        print(msgspec.json.encode([_told(level) for level in LEVELS]).decode())
        return 0
    words = sentences(args.language)
    for level in LEVELS:
        hand = level.hand
        called = words.get(f"level.{level.name}")
        print(f"{level.name}{'' if called is None else f' ({called})'}")
        print(f"  {words.get(f'level.{level.name}.about', level.about)}")
        print(
            f"  aim error {hand.direction:g}°, speed error {100 * hand.speed:.0f} %, "
            f"placement error {hand.place / 1000:.2g} mm "
            f"(one standard deviation); at most {level.fastest:g} m/s; {level.budget.simulations:,} simulations "
            f"a stroke"
        )
        if not level.habits.are_none:
            print(f"  {habits_in_words(level.habits)}")
    return 0


def habits_in_words(habits: Habits) -> str:
    """Return a player's habits as text."""
    parts = [
        f"aims {habits.thickness:.0%} too full at cuts",
        f"strikes {habits.force:g} times as hard as needed",
        f"takes the nearest piece with {habits.nearest:.0%} of the strokes",
    ]
    if habits.pieces:
        parts.append(f"considers {habits.pieces} {'piece' if habits.pieces == 1 else 'pieces'} otherwise")
    if habits.forgetful:
        parts.append(f"forgets the queen's laws with {habits.forgetful:.0%}")
    if habits.one_stroke:
        parts.append("thinks of one stroke only")
    return "habits: " + ", ".join(parts)


def _told(level: Level) -> LevelReport:
    hand = level.hand
    return LevelReport(
        name=level.name,
        about=level.about,
        direction=hand.direction,
        speed=hand.speed,
        place=hand.place / 1000,
        simulations=level.budget.simulations,
        fastest=level.fastest,
        sight=level.sight,
        foresight=level.foresight,
        habits=level.habits,
    )


def _fit(args: argparse.Namespace) -> int:
    goals = _goals(args.only)
    if args.rounds < 1 or args.boards < 2 or args.boards % 2:
        raise RefusedRequest(
            f"--rounds is {args.rounds} and --boards is {args.boards}; expected at least 1, and an even number from 2"
        )
    for path in (args.record, args.docs):
        check(path)
    found = _fitted(args, goals)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(in_words(found))
    if args.docs:
        write(args.docs, found)
    return 0


def _habits(args: argparse.Namespace) -> int:
    players = [contestant(name) for name in args.players or [level.name for level in LEVELS]]
    if strangers := [player.text for player in players if player.name in ANCHORS or player.name == PIPE]:
        raise RefusedRequest(f"{strangers[0]!r:.60} is not a level; habits are measured for levels only")
    if args.boards < 1:
        raise RefusedRequest(f"--boards is {args.boards}; expected a whole number from 1")
    check_measured(args.seed, args.boards)
    for path in (args.record, args.docs):
        check(path)
    about = {"habits": "of levels"}
    journal = ResultJournal(args.record, about, ObservedBoard, lambda board: (board.player, board.mark, board.seed))
    jobs = [HabitJob(player, seed) for player in players for seed in range(args.seed, args.seed + args.boards)]
    pace, boards = Pace(len(jobs), "boards"), []
    for board in journal.results(
        observed, jobs, lambda job: (job.player.text, job.player.mark, job.seed), args.workers
    ):
        boards.append(board)
        pace.step(f", {board.player}")
    found = [habits_of(one.text, [board for board in boards if board.player == one.text]) for one in players]
    print(msgspec.json.encode(found).decode() if args.json else as_markdown(found))
    if args.docs:
        replace_between(args.docs, HABIT_MARKS, as_markdown(found))
    return 0


def _goals(only: str | None) -> tuple[MissGoal, ...]:
    if only is None:
        return GOALS
    names = [level_named(name).name for name in only.split(",")]
    found = tuple(goal for goal in GOALS if goal.level in names)
    if len(found) < len(names):
        known = ", ".join(goal.level for goal in GOALS)
        raise RefusedRequest(f"{only!r:.60} names a level that cannot be fitted; expected levels from {known}")
    return found


def _fitted(args: argparse.Namespace, goals: Sequence[MissGoal]) -> list[Fitted]:
    """Fit each level in turn, also using recorded boards that were played with the same perception settings."""
    check_trained(args.seed, args.rounds * (args.boards // 2))
    journal = ResultJournal(args.record, {"fit": "of levels"}, LevelTrial, lambda each: each.key)
    pace, racks, found = Pace(args.rounds * args.boards * len(goals), "boards"), args.boards // 2, []
    for goal in goals:
        level = level_named(goal.level)
        guess, sees = level.hand.direction, eyes(level)
        before = {each.key: each for each in journal.known.values() if each.level == goal.level and each.eyes == sees}
        results = dict[Hashable, LevelTrial]()
        for number in range(args.rounds):
            seeds = range(args.seed + number * racks, args.seed + (number + 1) * racks)
            jobs = list(trials(goal.level, guess, seeds, number == 0))
            for each in journal.results(tried, jobs, lambda job: job.key, args.workers):
                results[each.key] = each
                pace.step(f", {goal.level}")
            so_far = fitted(goal, tuple(results.values()))
            guess = round(so_far.degrees, 3)
            if so_far.high <= args.tolerance * so_far.low:
                break
        found.append(fitted(goal, tuple((before | results).values())))
    pace.end()
    return found


def in_words(found: Sequence[Fitted]) -> str:
    """Return the fitted accuracies as a Markdown table, the weakest first."""
    lines = ["| level | misses per full board, like | direction | 95 % | boards |", "|---|---|---|---|---|"]
    for each in reversed(found):
        goal = f"{each.goal:g}" + (f", {each.people}" if each.people else "")
        lines.append(
            f"| {each.level} | {goal} | {each.degrees:.2f}° | {each.low:.2f} to {each.high:.2f} | {each.boards} |"
        )
    misses, expected = sum(each.misses for each in found), sum(each.expected for each in found)
    lines += ["", f"The players missed {misses} times on these boards; the engine had predicted {expected:.0f} misses."]
    return "\n".join(lines)


def write(path: Path, found: Sequence[Fitted]) -> None:
    """Replace the table of fitted levels in a document. Raises `RefusedRequest` if its marks are missing."""
    replace_between(path, MARKS, in_words(found))


def replace_between(path: Path, marks: tuple[str, str], table: str) -> None:
    """Replace what is between two marks of a document. Raises `RefusedRequest` if the marks are missing."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    between = re.compile(f"{marks[0]}.*?{marks[1]}", re.DOTALL)
    if not between.search(text):
        raise RefusedRequest(f"{str(path)!r:.80} has no place for the table; expected {marks[0]} and {marks[1]} in it")
    path.write_text(between.sub(lambda _: f"{marks[0]}\n\n{table}\n\n{marks[1]}", text), encoding="utf-8")
