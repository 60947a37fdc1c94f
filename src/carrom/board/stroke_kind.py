"""Kinds of strokes as players name them: straight, cut, bank, plant, kiss, break."""

from enum import StrEnum


class StrokeKind(StrEnum):
    """Kind of a stroke, by how its piece gets into the pocket."""

    STRAIGHT = "straight"
    CUT = "cut"
    ONE_FRAME = "one-frame"
    """The striker rebounds from one frame before it hits the piece."""
    TWO_FRAMES = "two-frames"
    BANK = "bank"
    """The piece rebounds from a frame."""
    FROZEN = "frozen"
    """The piece lies against a frame."""
    PLANT = "plant"
    """Another piece drives it in."""
    KISS = "kiss"
    """The striker, or the piece on its way, glances off another piece."""
    DOUBLE = "double"
    """Two pieces of the player's own fall."""
    BACK = "back-stroke"
    BREAK = "break"
    SAFETY = "safety"
    """No piece of the player's own falls."""
