"""What can be seen on a table: equipment, discs, seats, positions, strokes, outcomes."""
