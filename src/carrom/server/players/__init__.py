"""Public pages of players: profiles, leaderboards, games and ratings."""
