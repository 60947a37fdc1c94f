"""Client views of a table: state, animations, announcements, score cards."""
