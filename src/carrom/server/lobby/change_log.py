"""The lobby's change log: current snapshot, version and recent changes, each serialised once for all clients.

A version names the process and the number of changes so far. A client that sends a version of another process, or
one whose changes are no longer retained, gets a snapshot.
"""

import re
from collections import deque
from collections.abc import Iterable

import msgspec

from carrom.protocol.http.lobby import (
    LobbyChanged,
    LobbySnapshot,
    OpenSeek,
    PlayingChange,
    PlayingChanges,
    SeekChange,
    SeekChanges,
    WatchableGame,
)
from carrom.values import Value, changed

PAGE = 100
"""Seeks per line of a snapshot."""
RETAINED_CHANGES, RETAINED_BYTES = 1000, 256_000
"""How far back a client may resume: the number of changes and their total bytes."""
_VERSION = re.compile("([0-9a-f]{16})-([0-9]{1,15})", re.ASCII)


def is_version(text: str) -> bool:
    """Return whether a text has the form of a version, of any process."""
    return _VERSION.fullmatch(text) is not None


class ChangeLog:
    """The open seeks and watchable games as one process sees them, with recent changes."""

    def __init__(self, process: str) -> None:
        """Start empty at change 0; `process` is 16 hexadecimal digits unique to this process."""
        self._process = process
        self.number = 0
        """The number of changes so far."""
        self._seeks: dict[str, OpenSeek] = {}
        self._playing: dict[str, WatchableGame] = {}
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._snapshot: tuple[bytes, ...] = ()
        self._whole = b""

    @property
    def version(self) -> str:
        """The current version."""
        return self._version(self.number)

    def number_of(self, version: str | None) -> int | None:
        """Return the change number of a version; None for another process's version or one in the future."""
        found = None if version is None else _VERSION.fullmatch(version)
        if found is None or found[1] != self._process or int(found[2]) > self.number:
            return None
        return int(found[2])

    def update(self, seeks: Iterable[OpenSeek], playing: Iterable[WatchableGame]) -> bool:
        """Replace the state; if it differs, append the difference as one change and return True."""
        new_seeks = {each.id: each for each in seeks}
        new_playing = {each.game: each for each in playing}
        of_seeks = _seek_changes(self._seeks, new_seeks)
        of_playing = _playing_changes(self._playing, new_playing)
        self._seeks, self._playing = new_seeks, new_playing
        if of_seeks == SeekChanges() and of_playing == PlayingChanges():
            return False
        after, self.number = self.version, self.number + 1
        self._append(_line(LobbyChanged(after=after, version=self.version, seeks=of_seeks, playing=of_playing)))
        self._snapshot, self._whole = (), b""
        return True

    def since(self, number: int) -> bytes | None:
        """Return the lines of all changes after a number (may be empty); None if they are no longer retained."""
        missed = self.number - number
        if missed > len(self._lines):
            return None
        return b"".join([self._lines[place] for place in range(-missed, 0)])

    def forget(self) -> None:
        """Drop the retained changes, because they may hold old names; resuming clients get a snapshot."""
        self._lines.clear()
        self._bytes = 0
        self._snapshot, self._whole = (), b""

    def snapshot(self) -> tuple[bytes, ...]:
        """Return the current state as lines of at most `PAGE` seeks; only the last one carries the version."""
        if not self._snapshot:
            seeks = tuple(self._seeks.values())
            pages = [seeks[place : place + PAGE] for place in range(0, len(seeks), PAGE)] or [()]
            versions = [None] * (len(pages) - 1) + [self.version]
            first = LobbySnapshot(version=versions[0], seeks=pages[0], playing=tuple(self._playing.values()))
            rest = (
                LobbyChanged(after=None, version=version, seeks=SeekChanges(added=page), playing=PlayingChanges())
                for page, version in zip(pages[1:], versions[1:], strict=True)
            )
            self._snapshot = tuple(map(_line, (first, *rest)))
        return self._snapshot

    def whole(self) -> bytes:
        """Return the current state as one line."""
        if not self._whole:
            told = LobbySnapshot(
                version=self.version, seeks=tuple(self._seeks.values()), playing=tuple(self._playing.values())
            )
            self._whole = _line(told)
        return self._whole

    def _version(self, number: int) -> str:
        return f"{self._process}-{number}"

    def _append(self, line: bytes) -> None:
        self._lines.append(line)
        self._bytes += len(line)
        while len(self._lines) > RETAINED_CHANGES or (self._bytes > RETAINED_BYTES and len(self._lines) > 1):
            self._bytes -= len(self._lines.popleft())


def _seek_changes(before: dict[str, OpenSeek], after: dict[str, OpenSeek]) -> SeekChanges:
    added, moved = [], []
    for id, new in after.items():
        old = before.get(id)
        if old is new or old == new:
            continue
        if old is not None and changed(old, sitters=new.sitters, open=new.open) == new:
            moved.append(SeekChange(id=id, sitters=new.sitters, open=new.open))
        else:
            added.append(new)
    gone = tuple(id for id in before if id not in after)
    return SeekChanges(added=tuple(added), changed=tuple(moved), removed=gone)


def _playing_changes(before: dict[str, WatchableGame], after: dict[str, WatchableGame]) -> PlayingChanges:
    added, moved = [], []
    for game, new in after.items():
        old = before.get(game)
        if old == new:
            continue
        if old is not None and changed(old, score=new.score, games=new.games, board=new.board) == new:
            moved.append(PlayingChange(game=game, score=new.score, games=new.games, board=new.board))
        else:
            added.append(new)
    gone = tuple(game for game in before if game not in after)
    return PlayingChanges(added=tuple(added), changed=tuple(moved), removed=gone)


def _line(value: Value) -> bytes:
    return msgspec.json.encode(value) + b"\n"
