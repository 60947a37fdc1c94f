"""Tournaments at a server: a hall with its championship files and links, and tournaments that are played online."""
