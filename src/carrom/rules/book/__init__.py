"""Rule books as text: clauses in reading order, summaries, comparisons, lessons, and the catalogue of sentences."""
