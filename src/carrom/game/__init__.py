"""Boards, games, matches and ties, and their history: events, score, record, replay."""
