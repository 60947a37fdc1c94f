"""An engine in thirty lines that plans with the program's physics. Protocol: docs/how-to/engines.md.

carrom duel "pipe:python examples/planning_engine.py" club --pairs 1
"""

import json
import math
import sys

TURNS = {"south": (1, 0), "east": (0, -1), "north": (-1, 0), "west": (0, 1)}


def candidates(situation: dict, board: dict, spans: list, wanted: list) -> list[dict]:
    """Return strokes at the ghost ball of each wanted piece and pocket, and straight ahead, in the player's frame."""
    reach, pocket, (cos, sin) = board["piece_diameter"] * 1.15, board["pocket_centre"], TURNS[situation["seat"]]
    spots = [(x, y) for low, high, y in spans for x in range(low, high + 1, max(1, (high - low) // 4))]
    strokes = [{"x": x, "y": y, "vx": 0, "vy": 5_000_000} for x, y in spots]
    for u, v in (situation["position"][disc] for disc in wanted):
        px, py = cos * u - sin * v, sin * u + cos * v
        for cx, cy in ((pocket, pocket), (-pocket, pocket), (pocket, -pocket), (-pocket, -pocket)):
            far = math.hypot(cx - px, cy - py)
            gx, gy = px - (cx - px) / far * reach, py - (cy - py) / far * reach
            for (x, y), speed in ((spot, speed) for spot in spots for speed in (1_500_000, 3_000_000)):
                dx, dy = gx - x, gy - (y - board["baseline"])
                if dy > 0 and dx * (cx - px) + dy * (cy - py) > 0.3 * math.hypot(dx, dy) * far:
                    way = speed / math.hypot(dx, dy)
                    strokes.append({"x": x, "y": y, "vx": round(dx * way), "vy": round(dy * way)})
    return strokes


def best(strokes: list[dict], **terms: object) -> list[dict]:
    """Return the strokes that the program simulated, the ones that keep the turn or win most often first."""
    print(json.dumps({"type": "simulate", "strokes": strokes, "detail": "summary", **terms}), flush=True)
    told = [result.get("summary") for result in json.loads(sys.stdin.readline())["results"]]
    worth = [said["keeps"] + said["wins"] - said["fouls"] - said["loses"] if said else -9 for said in told]
    return [strokes[index] for index in sorted(range(len(strokes)), key=lambda index: -worth[index])]


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 2, "name": "planning"}), flush=True)
    elif asked["type"] == "stroke":
        strokes = candidates(asked["situation"], asked["board"], asked["spans"], asked["wanted"])
        chosen = best(best(strokes)[:30], samples=40, noise="own")[0]
        print(json.dumps({"type": "stroke", "id": asked["id"]} | chosen), flush=True)
