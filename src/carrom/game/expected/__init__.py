"""What a game expects next: the players who may act, the wording, and a random legal act."""
