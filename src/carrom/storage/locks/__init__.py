"""Locks that keep two servers off the same data: a lock file for a folder, an advisory lock for PostgreSQL."""
