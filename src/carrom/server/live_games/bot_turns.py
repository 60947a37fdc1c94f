"""Engine players of a live game: think and move while it is their turn and somebody follows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from carrom import protocol
from carrom.board.seat import Seat
from carrom.engine.play.program import Program
from carrom.errors import SetupError, StoreError

log = logging.getLogger("carrom.server")


class BotTurns:
    """The programs of one game."""

    def __init__(
        self,
        game: str,
        programs: Mapping[Seat, Program],
        asked: Callable[[], Seat | None],
        act: Callable[[Program], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        """Seat the programs, named by their seats at the beginning.

        `asked` says whose act is awaited while somebody follows, `act` lets a program think and act, `tell` tells all.
        """
        self._game, self._programs, self._asked, self._act, self._tell = game, programs, asked, act, tell
        self._task: asyncio.Task[None] | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether a program thinks."""
        return self._task is not None and not self._task.done()

    def wake(self, actor: Seat | None) -> None:
        """Let the programs act if `actor` is one and none thinks yet."""
        if actor in self._programs and not self.is_under_way:
            self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def close(self) -> None:
        """Stop thinking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _go_on(self) -> None:
        """Act until a person is asked, or until nobody follows any more."""
        while (sitter := self._asked()) in self._programs:
            assert sitter is not None
            try:
                await self._act(self._programs[sitter])
            except StoreError as fault:
                log.error("%s", fault)
                self._tell(_not_kept(fault))
                return
            except SetupError as fault:  # an engine that the server was not started with
                self._tell(protocol.encode(_broken(str(fault))))
                return
            except Exception:  # whatever it is, the person at the table must not wait for ever
                log.exception("the program at seat %s of game %s cannot act", sitter, self._game)
                self._tell(_STUCK)
                return


def _not_kept(fault: StoreError) -> str:
    """Return what the table is told when the program's act could not be stored."""
    return protocol.encode(_broken(f"{fault} The program waits: reload the page to let it try again."))


def _broken(reason: str) -> protocol.Refused:
    return protocol.Refused(nonce=None, code=protocol.Refusal.BROKEN, reason=reason)


_STUCK = protocol.encode(
    protocol.Refused(
        nonce=None,
        code=protocol.Refusal.BROKEN,
        reason="The program could not find a stroke; the game is kept: undo, or reload the page to let it try again.",
    )
)
