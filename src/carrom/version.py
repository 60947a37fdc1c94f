"""The version of this program: the one place where it is written (`pyproject.toml` reads it here)."""

__version__ = "0.4.0.dev1"
