"""Puzzles: generated, verified, graded, selected, and the library that ships with the program."""
