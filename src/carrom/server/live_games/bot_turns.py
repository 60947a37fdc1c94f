"""Engine players (bots) of a live game: they think and move on their turn while the game has subscribers."""

import asyncio
import logging
from collections.abc import Mapping
from random import Random

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.play.program import Program
from carrom.errors import EngineError, SetupError, StoreError
from carrom.server.live_games.audience import Audience
from carrom.server.live_games.open_game import OpenGame
from carrom.server.live_games.replica import Replica

log = logging.getLogger("carrom.server")


class BotTurns:
    """The engine players of one game."""

    def __init__(self, game: OpenGame, audience: Audience, replica: Replica, programs: Mapping[Seat, Program]) -> None:
        """Create the engine players; `programs` are keyed by their initial seats."""
        self._game, self._audience, self._replica, self._programs = game, audience, replica, programs
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether an engine player is thinking."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Start an engine player if it is its turn and none is thinking.

        If another process computes the turn, start here only after that process has been silent for a while.
        """
        loop = asyncio.get_running_loop()
        wait = self._game.others_think_until - loop.time()
        self._cancel_later()
        if wait > 0:
            self._later = loop.call_later(wait, self.wake)
        elif self._game.room.actor in self._programs and not self.is_under_way:
            self._task = loop.create_task(self._play())

    def forget(self) -> None:
        """Cancel the scheduled start."""
        self._cancel_later()

    async def close(self) -> None:
        """Cancel all thinking."""
        self._cancel_later()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _cancel_later(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _awaited(self) -> Seat | None:
        """Return the player in turn, by initial seat; None without subscribers, or while computed elsewhere."""
        others = self._game.others_think_until > asyncio.get_running_loop().time()
        return self._game.room.actor if self._audience.subscribers and not others else None

    async def _play(self) -> None:
        """Act until it is a person's turn or the game has no subscribers."""
        while (player := self._awaited()) in self._programs:
            assert player is not None
            try:
                await self._act(self._programs[player])
            except StoreError as fault:
                log.error("%s", fault)
                self._audience.broadcast(_not_stored(fault))
                return
            except SetupError as fault:  # an engine that this server was not started with
                self._audience.broadcast(protocol.encode(_broken(str(fault))))
                return
            except Exception:  # any error: the person at the table must not wait forever
                log.exception("the computer at seat %s of game %s cannot act", player, self._game.room.name)
                self._audience.broadcast(_STUCK)
                return

    async def _act(self, program: Program) -> None:
        """Compute a program's action, and append it unless the game has changed meanwhile."""
        game = self._game
        room, chance = game.room.frozen(), Random(game.services.chance.getrandbits(64))
        seat, failure = room.to_act, ""
        assert seat is not None
        try:
            proposal = await game.services.think(
                program, lambda: self._audience.with_film(room.program_act(program, seat, chance, game.now))
            )
        except EngineError as fault:
            failure = str(fault)
            log.error("%s (game %s)", failure, room.name)
            proposal = await game.services.compute(lambda: room.failed(seat, failure, game.now()))
        async with game.lock:
            is_current = room.version == game.room.version
            if is_current:
                await self._replica.append_or_read(proposal)
        if failure and is_current:  # after the result, since the page drops a message at the next event
            self._audience.broadcast(protocol.encode(_broken(f"{failure.rstrip('.')}, so it has lost this game.")))
        self._audience.set_timer()


def _not_stored(fault: StoreError) -> str:
    """Return the message that the program's action could not be stored."""
    return protocol.encode(_broken(f"{fault} The computer is waiting: reload the page to let it try again."))


def _broken(reason: str) -> protocol.Refused:
    return protocol.Refused(nonce=None, code=protocol.Refusal.BROKEN, reason=reason)


_STUCK = protocol.encode(
    protocol.Refused(
        nonce=None,
        code=protocol.Refusal.BROKEN,
        reason="The computer could not find a stroke. Undo, or reload the page to let it try again.",
    )
)
