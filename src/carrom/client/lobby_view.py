"""The lobby, put together from a snapshot and the changes after it."""

from carrom.protocol.http.lobby import LobbyChanged, LobbySnapshot, OpenSeek, WatchableGame
from carrom.values import changed


class LobbyView:
    """The open seeks and the games that can be watched, as far as a stream of the lobby has been read."""

    def __init__(self) -> None:
        """Begin empty, before the first snapshot."""
        self.version: str | None = None
        self.seeks: dict[str, OpenSeek] = {}
        self.playing: dict[str, WatchableGame] = {}

    def apply(self, line: LobbySnapshot | LobbyChanged) -> bool:
        """Apply a line; return False if a change before it is missing, so that a new snapshot is needed."""
        if isinstance(line, LobbySnapshot):
            self.seeks = {seek.id: seek for seek in line.seeks}
            self.playing = {game.game: game for game in line.playing}
            self.version = line.version
            return True
        if line.after != self.version:
            self.version = None
            return False
        self.seeks |= {seek.id: seek for seek in line.seeks.added}
        for seek in line.seeks.changed:
            self.seeks[seek.id] = changed(self.seeks[seek.id], sitters=seek.sitters, open=seek.open)
        for id in line.seeks.removed:
            self.seeks.pop(id, None)
        self.playing |= {game.game: game for game in line.playing.added}
        for game in line.playing.changed:
            self.playing[game.game] = changed(
                self.playing[game.game], score=game.score, games=game.games, board=game.board
            )
        for name in line.playing.removed:
            self.playing.pop(name, None)
        self.version = line.version
        return True
