"""The `carrom ladder` command: rate many players together, levels and fixed reference players."""

import argparse
from collections.abc import Sequence

import msgspec

from carrom.cli.options import Pace, check, draw, long_work
from carrom.engine.ladder import Contestant, contestant
from carrom.engine.levels import LEVELS
from carrom.engine.match_test import LadderEntry, LadderMatch, MatchJob, Pair, faults_of, meetings, played, rungs
from carrom.errors import RefusedRequest
from carrom.lab.charts import ChartRow, marks
from carrom.lab.results import ResultJournal
from carrom.values import Value

EXAMPLES = """examples:
  carrom ladder --pairs 50 --workers all --record ladder.jsonl --plot ladder.svg
  carrom ladder club strong-club state --opponents 1 --pairs 100
Players are named as for `carrom duel`, the weakest first. Without names: all levels, and the fixed reference players
random, greedy, one-ply-8 and one-ply-64 with an aim error of 0.7 degrees. A record can be used for other
players, pairs and opponents: boards of the same players with the same settings are not played again.
"""
MARKS = ("random@0.7", "greedy@0.7", "one-ply-8@0.7", "one-ply-64@0.7")
_NAMES = tuple(level.name for level in LEVELS)
EVERYBODY = (
    MARKS[0], *_NAMES[:3], MARKS[1], _NAMES[3], MARKS[2], _NAMES[4], MARKS[3], *_NAMES[5:]
)  # fmt: skip
"""Levels and reference players in the expected order of strength, the weakest first."""


class LadderJob(Value, frozen=True):
    """A pair of boards to play: one job for a worker."""

    one: int
    other: int
    duel: MatchJob


class RecordedMatch(Value, frozen=True):
    """A pair of boards as recorded; the players are given by name and checksum of their settings.

    If a level is changed, its boards are played again and those of the others are used.
    """

    one: str
    other: str
    pair: Pair


class Ladder(Value, frozen=True):
    """Ratings of all players, in the order given; `zero` is the player rated 0."""

    zero: str
    pairs: int
    rungs: tuple[LadderEntry, ...]
    faults: tuple[str, ...] = ()
    """Why external engines forfeited boards, each reason once."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "players", nargs="*", help="players, the weakest first (default: all levels and reference players)"
    )
    parser.add_argument(
        "--pairs", type=int, default=20, help="pairs of boards for each two players that meet (default: 20)"
    )
    parser.add_argument(
        "--opponents",
        type=int,
        default=2,
        help="number of next weaker players that each player meets; 0: all (default: 2)",
    )
    parser.add_argument("--seed", type=int, default=0, help="random seed of the first pair (default: 0)")
    parser.add_argument("--ruleset", default="icf", help="name of the rule set (default: icf)")
    parser.add_argument("--surface", default="club", help="surface: slow, club or tournament (default: club)")
    long_work(parser, "a pair")


def run(args: argparse.Namespace) -> int:
    """Play all meetings and print the ratings."""
    names = args.players or EVERYBODY
    players = [contestant(name) for name in names]
    if len(players) < 2 or len({player.text for player in players}) < len(players):
        raise RefusedRequest(f"a ladder of {', '.join(names)}: expected at least two players, all different")
    if args.pairs < 1 or args.opponents < 0:
        raise RefusedRequest(f"--pairs is {args.pairs} and --opponents is {args.opponents}; expected at least 1 and 0")
    check(args.record)
    check(args.plot)
    found = _played(args, players)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(in_words(found))
    draw(args.plot, picture(found))
    return 0


def in_words(found: Ladder) -> str:
    """Return the ratings as a Markdown table, the strongest first."""
    lines = ["| player | Elo | 95 % | boards | against the next below | 95 % |", "|---|---|---|---|---|---|"]
    for each in reversed(found.rungs):
        share, interval = "–", ""
        if each.share is not None and each.share_low is not None and each.share_high is not None:
            share, interval = f"{each.share:.0%}", f"{each.share_low:.0%} to {each.share_high:.0%}"
        lines.append(
            f"| {each.player} | {each.elo:+.0f} | {each.low:+.0f} to {each.high:+.0f} | {each.boards} | {share} | "
            f"{interval} |"
        )
    return "\n".join((*lines, *(f"board forfeited: {fault}" for fault in found.faults)))


def picture(found: Ladder) -> str:
    """Return the ratings as a plot (SVG)."""
    rows = [
        ChartRow(
            each.player, each.elo, each.low, each.high, "" if each.share is None else f"{each.share:.0%} of the boards"
        )
        for each in found.rungs
    ]
    return marks(f"Ratings, {found.zero} at 0, with the share of boards won against the next player below", rows, "Elo")


def _played(args: argparse.Namespace, players: Sequence[Contestant]) -> Ladder:
    about = {"ladder": f"{args.ruleset} {args.surface}"}
    journal = ResultJournal(args.record, about, RecordedMatch, lambda met: (met.one, met.other, met.pair.seed))
    jobs = [
        LadderJob(one, other, MatchJob(players[one], players[other], seed, args.ruleset, args.surface))
        for seed in range(args.seed, args.seed + args.pairs)
        for one, other in meetings(len(players), args.opponents)
    ]
    pace, met = Pace(len(jobs), "pairs"), []
    for job, each in zip(jobs, journal.results(_met, jobs, _key, args.workers), strict=True):
        met.append(LadderMatch(job.one, job.other, each.pair))
        pace.step()
    return Ladder(players[0].text, len(met), rungs([player.text for player in players], met, 0), faults_of(met))


def _key(job: LadderJob) -> tuple[str, str, int]:
    return _identity(job.duel.one), _identity(job.duel.other), job.duel.seed


def _identity(player: Contestant) -> str:
    return f"{player.text} {player.mark}"


def _met(job: LadderJob) -> RecordedMatch:
    return RecordedMatch(_identity(job.duel.one), _identity(job.duel.other), played(job.duel))
