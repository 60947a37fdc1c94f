"""A random doubles player plays a whole match in every rule set (where three play, three; where one game is all, that).

    python examples/random_doubles.py [surface]

Without a surface the board is wooden, and what falls is random; with one (`club`, say) every stroke is simulated.
"""

import random
import sys

import carrom


def main(surface: str | None) -> None:
    """Play, and print how each match ended."""
    carrom.warm()
    rng = random.Random(7)
    for name in carrom.RULESETS:
        players = max(carrom.ruleset(name).parameters.players)
        game = carrom.Game(name, players, "match", surface, seed=7)
        while game.result is None:
            game.push(game.random_act(rng))
        print(f"{name:12} {len(game.history.strokes):5} strokes  {game.status}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
