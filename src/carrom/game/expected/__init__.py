"""What a game expects next: the legal acts, the players who may do them, their wording, and a random legal act."""
