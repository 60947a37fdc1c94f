"""Scores of boards, games, matches and ties, and the progress from one board to the next."""
