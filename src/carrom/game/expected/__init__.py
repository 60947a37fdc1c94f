"""What a game expects next: who may act, its wording, and a random legal act."""
