"""Write rulings with their terminal texts, which the page must produce from the same keys and values.

    python -m tests.rules.twin

writes `web/tests/rulings.json`: the first ruling of each kind in random boards.
"""

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from carrom.rules.rulesets import NAMES
from carrom.rules.wording import Names, why

from .boards import begin, sensible, steps, tables, wild

FILE = Path(__file__).parents[2] / "web" / "tests" / "rulings.json"
BOARDS, OF_A_BOOK = 12, 14
AT_THE_BOARD = Names("Asha", "Asha and Bala", "Chitra", ("Asha", "Bala", "Chitra"))
SPOKEN_TO = Names("", "", "the other side", ("the first", "the second", "the third"), you=True)


def rulings() -> str:
    """Return the text of the file."""
    seen: set[tuple[str, ...]] = set()
    found = []
    for name in NAMES:
        before = len(found)
        for number in range(BOARDS):
            rng = random.Random(f"{name} {number}")
            start = begin(name, rng.choice(tables(name)), rng)
            for _, ruling in steps(start, rng, wild if number % 2 else sensible, calls=True):
                if ruling is None or len(found) - before == OF_A_BOOK:
                    continue
                if (kind := tuple(each.key for each in ruling.said)) in seen:
                    continue
                seen.add(kind)
                found.append(_told(ruling))
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in found) + "\n]\n"


def _told(ruling: Any) -> dict[str, Any]:
    """Return a ruling as encoded for the page, and its texts for the player and for others."""
    return {
        "said": json.loads(msgspec.json.encode(ruling.said)),
        "laws": {
            each.told_by: each.sentence
            for each in ruling.findings
            if any(said.key == each.told_by for said in ruling.said)
        },
        "you": why(ruling, SPOKEN_TO),
        "named": why(ruling, AT_THE_BOARD),
    }


def main() -> None:
    """Write the file."""
    FILE.write_text(rulings(), encoding="utf-8")


if __name__ == "__main__":
    main()
