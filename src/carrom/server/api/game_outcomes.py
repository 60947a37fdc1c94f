"""Outcomes of finished games for lists, cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

from carrom.errors import CarromError
from carrom.game.game import GameHistory
from carrom.protocol.http.games import Ended, GameSummary, How
from carrom.server.live_games.registry import GameRegistry
from carrom.tables.seats import sitters_of
from carrom.tables.turn_clock import who_called_off
from carrom.values import changed

REMEMBERED = 10_000
"""Maximum number of cached outcomes; the least recently used are evicted."""
_HOW = {"played": How.PLAYED, "retired": How.CONCEDED}


def ended(game: GameHistory) -> Ended | None:
    """Return the outcome of a game, None while it is under way."""
    result = game.result
    if result is None:
        return None
    how = How.CONCEDED if result.conceded else _HOW.get(result.how, How.FORFEITED)
    sides = game.state.sides
    return Ended(
        how=How.ABORTED if who_called_off(game) is not None else how,
        sides=tuple(sitters_of(game, side) for side in sides),
        winners=tuple(sides.index(side) for side in result.winners),
        score=result.score,
    )


class GameOutcomes:
    """A cache of the outcomes of finished games."""

    def __init__(self, lobby: GameRegistry) -> None:
        """Read the games of `lobby`."""
        self._lobby = lobby
        self._known: OrderedDict[tuple[str, int], Ended | None] = OrderedDict()

    async def with_results(self, lines: Iterable[GameSummary]) -> list[GameSummary]:
        """Return the list entries with the outcomes of the finished games."""
        return [line if line.ended is None else changed(line, result=await self._of(line)) for line in lines]

    async def _of(self, line: GameSummary) -> Ended | None:
        """Return the outcome of a game; None if the game cannot be read."""
        key = line.game, line.version
        if key not in self._known:
            try:
                found = ended(await self._lobby.active.game(line.game))
            except (CarromError, KeyError):
                return None
            self._known[key] = found
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            await asyncio.sleep(0)  # a long list must not block the event loop
        self._known.move_to_end(key)
        return self._known[key]
