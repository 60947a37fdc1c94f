"""Whole boards between two levels, through Game, physics and law: a soak of all rooms together.

    python bench/selfplay.py --boards 100 --south club --north club --seed 1

Every board is a game of its own with a seeded rack and seeded hands. After each the history is folded again, the record
is written and read again, and men are counted. Anything that goes wrong is printed with the seed that shows it; the
exit code is then 1. Times are processor time of this process.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from random import Random

from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.engine.player import EnginePlayer, Player, level
from carrom.game import event as happened
from carrom.game.expectation import BeginRound, StrikerHasNoSpot
from carrom.game.game import Game
from carrom.game.strike import strike
from carrom.game.text import read_record, write_record
from carrom.physics import warm
from carrom.rules.phases import Demand, PlaceDue, Strike

MOST_EVENTS = 1500
"""A board that needs more is reported as endless."""


@dataclass(frozen=True)
class Board:
    """One finished board and what it cost."""

    game: Game
    strokes: int
    seconds: float
    slowest: float
    """Longest single choice of a stroke, in seconds of processor time."""


def players(south: Player, north: Player) -> dict[Seat, Player]:
    """Return who sits where."""
    return {Seat.SOUTH: south, Seat.NORTH: north}


def play_board(seated: dict[Seat, Player], seed: int, ruleset: str = "icf", surface: str = "club") -> Board:
    """Return the board that these players play with this seed; south breaks on even seeds, north on odd ones."""
    sides = (
        happened.Player(name="South", seat=Seat.SOUTH, side="A"),
        happened.Player(name="North", seat=Seat.NORTH, side="B"),
    )
    breaks = "A" if seed % 2 == 0 else "B"
    header = happened.Header(players=sides, ruleset=ruleset, contest="board", surface=surface, first_break=breaks)
    game = Game.begin(header)
    hands = {seat: Random(f"{seed} {seat}") for seat in seated}
    began, slowest = time.process_time(), 0.0
    while not game.is_over:
        if len(game.events) > MOST_EVENTS:
            raise AssertionError(f"the board of seed {seed} does not end: {MOST_EVENTS} events")
        before = time.process_time()
        game = game.apply(next_event(game, seated, hands, seed))
        slowest = max(slowest, time.process_time() - before)
    return Board(game, len(game.strokes), time.process_time() - began, slowest)


def next_event(game: Game, seated: dict[Seat, Player], hands: dict[Seat, Random], seed: int) -> happened.Event:
    """Return what the player, or the one who racks, does next."""
    match game.expected[0]:
        case BeginRound(breakers=breakers):
            rack_seed = seed + 1_000_000 * len(game.events)
            breaker = breakers[0]
            return happened.RoundBegun(breaker=breaker, position=rack(seed=rack_seed, breaker=breaker), seed=rack_seed)
        case Strike(seat=seat):
            return strike(game, seat, seated[seat].choose(game, seat, hands[seat]))[0]
        case PlaceDue(seat=seat, disc=disc):
            at = seated[seat].place(game, seat)
            return happened.Waived(seat=seat) if at is None else happened.Placed(seat=seat, disc=disc, at=at)
        case Demand(seat=seat):
            return happened.Demanded(seat=seat, points=seated[seat].demand(game, seat))
        case StrikerHasNoSpot():
            return happened.Called(what="no-striker-spot")
        case other:
            raise AssertionError(f"nobody here can answer {other}")


def check(board: Board) -> None:
    """Raise AssertionError where the finished board contradicts itself."""
    game = board.game
    assert Game.fold(game.events) == game, "folding the history again gives another game"
    assert read_record(write_record(game)) == game, "the record does not read back as the same game"
    assert game.round is not None
    assert game.position is not None
    lying = set(game.round.on_board)
    assert lying.isdisjoint(game.round.pocketed), "a disc lies on the board and in a pocket"
    assert len(lying) + len(game.round.pocketed) == 19, "men were lost or found"


def main() -> int:
    """Play the boards and print what came of them."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--boards", type=int, default=20)
    arguments.add_argument("--south", default="club")
    arguments.add_argument("--north", default="club")
    arguments.add_argument("--ruleset", default="icf")
    arguments.add_argument("--surface", default="club")
    arguments.add_argument("--seed", type=int, default=0, help="of the first board; the others follow")
    given = arguments.parse_args()
    warm()
    seated = players(level(given.south), level(given.north))
    done: list[Board] = []
    wins: Counter[str] = Counter()
    failed = 0
    for seed in range(given.seed, given.seed + given.boards):
        try:
            board = play_board(seated, seed, given.ruleset, given.surface)
            check(board)
        except Exception:
            failed += 1
            print(f"seed {seed} failed:")
            traceback.print_exc(file=sys.stdout)
            continue
        done.append(board)
        wins[",".join(board.game.result.winners) if board.game.result else ""] += 1
    report(done, wins, failed, seated)
    return 1 if failed else 0


def report(done: list[Board], wins: Counter[str], failed: int, seated: dict[Seat, Player]) -> None:
    """Print the totals."""
    names = {seat: player.level.name for seat, player in seated.items() if isinstance(player, EnginePlayer)}
    strokes = sum(board.strokes for board in done)
    print(f"{len(done)} boards, {failed} failed; south {names[Seat.SOUTH]} (A), north {names[Seat.NORTH]} (B)")
    if not done:
        return
    print("boards won: " + ", ".join(f"{side or 'nobody'} {count}" for side, count in sorted(wins.items())))
    print(f"strokes a board: {strokes / len(done):.1f} (most {max(board.strokes for board in done)})")
    print(f"processor time a stroke, all told: {1000 * sum(board.seconds for board in done) / strokes:.0f} ms")
    print(f"slowest single act: {1000 * max(board.slowest for board in done):.0f} ms")


if __name__ == "__main__":
    raise SystemExit(main())
