"""Exact arithmetic: integer roots and rounding, reproducible sines and cosines, a seeded integer generator."""
