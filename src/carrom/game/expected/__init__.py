"""What a game expects next: who may act, how it is worded, and a random lawful act."""
