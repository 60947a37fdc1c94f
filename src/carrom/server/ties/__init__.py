"""Team matches (ties) played online."""
