"""A law as a table row: its condition and its effects.

The condition lists properties of `Case`, separated by spaces; one with `!` before it must not hold: `both_last
queen_pending !striker_down`.
"""

from collections.abc import Callable, Iterable

from carrom.rules.case import Case
from carrom.rules.effects import Effect

Yields = Callable[[Case], Iterable[Effect]]


class LawRow:
    """A law with its key, its sentence, its condition, and the effects it yields."""

    def __init__(self, key: str, when: str, yields: Yields, sentence: str) -> None:
        self.__name__ = key
        self.__doc__ = sentence
        self.when = when
        self._wanted = tuple((word.lstrip("!"), not word.startswith("!")) for word in when.split())
        self._yields = yields

    def __call__(self, case: Case) -> Iterable[Effect]:
        """Return the effects of the row if its condition holds."""
        for word, wanted in self._wanted:
            if bool(getattr(case, word)) is not wanted:
                return ()
        return self._yields(case)

    def __eq__(self, other: object) -> bool:
        """Return whether another row is the same law; an unpickled one equals the original."""
        return self is other or (isinstance(other, LawRow) and self._parts == other._parts)

    def __hash__(self) -> int:
        return hash(self.__name__)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.__name__, self.__doc__, self.when, self._yields

    def __repr__(self) -> str:
        return f"<law {self.__name__}>"
