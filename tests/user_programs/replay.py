"""Step through a record and take strokes back."""

from random import Random

import carrom
from carrom.game.events import Event

game, rng = carrom.Game(seed=9), Random(9)
game.set_up()
for _ in range(4):
    game.push(game.random_act(rng))
undone: Event = game.pop()
print(type(undone).__name__, game.why)
for stroke in game.strokes():
    print(stroke.event, stroke.seat.value, None if stroke.stroke is None else stroke.stroke.to_text())
