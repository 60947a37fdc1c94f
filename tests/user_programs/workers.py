"""Positions and games in other processes."""

from concurrent.futures import ThreadPoolExecutor

import carrom


def strokes_until_pass(seed: int) -> int:
    from random import Random

    game, rng = carrom.Game(seed=seed), Random(seed)
    game.set_up()
    count = 0
    while game.turn is carrom.Seat.SOUTH and game.legal_strokes:
        game.push(game.legal_strokes.sample(rng))
        count += 1
    return count


with ThreadPoolExecutor(2) as pool:
    print(sum(pool.map(strokes_until_pass, range(4))))
