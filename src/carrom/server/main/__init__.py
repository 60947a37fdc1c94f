"""The composition root: the application, how it starts, health checks."""
