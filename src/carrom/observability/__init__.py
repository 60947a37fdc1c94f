"""Observability: metrics, structured logging and tracing."""
