"""Views of a game for programs: the strokes allowed now, and the strokes and boards played so far."""
