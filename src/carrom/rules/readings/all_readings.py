"""All readings, by number."""

from types import MappingProxyType

from carrom.rules.readings.board_readings import OF_BOARDS, OF_THIS_PROJECT
from carrom.rules.readings.stroke_readings import OF_STROKES

CONFLICTS = tuple(sorted((*OF_STROKES, *OF_BOARDS, *OF_THIS_PROJECT), key=lambda each: int(each.number[1:])))
"""The readings, in order of number."""

BY_NUMBER = MappingProxyType({each.number: each for each in CONFLICTS})
