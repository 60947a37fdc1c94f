"""The lobby of people: who looks for a game, who takes whose seek, who is how strong (docs/lobby.md)."""
