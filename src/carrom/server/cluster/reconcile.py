"""Reconciliation: once a second, compare the games followed here with the database."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Protocol

from carrom.errors import StoreError
from carrom.server.cluster.event_log import GameEventLog
from carrom.server.cluster.heartbeat import Heartbeat
from carrom.storage.database import KINDS, Database

log = logging.getLogger("carrom.server")

EVERY = 1.0
"""Seconds between two sweeps."""


class FollowedGame(Protocol):
    """A game or a tie that is followed here."""

    @property
    def log(self) -> GameEventLog:
        """Its event log, as far as this process knows it."""

    @property
    def waits(self) -> bool:
        """Whether it has an open seat, whose taking does not change the row's seal."""

    def look_soon(self) -> None:
        """Schedule reading new events."""


Followed = Callable[[], Mapping[str, FollowedGame]]
"""Returns what is followed here of one kind, by id."""


class Reconciler:
    """Compares everything followed at one process with the database."""

    def __init__(self, database: Database, peers: Heartbeat, answered: Callable[[], None], *followed: Followed) -> None:
        """Compare games, ties and umpires' sheets, in the order of `database.KINDS`.

        `answered` is called each time the database has answered.
        """
        self._database, self._peers, self._answered, self._followed = database, peers, answered, followed
        self._task: asyncio.Task[None] | None = None
        self.found = 0
        """How many changes were found that the bus had not delivered."""

    def begin(self) -> None:
        """Start sweeping."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def close(self) -> None:
        """Stop sweeping, and delete this process's presence."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            async with asyncio.timeout(1):
                await asyncio.to_thread(self._peers.end)
        except (StoreError, TimeoutError) as fault:
            log.info("Could not remove this process from the database (%s); its entry will expire.", fault)

    async def once(self) -> None:
        """Sweep once; raises `StoreError`."""
        self._peers.take_notice(await asyncio.to_thread(self._peers.beat))
        self._answered()
        for kind, followed in zip(KINDS, self._followed, strict=False):
            names = list(followed())
            seals = await asyncio.to_thread(self._seals, kind.word, names) if names else {}
            for name, kept in followed().items():
                if name in seals and (seals[name] != kept.log.mark.seal or kept.waits):
                    self.found += 1
                    kept.look_soon()

    async def _go_on(self) -> None:
        while True:
            try:
                await self.once()
            except StoreError as fault:
                log.warning("%s", fault)
            except Exception:  # any error: without the sweep, changes lost by the bus would stay unnoticed
                log.exception("comparing rooms in memory with the database failed")
            await asyncio.sleep(EVERY)

    def _seals(self, kind: str, names: list[str]) -> dict[str, bytes]:
        question = f"SELECT id, seal FROM {kind} WHERE id IN (SELECT json_array_elements_text(?::json))"
        return dict(self._database.ask(question, (json.dumps(names),)))
