"""A long row of values that is only ever added to: the newest as they are, the older ones packed away until asked for.

The events of a game take 2.6 kB each as values, most of it where every disc came to rest, and 100 bytes packed; a
stroke needs none of the old ones. What has got old is pickled, a few together, and goes into the last block, which is
deflated anew until it is full: values of one kind are much alike, and the first block is the dictionary of the others.
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

    __slots__ = ("_blocks", "_old", "_steps", "_tail")

    def __init__(self, steps: int, blocks: "tuple[Block, ...]" = (), old: int = 0, tail: tuple[T, ...] = ()) -> None:
        """Begin with so many `old` values in blocks that are full after so many steps, and the rest."""
        self._steps, self._blocks, self._old, self._tail = steps, blocks, old, tail

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
        blocks, old, tail = self._blocks, self._old, self._tail + more
        while len(tail) >= STEP + KEPT:
            blocks, old, tail = self._filled(blocks, old, tail[:STEP]), old + STEP, tail[STEP:]
        return type(self)(self._steps, blocks, old, tail)

    def _filled(self, blocks: "tuple[Block, ...]", old: int, values: tuple[T, ...]) -> "tuple[Block, ...]":
        """Return blocks with more values in the last one, or in a new one if that is full."""
        pickled, shared = self._pickled(values)
        if old % self._size:
            pickled, blocks = _inflated(blocks[-1], blocks) + pickled, blocks[:-1]
        elif len(blocks) > NEAR + 1:
            blocks = (*blocks[: -NEAR - 1], _laid(blocks[-NEAR - 1]), *blocks[-NEAR:])
        return (*blocks, (_deflated(pickled, blocks), shared))

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what is written of it: everything, wherever it lies."""
        blocks = tuple((bytes(told), shared) for told, shared in self._blocks)
        return None, {"_steps": self._steps, "_blocks": blocks, "_old": self._old, "_tail": self._tail}

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """Be what was written; what is far lies on the disk again."""
        for name, value in state[1].items():
            setattr(self, name, value)
        far = max(1, len(self._blocks) - NEAR - 1)
        self._blocks = (*self._blocks[:1], *map(_laid, self._blocks[1:far]), *self._blocks[far:])

    def __len__(self) -> int:
        """Return how many there are."""
        return self._old + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        """Yield all, the oldest first."""
        for block in self._blocks:
            yield from self._values(block)
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
        return self._values(self._blocks[at // self._size])[at % self._size]

    def first(self, number: int) -> "Ledger[T]":
        """Return the row of the first so many."""
        if number >= len(self):
            return self
        whole = min(number, self._old) // self._size
        row = type(self)(self._steps, self._blocks[:whole], whole * self._size)
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

    def _pickled(self, values: tuple[T, ...]) -> tuple[bytes, object]:
        """Return some values, pickled, and what they share."""
        return pickle.dumps(values, pickle.HIGHEST_PROTOCOL), None

    def _values(self, block: "Block") -> tuple[T, ...]:
        """Return the values of a block."""
        return tuple(value for some in unpickled_all(_inflated(block, self._blocks)) for value in some)

    def _part(self, start: int, stop: int) -> tuple[T, ...]:
        """Return those from `start` to before `stop`."""
        if start >= self._old:
            return self._tail[start - self._old : stop - self._old]
        first = start // self._size
        found = [each for block in self._blocks[first : -(-stop // self._size)] for each in self._values(block)]
        begins = first * self._size
        return tuple([*found, *(self._tail if stop > self._old else ())][start - begins : stop - begins])


Block = tuple[bytes | Laid, object]
"""Values, packed, and what they share."""


class Rulings(Ledger[Judged]):
    """A row of rulings; the rule book, which all of one game share, is not packed but pointed at."""

    __slots__ = ()

    def _pickled(self, values: tuple[Judged, ...]) -> tuple[bytes, object]:
        bare = tuple((each.event, changed(each.ruling, ruleset=None)) for each in values)
        return pickle.dumps(bare, pickle.HIGHEST_PROTOCOL), values[0].ruling.ruleset

    def _values(self, block: "Block") -> tuple[Judged, ...]:
        bare = (each for some in unpickled_all(_inflated(block, self._blocks)) for each in some)
        return tuple(Judged(event, changed(ruling, ruleset=block[1])) for event, ruling in bare)


def _deflated(pickled: bytes, before: tuple[Block, ...]) -> bytes:
    """Return what follows other blocks deflated, by the first of them."""
    packer = zlib.compressobj(zdict=zlib.decompress(bytes(before[0][0]))) if before else zlib.compressobj()
    return trimmed(packer.compress(pickled) + packer.flush())


def _inflated(block: Block, blocks: tuple[Block, ...]) -> bytes:
    """Return what was deflated as one of these blocks."""
    first = zlib.decompress(bytes(blocks[0][0]))
    return first if block is blocks[0] else zlib.decompressobj(zlib.MAX_WBITS, first).decompress(bytes(block[0]))


def _laid(block: Block) -> Block:
    """Return a block that lies on the disk."""
    told, shared = block
    return (ATTIC.lay(told) if isinstance(told, bytes) else told), shared
