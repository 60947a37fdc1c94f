"""Publishing a tournament: a folder of static pages, JSON and CSV exports, and a copy without private data."""
