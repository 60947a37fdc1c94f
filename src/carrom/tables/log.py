"""What a table holds in memory: compressed sequences of values, the spill file, and the backlog of messages."""

import tempfile
import threading
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Generic, Protocol, TypeVar, get_type_hints, overload

import msgspec

from carrom.errors import StoreError
from carrom.game.state import Judged
from carrom.rules.ruling import Ruling
from carrom.values import Value

# -- values as msgpack, decoded only by their declared types -----------------------------------------------------------
# A value with a rule book, which consists of functions, is encoded without it, as a struct of its other fields. The
# reader supplies the rule book.


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


# -- the spill file: bytes that are rarely needed, on disk -------------------------------------------------------------
# If it is full, the bytes stay in memory. It never has the only copy of anything: the event log has all.


_SLOT = 256
"""Size of a slot in bytes; every entry takes a whole number of slots, so that freed space can be reused."""


class SpillFile:
    """A spill file; may be used from any thread."""

    def __init__(self) -> None:
        """Create no file yet."""
        self._lock = threading.Lock()
        self._file: IO[bytes] | None = None
        self._folder: Path | None = None
        self._free: defaultdict[int, list[int]] = defaultdict(list)
        self._end = 0

    def lies_in(self, folder: Path) -> None:
        """Create the file in this folder when it is first needed, instead of the folder for temporary files."""
        self._folder = folder

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self._end

    def lay(self, content: bytes) -> "Spilled | bytes":
        """Store bytes; return a reference to them, or the bytes themselves if there is no room."""
        slots = -(-len(content) // _SLOT)
        with self._lock:
            try:
                if self._file is None:
                    self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115 (open for good)
                at = self._free[slots].pop() if self._free[slots] else self._end
                self._file.seek(at)
                if self._file.write(content) != len(content):
                    return content
            except OSError:
                return content
            self._end = max(self._end, at + slots * _SLOT)
        return Spilled(self, at, len(content))

    def read(self, at: int, size: int) -> bytes:
        """Read bytes. Raises `StoreError`."""
        with self._lock:
            try:
                assert self._file is not None, "stored bytes are in a file"
                self._file.seek(at)
                found = self._file.read(size)
            except OSError as error:
                raise StoreError(f"The file of old events cannot be read: {error.strerror}.") from error
        if len(found) != size:
            raise StoreError("The file of old events is truncated.")
        return found

    def free(self, at: int, size: int) -> None:
        """Mark space as free. It takes no lock, because the garbage collector may call it at any time."""
        self._free[-(-size // _SLOT)].append(at)


class Spilled:
    """A reference to bytes in a spill file: `bytes()` reads them, and their space is freed with the reference."""

    __slots__ = ("_at", "_attic", "_size")

    def __init__(self, attic: SpillFile, at: int, size: int) -> None:
        """Store the place of the bytes."""
        self._attic, self._at, self._size = attic, at, size

    def __bytes__(self) -> bytes:
        """Read the bytes. Raises `StoreError`."""
        return self._attic.read(self._at, self._size)

    def __del__(self) -> None:
        """Free the space."""
        self._attic.free(self._at, self._size)


ATTIC = SpillFile()
"""The spill file of this process."""


# -- long-lived bytes in memory of exactly their size ------------------------------------------------------------------


def trimmed(made: bytes) -> bytes:
    """Return a copy of the bytes.

    `zlib` returns the start of a 16 kB buffer cut to length. Thousands of such results, stored for long, would fragment
    the memory.
    """
    return bytes(memoryview(made))


# -- a compressed append-only sequence ---------------------------------------------------------------------------------
# An event of a game takes about 2.6 kB as a value, most of it the resting place of every disc, and about 100 bytes
# compressed. Old values are rarely needed: they are encoded as msgpack in groups and appended to an open block, which
# is deflated when it is full, with the first block as dictionary. A value is decoded by its declared type on access;
# checkpoints, which are authenticated, store the blocks unchanged.
#
# Decoded values are equal to the originals. Access time grows with the part requested; convert the sequence to a tuple
# before accessing it in random order. The middle blocks of long sequences are stored on disk.


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


# -- compressed websocket messages, deflated once for every receiver ---------------------------------------------------
# A client requests compression with `/ws?films=deflated`. A long message is then one binary frame with its text as raw
# deflate (RFC 1951); nothing else is compressed. Other clients receive text.


LEAST = 512
"""Minimum length of a compressed message, in bytes."""
LEVEL = 4
"""Compression level; takes two thirds of the time of zlib's default, for 5 % more bytes."""
WINDOW, MEMORY = 13, 7
"""Window and memory settings large enough for an animation; they need 96 kB for a short time."""
ASKED = "films=deflated"
"""Query string of a connection with compression."""


class CompressedMessage(str):
    """A text together with its deflated form, and, for a stroke with its film, the message without the film."""

    __slots__ = ("packed", "without_film")
    packed: bytes
    without_film: "CompressedMessage"
    """The message for connections that decline films; the message itself if it has no film."""

    @classmethod
    def of(
        cls, text: str, packed: bytes | None = None, without_film: "CompressedMessage | None" = None
    ) -> "CompressedMessage":
        """Return a text with its deflated form, compressing it in this thread if necessary."""
        packet = cls(text)
        packet.packed = deflated(text.encode()) if packed is None else packed
        packet.without_film = packet if without_film is None else without_film
        return packet

    @classmethod
    def unpacked(cls, packed: bytes) -> "CompressedMessage":
        """Return the message for a deflated text."""
        return cls.of(unpacked(packed).decode(), packed)


def is_packed(query: str) -> bool:
    """Return whether a query string requests compression."""
    return ASKED in query.split("&")


def deflated(content: bytes) -> bytes:
    """Return bytes as raw deflate."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)
    return trimmed(packer.compress(content) + packer.flush())


def unpacked(packed: bytes) -> bytes:
    """Return the content of raw deflate bytes."""
    return zlib.decompress(packed, -zlib.MAX_WBITS)


def on_a_packed_line(text: str) -> str | bytes:
    """Return what a compressed connection sends: bytes for a long message, else text."""
    if isinstance(text, CompressedMessage):
        return text.packed
    return text if len(text) < LEAST else deflated(text.encode())


# -- the message backlog, for clients that reconnect -------------------------------------------------------------------


class _Cached(Value, frozen=True):
    """A message, deflated, and the version that it led to."""

    version: int
    packed: bytes | None
    """With its film; None for a stroke whose film nobody needed."""
    without_film: bytes


class MessageBacklog:
    """The last messages, each with the version that it led to."""

    def __init__(self, most: int, version: int) -> None:
        """Store at most `most` messages, starting at `version`."""
        self._most, self._cached = most, list[_Cached]()
        self._since = self._version = version

    def begin(self, version: int) -> None:
        """Restart at a version without a message; clients with an older version need a snapshot."""
        self._since = self._version = version

    def add(self, version: int, message: CompressedMessage, *, has_film: bool) -> None:
        """Store a message; a stroke's message may lack its film."""
        if len(self._cached) == self._most:
            self._since = self._cached.pop(0).version
        self._cached.append(_Cached(version, message.packed if has_film else None, message.without_film.packed))
        self._version = version

    def since(self, seen: int | None, *, films: bool) -> tuple[str, ...] | None:
        """Return the messages after version `seen`, with or without films; None if one of them is not stored."""
        if seen is None or not self._since <= seen <= self._version:
            return None
        missed = [each for each in self._cached if each.version > seen]
        packed = [each.packed if films else each.without_film for each in missed]
        if None in packed:
            return None
        return tuple(CompressedMessage.unpacked(each) for each in packed if each is not None)
