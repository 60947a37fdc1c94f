"""Rule books as text: clauses in order, summaries, comparisons, lessons, and the catalogue of sentences."""
