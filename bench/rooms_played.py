"""Write unfinished games into a database: a few random games, each stored many times."""

import gc
import sys
from enum import Enum
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import msgspec
from bench.lines import secret

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.storage.database import StoredEvent, StoredSeat
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tokens import hashed
from carrom.values import changed

LENGTHS = (40, 60, 80, 100, 120, 135, 150, 160)
"""Numbers of events of the random games; the stored games cycle through them."""
BOTH = frozenset({Seat.SOUTH, Seat.NORTH})


class Rooms:
    """Many stored games, with the keys of their two players and their number of spectators."""

    def __init__(self, number: int, seed: int, viewers: int = 0) -> None:
        """Play the random games."""
        self._told = [played(events, seed) for events in LENGTHS]
        self._rooms = [(f"room{index:08d}", secret(), secret(), secret()) for index in range(number)]
        self._viewers = viewers

    def keys(self) -> list[list[str | int]]:
        """Return for each game its id, the keys of south and north, the token of spectators, and their number."""
        return [[*room, self._viewers] for room in self._rooms]

    def held(self) -> list[int]:
        """Return the bytes in memory of each random game's room, without what all rooms share."""
        return [bytes_of(room, apart=played(2, 1)) for room, _ in self._told]

    def write(self, path: Path) -> None:
        """Write all games into the database at a path."""
        store = Store(path)
        store.database.db.execute("PRAGMA synchronous = OFF")  # type: ignore[attr-defined]
        for index, (name, south, north, watch) in enumerate(self._rooms):
            room, events = self._told[index % len(self._told)]
            keys = ((Seat.SOUTH, south), (Seat.NORTH, north))
            seats = tuple(StoredSeat(seat=seat, name=seat.capitalize(), hash=hashed(key)) for seat, key in keys)
            own = tuple(changed(each, nonce=each.nonce and secret()) for each in events)
            store.games.begin(name, secret(), room.setting.text(), own, seats, hashed(watch), hashed(secret()))
        store.close()


def played(events: int, seed: int) -> tuple[Room, tuple[StoredEvent, ...]]:
    """Return a room with an unfinished game of two people after this many random events, and the events."""
    while True:
        rng, at = Random(seed * 1000 + events), 0
        people = (Seat.SOUTH, Seat.NORTH)
        seats = tuple(protocol.SeatPlan(seat=seat, who=protocol.Who.HERE, name=seat.capitalize()) for seat in people)
        terms = protocol.Terms(seats=seats, first_break=Seat.SOUTH, length=protocol.Length.MATCH)
        room, stored = Room.begin("room00000000", terms, rng, at)
        while room.version < events and not room.is_over:
            at += 10_000
            proposal = room.propose(act(room, rng), BOTH, at)
            assert not isinstance(proposal, type(None))
            stored += proposal.stored  # type: ignore[union-attr]
            room.apply(proposal)  # type: ignore[arg-type]
        if not room.is_over:
            return room, stored
        seed += 1


def act(room: Room, rng: Random) -> protocol.GameCommand:
    """Return a random command of the player in turn."""
    state = protocol.decode_server(room.snapshot(0))
    assert isinstance(state, protocol.Snapshot)
    assert state.state is not None
    common: dict[str, Any] = {"nonce": f"nonce{rng.getrandbits(64):020d}", "version": room.version}
    match state.state.expected:
        case (protocol.ExpectStrike(seat=seat, intervals=intervals),):
            span = rng.choice(intervals)
            x, speed = rng.randint(span.lo, span.hi), rng.uniform(1, 4)
            return protocol.Strike(**common, seat=seat, stroke=Stroke.aimed(x, rng.uniform(-30, 30), speed, span.y))
        case (protocol.ExpectPlace(seat=seat, disc=disc, spots=spots),):
            return protocol.Place(**common, seat=seat, disc=disc, at=rng.choice(spots))
        case (protocol.ExpectDemand(seat=seat),):
            return protocol.Demand(**common, seat=seat, points=0)
        case _:
            return protocol.Next(**common, seat=Seat.SOUTH)


_NOT_OURS = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Enum)


def bytes_of(value: object, apart: object = None) -> int:
    """Return the bytes of all objects that a value references, except those that `apart` references too."""
    seen: set[int] = set()
    _reached(apart, seen)
    return _reached(value, seen)


def _reached(value: object, seen: set[int]) -> int:
    total, stack = 0, [value]
    while stack:
        each = stack.pop()
        if id(each) in seen or isinstance(each, _NOT_OURS):
            continue
        seen.add(id(each))
        if isinstance(each, msgspec.Raw):
            total += len(bytes(each))
            continue
        total += sys.getsizeof(each)
        if isinstance(each, dict):
            stack += each
        stack += gc.get_referents(each)
        if isinstance(each, msgspec.Struct):
            stack += [getattr(each, name) for name in each.__struct_fields__]
    return total
