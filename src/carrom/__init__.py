"""Carrom: the board, the stroke, the law and the game."""

from carrom.version import __version__ as __version__
