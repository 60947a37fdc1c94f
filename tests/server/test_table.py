"""A live game with clients and computer players: order, thinking time, and errors."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from agreed import against

from carrom import protocol
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import StoreError
from carrom.game.game import GameHistory
from carrom.protocol import decode_server
from carrom.server.ops.bus import InProcess
from carrom.server.ops.cluster import LocalPresence
from carrom.server.ops.event_log import ReplicatedLog
from carrom.server.play.live_game import LiveGame
from carrom.server.play.services import GameServices, GameThreads
from carrom.storage.database import LogPosition
from carrom.storage.store import Store
from carrom.tables.room import Room
from carrom.tables.terms import Access

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
GENTLE = Stroke(0, 0, 300_000)
WHEN = 1_800_000_000_000


class Program:
    """A computer player that thinks until the test lets it answer."""

    def __init__(self, stroke: Stroke = GENTLE) -> None:
        self.stroke, self.asked, self.times = stroke, threading.Event(), 0
        self.may_answer = threading.Event()
        self.may_answer.set()

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        self.asked.set()
        self.times += 1
        assert self.may_answer.wait(10)
        return self.stroke

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        return None

    def demand(self, game: GameHistory, seat: Seat) -> int:
        return 0


async def no_rematch(room: Room, access: Access) -> str:
    raise AssertionError("nobody asks for a rematch")


class Evening:
    """A live game against a computer player, and the messages its one follower receives."""

    def __init__(self, program: Program, breaker: Seat = NORTH) -> None:
        room, stored = Room.begin("game-0001", against(first=breaker), Random(1), WHEN)
        self.store = Store(":memory:")
        self.store.games.begin("game-0001", "n" * 16, room.setting.text(), stored)
        strokes, thoughts = ThreadPoolExecutor(2), ThreadPoolExecutor(1)
        services = GameServices(
            store=self.store,
            threads=GameThreads(strokes=strokes, appends=strokes, thoughts=thoughts),
            chance=Random(1),
            now=lambda: WHEN,
            rematch=no_rematch,
        )
        mark = LogPosition(room.version, b"", b"")
        log = ReplicatedLog(self.store.games, room.name, mark, InProcess(), LocalPresence(lambda: WHEN))
        self.table = LiveGame(room, Access(seats=()), log, {NORTH: program}, services)
        self.heard: list[protocol.ServerMessage] = []
        self.something = asyncio.Event()
        self.table.follow(self.hear, None)

    def hear(self, text: str) -> None:
        self.heard.append(decode_server(text))
        self.something.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the received messages meet a condition."""
        async with asyncio.timeout(20):
            while not condition():
                self.something.clear()
                await self.something.wait()

    def played(self) -> int:
        return sum(isinstance(message, protocol.Played) for message in self.heard)


def in_a_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Run an asynchronous test in its own event loop."""

    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@in_a_loop
async def test_the_program_plays_until_a_person_is_asked() -> None:
    evening = Evening(Program())
    await evening.until(lambda: evening.played() == 3)
    assert evening.table.room.to_act is SOUTH
    stored = evening.store.games.load("game-0001")
    assert stored is not None
    assert len(stored.events) == evening.table.room.version


@in_a_loop
async def test_a_program_that_thinks_blocks_nobody_and_answers_to_the_newest_version_only() -> None:
    program = Program()
    evening = Evening(program, SOUTH)
    yours = frozenset({SOUTH})
    for number in range(3):
        strike = protocol.Strike(
            nonce=f"nonce-{number:016d}", version=evening.table.room.version, seat=SOUTH, stroke=GENTLE
        )
        if number == 2:
            program.may_answer.clear()
        await evening.table.submit(strike, yours)
    assert await asyncio.to_thread(program.asked.wait, 10), "it thinks"
    undo = protocol.Undo(nonce="undo" * 4, version=evening.table.room.version, seat=SOUTH)
    await asyncio.wait_for(evening.table.submit(undo, yours), 5)
    version = evening.table.room.version
    program.may_answer.set()
    await asyncio.sleep(0.2)
    assert evening.table.room.version == version
    assert evening.table.room.to_act is SOUTH
    assert not [message for message in evening.heard if isinstance(message, protocol.Refused)], (
        "nobody hears of a late thought"
    )
    await evening.table.close()


@in_a_loop
async def test_a_program_does_not_think_for_an_empty_room() -> None:
    program = Program()
    program.may_answer.clear()
    evening = Evening(program)
    assert await asyncio.to_thread(program.asked.wait, 10), "it thinks"
    evening.table.leave(evening.hear)
    program.may_answer.set()
    async with asyncio.timeout(10):
        while not evening.table.is_quiet:
            await asyncio.sleep(0.01)
    assert evening.table.room.version == 3, "the stroke that was being thought of is played, and no other"
    evening.table.follow(evening.hear, None)
    await evening.until(lambda: evening.played() == 2)


class Broken(Program):
    """A computer player with a bug."""

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        raise ZeroDivisionError


@in_a_loop
async def test_a_program_with_a_bug_is_told_and_does_not_let_a_person_wait() -> None:
    evening = Evening(Broken())
    await evening.until(lambda: any(isinstance(message, protocol.Refused) for message in evening.heard))
    assert evening.table.is_quiet is False
    assert evening.table.room.version == 2


@in_a_loop
async def test_a_full_disk_in_the_programs_turn_is_called_a_full_disk() -> None:
    evening = Evening(program := Program())
    program.may_answer.clear()

    def full(*_: object, **__: object) -> None:
        raise StoreError("The database games.db cannot be used: database or disk is full.")

    evening.store.games.append_batches = full  # type: ignore[method-assign]
    program.may_answer.set()
    await evening.until(lambda: any(isinstance(message, protocol.Refused) for message in evening.heard))
    refused = next(message for message in evening.heard if isinstance(message, protocol.Refused))
    assert "database or disk is full" in refused.reason
    assert "could not find a stroke" not in refused.reason
    assert evening.table.room.version == 2


@in_a_loop
async def test_a_program_that_asks_for_the_impossible_is_told_and_the_game_stays() -> None:
    evening = Evening(Program(Stroke(190_000, 0, 1_000_000)))
    await evening.until(lambda: any(isinstance(message, protocol.Refused) for message in evening.heard))
    refused = evening.heard[-1]
    assert isinstance(refused, protocol.Refused)
    assert refused.code is protocol.Refusal.BROKEN
    assert evening.table.room.version == 2


@in_a_loop
async def test_two_commands_at_once_are_done_one_after_the_other() -> None:
    evening = Evening(Program(), SOUTH)
    version = evening.table.room.version
    strikes = [
        protocol.Strike(nonce=f"nonce-{number:016d}", version=version, seat=SOUTH, stroke=GENTLE) for number in range(2)
    ]
    done = await asyncio.gather(
        *(evening.table.submit(strike, frozenset({SOUTH})) for strike in strikes), return_exceptions=True
    )
    assert [type(each).__name__ for each in done] == ["Accepted", "CommandRefused"]
    assert evening.table.room.version == version + 1


@in_a_loop
async def test_who_comes_while_the_program_thinks_does_not_let_it_think_twice() -> None:
    program = Program()
    program.may_answer.clear()
    evening = Evening(program)
    assert await asyncio.to_thread(program.asked.wait, 10)
    version = evening.table.room.version
    for _ in range(3):
        evening.table.follow(evening.hear, None)
    program.may_answer.set()
    await evening.until(lambda: evening.played() == 3)
    await asyncio.sleep(0.2)
    assert evening.table.room.version == version + 3
    assert program.times == 3, "one thought a stroke"
    assert not [message for message in evening.heard if isinstance(message, protocol.Refused)]
    await evening.table.close()
