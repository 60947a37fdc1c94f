"""Play whole boards between two levels, with physics and laws: a soak test of all packages together.

    python bench/selfplay.py --boards 100 --south club --north club --seed 1

Every board is a separate game with a seeded rack and seeded aim errors. After each, the history is folded again, the
record is written and read back, all strokes are simulated again, and the pieces are counted. Prints every failure with
its seed; the exit code is then 1. Times are processor time of this process.
"""

import argparse
import sys
import time
import traceback
from collections import Counter

from carrom.board.seat import SEATS, Seat
from carrom.engine.play.player import level
from carrom.engine.strength.self_play import play
from carrom.game.game import GameHistory
from carrom.game.notation.record import read_record, write_record
from carrom.game.verify import divergences
from carrom.physics import warm


def check(game: GameHistory) -> None:
    """Raise `AssertionError` if the finished board is inconsistent."""
    assert GameHistory.fold(game.events) == game, "folding the history again gives another game"
    assert read_record(write_record(game)) == game, "the record does not read back as the same game"
    for divergence in divergences(game):
        raise AssertionError(f"simulating again: {divergence}")
    assert game.round is not None
    assert game.position is not None
    lying = set(game.round.on_board)
    assert lying.isdisjoint(game.round.pocketed), "a disc lies on the board and in a pocket"
    assert len(lying) + len(game.round.pocketed) == 19, "the number of pieces has changed"
    assert set(game.position.discs) == lying, "the position and the round do not hold the same discs"


def main() -> int:
    """Play the boards and print the results; return the exit code."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--boards", type=int, default=20)
    arguments.add_argument("--south", default="club")
    arguments.add_argument("--north", default="club")
    arguments.add_argument("--ruleset", default="icf")
    arguments.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    arguments.add_argument("--surface", default="club")
    arguments.add_argument("--contest", default="board", choices=("board", "game"))
    arguments.add_argument("--seed", type=int, default=0, help="random seed of the first board")
    given = arguments.parse_args()
    warm()
    south, north = level(given.south), level(given.north)
    seats = {2: (Seat.SOUTH, Seat.NORTH), 3: SEATS[:3], 4: SEATS}[given.players]
    seated = {seat: north if seat in (Seat.NORTH, Seat.WEST) else south for seat in seats}
    done: list[GameHistory] = []
    failed, began = 0, time.process_time()
    for seed in range(given.seed, given.seed + given.boards):
        try:
            game = play(seated, seed, ruleset=given.ruleset, surface=given.surface, contest=given.contest)
            check(game)
        except Exception:
            failed += 1
            print(f"seed {seed} failed:", flush=True)
            traceback.print_exc(file=sys.stdout)
            continue
        done.append(game)
    print(f"{len(done)} played, {failed} failed; south {given.south} (A), north {given.north} (B)")
    if done:
        report(done, time.process_time() - began)
    return 1 if failed else 0


def report(done: list[GameHistory], seconds: float) -> None:
    """Print the totals."""
    wins = Counter(",".join(game.result.winners) or "nobody" for game in done if game.result)
    boards = [board for game in done for held in game.state.games for board in held.boards]
    strokes = sum(len(game.strokes) for game in done)
    events = Counter(type(event).__name__ for game in done for event in game.events)
    clauses = Counter(clause for game in done for ruling in game.rulings for clause in ruling.clauses)
    print("won: " + ", ".join(f"{side} {count}" for side, count in sorted(wins.items())))
    print(f"boards {len(boards)}, of which replayed {sum(board.replay for board in boards)}")
    print(f"points: {sum(board.points for board in boards) / len(boards):.2f} per board")
    print(f"strokes per board: {strokes / len(boards):.1f}; processor time: {1000 * seconds / strokes:.0f} ms each")
    print("events: " + ", ".join(f"{name} {count}" for name, count in events.most_common()))
    print("clauses: " + ", ".join(f"{name} {count}" for name, count in clauses.most_common()))


if __name__ == "__main__":
    raise SystemExit(main())
