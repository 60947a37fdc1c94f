"""Pickles of which nothing is made but this program's own values, wherever the bytes have lain meanwhile.

A pickle can name any function of any module, to be called. Here it can name the kinds of this program's values and its
enumerations, whose making does nothing else; everything else is refused.
"""

import io
import pickle
import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any

from carrom.data import Value

_MAKES = ("msgspec._utils", "rebuild")
"""What a value with named fields is pickled with: its kind, and its fields."""


class Unpickler(pickle.Unpickler):
    """Reads values, and nothing else."""

    kinds: tuple[type, ...] = (Value, Enum)

    def find_class(self, module: str, name: str) -> Any:
        """Return a kind of value of this program that is loaded; nothing is imported for it."""
        if (module, name) == _MAKES:
            return self._made
        kind = getattr(sys.modules.get(module), name, None) if module.startswith("carrom.") else None
        if isinstance(kind, type) and issubclass(kind, self.kinds):
            return kind
        raise pickle.UnpicklingError(f"{module}.{name} is no value of this program")

    @staticmethod
    def _made(kind: Any, fields: Any) -> Value:
        if not (isinstance(kind, type) and issubclass(kind, Value)):
            raise pickle.UnpicklingError(f"{kind!r} is no kind of value")
        return kind(**fields)


def unpickled_all(body: bytes) -> Iterator[Any]:
    """Yield what was pickled, one after another; raises what `pickle` raises, and more, for bytes that are none."""
    file = io.BytesIO(body)
    while file.tell() < len(body):
        yield Unpickler(file).load()
