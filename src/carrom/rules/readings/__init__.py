"""Where the source texts are silent or contradict each other: the numbered readings, and which rulings rest on them."""
