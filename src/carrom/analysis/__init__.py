"""Analysis of positions and review of games: best strokes with their win probabilities (docs/how-to/analysis.md)."""
