"""A bot of thirty lines: it plays a board against a level of the program over HTTP, straight at its nearest man.

python examples/bot.py http://127.0.0.1:8137 beginner
"""

import math
import sys

from carrom_client import Client

FRAMES = {"south": (1, 0), "east": (0, -1), "north": (-1, 0), "west": (0, 1)}
BASELINE = 252_600


def stroke(state, strike):
    """Return a stroke at the nearest man of one's own that lies ahead, in the player's frame (µm, µm/s)."""
    cos, sin = FRAMES[strike["seat"]]
    colour = next(side["colour"] for side in state["sides"] if strike["seat"] in side["seats"]) or ""
    span = max(strike["intervals"], key=lambda each: each["hi"] - each["lo"])
    x, y = (span["lo"] + span["hi"]) // 2, span["y"] - BASELINE
    men = [man["at"] for man in state["position"]["placed"] if man["disc"].startswith((colour[:1].upper(), "Q"))]
    ways = [(cos * at["x"] - sin * at["y"] - x, sin * at["x"] + cos * at["y"] - y) for at in men]
    dx, dy = min((way for way in ways if way[1] > 0), key=lambda way: math.hypot(*way), default=(0, 1))
    share = 3_000_000 / math.hypot(dx, dy)
    return {"x": x, "y": span["y"], "vx": round(dx * share), "vy": round(dy * share)}


def act(game, version, state, asked):
    """Do what the game waits for, if it waits for us."""
    seat = asked.get("seat") or "south"
    if {"seat": seat, "sitter": game.yours[0]} not in state["seated"]:
        return
    what = {
        "strike": lambda: {"stroke": stroke(state, asked)},
        "place": lambda: {"disc": asked["disc"], "at": asked["spots"][0]},
        "demand": lambda: {"points": asked["up_to"]},
    }.get(asked["type"], dict)
    game.act(version, asked["type"], seat, **what())


def main(address, level, position=None):
    """Play a board, and say how it ended."""
    game = Client(address).begin_against(level, length="board", position=position)
    for given in game.stream():
        if (state := given.get("state")) and state["result"]:
            return print(f"{state['strokes']} strokes; {state['result']['winner'] or 'nobody'} has won")
        for asked in (state or {}).get("expected", ()):
            act(game, given["version"], state, asked)


if __name__ == "__main__":
    main(*sys.argv[1:])
