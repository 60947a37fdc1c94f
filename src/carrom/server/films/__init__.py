"""Films on their way to who sees them, and what a room keeps of those it has shown."""
