"""How often the side that breaks wins the board, between two players of the same level.

The player chooses its break, or with `--each`, every break of its page in the opening book is played on the same racks
with the same execution noise, the boards are played to their end, and the breaks are compared.

carrom bench breaker champion --boards 200
carrom bench breaker champion:3000@0.4 --each --boards 60 --workers 2
"""

import argparse
import math
from collections import defaultdict
from statistics import fmean, stdev

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.artifacts import MEASURING, check_measured
from carrom.engine.break_book import RING, page, past_the_middle
from carrom.engine.geometry import disturbed, drawn
from carrom.engine.ladder import contestant
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.self_play import answer, begun, hands_of
from carrom.errors import RefusedRequest
from carrom.game.play_stroke import strike
from carrom.lab.workers import done
from carrom.physics.surface import surface
from carrom.rules.phases import Strike
from carrom.rules.round import Phase
from carrom.rules.ruleset import ruleset
from carrom.values import Value

SEATS = Seat.SOUTH, Seat.NORTH


class Board(Value, frozen=True):
    """A board to play: a job for a worker."""

    player: str
    ruleset: str
    surface: str
    seed: int
    course: tuple[int, float, float] | None = None
    """The break: offset on the baseline (µm), distance from the centre (rings), speed (m/s); None: the player's."""


class Played(Value, frozen=True):
    """The result of a board for the side that broke."""

    course: tuple[int, float, float] | None
    won: float
    points: float


def played(job: Board) -> Played:
    """Play a board to its end."""
    player = EnginePlayer(contestant(job.player).level, timed=False)
    seated = dict.fromkeys(SEATS, player)
    game, hands = begun(SEATS, job.seed, job.ruleset, job.surface), hands_of(seated, job.seed)
    first = "A" if job.seed % 2 == 0 else "B"
    while not game.is_over:
        expected = game.expected[0]
        opens = game.round is not None and game.round.phase is Phase.BREAK and not game.strokes
        if job.course is not None and opens and isinstance(expected, Strike):
            x, aside, speed = job.course
            table = situation_of(game).table(expected.seat, ())
            stroke = Stroke(*past_the_middle(table, x, aside * RING, 1e6 * speed))
            made = disturbed(stroke, player.level.hand, drawn(hands[expected.seat]))
            game = game.apply(strike(game, expected.seat, made, meant=stroke, seed=job.seed)[0])
        else:
            game = game.apply(answer(game, seated, hands, job.seed))
    assert game.result is not None, "the game is over"
    winners, result = game.result.winners, game.round.result if game.round is not None else None
    points = 0 if result is None or result.replay else result.points
    won = (first in winners) / len(winners) if winners else 0.5
    return Played(job.course, won, points * (2 * won - 1))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("player", nargs="?", default="champion", help="level, such as champion or club:3000@1.2")
    parser.add_argument("--boards", type=int, default=100, metavar="BOARDS", help="boards, of each break with --each")
    parser.add_argument(
        "--each", action="store_true", help="play every break of the book's page instead of the player's"
    )
    parser.add_argument("--seed", type=int, default=MEASURING.start, metavar="SEED", help="seed of the first rack")
    parser.add_argument("--ruleset", default="icf", metavar="RULESET", help="name of a rule set with owned colours")
    parser.add_argument("--surface", default="club", metavar="SURFACE", help="surface: slow, club or tournament")
    parser.add_argument("--workers", type=int, default=1, metavar="WORKERS", help="processes to use")


def run(args: argparse.Namespace) -> int:
    """Print the share of boards that the breaking side won, with 95 % intervals."""
    if args.boards < 2:
        raise RefusedRequest(f"--boards is {args.boards}; expected at least 2.")
    check_measured(args.seed, args.boards)
    level, rules, ground = contestant(args.player).level, ruleset(args.ruleset), surface(args.surface)
    angle = rules.parameters.setup_angle
    lines = page(angle, ground.friction, level.hand.direction, level.fastest).courses if args.each else ()
    courses = [(line.x, line.aside, line.speed) for line in lines] or [None]
    jobs = [
        Board(args.player, args.ruleset, args.surface, args.seed + number, course)
        for number in range(args.boards)
        for course in courses
    ]
    found = defaultdict(list)
    for board in done(played, jobs, args.workers, "here" if args.workers == 1 else "processes"):
        found[board.course].append(board)
    for course, boards in found.items():
        print(f"{_name(course)}: {_told([each.won for each in boards], [each.points for each in boards])}")
    return 0


def _name(course: tuple[int, float, float] | None) -> str:
    if course is None:
        return "own break"
    x, aside, speed = course
    return f"break at {speed:g} m/s from {x / 1000:+.1f} mm, {aside:+.1f} rings past the centre"


def _told(won: list[float], points: list[float]) -> str:
    share, gained = fmean(won), fmean(points)
    half = 1.96 * stdev(won) / math.sqrt(len(won))
    return f"the breaker won {share:.1%} ± {half:.1%} of {len(won)} boards, {gained:+.2f} points a board"
