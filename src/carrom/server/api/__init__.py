"""HTTP operations on games, records, positions, rule books, translations and championships."""
