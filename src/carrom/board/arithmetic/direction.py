"""Sine and cosine with identical bits on every machine."""

from fractions import Fraction


def direction(degrees: int | float | Fraction) -> tuple[float, float]:
    """Return cosine and sine of an angle in degrees, using only + − × ÷, so that every machine gets the same bits.

    The angle is reduced exactly to 0°–45°, where a Taylor series up to the 19th power is accurate to one or two units
    in the last place. Multiples of 90° are exact.
    """
    exact = Fraction(degrees) % 360
    quarters, rest = divmod(exact, 90)
    mirrored = rest > 45
    cosine, sine = _series(float(90 - rest if mirrored else rest))
    if mirrored:
        cosine, sine = sine, cosine
    for _ in range(int(quarters)):
        cosine, sine = 0.0 - sine, cosine
    return cosine, sine


def _series(degrees: float) -> tuple[float, float]:
    """Return cosine and sine of 0° to 45° from a Taylor series, evaluated with Horner's method."""
    angle = degrees * 0.017453292519943295
    square = angle * angle
    cosine = sine = 1.0
    for power in range(18, 0, -2):
        cosine = 1.0 - cosine * square / ((power - 1) * power)
        sine = 1.0 - sine * square / (power * (power + 1))
    return cosine, angle * sine
