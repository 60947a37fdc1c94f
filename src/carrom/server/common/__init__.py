"""Building blocks without carrom in them: rate limits, named locks, a fair executor, deferred work."""
