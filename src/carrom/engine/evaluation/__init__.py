"""Evaluation: what an outcome or a position is worth, by hand-made terms and by a value network."""
