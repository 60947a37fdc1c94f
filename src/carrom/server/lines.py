"""The lines of a game's history, each made once."""

from collections.abc import Callable

from carrom import protocol
from carrom.server.film import past_of
from carrom.server.history import Shown

Telling = Callable[[tuple[Shown, ...]], tuple[protocol.PastStroke, ...]]


class Lines:
    """Kept beside a room; what is not there is made anew, so that it never changes what anybody is told."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: tuple[tuple[Shown, protocol.PastStroke], ...] = ()

    def of(self, strokes: tuple[Shown, ...]) -> tuple[protocol.PastStroke, ...]:
        """Return the lines of a history; only those that are new are made."""
        kept, same = self._kept, 0
        for (known, _), shown in zip(kept, strokes, strict=False):
            if known is not shown:
                break
            same += 1
        new = tuple((shown, past_of(shown, number)) for number, shown in enumerate(strokes[same:], same + 1))
        self._kept = kept[:same] + new
        return tuple(line for _, line in self._kept)
