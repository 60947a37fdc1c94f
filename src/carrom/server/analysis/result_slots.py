"""Result slots: the newest line of each kind replaces the one before."""

import threading

import msgspec

from carrom.values import Value


class _Slot(Value, frozen=True, forbid_unknown_fields=False):
    """What tells which earlier line a line takes the place of."""

    type: str
    number: int = 0


class ResultSlots:
    """What a job has found so far; put by its thread, read by the loop."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines: dict[tuple[str, int], bytes] = {}
        self._lock, self._new = threading.Lock(), False

    def put(self, line: bytes) -> None:
        """Add a line; it stands last."""
        slot = msgspec.json.decode(line, type=_Slot)
        with self._lock:
            self._lines.pop((slot.type, slot.number), None)
            self._lines[slot.type, slot.number] = line.strip()
            self._new = True

    def is_new(self) -> bool:
        """Whether something was put since `text` was asked for."""
        return self._new

    def text(self) -> str:
        """Return every line that counts, in the order of their coming."""
        with self._lock:
            self._new = False
            return "".join(line.decode() + "\n" for line in self._lines.values())
