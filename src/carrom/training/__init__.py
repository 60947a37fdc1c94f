"""Training: puzzles that the engine makes and proves, drills by kind of stroke, runs alone, and whose hand it is."""
