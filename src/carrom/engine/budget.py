"""Search budget: simulations and seconds that one choice of a stroke may use."""

from carrom.values import Value


class Budget(Value, frozen=True):
    """Limits of one search. A search that stays within `seconds` depends on its seed alone."""

    simulations: int
    seconds: float
    """Time limit by the clock; the search stops there even if simulations are left."""
