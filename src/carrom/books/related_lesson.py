"""The lesson that teaches what a clause decides, so that a ruling leads to practice."""

from functools import cache
from types import MappingProxyType

from carrom.rules.clauses import Clause
from carrom.rules.laws import attempt, calls, ending, fouls, men, points, queen

GENERAL = "your-laws"
"""The lesson for clauses that no other lesson is about."""
OF_MODULE = (
    (attempt, "break"),
    (fouls, "fouls"),
    (men, "first-stroke"),
    (queen, "cover"),
    (ending, "endgame"),
    (points, "endgame"),
    (calls, GENERAL),
)
"""Lessons of the laws, by the module that defines them."""
OF_TOPIC = MappingProxyType(
    {
        "forward-strokes": "straight",
        "back-shots": "back-shots",
        "turn-doubles": "partners",
        "opener-doubles": "partners",
        "placer-doubles": "partners",
        "seats-doubles": "partners",
        "target": "endgame",
        "totals": "endgame",
    }
)
"""Lessons of clauses that are cited by topic."""
ABOUT_LAST_PIECES = "endgame"
"""The lesson for laws on the last piece of a side, which several modules define."""
OF_SPOT = "striker-place"
"""The lesson on where the striker may stand."""


def lesson_of(clause: Clause, decides_spots: bool = False) -> str:
    """Return the name of the lesson about a clause; `decides_spots` if its chapter is about the striker's place."""
    if decides_spots:
        return OF_SPOT
    if not isinstance(clause.says, str):
        name = clause.says.__name__
        return ABOUT_LAST_PIECES if "_last" in name else _of_laws().get(name, GENERAL)
    return next((OF_TOPIC[topic] for topic in clause.topic.split() if topic in OF_TOPIC), GENERAL)


@cache
def _of_laws() -> MappingProxyType[str, str]:
    """Return the lesson of every law by the law's key."""
    return MappingProxyType(
        {
            law.__name__: lesson
            for module, lesson in OF_MODULE
            for law in vars(module).values()
            if callable(law) and getattr(law, "__doc__", None) and hasattr(law, "__name__")
        }
    )
