"""What books say of measures and ways to strike, in English by its keys: `measure.<key>`, `way.<name>`."""

from carrom.board.equipment_check import measures
from carrom.draw.technique import TECHNIQUES
from carrom.rules.rulesets.library import NAMES


def drawn() -> dict[str, str]:
    """Return what stands beside the drawings of board and strokes."""
    named = {f"measure.{each.key}": each.name for name in NAMES for each in measures(name)}
    return {**named, **{f"way.{way.name}": way.says for way in TECHNIQUES}}
