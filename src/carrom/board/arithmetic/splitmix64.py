"""SplitMix64: a seeded integer generator with the same output on every machine.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014); the constants are the
published ones. It does not need NumPy, so racks work in a minimal installation.
"""

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
