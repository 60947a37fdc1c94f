"""Values as msgpack and back, decoded by their declared types only.

A kind of value that holds its rule book, which is made of functions, is written without it: as its plain twin, a struct
of the same fields but those. Whoever reads it has the rule book.
"""

import zlib
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from carrom.errors import StoreError
from carrom.values import Value

T = TypeVar("T")
MOST = 8_000_000
"""Bytes that anything compressed may have: some twenty times what the longest games have."""


class Plain(Generic[T]):
    """A kind of value, some of whose fields are written otherwise or not at all."""

    def __init__(self, kind: type[Value], left_out: frozenset[str], **otherwise: Any) -> None:
        """Leave fields out; `otherwise` are the types by which others are written."""
        hints = {**get_type_hints(kind), **otherwise}
        names = [name for name in kind.__struct_fields__ if name not in left_out]
        fields = [(name, hints[name]) for name in names]
        named, own = f"Plain{kind.__name__}", (Value,)
        self.type: Any = msgspec.defstruct(named, fields, bases=own, frozen=True, array_like=True, module=__name__)
        self._kind, self._names = kind, tuple(names)

    def of(self, value: T, **otherwise: Any) -> Any:
        """Return the plain twin of a value."""
        return self.type(*(otherwise[name] if name in otherwise else getattr(value, name) for name in self._names))

    def back(self, plain: Any, **more: Any) -> T:
        """Return the value of a plain twin, given what was left out or is written otherwise."""
        fields = {name: getattr(plain, name) for name in self._names}
        return self._kind(**{**fields, **more})  # type: ignore[return-value]


def inflated(body: bytes, dictionary: bytes = b"") -> bytes:
    """Return what was deflated; raises `StoreError` for what is not, or is larger than anything here."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS, dictionary)
    try:
        found = unpacker.decompress(body, MOST)
    except zlib.error as fault:
        raise StoreError(f"What was compressed cannot be read: {fault}.") from None
    if not unpacker.eof or unpacker.unused_data:
        raise StoreError(f"What was compressed does not end, or has more than {MOST} bytes.")
    return found
