"""SplitMix64: a seeded integer generator, the same on every machine.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014); the constants are the
published ones. It needs no NumPy, so that a rack can be laid by the leanest installation.
"""

_WORD = (1 << 64) - 1


class SplitMix64:
    """A stream of 64-bit numbers from a seed (any integer; its low 64 bits count)."""

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
        """Return a number from low to high, both possible, each as likely (to 2**-59 for spans below 32)."""
        return low + (self.word() * (high - low + 1) >> 64)
