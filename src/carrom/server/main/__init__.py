"""The composition root: the application, its startup and health checks."""
