"""The engine: a computer opponent that simulates candidate strokes under its execution noise and picks the best."""
