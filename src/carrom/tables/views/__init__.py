"""What clients are shown of a table: state views, animations, announcements, score cards."""
