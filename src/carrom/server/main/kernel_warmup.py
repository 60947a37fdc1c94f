"""Compile the physics kernel in the background while the first strokes are interpreted."""

import gc
import logging
import threading
from collections.abc import Callable

from carrom.protocol import Kernel

log = logging.getLogger("carrom.server")


class KernelWarmup:
    """How far the kernel is."""

    def __init__(self, settles: bool = False) -> None:
        """Begin cold; a process that `settles` lets its collector look no more at what it holds once it is warm."""
        self.kernel, self._settles = Kernel.WARMING, settles

    def begin(self, told: Callable[[], None]) -> None:
        """Warm the kernel in a thread of its own; `told` is called, from that thread, when it is done."""
        threading.Thread(target=self._warm, args=(told,), name="warm", daemon=True).start()

    def _warm(self, told: Callable[[], None]) -> None:
        try:
            self.kernel = Kernel.COMPILED if _compiled() else Kernel.INTERPRETED
        except Exception:
            log.exception(
                "the kernel could not be compiled; strokes stay interpreted, which is slower and just as exact"
            )
            self.kernel = Kernel.INTERPRETED
        if self._settles:
            gc.collect()
            gc.freeze()
        told()


def _compiled() -> bool:
    """Compile kernel and search in this thread; return whether this machine has a compiler for them."""
    from carrom.engine.rollouts.runner import warm

    return warm()
