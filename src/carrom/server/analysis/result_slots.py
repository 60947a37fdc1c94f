"""Result slots: the latest line of each kind replaces the earlier ones."""

import threading

import msgspec

from carrom.values import Value


class _ResultSlot(Value, frozen=True, forbid_unknown_fields=False):
    """The fields that identify which earlier line a line replaces."""

    type: str
    number: int = 0


def slot_of(line: bytes) -> tuple[str, int]:
    """Return the slot of a line: a line replaces the earlier one in its slot."""
    slot = msgspec.json.decode(line, type=_ResultSlot)
    return slot.type, slot.number


class ResultSlots:
    """The results of a job so far, written by its thread and read by the event loop."""

    def __init__(self) -> None:
        """Start empty."""
        self._lines: dict[tuple[str, int], bytes] = {}
        self._lock, self._new = threading.Lock(), False

    def put(self, line: bytes) -> None:
        """Add a line at the end, replacing an earlier one of its kind."""
        slot = slot_of(line)
        with self._lock:
            self._lines.pop(slot, None)
            self._lines[slot] = line.strip()
            self._new = True

    def is_new(self) -> bool:
        """Return whether a line was added since the last call of `text`."""
        return self._new

    def text(self) -> str:
        """Return the current lines, in the order in which they were added."""
        with self._lock:
            self._new = False
            return "".join(line.decode() + "\n" for line in self._lines.values())
