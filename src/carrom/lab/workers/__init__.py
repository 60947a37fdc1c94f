"""Jobs over many workers: in this process, in several processes, or on a Ray cluster."""

from carrom.lab.workers.pool import Engine, done

__all__ = ["Engine", "done"]
