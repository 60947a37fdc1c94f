"""What the engine is asked: the situation, the stakes of the match, features, and shipped weights."""
