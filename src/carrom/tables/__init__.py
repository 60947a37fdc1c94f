"""Tables: one online game as a pure value with its seats, clock and commands; no web framework and no NumPy."""
