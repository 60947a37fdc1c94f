"""The exact friction of a uniform disc that slides and spins on a plane: complete elliptic integrals by the AGM.

A disc of radius R slides at speed v and spins at ω; its weight is spread evenly over its face. With eps = v/(R ω)
the board resists sliding with F(eps)·μ m g and spinning with T(eps)·μ m g R. The integrals over the face
(Farkas, Bartels, Unger and Wolf, PRL 90, 248302) can be written with K and E of the modulus eps or 1/eps; they are
rearranged here to avoid cancellation: with D = (K - E)/m,

    eps <= 1, m = eps²:    F = 4 eps/(3π) [2K - (1 + m) D],   T = 4/(9π) [(3 - m) K - (4 - 2m) m D]
    eps >= 1, m = 1/eps²:  F = 4/(3π) [2K - (1 + m) D],       T = 4 eps/(9π) [m K + (2 - 4m)(D - K/2)]

Nothing here is tabulated or interpolated.
"""

import math

from numba import njit

INERTIA = 0.5
"""I / (m R²) of a uniform disc."""


@njit(error_model="numpy")
def elliptic(m: float) -> tuple[float, float]:
    """Return K(m) and G(m) = (K - E)/(m K) - 1/2 for 0 <= m < 1, by the arithmetic-geometric mean."""
    root = math.sqrt(1.0 - m)
    a = 0.5 * (1.0 + root)
    b = math.sqrt(root)
    c = m / (2.0 * (1.0 + root))
    half = 0.0
    weight = 1.0
    if m > 0.0:
        half = c / m * c
    while c > 1e-17 * a:
        a_next = 0.5 * (a + b)
        c = c * c / (4.0 * a_next)
        b = math.sqrt(a * b)
        a = a_next
        weight *= 2.0
        if m > 0.0:
            half += weight * c * (c / m)
    return math.pi / (2.0 * a), half


@njit(error_model="numpy")
def resistance(speed: float, surface_speed: float) -> tuple[float, float]:
    """Return (F, T): the shares of μ m g and μ m g R that resist sliding at `speed` and spinning at `surface_speed`.

    Both speeds are >= 0 in the same unit; `surface_speed` is R ω.
    """
    if speed <= 0.0 and surface_speed <= 0.0:
        return 0.0, 0.0
    if abs(speed - surface_speed) <= 1e-13 * speed:
        return 8.0 / (3.0 * math.pi), 8.0 / (9.0 * math.pi)
    if speed < surface_speed:
        eps = speed / surface_speed
        m = eps * eps
        k, g = elliptic(m)
        d = k * (0.5 + g)
        return (
            4.0 * eps / (3.0 * math.pi) * (2.0 * k - (1.0 + m) * d),
            4.0 / (9.0 * math.pi) * ((3.0 - m) * k - (4.0 - 2.0 * m) * m * d),
        )
    inverse = surface_speed / speed
    m = inverse * inverse
    if m < 1e-30:
        return 1.0, 0.25 * inverse
    k, g = elliptic(m)
    return (
        4.0 / (3.0 * math.pi) * k * (2.0 - (1.0 + m) * (0.5 + g)),
        4.0 / (9.0 * math.pi) * k * (m + (2.0 - 4.0 * m) * g) / inverse,
    )
