"""Running a tournament in a hall: schedule, call queue, permissions and proposals."""
