"""The engine as a player: levels, decisions, solo runs."""
