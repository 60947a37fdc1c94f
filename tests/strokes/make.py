"""Play every stroke of this folder again: rewrite what came of it and its drawing. Review the diff.

PYTHONPATH=src python tests/strokes/make.py
"""

import json
from pathlib import Path
from typing import Any

from carrom.board.notation import read_position, read_stroke
from carrom.board.seat import Seat
from carrom.cli.simulate import form
from carrom.draw import stroke_picture
from carrom.physics.played import Played
from carrom.physics.simulate import simulate

HERE = Path(__file__).parent
DRAWINGS = HERE.parents[1] / "docs" / "strokes"
ASKED = ("what", "position", "stroke", "seat", "surface")


def play(case: dict[str, Any]) -> Played:
    """Play a case with its trajectory."""
    position, stroke = read_position(case["position"]), read_stroke(case["stroke"])
    return simulate(position, stroke, Seat(case["seat"]), case["surface"], trajectory=True)


def drawing(case: dict[str, Any], played: Played) -> str:
    """Return the stroke as SVG."""
    position, stroke = read_position(case["position"]), read_stroke(case["stroke"])
    return stroke_picture(position, stroke, played, Seat(case["seat"]), size=480) + "\n"


def written(case: dict[str, Any], played: Played) -> str:
    """Return the case with what came of it, a contact a line."""
    asked = {key: case[key] for key in ASKED}
    answer = form(played)
    contacts = ",\n  ".join(json.dumps(contact) for contact in answer.pop("contacts"))
    parts = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in (asked | answer).items()]
    return "{\n" + ",\n".join(parts) + f',\n"contacts": [\n  {contacts}\n]\n}}\n'


if __name__ == "__main__":
    DRAWINGS.mkdir(exist_ok=True)
    for path in sorted(HERE.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        played = play(case)
        path.write_text(written(case, played), encoding="utf-8")
        (DRAWINGS / f"{path.stem}.svg").write_text(drawing(case, played), encoding="utf-8")
