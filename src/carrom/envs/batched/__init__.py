"""Vectorised environments: many boards in arrays, stepped together."""
