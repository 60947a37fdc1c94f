"""Committed data of the board's friction, and the script that makes it."""
