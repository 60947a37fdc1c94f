"""Glicko-2 ratings (Glickman 2013), with outcomes from 0 to 1.

Initial values on Glicko's scale: rating 1500, deviation 350, volatility 0.06.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from carrom.values import Value

SCALE = 173.7178
TAU = 0.5
"""Limits the change of the volatility; Glickman suggests 0.3 to 1.2."""
_CLOSE = 1e-9
_FAR = 20.0
"""3,474 points: larger rating differences are treated like this one, because the expected score is then 0 or 1 within
rounding.
"""


class Rating(Value, frozen=True):
    """A rating with its deviation and volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


class RatedResult(Value, frozen=True):
    """One match: the opponent's rating before it, and the player's own result from 0 to 1."""

    other: Rating
    share: float


def rated(before: Rating, meetings: Sequence[RatedResult], tau: float = TAU, elapsed: float = 1.0) -> Rating:
    """Return a rating after one rating period; without a match only the deviation grows.

    `elapsed` is the number of periods since the last one, if every match is rated separately; the deviation grows
    accordingly.
    """
    mu, phi, sigma = (before.rating - 1500) / SCALE, before.deviation / SCALE, before.volatility
    if not meetings:
        return Rating(before.rating, min(sqrt(phi * phi + elapsed * sigma * sigma) * SCALE, 350.0), sigma)
    inverse = change = 0.0
    for each in meetings:
        other_mu, other_phi = (each.other.rating - 1500) / SCALE, each.other.deviation / SCALE
        weight = 1 / sqrt(1 + 3 * other_phi * other_phi / (pi * pi))
        expected = 1 / (1 + exp(-max(-_FAR, min(_FAR, weight * (mu - other_mu)))))
        inverse += weight * weight * expected * (1 - expected)
        change += weight * (each.share - expected)
    variance = 1 / inverse
    volatility = _volatility(phi, sigma, variance, variance * change, tau)
    wider = phi * phi + elapsed * volatility * volatility
    after = 1 / sqrt(1 / wider + inverse)
    return Rating(1500 + SCALE * (mu + after * after * change), after * SCALE, volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility, by the Illinois method (step 5)."""
    start = log(sigma * sigma)

    def slope(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
