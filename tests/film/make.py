"""Make the animation of the first page: four strokes of a game, simulated and written for the page.

PYTHONPATH=src python tests/film/make.py

The game is the third that the level `machine` played against itself with equal seeds for the racks and the hand: after
the break north clears the board in one turn. These are its strokes two to five; the third brings W9 and the queen.
"""

import json
from pathlib import Path

from carrom.board.disc import Disc
from carrom.board.notation import read_position, read_stroke
from carrom.board.position import Lying, Position
from carrom.board.seat import Seat
from carrom.board.striker_spots import striker_at
from carrom.physics.played import ContactKind
from carrom.physics.simulate import simulate

FILM = Path(__file__).parents[2] / "web" / "src" / "pages" / "film.json"
SEAT = Seat.NORTH
START = (
    "c1_Q.-5472.-178766_W1.-238112.-289834_W2.-295975.-247182_W3.45726.-147829_W4.-105523.132166_W5.-217157.36488_"
    "W7.-175044.-310794_W8.187262.-279800_W9.89995.-176104_B1.-309412.-176372_B2.-54519.-348045_B3.87024.-134027_"
    "B4.-254897.210517_B5.-351363.56273_B6.-232406.-193285_B7.124004.-132500_B8.95616.-261110_B9.-132069.-122164"
)
STROKES = (
    "x182116.vx154739.vy1115661",
    "x100293.vx-818009.vy2813926",
    "x-64813.vx-381919.vy2259159",
    "x111524.vx-700557.vy1793328",
)


def scene(position: Position, words: str) -> tuple[dict[str, object], Position]:
    """Return one stroke for the page, and what lies on the board after it."""
    stroke = read_stroke(words)
    played = simulate(position, stroke, SEAT, trajectory=True)
    assert played.trajectory is not None, "the film is made of trajectories"
    striker = Lying(disc=Disc.S, at=striker_at(SEAT, stroke.x, stroke.y))
    frames = [
        [f.disc, f.time, f.x, f.y, f.vx, f.vy, f.ax, f.ay, f.angle, f.spin, f.spin_rate]
        for f in played.trajectory.keyframes
    ]
    falls = [[c.discs[0], c.time, c.at.x, c.at.y] for c in played.contacts if c.kind is ContactKind.POCKET]
    lying = [[each.disc, each.at.x, each.at.y] for each in (striker, *position.placed)]
    after = Position(placed=tuple(each for each in played.rest.placed if each.disc is not Disc.S))
    return {"before": lying, "frames": frames, "falls": falls, "duration": played.duration}, after


def film() -> str:
    """Return the film as the page loads it."""
    position, scenes = read_position(START), []
    for words in STROKES:
        one, position = scene(position, words)
        scenes.append(one)
    return json.dumps({"seat": SEAT, "scenes": scenes}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILM.write_text(film(), encoding="utf-8")
