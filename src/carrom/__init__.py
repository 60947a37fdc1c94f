"""Carrom: the board, the stroke, the law and the game."""

__version__ = "0.1.0"
