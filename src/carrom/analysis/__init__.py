"""Analysis of positions and review of games: the best strokes with their win probabilities (docs/how-to/analysis.md)."""
