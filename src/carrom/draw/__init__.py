"""Pictures beyond a plain position: played strokes, and the drawings of the rule books."""

from carrom.draw.stroke import in_words, stroke_picture

__all__ = ["in_words", "stroke_picture"]
