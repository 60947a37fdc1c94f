"""English texts on measures and stroke techniques, by translation key: `measure.<key>`, `way.<name>`."""

from carrom.board.equipment_check import measures
from carrom.draw.technique import TECHNIQUES
from carrom.rules.rulesets.library import NAMES


def drawn() -> dict[str, str]:
    """Return the texts beside the drawings of the board and the strokes."""
    named = {f"measure.{each.key}": each.name for name in NAMES for each in measures(name)}
    return {**named, **{f"way.{way.name}": way.says for way in TECHNIQUES}}
