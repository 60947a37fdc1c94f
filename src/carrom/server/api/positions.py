"""HTTP operations that judge a case, simulate a stroke and draw a position."""

from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carrom.board.notation import position_from, read_position, read_stroke
from carrom.board.picture import picture
from carrom.board.placement.striker_spots import check_spot
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.board.validity import check_position
from carrom.books.cases import decided
from carrom.draw.link_preview import preview_png
from carrom.errors import IllegalStroke
from carrom.physics.json_form import form
from carrom.physics.simulate import simulate
from carrom.rules.ruleset import NAMES
from carrom.server.api.rule_books import Json, Language, language_of
from carrom.server.http.operation import GET, JSON, PNG, POST, SVG, Nothing, Operation, OperationRequest
from carrom.server.http.page_previews import IMAGE
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked, told
from carrom.server.live_games.registry import GameRegistry
from carrom.tables.errors import check_size
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


def machine_operations(lobby: GameRegistry) -> tuple[Operation, ...]:
    """Return the operations; the work is done in the threads of `lobby`."""

    async def judge(call: OperationRequest) -> Response:
        """Judge a case of the casebook."""
        case: dict[str, Any] = call.body
        if case.get("ruleset") not in NAMES:
            raise Stop(
                422, "illegal", f"unknown rule set {case.get('ruleset')!r:.60}; expected one of {', '.join(NAMES)}"
            )
        text, language = msgspec.json.encode(case), language_of(call.request)
        decision = await lobby.in_thread(lambda: decided(text, language=language))
        if "error" in decision:
            raise Stop(422, "illegal", decision["error"])
        return told(decision)

    async def play(call: OperationRequest) -> Response:
        """Simulate a stroke."""
        asked: ToSimulate = call.body
        return told(await lobby.in_thread(lambda: _simulated(asked)))

    async def draw(call: OperationRequest) -> Response:
        """Draw a position."""
        words: PositionPictureQuery = call.words

        def drawn() -> str:
            position = read_position(words.p)
            check_position(position)
            return picture(position, words.seat, words.labels, words.size)

        return marked(call.request, await lobby.in_thread(drawn), media=SVG)

    async def preview(call: OperationRequest) -> Response:
        """Draw a position for a link preview."""
        words: PositionPreviewQuery = call.words

        def drawn() -> bytes:
            position = read_position(words.p)
            check_position(position)
            return preview_png(position)

        return marked(call.request, await lobby.in_thread(drawn), media=PNG)

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
