"""The one way to make a value: a record that is frozen all the way down, compares and hashes."""

from typing import Any, TypeVar

import msgspec


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record whose fields are values too: no lists, no dicts, no sets.

    What is frozen all the way down is in no circle, so Python's collector need not know of it. One that holds a
    function, or a dict for what it has worked out, might be: it says `gc=True`.
    """


T = TypeVar("T", bound=Value)


def changed(value: T, /, **fields: object) -> T:
    """Return a copy of `value` with some fields replaced."""
    return msgspec.structs.replace(value, **fields)


def grown(row: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a row with one more value at its end: a tuple, or what is used like one, as a long game's events are."""
    return row + (value,)  # noqa: RUF005 (a row that is packed away says itself how it grows)
