"""Standings, tie-breaks, counted results, season tables and Glicko-2 ratings."""
