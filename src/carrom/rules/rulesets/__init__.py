"""The rule sets that come with the package, by name."""

import importlib
from functools import lru_cache

from carrom.rules.clauses import Ruleset

NAMES = ("icf", "classic-29", "club", "three-player", "eight-rounds", "team-event", "points")
"""The rule sets that come with the package."""


@lru_cache(maxsize=64)
def named(name: str) -> Ruleset:
    """Return a rule set of the package by name."""
    module = importlib.import_module(f"carrom.rules.rulesets.{name.replace('-', '_')}")
    book: Ruleset = module.RULES
    return book
