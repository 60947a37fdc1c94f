"""Pictures that need more than a position: strokes that were played, and what the rule books show."""

from carrom.draw.stroke import in_words, stroke_picture

__all__ = ["in_words", "stroke_picture"]
