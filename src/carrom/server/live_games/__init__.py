"""Live games: command, store, broadcast; subscribers, turn timers, bots, and the registry of active games."""
