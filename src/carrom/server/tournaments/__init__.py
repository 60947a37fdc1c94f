"""Online tournaments of a server: arenas, Swiss tournaments and knockouts."""
