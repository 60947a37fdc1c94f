"""The board and what is on it: equipment, discs, seats, positions, strokes, outcomes."""
