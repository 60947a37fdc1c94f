"""The laboratory: players to measure with, games by the thousand that are the same whatever ran them, and their tables.

Everything follows from seeds. docs/how-to/research.md shows it in use; `carrom lab` is its command.
"""
