"""Chapters of the rule books beside the clauses: equipment, technique, officials, time limits and conduct."""
