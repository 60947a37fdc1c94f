"""Server building blocks that know nothing of carrom: rate limits, named locks, a fair executor, deferred work."""
