"""Scores of boards, games, matches and ties, and how one board leads to the next."""
