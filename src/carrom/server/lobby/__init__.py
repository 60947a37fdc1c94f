"""The lobby: seeks, challenges, matchmaking and live games to watch."""
