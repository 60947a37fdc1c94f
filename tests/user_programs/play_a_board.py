"""Two computer players finish a board."""

from random import Random

import carrom

game, rng = carrom.Game(contest="board", seed=1), Random(1)
game.set_up()
players = {
    carrom.Seat.SOUTH: carrom.level("beginner", timed=False),
    carrom.Seat.NORTH: carrom.level("casual", timed=False),
}
for _ in range(3):
    seat = game.turn
    if game.result is not None or seat is None:
        break
    game.push(players[seat].act(game, rng))
print(game.status)
