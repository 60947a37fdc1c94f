"""The engine: a computer opponent that generates strokes, simulates them under its execution noise and picks the
best."""
