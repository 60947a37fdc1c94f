"""A law told as a row of a table: the words that must hold, and what it yields.

The words are those of `Case`, separated by blanks; one with `!` before it must not hold:
`both_last queen_pending !striker_down`.
"""

from collections.abc import Callable, Iterable

from carrom.rules.case import Case
from carrom.rules.effects import Effect

Yields = Callable[[Case], Iterable[Effect]]


class Row:
    """A law with its key, its sentence, the words that must hold, and what it yields then."""

    def __init__(self, key: str, when: str, yields: Yields, sentence: str) -> None:
        self.__name__ = key
        self.__doc__ = sentence
        self.when = when
        self._wanted = tuple((word.lstrip("!"), not word.startswith("!")) for word in when.split())
        self._yields = yields

    def __call__(self, case: Case) -> Iterable[Effect]:
        """Return what the row says if its words hold."""
        for word, wanted in self._wanted:
            if bool(getattr(case, word)) is not wanted:
                return ()
        return self._yields(case)

    def __eq__(self, other: object) -> bool:
        """Whether another row is the same law; one that was pickled is equal to the one in its module."""
        return self is other or (isinstance(other, Row) and self._parts == other._parts)

    def __hash__(self) -> int:
        return hash(self.__name__)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.__name__, self.__doc__, self.when, self._yields

    def __repr__(self) -> str:
        return f"<law {self.__name__}>"
