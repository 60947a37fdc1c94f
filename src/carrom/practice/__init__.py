"""Practice boards: check a position set up by hand, play and judge strokes on it, and teach lessons."""
