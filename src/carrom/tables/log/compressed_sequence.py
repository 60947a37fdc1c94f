"""A compressed append-only sequence: the newest values as they are, older ones compressed in blocks.

The events of a game take 2.6 kB each as values, most of it where every disc came to rest, and 100 bytes packed; a
stroke needs none of the old ones. What has got old is written as msgpack, a few together, and goes into an open block,
which is deflated once it is full: values of one kind are much alike, and the first block is the dictionary of the
others. A value is decoded by its declared type when it is asked for; checkpoints, which are authenticated, carry the
blocks as they are.
What is packed comes out equal, in a time that grows with what is asked for: whoever goes through a row in an order of
his own takes a tuple of it first. Of a long row the blocks of finished boards lie on the disk (`attic.py`).
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar, overload

import msgspec

from carrom.errors import StoreError
from carrom.game.state import Judged
from carrom.rules.ruling import Ruling
from carrom.tables.log.msgpack_codec import Plain, inflated
from carrom.tables.log.spill_file import ATTIC, Spilled
from carrom.tables.log.trim import trimmed
from carrom.values import Value

T = TypeVar("T")
_LENGTH = 4
"""Bytes before each step of a block that say how long it is."""

KEPT, STEP = 2, 4
"""The newest values that are never packed, and how many are packed at a time."""
NEAR = 4
"""The newest full blocks, which stay in memory; so does the first."""


class Codec(Protocol[T]):
    """How values of one kind are written."""

    def pack(self, values: tuple[T, ...]) -> "Packed":
        """Return some values as bytes, and what they share, which is not written."""

    def unpack(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Return what was written; raises what msgspec raises."""


class Typed(Generic[T]):
    """Values that are written as they are, by their type."""

    def __init__(self, kind: Any) -> None:
        """Write values of this type."""
        self._decoder = msgspec.msgpack.Decoder(tuple[kind, ...])

    def pack(self, values: tuple[T, ...]) -> "Packed":
        """Return some values as bytes; they share nothing."""
        return _ENCODER.encode(values), None

    def unpack(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Return what was written."""
        found: tuple[T, ...] = self._decoder.decode(body)
        return found


class RulingCodec:
    """Rulings; the rule book, which all of one game share, is not written."""

    def __init__(self) -> None:
        """Prepare the plain twin of a ruling."""
        self._plain = Plain[Ruling](Ruling, frozenset({"ruleset"}))
        self._decoder = msgspec.msgpack.Decoder(tuple[tuple[int, self._plain.type], ...])  # type: ignore[name-defined]

    def pack(self, values: tuple[Judged, ...]) -> "Packed":
        """Return some rulings as bytes, and their rule book."""
        plain = tuple((each.event, self._plain.of(each.ruling)) for each in values)
        return _ENCODER.encode(plain), values[0].ruling.ruleset if values else None

    def unpack(self, body: bytes, shared: object) -> tuple[Judged, ...]:
        """Return what was written, with the rule book that is shared."""
        plain = self._decoder.decode(body)
        return tuple(Judged(event, self._plain.back(each, ruleset=shared)) for event, each in plain)


_ENCODER = msgspec.msgpack.Encoder()
ANYTHING: Codec[Any] = Typed[Any](Any)
"""Numbers, texts and bytes."""
RULINGS = RulingCodec()


class CompressedSequence(Generic[T]):
    """A row of values; equal to a tuple of the same, and used like one."""

    __slots__ = ("_blocks", "_codec", "_old", "_open", "_steps", "_tail")

    def __init__(
        self,
        steps: int,
        codec: Codec[T] = ANYTHING,
        blocks: "tuple[Block, ...]" = (),
        opened: "Packed" = (b"", None),
        old: int = 0,
        tail: tuple[T, ...] = (),
    ) -> None:
        """Begin with `old` values, in blocks that are full after so many steps and an open one, and the newest."""
        self._steps, self._codec = steps, codec
        self._blocks, self._open, self._old, self._tail = blocks, opened, old, tail

    @classmethod
    def of(cls, values: Sequence[T], steps: int, codec: Codec[T] = ANYTHING) -> "CompressedSequence[T]":
        """Return a row of these values, packed in blocks that are full after so many steps."""
        return values if isinstance(values, CompressedSequence) else cls(steps, codec) + tuple(values)

    @property
    def _size(self) -> int:
        """How many values a full block has."""
        return STEP * self._steps

    def __add__(self, more: tuple[T, ...]) -> "CompressedSequence[T]":
        """Return the row with more at its end; packed is what has got old by that."""
        blocks, opened, old, tail = self._blocks, self._open, self._old, self._tail + more
        while len(tail) >= STEP + KEPT:
            packed, shared = self._codec.pack(tail[:STEP])
            step = len(packed).to_bytes(_LENGTH, "big") + packed
            opened, old, tail = (opened[0] + step, shared), old + STEP, tail[STEP:]
            if old % self._size == 0:
                blocks, opened = _closed(blocks, opened), (b"", None)
        return CompressedSequence(self._steps, self._codec, blocks, opened, old, tail)

    def written(self) -> "Written":
        """Return it as it is stored: everything, wherever it lies, but what its values share."""
        return Written(tuple(bytes(told) for told, _ in self._blocks), self._open[0], self._codec.pack(self._tail)[0])

    @classmethod
    def read(cls, steps: int, codec: Codec[T], written: "Written", shared: object = None) -> "CompressedSequence[T]":
        """Return a row that this program wrote; its blocks are decoded when they are asked for. Raises `StoreError`."""
        blocks: tuple[Block, ...] = tuple((body, shared) for body in written.blocks)
        far = max(1, len(blocks) - NEAR)
        blocks = (*blocks[:1], *map(_laid, blocks[1:far]), *blocks[far:])
        old = STEP * (steps * len(blocks) + sum(1 for _ in _steps(written.opened)))
        return cls(steps, codec, blocks, (written.opened, shared), old, _unpacked(codec, written.tail, shared))

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

    def first(self, number: int) -> "CompressedSequence[T]":
        """Return the row of the first so many."""
        if number >= len(self):
            return self
        whole = min(number // self._size, len(self._blocks))
        row = CompressedSequence(self._steps, self._codec, self._blocks[:whole], old=whole * self._size)
        return row + self[whole * self._size : number]

    def __eq__(self, other: object) -> bool:
        """Whether another row, or a tuple, holds the same."""
        return isinstance(other, CompressedSequence | tuple) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of a tuple of the same."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return it as a tuple is written."""
        return repr(tuple(self))

    def _steps_of(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Return the values of one step after another; raises `StoreError`."""
        return tuple(value for step in _steps(body) for value in _unpacked(self._codec, step, shared))

    def _values(self, number: int) -> tuple[T, ...]:
        """Return the values of a block; after the last comes the open one."""
        if number == len(self._blocks):
            return self._steps_of(*self._open)
        return self._steps_of(_inflated(number, self._blocks), self._blocks[number][1])

    def _part(self, start: int, stop: int) -> tuple[T, ...]:
        """Return those from `start` to before `stop`."""
        if start >= self._old:
            return self._tail[start - self._old : stop - self._old]
        first, last = start // self._size, min((stop - 1) // self._size, len(self._blocks))
        found = [value for number in range(first, last + 1) for value in self._values(number)]
        begins = first * self._size
        return tuple([*found, *(self._tail if stop > self._old else ())][start - begins : stop - begins])


class Written(Value, frozen=True, array_like=True):
    """A row of values as it is stored."""

    blocks: tuple[bytes, ...]
    """Those that are full, deflated."""
    opened: bytes
    tail: bytes


Packed = tuple[bytes, object]
"""Values as bytes, and what they share."""
Block = tuple[bytes | Spilled, object]
"""The same, deflated."""


def _steps(body: bytes) -> Iterator[bytes]:
    """Yield one step of a block after another."""
    at = 0
    while at < len(body):
        begins, at = at + _LENGTH, at + _LENGTH + int.from_bytes(body[at : at + _LENGTH], "big")
        yield body[begins:at]


def _unpacked(codec: Codec[T], body: bytes, shared: object) -> tuple[T, ...]:
    try:
        return codec.unpack(body, shared)
    except msgspec.MsgspecError as fault:
        raise StoreError(f"A row of values cannot be read: {fault}.") from None


def _closed(blocks: tuple[Block, ...], opened: Packed) -> tuple[Block, ...]:
    """Return blocks and one more, deflated; of many the middle lies on the disk."""
    if len(blocks) > NEAR:
        blocks = (*blocks[:-NEAR], _laid(blocks[-NEAR]), *blocks[1 - NEAR :])
    packer = zlib.compressobj(zdict=_inflated(0, blocks)) if blocks else zlib.compressobj()
    return (*blocks, (trimmed(packer.compress(opened[0]) + packer.flush()), opened[1]))


def _inflated(number: int, blocks: tuple[Block, ...]) -> bytes:
    """Return what was deflated as one of these blocks."""
    first = inflated(bytes(blocks[0][0]))
    return first if number == 0 else inflated(bytes(blocks[number][0]), first)


def _laid(block: Block) -> Block:
    """Return a block that lies on the disk."""
    told, shared = block
    return (ATTIC.lay(told) if isinstance(told, bytes) else told), shared
