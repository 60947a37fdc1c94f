"""A long row of values that is only ever added to: the newest as they are, the older ones packed away until asked for.

The events of a game take 2.6 kB each as values, most of it where every disc came to rest, and 100 bytes packed; a
stroke needs none of the old ones. What has got old is pickled, a few together, and goes into an open block, which is
deflated once it is full: values of one kind are much alike, and the first block is the dictionary of the others.
What is packed comes out equal, in a time that grows with what is asked for: whoever goes through a row in an order of
his own takes a tuple of it first. Of a long row the blocks of finished boards lie on the disk (`attic.py`).
"""

import pickle
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from carrom.data import changed
from carrom.game.state import Judged
from carrom.server.films.attic import ATTIC, Laid
from carrom.server.films.trimmed import trimmed
from carrom.server.films.values_only import unpickled_all

T = TypeVar("T")

KEPT, STEP = 2, 4
"""The newest values that are never packed, and how many are packed at a time."""
NEAR = 4
"""The newest full blocks, which stay in memory; so does the first."""


class Ledger(Generic[T]):
    """A row of values; equal to a tuple of the same, and used like one."""

    __slots__ = ("_blocks", "_old", "_open", "_steps", "_tail")

    def __init__(
        self,
        steps: int,
        blocks: "tuple[Block, ...]" = (),
        opened: "Pickled" = (b"", None),
        old: int = 0,
        tail: tuple[T, ...] = (),
    ) -> None:
        """Begin with `old` values, in blocks that are full after so many steps and an open one, and the newest."""
        self._steps, self._blocks, self._open, self._old, self._tail = steps, blocks, opened, old, tail

    @classmethod
    def of(cls, values: Sequence[T], steps: int) -> "Ledger[T]":
        """Return a row of these values, packed in blocks that are full after so many steps."""
        return values if isinstance(values, Ledger) else cls(steps) + tuple(values)

    @property
    def _size(self) -> int:
        """How many values a full block has."""
        return STEP * self._steps

    def __add__(self, more: tuple[T, ...]) -> "Ledger[T]":
        """Return the row with more at its end; packed is what has got old by that."""
        blocks, opened, old, tail = self._blocks, self._open, self._old, self._tail + more
        while len(tail) >= STEP + KEPT:
            pickled, shared = self._pickled(tail[:STEP])
            opened, old, tail = (opened[0] + pickled, shared), old + STEP, tail[STEP:]
            if old % self._size == 0:
                blocks, opened = _closed(blocks, opened), (b"", None)
        return type(self)(self._steps, blocks, opened, old, tail)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what is written of it: everything, wherever it lies."""
        blocks = tuple((bytes(told), shared) for told, shared in self._blocks)
        rest = {name: getattr(self, name) for name in ("_steps", "_open", "_old", "_tail")}
        return None, {"_blocks": blocks, **rest}

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """Be what was written; what is far lies on the disk again."""
        for name, value in state[1].items():
            setattr(self, name, value)
        far = max(1, len(self._blocks) - NEAR)
        self._blocks = (*self._blocks[:1], *map(_laid, self._blocks[1:far]), *self._blocks[far:])

    def __len__(self) -> int:
        """Return how many there are."""
        return self._old + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        """Yield all, the oldest first."""
        for number in range(len(self._blocks) + 1):
            yield from self._values(number)
        yield from self._tail

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """Return one, or a part as a tuple; nothing is unpacked but the blocks that hold it."""
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            return self._part(start, max(start, stop)) if step == 1 else tuple(self)[index]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"{index} of a row of {len(self)}")
        if at >= self._old:
            return self._tail[at - self._old]
        return self._values(at // self._size)[at % self._size]

    def first(self, number: int) -> "Ledger[T]":
        """Return the row of the first so many."""
        if number >= len(self):
            return self
        whole = min(number // self._size, len(self._blocks))
        row = type(self)(self._steps, self._blocks[:whole], old=whole * self._size)
        return row + self[whole * self._size : number]

    def __eq__(self, other: object) -> bool:
        """Whether another row, or a tuple, holds the same."""
        return isinstance(other, Ledger | tuple) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of a tuple of the same."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return it as a tuple is written."""
        return repr(tuple(self))

    def _pickled(self, values: tuple[T, ...]) -> "Pickled":
        """Return some values, pickled, and what they share."""
        return pickle.dumps(values, pickle.HIGHEST_PROTOCOL), None

    def _unpickled(self, pickled: "Pickled") -> tuple[T, ...]:
        """Return the values of one step after another."""
        return tuple(value for some in unpickled_all(pickled[0]) for value in some)

    def _values(self, number: int) -> tuple[T, ...]:
        """Return the values of a block; after the last comes the open one."""
        if number == len(self._blocks):
            return self._unpickled(self._open)
        return self._unpickled((_inflated(number, self._blocks), self._blocks[number][1]))

    def _part(self, start: int, stop: int) -> tuple[T, ...]:
        """Return those from `start` to before `stop`."""
        if start >= self._old:
            return self._tail[start - self._old : stop - self._old]
        first, last = start // self._size, min((stop - 1) // self._size, len(self._blocks))
        found = [value for number in range(first, last + 1) for value in self._values(number)]
        begins = first * self._size
        return tuple([*found, *(self._tail if stop > self._old else ())][start - begins : stop - begins])


Pickled = tuple[bytes, object]
"""Values, pickled, and what they share."""
Block = tuple[bytes | Laid, object]
"""The same, deflated."""


class Rulings(Ledger[Judged]):
    """A row of rulings; the rule book, which all of one game share, is not packed but pointed at."""

    __slots__ = ()

    def _pickled(self, values: tuple[Judged, ...]) -> "Pickled":
        bare = tuple((each.event, changed(each.ruling, ruleset=None)) for each in values)
        return pickle.dumps(bare, pickle.HIGHEST_PROTOCOL), values[0].ruling.ruleset

    def _unpickled(self, pickled: "Pickled") -> tuple[Judged, ...]:
        bare = (each for some in unpickled_all(pickled[0]) for each in some)
        return tuple(Judged(event, changed(ruling, ruleset=pickled[1])) for event, ruling in bare)


def _closed(blocks: tuple[Block, ...], opened: Pickled) -> tuple[Block, ...]:
    """Return blocks and one more, deflated; of many the middle lies on the disk."""
    if len(blocks) > NEAR:
        blocks = (*blocks[:-NEAR], _laid(blocks[-NEAR]), *blocks[1 - NEAR :])
    packer = zlib.compressobj(zdict=_inflated(0, blocks)) if blocks else zlib.compressobj()
    return (*blocks, (trimmed(packer.compress(opened[0]) + packer.flush()), opened[1]))


def _inflated(number: int, blocks: tuple[Block, ...]) -> bytes:
    """Return what was deflated as one of these blocks."""
    first = zlib.decompress(bytes(blocks[0][0]))
    return first if number == 0 else zlib.decompressobj(zlib.MAX_WBITS, first).decompress(bytes(blocks[number][0]))


def _laid(block: Block) -> Block:
    """Return a block that lies on the disk."""
    told, shared = block
    return (ATTIC.lay(told) if isinstance(told, bytes) else told), shared
