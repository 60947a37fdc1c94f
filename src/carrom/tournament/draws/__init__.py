"""Draws: Swiss pairing, round robin, knockout brackets, and checking a draw again."""
