"""The worker's entry point: `LocalTables` and `LocalSheets` over the browser's storage, in Pyodide."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random, SystemRandom
from typing import Any

from carrom.engine.program import Program
from carrom.errors import StoreError
from carrom.offline import small_numpy
from carrom.offline.outside import use_script
from carrom.offline.tables import LocalTables
from carrom.protocol import Arranged, Question, TriedStroke


class BrowserStorage:
    """Games or score sheets in IndexedDB; `script` is the object of `web/src/offline/storage.ts`."""

    def __init__(self, script: Any) -> None:
        """Use that object, whose promises fail with one sentence as their message."""
        self._script = script

    async def made_with(self, nonce: str) -> str | None:
        """Return the game that the command with this nonce created, or None."""
        return _text(await _done(self._script.madeWith(nonce)))

    async def load(self, game: str) -> str | None:
        """Return a game with its events, or None."""
        return _text(await _done(self._script.load(game)))

    async def write(self, game: str, nonce: str | None, row: str, events: str) -> None:
        """Store a game's row and its new events."""
        await _done(self._script.write(game, nonce or "", row, events))

    async def remove(self, game: str) -> None:
        """Delete a game with its events."""
        await _done(self._script.remove(game))

    async def own(self, game: str, patience: float) -> bool:
        """Make this page the only one that plays the game."""
        return bool(await _done(self._script.own(game, patience)))

    def disown(self) -> None:
        """Let another page play the game."""
        self._script.disown()


async def _done(promise: Any) -> Any:
    """Return a promise's result. Raises `StoreError` with the message of its failure."""
    from pyodide.ffi import JsException

    try:
        return await promise
    except JsException as error:
        raise StoreError(str(getattr(error, "message", error))) from None


def _text(found: Any) -> str | None:
    return found if isinstance(found, str) else None


class EngineLoader:
    """The engine, loaded when it is first needed."""

    def __init__(self, script: Any) -> None:
        """Use `script`, the object of `web/src/offline/engine.js`."""
        self._script, self._is_loaded = script, False
        self._chance = SystemRandom()

    def player(self, level: str) -> Program:
        """Return the computer at a level."""
        self.load()
        from carrom.engine.player import level as level_player

        return level_player(level)

    def answer(self, asked: Question) -> Arranged | TriedStroke:
        """Answer a question about a board set up by hand."""
        self.load()
        from carrom.practice_answers import answer

        return answer(asked, Random(self._chance.getrandbits(64)))

    def load(self) -> None:
        """Make the engine's modules importable."""
        if not self._is_loaded:
            small_numpy.install()
            use_script(self._script)
            self._is_loaded = True


Hear = Callable[[str], None]
Ask = Callable[[str, str, str, str], Awaitable[tuple[int, str, str]]]


def start(storage: Any, send: Callable[[str], None], engine: Any, sheet_storage: Any) -> tuple[Hear, Ask]:
    """Greet the page; return the function that takes its messages, which are answered in order, and the one that
    answers its requests. `sheet_storage` is another object like `storage`, for score sheets.
    """

    def now() -> int:
        return time.time_ns() // 1_000_000

    loader = EngineLoader(engine)
    tables = LocalTables(
        BrowserStorage(storage),
        send,
        now=now,
        chance=SystemRandom(),
        player=loader.player,
        answer=loader.answer,
    )
    tasks: set[asyncio.Task[None]] = set()

    def hear(text: str) -> None:
        task = asyncio.ensure_future(tables.hear(text))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    sheets = None

    async def ask(method: str, address: str, word: str, body: str) -> tuple[int, str, str]:
        nonlocal sheets
        if address.startswith("/sheets"):
            if sheets is None:
                from carrom.offline.sheets import LocalSheets

                sheets = LocalSheets(BrowserStorage(sheet_storage), now)
            return await sheets.answer(method, address, word, body)
        loader.load()
        from carrom.offline.requests import answer_request

        return await answer_request(tables, method, address, word, body)

    tables.greet()
    return hear, ask
