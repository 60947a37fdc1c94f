"""Tournaments: entrants, draws, results, standings and ratings, as pure functions over an event log."""
