"""Settings shared by all tests."""

import os

from hypothesis import settings

os.environ["CARROM_TABLES"] = ""
"""Tests do not read or write rulings tables in the user's cache."""
settings.register_profile("carrom", deadline=None, max_examples=60)
settings.load_profile("carrom")
