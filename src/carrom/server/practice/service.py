"""The practice service: answers about boards set up by hand, without stored state."""

import asyncio
from collections.abc import Callable
from random import Random

from carrom import protocol
from carrom.errors import CarromError, SimulationDiverged
from carrom.practice_answers.answer import answer
from carrom.server.common.fair_executor import FairThreadPoolExecutor
from carrom.tables.errors import CommandRefused


class PracticeService:
    """Answers questions one at a time in its own thread, so that practice never delays a game."""

    def __init__(self, chance: Random, charge: Callable[[str, float], None] = lambda payer, seconds: None) -> None:
        """Draw aim errors from `chance`; `charge` is called with an address and the seconds of computing it used."""
        self._chance = chance
        self._thread = FairThreadPoolExecutor(1, "practice", charge)

    async def answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.TriedStroke:
        """Return the answer to a question; raises `CommandRefused` with one sentence."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, asked)
        except SimulationDiverged:
            raise
        except CarromError as fault:
            raise CommandRefused(protocol.Refusal.ILLEGAL, str(fault)) from None

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, asked: protocol.Question) -> protocol.Arranged | protocol.TriedStroke:
        return answer(asked, Random(self._chance.getrandbits(64)))
