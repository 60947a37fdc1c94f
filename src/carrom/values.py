"""Frozen values: the immutable, comparable and hashable base of every record."""

from contextlib import suppress
from typing import Any, TypeVar

import msgspec


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable record whose fields are immutable too: no lists, dicts or sets.

    Deeply immutable values cannot form reference cycles, so they are excluded from garbage collection. A subclass that
    holds a function or a cache can, and sets `gc=True`.
    """

    def __copy__(self: "T") -> "T":
        """Return this value, because it is immutable."""
        return self

    def __deepcopy__(self: "T", memo: dict[int, Any]) -> "T":
        """Return this value, because it and its parts are immutable."""
        return self


T = TypeVar("T", bound=Value)


def prepare() -> None:
    """Build msgspec's decoder for every value type, before any threads start.

    msgspec builds it on first use, and not atomically: another thread that decodes the same type meanwhile crashes the
    process (msgspec 0.22: a null pointer).
    """
    kinds = [Value]
    for kind in kinds:
        kinds += kind.__subclasses__()
        with suppress(TypeError):  # values that hold functions are never decoded
            msgspec.json.Decoder(kind)


def changed(value: T, /, **fields: object) -> T:
    """Return a copy of `value` with some fields replaced."""
    return msgspec.structs.replace(value, **fields)


def grown(row: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a sequence with one more value at its end; `row` is a tuple, or a tuple-like type as in long games."""
    return row + (value,)  # noqa: RUF005 (tuple-like types define their own `+`)
