"""Frozen values: the base of every record, which compares, hashes and cannot be changed."""

from contextlib import suppress
from typing import Any, TypeVar

import msgspec


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record whose fields are values too: no lists, no dicts, no sets.

    What is frozen all the way down is in no circle, so Python's collector need not know of it. One that holds a
    function, or a dict for what it has worked out, might be: it says `gc=True`.
    """

    def __copy__(self: "T") -> "T":
        """Return this value: nobody can change it."""
        return self

    def __deepcopy__(self: "T", memo: dict[int, Any]) -> "T":
        """Return this value: nobody can change it, or a part of it."""
        return self


T = TypeVar("T", bound=Value)


def prepare() -> None:
    """Let msgspec learn how every kind of value is read, before there are threads.

    It learns that when a kind is first read, in steps between which another thread may read the same kind: what that
    finds half done ends the whole process (msgspec 0.22: a null pointer).
    """
    kinds = [Value]
    for kind in kinds:
        kinds += kind.__subclasses__()
        with suppress(TypeError):  # one that holds a function is never read
            msgspec.json.Decoder(kind)


def changed(value: T, /, **fields: object) -> T:
    """Return a copy of `value` with some fields replaced."""
    return msgspec.structs.replace(value, **fields)


def grown(row: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a row with one more value at its end: a tuple, or what is used like one, as a long game's events are."""
    return row + (value,)  # noqa: RUF005 (a row that is packed away says itself how it grows)
