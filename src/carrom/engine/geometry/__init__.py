"""Geometry for the engine: ghost discs, pocketing difficulty, the player's view, execution noise."""
