"""Analysis of positions and review of games: the best strokes with their win probabilities; see docs/analysis.md."""
