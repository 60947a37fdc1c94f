"""Settings every test shares."""

from hypothesis import settings

settings.register_profile("carrom", deadline=None, max_examples=60)
settings.load_profile("carrom")
