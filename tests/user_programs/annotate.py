"""Comments and a variation in a record."""

from random import Random

import carrom

game, rng = carrom.Game(seed=3), Random(3)
for _ in range(8):
    game.push(game.random_act(rng))
game.set_comment("Interesting", 0)
branch = game.before(len(game.history.events) - 1)
branch.push(branch.random_act(rng))
game.add_variation(branch)
for event, other in carrom.Game.from_text(game.to_text()).variations():
    print(event, other.status, repr(game.comment(0)))
