"""The technique of a stroke: which finger may play it, by its direction, under a rule set.

A stroke on a screen has no finger, but it has a direction: one towards the player's own frame is a back-shot, and some
rule sets limit how those are played. `technique_for` chooses an allowed technique, or refuses with the clause.
"""

from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.rules.custom.parameters import Technique
from carrom.rules.ruleset import Ruleset


def techniques(rules: Ruleset, stroke: Stroke) -> tuple[Technique, ...]:
    """Return the techniques that a rule set allows for a stroke of this direction, the usual one first."""
    return rules.parameters.backward if stroke.is_back_stroke else rules.parameters.forward


def technique_for(rules: Ruleset, stroke: Stroke, wanted: Technique | None = None) -> Technique:
    """Return the technique of a stroke: the wanted one, or the usual one for its direction.

    Raises `IllegalStroke` with the clause if the rule set does not allow it.
    """
    allowed = techniques(rules, stroke)
    direction = "back-shots" if stroke.is_back_stroke else "forward strokes"
    clause = rules.clause("back-shots" if stroke.is_back_stroke else "forward-strokes").number
    if not allowed:
        raise IllegalStroke(f"{rules.name} allows no {direction} ({clause})")
    if wanted is None:
        return allowed[0]
    if wanted not in allowed:
        names = " or ".join(allowed)
        raise IllegalStroke(f"{rules.name} allows {direction} with {names}, not with {wanted} ({clause})")
    return wanted
