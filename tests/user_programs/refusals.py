"""Show why an act is refused."""

import carrom

game = carrom.Game(seed=1)
game.set_up()
try:
    game.push(carrom.Stroke(x=200_000, vx=0, vy=1_000_000))
except carrom.errors.IllegalStroke as reason:
    print(reason)
try:
    carrom.Position.from_text("c1_W1.1")
except carrom.CarromError as reason:
    print(type(reason).__name__, reason)
