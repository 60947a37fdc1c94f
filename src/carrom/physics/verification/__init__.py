"""Checks of the physics: invariants of every stroke, random soak tests, and a fixed fan of strokes (carrom's perft)."""
