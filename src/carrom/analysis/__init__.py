"""What a position is worth, stroke by stroke, and what a game's strokes were: see docs/how-to/analysis.md."""
