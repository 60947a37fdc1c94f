"""An engine in thirty lines that plans with the program's physics. Protocol: docs/how-to/engines.md.

carrom duel "pipe:python examples/planning_engine.py" club --pairs 1
"""

import json
import math
import random
import sys


def grid(spans: list, places: int, degrees: float) -> list[list[int]]:
    """Return strokes [x, vx, vy, y] from evenly spread places, in all forward directions, at two speeds."""
    strokes = []
    for low, high, y in spans:
        for x in range(low, high + 1, max(1, (high - low) // places)):
            for step in range(int(-80 / degrees), int(80 / degrees) + 1):
                angle = math.radians(step * degrees)
                for speed in (1_400_000, 2_800_000):
                    strokes.append([x, round(speed * math.sin(angle)), round(speed * math.cos(angle)), y])
    return strokes


def best(strokes: list[list[int]], **terms: object) -> list[list[int]]:
    """Return the strokes that the program simulated; those that keep the turn or win most often come first."""
    print(json.dumps({"type": "simulate", "strokes": strokes, "detail": "summary", **terms}), flush=True)
    answer = [result.get("summary") for result in json.loads(sys.stdin.readline())["results"]]
    worth = [said["keeps"] + said["wins"] - said["fouls"] - said["loses"] if said else -9 for said in answer]
    return [strokes[index] for index in sorted(range(len(strokes)), key=lambda index: -worth[index])]


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 2, "name": "planning"}), flush=True)
    elif asked["type"] == "stroke":
        breaking = asked["situation"]["attempt"] is not None
        strokes = grid(asked["spans"], 2, 8) if breaking else grid(asked["spans"], 3, 0.7)
        random.Random(asked["seed"]).shuffle(strokes)
        x, vx, vy, y = best(best(strokes[:8000])[:40], samples=40, noise="own")[0]
        print(json.dumps({"type": "stroke", "id": asked["id"], "x": x, "vx": vx, "vy": vy, "y": y}), flush=True)
