"""Confidence intervals of proportions."""

import math


def wilson(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval of a proportion: `won` of `of`."""
    if of == 0:
        return 0.0, 1.0
    share = won / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)
