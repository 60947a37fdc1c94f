"""HTTP operations that judge a case, simulate a stroke and draw a position, and pictures for link previews."""

import asyncio
import re
from contextlib import suppress
from typing import Annotated, Any, TypedDict
from urllib.parse import parse_qs

import msgspec
from msgspec import Meta
from starlette.responses import Response
from starlette.types import Scope

from carrom.board.disc import STRIKER
from carrom.board.notation import position_from, read_position, read_stroke, write_position
from carrom.board.picture import picture
from carrom.board.position import Position, check_position
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_spot, striker_at
from carrom.board.stroke import Stroke
from carrom.books.cases import decided
from carrom.draw.pixels import preview_png
from carrom.errors import CarromError, IllegalStroke
from carrom.game.events import Struck
from carrom.game.game import GameHistory
from carrom.physics.played import form
from carrom.physics.simulate import simulate
from carrom.protocol import SitterKind
from carrom.rules.ruleset import NAMES
from carrom.server.common import PAYER
from carrom.server.http.problem import Stop
from carrom.server.http.router import GET, JSON, PNG, POST, SVG, Nothing, Operation, OperationRequest, marked, told
from carrom.server.http.rule_books import Json, Language, language_of
from carrom.server.http.security import client_address
from carrom.server.http.static_files import IMAGE, SITE, PagePreview
from carrom.server.play.registry import GameRegistry
from carrom.tables.history import board_number
from carrom.tables.proposal import check_size
from carrom.tables.room import Room
from carrom.tables.seats import sitters_of
from carrom.tables.terms import GameSettings
from carrom.training.puzzles import puzzle_of
from carrom.values import Value

GROUP = "Laws and physics"
LONGEST = 65_536
"""Maximum size of a case in bytes."""
Micrometres = Annotated[int, Meta(ge=-(10**9), le=10**9)]


class ToSimulate(TypedDict, total=False):
    """A stroke to simulate, as in `carrom simulate`: lengths in µm, speeds in µm/s, spin in mrad/s."""

    position: dict[str, tuple[Micrometres, Micrometres] | None] | str
    stroke: dict[str, Micrometres] | str
    seat: Seat
    surface: str | dict[str, float | str]
    legal: bool


class Simulated(TypedDict):
    """The result of a simulation: see docs/reference/cli.md, `carrom simulate`."""

    rest: dict[str, tuple[int, int] | None]
    pocketed: list[str]
    touched: list[str]
    contacts: list[dict[str, Any]]
    duration: int


class PositionPictureQuery(Value, frozen=True, kw_only=True):
    """A position to draw."""

    p: Annotated[str, Meta(max_length=2000)] = "c1"
    """The position in notation; without it, the empty board."""
    seat: Seat = Seat.SOUTH
    """The seat at the bottom."""
    labels: bool = False
    """Whether each disc is labelled with its name."""
    size: Annotated[int, Meta(ge=32, le=4096)] = 480
    """Width and height in pixels."""


class PositionPreviewQuery(Value, frozen=True, kw_only=True):
    """A position to draw for a link preview."""

    p: Annotated[str, Meta(max_length=2000)] = "c1"
    """The position in notation; without it, the empty board."""


class OfCase(Value, frozen=True, kw_only=True):
    """The language of a decision."""

    language: Language = "en"


def machine_operations(registry: GameRegistry) -> tuple[Operation, ...]:
    """Return the operations; the work is done in the threads of `registry`."""

    async def judge(call: OperationRequest) -> Response:
        """Judge a case of the casebook."""
        case: dict[str, Any] = call.body
        if case.get("ruleset") not in NAMES:
            raise Stop(
                422, "illegal", f"unknown rule set {case.get('ruleset')!r:.60}; expected one of {', '.join(NAMES)}"
            )
        text, language = msgspec.json.encode(case), language_of(call.request)
        decision = await registry.in_thread(lambda: decided(text, language=language))
        if "error" in decision:
            raise Stop(422, "illegal", decision["error"])
        return told(decision)

    async def play(call: OperationRequest) -> Response:
        """Simulate a stroke."""
        asked: ToSimulate = call.body
        return told(await registry.in_thread(lambda: _simulated(asked)))

    async def draw(call: OperationRequest) -> Response:
        """Draw a position."""
        words: PositionPictureQuery = call.words

        def drawn() -> str:
            position = read_position(words.p)
            check_position(position)
            return picture(position, words.seat, words.labels, words.size)

        return marked(call.request, await registry.in_thread(drawn), media=SVG)

    async def preview(call: OperationRequest) -> Response:
        """Draw a position for a link preview."""
        words: PositionPreviewQuery = call.words

        def drawn() -> bytes:
            position = read_position(words.p)
            check_position(position)
            return preview_png(position)

        return marked(call.request, await registry.in_thread(drawn), media=PNG)

    return (
        Operation(
            "judge",
            GROUP,
            POST,
            "/api/judge",
            "Judge a case of the casebook: the consequences of a stroke and the clauses they rest on.",
            judge,
            Json,
            OfCase,
            dict[str, Any],
            media=JSON,
            cost=2,
            longest=LONGEST,
        ),
        Operation(
            "simulate",
            GROUP,
            POST,
            "/api/simulate",
            "Simulate a stroke from a position, and return where every disc comes to rest.",
            play,
            Simulated,
            Nothing,
            ToSimulate,
            cost=5,
        ),
        Operation(
            "picture",
            GROUP,
            GET,
            "/api/position.svg",
            "A position as an SVG picture.",
            draw,
            str,
            PositionPictureQuery,
            media=SVG,
            cost=1,
            marked=True,
        ),
        Operation(
            "preview",
            GROUP,
            GET,
            IMAGE,
            "A position as a PNG picture of 1200 × 630 pixels, for link previews.",
            preview,
            str,
            PositionPreviewQuery,
            media=PNG,
            cost=2,
            marked=True,
        ),
    )


def _simulated(asked: ToSimulate) -> dict[str, Any]:
    """Return the result of a simulation; raises `CarromError` or `Stop`."""
    if "position" not in asked or "stroke" not in asked:
        raise Stop(422, "malformed", "the fields position and stroke are required")
    position: Position = position_from(asked["position"])
    stroke, seat = _stroke(asked["stroke"]), asked.get("seat", Seat.SOUTH)
    check_size(stroke)
    if asked.get("legal", False):
        check_spot(position, seat, stroke)
    return form(simulate(position, stroke, seat, asked.get("surface", "club")))


def _stroke(given: dict[str, int] | str) -> Stroke:
    if isinstance(given, str):
        return read_stroke(given)
    names, needed = Stroke.__struct_fields__, ("x", "vx", "vy")
    if unknown := [name for name in given if name not in names]:
        raise IllegalStroke(f"the stroke has an unknown field {unknown[0]!r:.60}; expected {', '.join(names)}")
    if missing := [name for name in needed if name not in given]:
        raise IllegalStroke(f"the stroke has no field {missing[0]!r}; it needs {', '.join(needed)}")
    return Stroke(**given)


# -- link previews of games, puzzles and positions ---------------------------------------------------------------------
# A game has a preview of its own only if anybody may watch it. Every other game, and every name that is no game, has
# the site's preview, so that a preview does not reveal whether a game exists.


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
