"""Championships: entrants, draws, results, standings and ratings, as pure functions over what happened."""
