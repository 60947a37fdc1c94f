"""The older version's side of `carrom bench older_version`: a level that answers records of games with strokes.

Runs in the interpreter of that version; must not use anything newer than version 0.3.0.
"""

import json
import sys
import time
from random import Random

try:
    from carrom.engine.play.engine import Engine
    from carrom.engine.play.levels import level_named
    from carrom.engine.play.player import situation_of
    from carrom.engine.rollouts.runner import warm
    from carrom.engine.search.budget import Budget
    from carrom.game.notation.record import read_record
    from carrom.values import changed
except ImportError:  # version 0.3.0
    from carrom.data import changed
    from carrom.engine.engine import Engine
    from carrom.engine.levels import level_named
    from carrom.engine.player import situation_of
    from carrom.engine.tries import warm
    from carrom.game.text import read_record

    from carrom.engine.search import Budget


def main() -> None:
    """Answer each line on standard input by one line on standard output."""
    level = level_named(sys.argv[1])
    degrees, speed, place = map(float, sys.argv[3:6])
    hand = changed(level.hand, direction=degrees, speed=speed, place=place)
    engine = Engine(changed(level, hand=hand, budget=Budget(int(sys.argv[2]), 1e9)), lambda: 0.0)
    warm()
    for line in sys.stdin:
        asked = json.loads(line)
        began = time.process_time()
        situation = situation_of(read_record(asked["record"], live=True))
        answer = {}
        if asked["what"] == "stroke":
            stroke = engine.aim(situation, Random(asked["mind"])).stroke
            answer["stroke"] = [stroke.x, stroke.y, stroke.vx, stroke.vy, stroke.spin]
        else:
            spot = engine.place(situation)
            answer["spot"] = None if spot is None else [spot.x, spot.y]
        print(json.dumps({**answer, "seconds": time.process_time() - began}), flush=True)


main()
