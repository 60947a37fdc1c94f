"""The engine's input: the situation, the stakes of the match, features, and shipped weights."""
