"""How a game comes back from the disk: from a checkpoint and the events since, or from all of its events."""
