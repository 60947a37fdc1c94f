"""A compressed append-only sequence: the newest values uncompressed, older ones compressed in blocks.

An event of a game takes about 2.6 kB as a value, most of it the resting place of every disc, and about 100 bytes
compressed. Old values are rarely needed: they are encoded as msgpack in groups and appended to an open block, which is
deflated when it is full, with the first block as dictionary. A value is decoded by its declared type on access;
checkpoints, which are authenticated, store the blocks unchanged.

Decoded values are equal to the originals. Access time grows with the part requested; convert the sequence to a tuple
before accessing it in random order. The middle blocks of long sequences are stored on disk (`spill_file.py`).
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
"""Bytes of the length before each group in a block."""

KEPT, STEP = 2, 4
"""Number of newest values that are never compressed, and number of values per group."""
NEAR = 4
"""Number of newest full blocks that stay in memory, besides the first."""


class Codec(Protocol[T]):
    """Encoding of values of one kind."""

    def pack(self, values: tuple[T, ...]) -> "Packed":
        """Return values as bytes, and the object they share, which is not encoded."""

    def unpack(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Decode values. Raises the errors of msgspec."""


class Typed(Generic[T]):
    """Values encoded by their declared type."""

    def __init__(self, kind: Any) -> None:
        """Encode values of this type."""
        self._decoder = msgspec.msgpack.Decoder(tuple[kind, ...])

    def pack(self, values: tuple[T, ...]) -> "Packed":
        """Return values as bytes; they share nothing."""
        return _ENCODER.encode(values), None

    def unpack(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Decode values."""
        found: tuple[T, ...] = self._decoder.decode(body)
        return found


class RulingCodec:
    """Rulings, encoded without the rule book that all rulings of a game share."""

    def __init__(self) -> None:
        """Create the encodable form of a ruling."""
        self._plain = Plain[Ruling](Ruling, frozenset({"ruleset"}))
        self._decoder = msgspec.msgpack.Decoder(tuple[tuple[int, self._plain.type], ...])  # type: ignore[name-defined]

    def pack(self, values: tuple[Judged, ...]) -> "Packed":
        """Return rulings as bytes, and their rule book."""
        plain = tuple((each.event, self._plain.of(each.ruling)) for each in values)
        return _ENCODER.encode(plain), values[0].ruling.ruleset if values else None

    def unpack(self, body: bytes, shared: object) -> tuple[Judged, ...]:
        """Decode rulings, with the shared rule book."""
        plain = self._decoder.decode(body)
        return tuple(Judged(event, self._plain.back(each, ruleset=shared)) for event, each in plain)


_ENCODER = msgspec.msgpack.Encoder()
ANYTHING: Codec[Any] = Typed[Any](Any)
"""Numbers, texts and bytes."""
RULINGS = RulingCodec()


class CompressedSequence(Generic[T]):
    """A sequence of values, equal to a tuple of the same values and used like one."""

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
        """Create a sequence of `old` values in blocks of `steps` groups, and the newest values."""
        self._steps, self._codec = steps, codec
        self._blocks, self._open, self._old, self._tail = blocks, opened, old, tail

    @classmethod
    def of(cls, values: Sequence[T], steps: int, codec: Codec[T] = ANYTHING) -> "CompressedSequence[T]":
        """Return a sequence of these values, with blocks of `steps` groups."""
        return values if isinstance(values, CompressedSequence) else cls(steps, codec) + tuple(values)

    @property
    def _size(self) -> int:
        """Number of values in a full block."""
        return STEP * self._steps

    def __add__(self, more: tuple[T, ...]) -> "CompressedSequence[T]":
        """Return the sequence with values appended; values that are no longer among the newest are compressed."""
        blocks, opened, old, tail = self._blocks, self._open, self._old, self._tail + more
        while len(tail) >= STEP + KEPT:
            packed, shared = self._codec.pack(tail[:STEP])
            step = len(packed).to_bytes(_LENGTH, "big") + packed
            opened, old, tail = (opened[0] + step, shared), old + STEP, tail[STEP:]
            if old % self._size == 0:
                blocks, opened = _closed(blocks, opened), (b"", None)
        return CompressedSequence(self._steps, self._codec, blocks, opened, old, tail)

    def written(self) -> "Written":
        """Return the stored form: all blocks, but not the shared object."""
        return Written(tuple(bytes(body) for body, _ in self._blocks), self._open[0], self._codec.pack(self._tail)[0])

    @classmethod
    def read(cls, steps: int, codec: Codec[T], written: "Written", shared: object = None) -> "CompressedSequence[T]":
        """Return a sequence from its stored form; blocks are decoded on access. Raises `StoreError`."""
        blocks: tuple[Block, ...] = tuple((body, shared) for body in written.blocks)
        far = max(1, len(blocks) - NEAR)
        blocks = (*blocks[:1], *map(_laid, blocks[1:far]), *blocks[far:])
        old = STEP * (steps * len(blocks) + sum(1 for _ in _steps(written.opened)))
        return cls(steps, codec, blocks, (written.opened, shared), old, _unpacked(codec, written.tail, shared))

    def __len__(self) -> int:
        """Return the number of values."""
        return self._old + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        """Yield all values, the oldest first."""
        for number in range(len(self._blocks) + 1):
            yield from self._values(number)
        yield from self._tail

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """Return a value, or a slice as a tuple; only the blocks needed are decoded."""
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            return self._part(start, max(start, stop)) if step == 1 else tuple(self)[index]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"index {index} is out of range for {len(self)} values")
        if at >= self._old:
            return self._tail[at - self._old]
        return self._values(at // self._size)[at % self._size]

    def first(self, number: int) -> "CompressedSequence[T]":
        """Return the sequence of the first `number` values."""
        if number >= len(self):
            return self
        whole = min(number // self._size, len(self._blocks))
        row = CompressedSequence(self._steps, self._codec, self._blocks[:whole], old=whole * self._size)
        return row + self[whole * self._size : number]

    def __eq__(self, other: object) -> bool:
        """Return whether another sequence or tuple has the same values."""
        return isinstance(other, CompressedSequence | tuple) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of the tuple of the same values."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return the representation of the tuple of the same values."""
        return repr(tuple(self))

    def _steps_of(self, body: bytes, shared: object) -> tuple[T, ...]:
        """Decode all groups of a block. Raises `StoreError`."""
        return tuple(value for step in _steps(body) for value in _unpacked(self._codec, step, shared))

    def _values(self, number: int) -> tuple[T, ...]:
        """Return the values of a block; the number after the last is the open block."""
        if number == len(self._blocks):
            return self._steps_of(*self._open)
        return self._steps_of(_inflated(number, self._blocks), self._blocks[number][1])

    def _part(self, start: int, stop: int) -> tuple[T, ...]:
        """Return the values from `start` up to, not including, `stop`."""
        if start >= self._old:
            return self._tail[start - self._old : stop - self._old]
        first, last = start // self._size, min((stop - 1) // self._size, len(self._blocks))
        found = [value for number in range(first, last + 1) for value in self._values(number)]
        begins = first * self._size
        return tuple([*found, *(self._tail if stop > self._old else ())][start - begins : stop - begins])


class Written(Value, frozen=True, array_like=True):
    """The stored form of a sequence."""

    blocks: tuple[bytes, ...]
    """Full blocks, deflated."""
    opened: bytes
    tail: bytes


Packed = tuple[bytes, object]
"""Encoded values, and the object they share."""
Block = tuple[bytes | Spilled, object]
"""The same, deflated."""


def _steps(body: bytes) -> Iterator[bytes]:
    """Yield the groups of a block."""
    at = 0
    while at < len(body):
        begins, at = at + _LENGTH, at + _LENGTH + int.from_bytes(body[at : at + _LENGTH], "big")
        yield body[begins:at]


def _unpacked(codec: Codec[T], body: bytes, shared: object) -> tuple[T, ...]:
    try:
        return codec.unpack(body, shared)
    except msgspec.MsgspecError as fault:
        raise StoreError(f"A stored sequence cannot be read: {fault}.") from None


def _closed(blocks: tuple[Block, ...], opened: Packed) -> tuple[Block, ...]:
    """Return the blocks with one more, deflated; the oldest block in memory moves to disk."""
    if len(blocks) > NEAR:
        blocks = (*blocks[:-NEAR], _laid(blocks[-NEAR]), *blocks[1 - NEAR :])
    packer = zlib.compressobj(zdict=_inflated(0, blocks)) if blocks else zlib.compressobj()
    return (*blocks, (trimmed(packer.compress(opened[0]) + packer.flush()), opened[1]))


def _inflated(number: int, blocks: tuple[Block, ...]) -> bytes:
    """Return the content of a block."""
    first = inflated(bytes(blocks[0][0]))
    return first if number == 0 else inflated(bytes(blocks[number][0]), first)


def _laid(block: Block) -> Block:
    """Return the block, moved to disk."""
    body, shared = block
    return (ATTIC.lay(body) if isinstance(body, bytes) else body), shared
