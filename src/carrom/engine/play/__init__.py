"""The engine as a player: levels, decisions, external engines, solo runs."""
