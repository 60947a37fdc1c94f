"""Write `web/tests/physics.json`: strokes and films from Python, for the tests of the kernel in the page.

Run it by `PYTHONPATH=src:tests python3 dev.py python tests/web_assembly/make.py`.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from carrom.board.equipment import STANDARD
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.physics import signature
from carrom.physics.played import digest_of
from carrom.physics.simulate import place_striker, simulate
from carrom.physics.surface import Surface, parameters_of
from carrom.tables.snapshots import film_of

FILE = Path(__file__).resolve().parents[2] / "web" / "tests" / "physics.json"
FILMS = (1, 20, 77, 133, 170, 203)
"""Numbers of the strokes whose whole film is stored."""


def text() -> str:
    """Return the file's text."""
    sets = {kind: list(signature.chosen(kind)) for kind in signature.SETS}
    positions: dict[str, Any] = {}
    surfaces: dict[str, Any] = {}
    strokes = {kind: [_row(stroke, positions, surfaces) for stroke in chosen] for kind, chosen in sets.items()}
    content = {
        "signatures": signature.SIGNATURES,
        "positions": list(positions.values()),
        "surfaces": list(surfaces.values()),
        "strokes": strokes,
        "films": [{"stroke": index, **_film(*sets["rim"][index])} for index in FILMS],
    }
    return json.dumps(content, separators=(",", ":")) + "\n"


def _row(chosen: signature.Chosen, positions: dict[str, Any], surfaces: dict[str, Any]) -> list[Any]:
    """Return a stroke as numbers: those of position and surface in their lists, the seat, the stroke."""
    position, stroke, seat, surface = chosen
    positions.setdefault(str(position), msgspec.to_builtins(position))
    surfaces.setdefault(str(surface), parameters_of(surface))
    return [
        list(positions).index(str(position)), list(surfaces).index(str(surface)), seat.value,
        msgspec.to_builtins(stroke),
    ]  # fmt: skip


def _film(position: Position, stroke: Stroke, seat: Seat, surface: Surface) -> dict[str, Any]:
    """Return the film of a stroke as the server sends it, and its outcome."""
    played = simulate(position, stroke, seat, surface, trajectory=True)
    outcome = played.outcome
    film = film_of(seat, stroke, place_striker(position, stroke, seat, STANDARD), played)
    return {
        "digest": digest_of(played),
        "motion": msgspec.to_builtins(film),
        "pocketed": list(outcome.pocketed),
        "touched": list(outcome.touched),
        "lines": outcome.lines_left.value,
    }


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"wrote {FILE}")
