"""Training: generated and verified puzzles, drills by kind of stroke, solo runs, and a player's estimated accuracy."""
