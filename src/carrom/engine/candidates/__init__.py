"""Candidate generation: direct shots, the stroke grid, breaks and the break book."""
