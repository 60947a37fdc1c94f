"""Serializer of values as msgpack, decoded only by their declared types.

A value with a rule book, which consists of functions, is encoded without it, as a struct of its other fields. The
reader supplies the rule book.
"""

import zlib
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from carrom.errors import StoreError
from carrom.values import Value

T = TypeVar("T")
MOST = 8_000_000
"""Maximum size of decompressed content in bytes: about twenty times that of the longest games."""


class Plain(Generic[T]):
    """An encodable form of a value, with some fields left out or encoded differently."""

    def __init__(self, kind: type[Value], left_out: frozenset[str], **otherwise: Any) -> None:
        """Leave out some fields; `otherwise` gives the types by which others are encoded."""
        hints = {**get_type_hints(kind), **otherwise}
        names = [name for name in kind.__struct_fields__ if name not in left_out]
        fields = [(name, hints[name]) for name in names]
        named, own = f"Plain{kind.__name__}", (Value,)
        self.type: Any = msgspec.defstruct(named, fields, bases=own, frozen=True, array_like=True, module=__name__)
        self._kind, self._names = kind, tuple(names)

    def of(self, value: T, **otherwise: Any) -> Any:
        """Return the encodable form of a value."""
        return self.type(*(otherwise[name] if name in otherwise else getattr(value, name) for name in self._names))

    def back(self, plain: Any, **more: Any) -> T:
        """Return the value of an encodable form; `more` gives the fields left out or encoded differently."""
        fields = {name: getattr(plain, name) for name in self._names}
        return self._kind(**{**fields, **more})  # type: ignore[return-value]


def inflated(body: bytes, dictionary: bytes = b"") -> bytes:
    """Return deflated content. Raises `StoreError` for invalid or too large content."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS, dictionary)
    try:
        found = unpacker.decompress(body, MOST)
    except zlib.error as fault:
        raise StoreError(f"Compressed content cannot be read: {fault}.") from None
    if not unpacker.eof or unpacker.unused_data:
        raise StoreError(f"Compressed content is incomplete, or larger than {MOST} bytes.")
    return found
