"""The best stroke of a position given as text."""

from random import Random

import carrom


def best(position: str, level: str = "casual") -> carrom.Stroke:
    game = carrom.Game(position=position, first_break="A")
    game.set_up()
    return carrom.level(level, timed=False).aim(game, Random(1)).stroke


print(best("c1_Q.0.0_W1.250000.250000_B1.-200000.100000").to_text())
