"""Try an act on a copy; compare, pickle."""

import copy
import pickle

import carrom

game = carrom.Game(seed=6)
game.set_up()
trial = game.copy()
trial.push(carrom.Stroke(x=0, vx=0, vy=2_000_000))
again: carrom.Game = pickle.loads(pickle.dumps(trial))
assert again == trial != game
assert copy.deepcopy(game) == game
print(again.status)
