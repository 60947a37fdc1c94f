"""Backup, export, transfer, integrity checks and rebuilding of stored data."""
