"""Three at a board."""

from random import Random

import carrom

game, rng = carrom.Game("three-player", names=("Asha", "Bilal", "Chitra"), seed=4), Random(4)
while len(list(game.strokes())) < 5:
    game.push(game.random_act(rng))
print(game.score, [each.player for each in game.strokes()])
