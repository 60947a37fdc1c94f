"""An engine from outside in thirty lines: it plays straight at its nearest piece. Protocol: docs/how-to/engines.md.

carrom duel "pipe:python examples/straight_engine.py" beginner --pairs 1
"""

import json
import math
import sys

TURNS = {"south": (1, 0), "east": (0, -1), "north": (-1, 0), "west": (0, 1)}
BASELINE = 252_600


def stroke(asked: dict) -> dict:
    """Return a stroke from the widest span's middle at the nearest wanted disc ahead, in the player's frame."""
    situation = asked["situation"]
    cos, sin = TURNS[situation["seat"]]
    low, high, across = max(asked["spans"], key=lambda span: span[1] - span[0])
    x, y = (low + high) // 2, across - BASELINE
    men = [situation["position"][disc] for disc in asked["wanted"] or situation["position"]]
    ways = [(cos * u - sin * v - x, sin * u + cos * v - y) for u, v in men]
    dx, dy = min((way for way in ways if way[1] > 0), key=lambda way: math.hypot(*way), default=(0, 1))
    share = 2_500_000 / math.hypot(dx, dy)
    return {"x": x, "y": across, "vx": round(dx * share), "vy": round(dy * share)}


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "quit":
        break
    answer = {"type": "ready", "protocol": 2, "name": "straight"} if asked["type"] == "hello" else stroke(asked)
    print(json.dumps({"type": asked["type"], "id": asked.get("id")} | answer), flush=True)
