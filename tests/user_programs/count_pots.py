"""How many pieces each player of a record pocketed."""

from collections import Counter
from random import Random

import carrom


def pots(record: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for stroke in carrom.Game.from_text(record).strokes():
        found[stroke.player] += sum(disc is not carrom.Disc.S for disc in stroke.outcome.pocketed)
    return found


game, rng = carrom.Game("club", seed=2), Random(2)
for _ in range(20):
    game.push(game.random_act(rng))
print(pots(game.to_text()))
