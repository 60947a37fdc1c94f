"""A long row of values that is only ever added to: the newest as they are, the older ones packed away until asked for.

The events of a game take 2 kB each as values, most of it where every disc came to rest, and 100 bytes packed; a stroke
needs none of the old ones. What is packed comes out equal, in a time that grows with what is asked for: whoever goes
through a row in an order of his own takes a tuple of it first. The blocks of a row are deflated with the first as their
dictionary: values of one kind are much alike.
"""

import pickle
import zlib
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, cast, overload

from carrom.data import changed
from carrom.game.state import Judged
from carrom.server.films.values_only import unpickled

T = TypeVar("T")

KEPT = 2
"""The newest values that are never packed."""


class Ledger(Generic[T]):
    """A row of values; equal to a tuple of the same, and used like one."""

    __slots__ = ("_block", "_blocks", "_tail")

    def __init__(self, block: int, blocks: "tuple[Block, ...]" = (), tail: tuple[T, ...] = ()) -> None:
        """Begin with packed blocks of so many values each, and the rest."""
        self._block, self._blocks, self._tail = block, blocks, tail

    @classmethod
    def of(cls, values: Sequence[T], block: int) -> "Ledger[T]":
        """Return a row of these values, packed in blocks of so many."""
        return values if isinstance(values, Ledger) else cls(block) + tuple(values)

    def __add__(self, more: tuple[T, ...]) -> "Ledger[T]":
        """Return the row with more at its end; packed is what has got old by that."""
        blocks, tail, size = self._blocks, self._tail + more, self._block
        while len(tail) >= size + KEPT:
            blocks, tail = (*blocks, self._packed(tail[:size], blocks)), tail[size:]
        return type(self)(size, blocks, tail)

    def __len__(self) -> int:
        """Return how many there are."""
        return self._block * len(self._blocks) + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        """Yield all, the oldest first."""
        for block in self._blocks:
            yield from self._unpacked(block)
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
        packed = self._block * len(self._blocks)
        if not 0 <= at < packed + len(self._tail):
            raise IndexError(f"{index} of a row of {len(self)}")
        if at >= packed:
            return self._tail[at - packed]
        return self._unpacked(self._blocks[at // self._block])[at % self._block]

    def first(self, number: int) -> "Ledger[T]":
        """Return the row of the first so many."""
        if number >= len(self):
            return self
        whole = min(number // self._block, len(self._blocks))
        return type(self)(self._block, self._blocks[:whole], self[whole * self._block : number])

    def __eq__(self, other: object) -> bool:
        """Whether another row, or a tuple, holds the same."""
        return isinstance(other, Ledger | tuple) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of a tuple of the same."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return it as a tuple is written."""
        return repr(tuple(self))

    def _packed(self, values: tuple[T, ...], before: "tuple[Block, ...]") -> "Block":
        """Return a block of values, which follows others."""
        return _deflated(pickle.dumps(values, pickle.HIGHEST_PROTOCOL), before), None

    def _unpacked(self, block: "Block") -> tuple[T, ...]:
        """Return the values of a block."""
        return cast(tuple[T, ...], unpickled(self._inflated(block)))

    def _inflated(self, block: "Block") -> bytes:
        """Return what was deflated."""
        first = zlib.decompress(self._blocks[0][0])
        return first if block is self._blocks[0] else zlib.decompressobj(zlib.MAX_WBITS, first).decompress(block[0])

    def _part(self, start: int, stop: int) -> tuple[T, ...]:
        """Return those from `start` to before `stop`."""
        first, packed = min(start // self._block, len(self._blocks)), self._block * len(self._blocks)
        found = [each for block in self._blocks[first : -(-stop // self._block)] for each in self._unpacked(block)]
        begins = first * self._block
        return tuple([*found, *(self._tail if stop > packed else ())][start - begins : stop - begins])


Block = tuple[bytes, object]
"""Values, packed, and what they share."""


class Rulings(Ledger[Judged]):
    """A row of rulings; the rule book, which all of one game share, is not packed but pointed at."""

    __slots__ = ()

    def _packed(self, values: tuple[Judged, ...], before: "tuple[Block, ...]") -> "Block":
        bare = tuple((each.event, changed(each.ruling, ruleset=None)) for each in values)
        return _deflated(pickle.dumps(bare, pickle.HIGHEST_PROTOCOL), before), values[0].ruling.ruleset

    def _unpacked(self, block: "Block") -> tuple[Judged, ...]:
        bare = unpickled(self._inflated(block))
        return tuple(Judged(event, changed(ruling, ruleset=block[1])) for event, ruling in bare)


def _deflated(pickled: bytes, before: tuple[Block, ...]) -> bytes:
    """Return what follows other blocks deflated, by the first of them."""
    if not before:
        return zlib.compress(pickled)
    packer = zlib.compressobj(zdict=zlib.decompress(before[0][0]))
    return packer.compress(pickled) + packer.flush()
