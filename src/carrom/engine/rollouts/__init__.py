"""Rollouts: candidate strokes simulated by the thousand under execution noise."""
