"""Jobs over many workers."""

from carrom.lab.workers.pool import Engine, done

__all__ = ["Engine", "done"]
