"""Functions over the public types."""

from collections.abc import Callable, Iterable

import carrom

Chooser = Callable[[carrom.Game], carrom.Stroke]


def hardest(strokes: Iterable[carrom.PlayedStroke]) -> float:
    return max((each.stroke.speed for each in strokes if each.stroke is not None), default=0.0)


def straight(game: carrom.Game) -> carrom.Stroke:
    spot = game.legal_strokes.spots[0]
    return carrom.Stroke(x=(spot.low + spot.high) // 2, vx=0, vy=2_000_000)


game = carrom.Game(seed=5)
game.set_up()
chooser: Chooser = straight
ruling: carrom.Ruling = game.push(chooser(game))
print(hardest(game.strokes()), ruling.turn.value)
