"""Ratings: pools, stored ratings, updates after a game, and rebuilding them from the games."""
