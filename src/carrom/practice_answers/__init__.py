"""Answers to questions about boards set up by hand, as messages: practice, lessons, puzzles, drills, solo runs."""
