"""Locks against two servers on the same data: a file lock for a folder, an advisory lock for PostgreSQL."""
