"""Review of a finished game: what each stroke cost against the best one found."""
