"""A room with people and programs at it: one command at a time, stored, then told to everybody who follows.

A room is pure; a table gives it threads for the heavy work (a stroke to simulate, a program to think), the store, and
followers. Nothing here blocks the event loop.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from random import Random
from typing import TypeVar

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.player import Program
from carrom.server.door import Door
from carrom.server.room import Done, Proposal, Room
from carrom.server.store import Store

T = TypeVar("T")
log = logging.getLogger("carrom.server")

Follower = Callable[[str], None]
"""Takes one encoded message and returns at once."""


class Table:
    """One game that is being played."""

    def __init__(
        self,
        room: Room,
        door: Door,
        store: Store,
        programs: Mapping[Seat, Program],
        strokes: Executor,
        thoughts: Executor,
        chance: Random,
        now: Callable[[], int],
    ) -> None:
        """Put a room on a table.

        `programs` are named by their seats at the beginning; `strokes` and `thoughts` are the threads for simulating
        and for thinking, `now` returns ms since 1970.
        """
        self.room, self.door = room, door
        self._store, self._programs, self._chance, self._now = store, programs, chance, now
        self._strokes, self._thoughts = strokes, thoughts
        self._followers: set[Follower] = set()
        self._one_at_a_time = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None

    @property
    def is_quiet(self) -> bool:
        """Whether nobody follows and no program thinks, so that the table may be cleared."""
        return not self._followers and (self._thinking is None or self._thinking.done())

    def follow(self, follower: Follower, seen: int | None) -> None:
        """Send what came after version `seen` (or a snapshot), and every event from now on."""
        for text in self.room.since(seen):
            follower(text)
        self._followers.add(follower)
        self.wake()

    def leave(self, follower: Follower) -> None:
        """Send nothing more."""
        self._followers.discard(follower)

    async def command(self, command: protocol.GameCommand, yours: frozenset[Seat]) -> protocol.Accepted:
        """Do a command of who acts for the players `yours`, store what happened, tell everybody.

        Raises `Refuse` or `StoreError`, changing nothing.
        """
        async with self._one_at_a_time:
            proposal = await self._in(self._strokes, lambda: self.room.propose(command, yours, self._now()))
            if isinstance(proposal, Done):
                return protocol.Accepted(nonce=command.nonce, version=proposal.version)
            await self._commit(proposal)
        self.wake()
        return protocol.Accepted(nonce=command.nonce, version=self.room.version)

    async def replay(self, request: protocol.Replay) -> str:
        """Return a past stroke, encoded; raises `Refuse`."""
        return await self._in(self._strokes, lambda: self.room.replayed(request))

    def wake(self) -> None:
        """Let a program think, if the game waits for one and none thinks yet."""
        if self.room.actor in self._programs and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.get_running_loop().create_task(self._let_programs_act())

    async def close(self) -> None:
        """Stop thinking."""
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    async def _let_programs_act(self) -> None:
        """Act for the programs until a person is asked, or until nobody follows any more."""
        while self._followers and (sitter := self.room.actor) in self._programs:
            assert sitter is not None
            try:
                await self._let_program_act(sitter)
            except Exception:  # whatever it is, the person at the table must not wait for ever
                log.exception("the program at seat %s of game %s cannot act", sitter, self.room.name)
                self._tell(_STUCK)
                return

    async def _let_program_act(self, sitter: Seat) -> None:
        """Let one program think beside the table, and act unless something else happened meanwhile."""
        room, player, chance = self.room.frozen(), self._programs[sitter], Random(self._chance.getrandbits(64))
        seat = room.to_act
        assert seat is not None
        proposal = await self._in(self._thoughts, lambda: room.program_act(player, seat, chance, self._now()))
        async with self._one_at_a_time:
            if room.version == self.room.version:
                await self._commit(proposal)

    async def _commit(self, proposal: Proposal) -> None:
        """Store, then take over, then tell: in this order, so that what anybody has seen is never lost."""
        await self._in(self._strokes, lambda: self._store.append(self.room.name, proposal.stored))
        self._tell(self.room.commit(proposal))

    def _tell(self, text: str) -> None:
        for follower in tuple(self._followers):
            follower(text)

    async def _in(self, threads: Executor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


_STUCK = protocol.encode(
    protocol.Refused(
        nonce=None,
        code=protocol.Refusal.BROKEN,
        reason="The program could not find a stroke; the game is kept: undo, or reload the page to let it try again.",
    )
)
