"""Which break pockets most? Tries directions and powers from the middle, over racks with different micro-gaps.

    python examples/best_break.py [racks] [picture.svg]

Prints the best five, and draws one of the best if a file is named.
"""

import sys
from pathlib import Path

import carrom


def worth(stroke: carrom.Stroke, racks: int) -> float:
    """Return the mean number of white men pocketed, minus one for every striker lost."""
    total = 0
    for seed in range(racks):
        pocketed = carrom.simulate(carrom.rack(seed=seed), stroke).outcome.pocketed
        total += sum(disc.value.startswith("W") for disc in pocketed) - ("S" in pocketed)
    return total / racks


def main(racks: int, target: Path | None) -> None:
    """Try 5 directions with 4 powers; print the best strokes."""
    strokes = [carrom.Stroke.aimed(0, degrees, speed) for degrees in (-8, -4, 0, 4, 8) for speed in (5, 6, 7, 8)]
    ranked = sorted(((worth(stroke, racks), stroke) for stroke in strokes), key=lambda pair: -pair[0])
    for value, stroke in ranked[:5]:
        print(f"{value:5.2f} whites a break: {stroke}")
    if target is not None:
        best = ranked[0][1]
        played = carrom.simulate(carrom.rack(), best, trajectory=True)
        target.write_text(carrom.stroke_picture(carrom.rack(), best, played), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
