"""Link previews of games, puzzles and positions: what their addresses show on other sites.

A game has a preview of its own only if anybody may watch it. Every other game, and every name that is no game, has the
site's preview, so that a preview does not reveal whether a game exists.
"""

import asyncio
import re
from contextlib import suppress
from urllib.parse import parse_qs

from starlette.types import Scope

from carrom.board.disc import STRIKER
from carrom.board.notation import read_position, write_position
from carrom.board.placement.striker_spots import striker_at
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.validity import check_position
from carrom.errors import CarromError
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.protocol import SitterKind
from carrom.server.common.fair_executor import PAYER
from carrom.server.http.page_previews import SITE, PagePreview
from carrom.server.http.security import client_address
from carrom.server.live_games.registry import GameRegistry
from carrom.tables.log.history import board_number
from carrom.tables.room import Room
from carrom.tables.seats import sitters_of
from carrom.tables.terms import GameSettings
from carrom.training.puzzles.library import puzzle_of

PATIENCE = 1.0
"""Seconds that a page waits for its preview; after that it has the site's."""
_GAME = re.compile(r"/(?:game|analysis)/([A-Za-z0-9_-]{1,64})")
_PUZZLE = re.compile(r"/puzzles/([1-9][0-9]{0,4})")


class LinkPreviews:
    """The previews of one server's pages."""

    def __init__(self, games: GameRegistry) -> None:
        """Show the games of `games` that anybody may watch."""
        self._games = games

    async def of(self, scope: Scope) -> PagePreview:
        """Return the preview of a page; the site's if the page has none of its own, or if it cannot be read in time."""
        PAYER.set(client_address(scope))
        with suppress(CarromError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await self._found(scope["path"], parse_qs(scope.get("query_string", b"").decode("latin-1")))
        return SITE

    async def _found(self, path: str, query: dict[str, list[str]]) -> PagePreview:
        if (puzzle := _PUZZLE.fullmatch(path)) is not None:
            return await self._games.in_thread(lambda: _of_puzzle(int(puzzle[1])))
        if path == "/analysis" and "p" in query:
            return await self._games.in_thread(lambda: _of_position(query["p"][0]))
        if (game := _GAME.fullmatch(path)) is not None:
            room = await self._games.active.public_room(game[1])
            if room is not None and room.has_begun:
                return await self._games.in_thread(lambda: game_preview(room, _number(query.get("stroke", [""])[0])))
        return SITE


def _number(text: str) -> int | None:
    """Return the number of a stroke in a query; None if it is none."""
    return int(text) if re.fullmatch("[1-9][0-9]{0,4}", text) else None


def _of_puzzle(number: int) -> PagePreview:
    """Return the preview of a puzzle, without its solution; raises `RefusedRequest` if there is none."""
    puzzle = puzzle_of(number)
    colour = "white" if puzzle.white is Seat.SOUTH else "black"
    return PagePreview(
        title=f"Carrom puzzle {number}",
        description=f"You play {colour} from the bottom. Find the best stroke. Rating {puzzle.rating}.",
        position=puzzle.position,
    )


def _of_position(text: str) -> PagePreview:
    """Return the preview of a position set up for analysis; raises `CarromError` if it is not legal."""
    position = read_position(text)
    check_position(position)
    pieces = sum(disc is not STRIKER for disc in position.discs)
    return PagePreview(
        title="A carrom position",
        description=f"{pieces} {'piece' if pieces == 1 else 'pieces'} on the board. Open it to analyse the strokes.",
        position=write_position(position),
    )


def game_preview(room: Room, number: int | None) -> PagePreview:
    """Return the preview of a game at a stroke, or as it stands.

    A rated game in play is shown before its last stroke, so that nobody can help a player.
    """
    history = room.history
    assert history is not None, "a game that has begun has a history"
    strokes, game = history.strokes, history.game
    is_delayed = room.setting.pool is not None and not room.is_over
    if number is not None and number > len(strokes):
        number = None
    if number is None and is_delayed and strokes:
        number = len(strokes)
    title = _names(game, room.setting)
    if number is None:
        standing = "Final score" if room.is_over else f"Board {board_number(game)}, score"
        return _shown(title, f"{standing} {_score(game)}. {game.rules.title}.", game.position)
    event = strokes[number - 1].event
    before, struck = GameHistory.fold(game.events[:event], game.rules), game.events[event]
    assert isinstance(struck, Struck), "the history names the event of each stroke"
    board = f"Stroke {number}, board {board_number(before)}, score {_score(before)}. {game.rules.title}."
    position = struck.rack or before.position
    if position is not None and struck.stroke is not None:
        position = position.having(STRIKER, striker_at(struck.seat, struck.stroke.x, struck.stroke.y))
    return _shown(title, board, position)


def _shown(title: str, description: str, position: Position | None) -> PagePreview:
    text = None if position is None else write_position(position)
    return PagePreview(title=title, description=description, position=text)


def _score(game: GameHistory) -> str:
    return "–".join(str(points) for points in game.score)


def _names(game: GameHistory, setting: GameSettings) -> str:
    """Return who plays, partners together: "Asha & Ben – Computer & Computer"."""
    names = {each.seat: "Computer" if each.kind is SitterKind.PROGRAM else each.name for each in setting.sitters}
    return " – ".join(" & ".join(names[seat] for seat in sitters_of(game, side)) for side in game.state.sides)
