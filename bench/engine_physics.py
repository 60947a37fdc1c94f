"""Measures the `simulate` requests of external engines: simulations per second, JSON included, in four positions."""

import argparse
import json
import time
from random import Random

from carrom.board.striker_spots import legal_spans
from carrom.engine.board_play import BoardSettings, BoardStart, play_out
from carrom.engine.geometry import STEADY
from carrom.engine.ladder import contestant
from carrom.engine.physics_service import PhysicsService
from carrom.engine.player import situation_of
from carrom.engine.protocol_lines import write
from carrom.engine.situation import Situation
from carrom.game.game import GameHistory
from carrom.physics import PHYSICS_VERSION
from carrom.rules.phases import Strike

STROKES, TIMES = 2_000, 3
"""Random strokes of a request, and repetitions of which the fastest counts."""
WANTED = (19, 15, 10, 5)
"""Numbers of pieces on the board."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--seed", type=int, default=100_000, help="random seed of the first board (default: 100000)")


def run(args: argparse.Namespace) -> int:
    """Print simulations per second of processor time on one core."""
    print(f"physics {PHYSICS_VERSION}")
    for pieces, situation in sorted(_situations(args.seed).items(), reverse=True):
        rates = [f"{detail} {_rate(situation, detail, args.seed):,.0f}" for detail in ("summary", "rest")]
        print(f"{pieces} pieces: {', '.join(rates)} simulations a second")
    return 0


def _rate(situation: Situation, detail: str, seed: int) -> float:
    """Return simulations per second for a request of random strokes."""
    rng = Random(seed)
    seat = situation.round.turn
    span = legal_spans(situation.position, seat, situation.equipment, situation.cover)[0]
    strokes = [
        [rng.randint(span.low, span.high), rng.randint(-2_000_000, 2_000_000), rng.randint(500_000, 3_000_000), span.y]
        for _ in range(STROKES)
    ]
    line = write({"type": "simulate", "id": 1, "strokes": strokes, "detail": detail})
    service, times = PhysicsService(situation, STEADY), []
    for _ in range(TIMES):
        began = time.process_time()
        write(service.answer(json.loads(line)))
        times.append(time.process_time() - began)
    return STROKES / min(times)


def _situations(seed: int) -> dict[int, Situation]:
    """Return positions with these numbers of pieces, from boards of a simple engine."""
    found: dict[int, Situation] = {}
    player = contestant("greedy@0.4")
    while len(found) < len(WANTED):
        board = play_out({"A": player, "B": player}, 2, BoardSettings(), BoardStart(seed=seed))
        game = GameHistory.begin(board.game.header, board.game.rules)
        for event in board.game.in_force[1:]:
            if isinstance(game.expected[0], Strike) and game.position is not None:
                pieces = len(game.position)
                if pieces in WANTED and (pieces != WANTED[0] or not game.state.nominal):
                    found.setdefault(pieces, situation_of(game))
            game = game.apply(event)
        seed += 1
    return found
