"""Settings every test shares."""

import os

from hypothesis import settings

os.environ["CARROM_TABLES"] = ""
"""No test reads or writes a table of the law in the user's cache."""
settings.register_profile("carrom", deadline=None, max_examples=60)
settings.load_profile("carrom")
