"""`carrom levels`: what the program's levels are; and `fit`, which makes their hands those of people."""

import argparse
import re
from collections.abc import Hashable, Sequence
from pathlib import Path

import msgspec

from carrom.cli.progress import Pace, check, cores
from carrom.engine.learning.fit_levels import GOALS, Fitted, Goal, Tried, eyes, fitted, trials, tried
from carrom.engine.play.levels import LEVELS, Level, level_named
from carrom.engine.rack_seeds import check_trained
from carrom.errors import RefusedRequest
from carrom.i18n import LANGUAGES, sentences
from carrom.lab.journal import Journal
from carrom.values import Value

EXAMPLES = """examples:
  carrom levels                                       what they are, in words and numbers
  carrom levels --language hi                         the words in Hindi
  carrom levels fit --record fit.jsonl --workers all  fit the hands to people's results; the same again goes on
  carrom levels fit --only state --rounds 2 --boards 8
"""
MARKS = ("<!-- fitted levels -->", "<!-- end of fitted levels -->")
"""What stands around the table in a document."""


class Told(Value, frozen=True, kw_only=True):
    """A level as JSON."""

    name: str
    about: str
    direction: float
    """Degrees, one standard deviation at 2 m/s."""
    speed: float
    """A share."""
    place: float
    """mm."""
    simulations: int
    fastest: float
    """m/s."""
    sight: float
    foresight: float


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the words (en)")
    parser.set_defaults(do=_listed)
    does = parser.add_subparsers(metavar="what", title="what")
    fit = does.add_parser("fit", help="fit the hands to people's results, the strongest level first")
    fit.add_argument("--only", help="levels, with commas between them; the others stay as they are")
    fit.add_argument("--rounds", type=int, default=3, help="at most, each nearer to the hand that is looked for")
    fit.add_argument(
        "--within", type=float, default=1.2, help="a level is done when its interval is so narrow a factor"
    )
    fit.add_argument("--boards", type=int, default=16, help="of a round and level, an even number")
    fit.add_argument("--seed", type=int, default=20_000, help="of the first rack")
    fit.add_argument("--workers", type=cores, default=1, help="processes that play: a number, or all")
    fit.add_argument("--record", type=Path, help="a file of JSON lines; the same again goes on with it")
    fit.add_argument("--json", action="store_true", help="what was found as one JSON object")
    fit.add_argument("--docs", type=Path, help="a document whose table of fitted levels is written anew")
    fit.set_defaults(do=_fit)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
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
            f"  aim off by {hand.direction:g}°, power by {100 * hand.speed:.0f} %, place by {hand.place / 1000:.2g} mm "
            f"(one standard deviation); no harder than {level.fastest:g} m/s; tries {level.budget.simulations:,}"
        )
    return 0


def _told(level: Level) -> Told:
    hand = level.hand
    return Told(
        name=level.name,
        about=level.about,
        direction=hand.direction,
        speed=hand.speed,
        place=hand.place / 1000,
        simulations=level.budget.simulations,
        fastest=level.fastest,
        sight=level.sight,
        foresight=level.foresight,
    )


def _fit(args: argparse.Namespace) -> int:
    goals = _goals(args.only)
    if args.rounds < 1 or args.boards < 2 or args.boards % 2:
        raise RefusedRequest(f"{args.rounds} rounds of {args.boards} boards; expected 1 or more, and an even number")
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


def _goals(only: str | None) -> tuple[Goal, ...]:
    if only is None:
        return GOALS
    names = [level_named(name).name for name in only.split(",")]
    found = tuple(goal for goal in GOALS if goal.level in names)
    if len(found) < len(names):
        known = ", ".join(goal.level for goal in GOALS)
        raise RefusedRequest(f"{only!r:.60} cannot all be fitted; those with a goal are {known}")
    return found


def _fitted(args: argparse.Namespace, goals: Sequence[Goal]) -> list[Fitted]:
    """Fit one level after the other, to the boards of the record that it played with the same eyes too."""
    check_trained(args.seed, args.rounds * (args.boards // 2))
    journal = Journal(args.record, {"fit": "of levels"}, Tried, lambda each: each.key)
    pace, racks, found = Pace(args.rounds * args.boards * len(goals), "boards"), args.boards // 2, []
    for goal in goals:
        level = level_named(goal.level)
        guess, sees = level.hand.direction, eyes(level)
        before = {each.key: each for each in journal.known.values() if each.level == goal.level and each.eyes == sees}
        results = dict[Hashable, Tried]()
        for number in range(args.rounds):
            seeds = range(args.seed + number * racks, args.seed + (number + 1) * racks)
            jobs = list(trials(goal.level, guess, seeds, number == 0))
            for each in journal.results(tried, jobs, lambda job: job.key, args.workers):
                results[each.key] = each
                pace.step(f", {goal.level}")
            so_far = fitted(goal, tuple(results.values()))
            guess = round(so_far.degrees, 3)
            if so_far.high <= args.within * so_far.low:
                break
        found.append(fitted(goal, tuple((before | results).values())))
    pace.end()
    return found


def in_words(found: Sequence[Fitted]) -> str:
    """Return what was fitted as a table, the weakest first."""
    lines = ["| level | misses a full board, as | direction | 95 % | boards |", "|---|---|---|---|---|"]
    for each in reversed(found):
        goal = f"{each.goal:g}" + (f", {each.people}" if each.people else "")
        lines.append(
            f"| {each.level} | {goal} | {each.degrees:.2f}° | {each.low:.2f} to {each.high:.2f} | {each.boards} |"
        )
    misses, expected = sum(each.misses for each in found), sum(each.expected for each in found)
    lines += ["", f"On these boards {misses} misses were counted where the strokes had promised {expected:.0f}."]
    return "\n".join(lines)


def write(path: Path, found: Sequence[Fitted]) -> None:
    """Put the table between its marks in a document. Raises `RefusedRequest` for one without them."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    between = re.compile(f"{MARKS[0]}.*?{MARKS[1]}", re.DOTALL)
    if not between.search(text):
        raise RefusedRequest(f"{str(path)!r:.80} has no place for the table; expected {MARKS[0]} and {MARKS[1]} in it")
    table = f"{MARKS[0]}\n\n{in_words(found)}\n\n{MARKS[1]}"
    path.write_text(between.sub(lambda _: table, text), encoding="utf-8")
