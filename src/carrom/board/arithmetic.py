"""Exact arithmetic: integer roots and rounding, reproducible sines and cosines, a seeded integer generator."""

from fractions import Fraction

# -- sine and cosine with identical bits on every machine --------------------------------------------------------------


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


# -- SplitMix64: a seeded integer generator with the same output on every machine --------------------------------------
# Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014); the constants are the
# published ones. It does not need NumPy, so racks work in a minimal installation.


_WORD = (1 << 64) - 1


class SplitMix64:
    """A stream of 64-bit numbers from an integer seed, of which the low 64 bits are used."""

    name = "splitmix64"

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def word(self) -> int:
        """Return the next number, 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high inclusive, uniform to within 2**-59 for ranges below 32."""
        return low + (self.word() * (high - low + 1) >> 64)
