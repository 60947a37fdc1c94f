"""Compile the physics kernel in the background while the first strokes are interpreted."""

import gc
import logging
import threading
from collections.abc import Callable

from carrom.protocol import KernelStatus

log = logging.getLogger("carrom.server")


class KernelWarmup:
    """The compilation of the physics kernel and its state."""

    def __init__(self, settles: bool = False) -> None:
        """Start interpreted; with `settles`, move all objects out of garbage collection after the compilation."""
        self.kernel, self._settles = KernelStatus.WARMING, settles

    def begin(self, told: Callable[[], None]) -> None:
        """Compile the kernel in a thread, and call `told` from that thread when it is done."""
        threading.Thread(target=self._warm, args=(told,), name="warm", daemon=True).start()

    def _warm(self, told: Callable[[], None]) -> None:
        try:
            self.kernel = KernelStatus.COMPILED if _compiled() else KernelStatus.INTERPRETED
        except Exception:
            log.exception(
                "the kernel could not be compiled; strokes are interpreted, which is slower but gives the same results"
            )
            self.kernel = KernelStatus.INTERPRETED
        if self._settles:
            gc.collect()
            gc.freeze()
        told()


def _compiled() -> bool:
    """Compile kernel and search in this thread; return whether this machine has a compiler for them."""
    from carrom.engine.rollouts.runner import warm

    return warm()
