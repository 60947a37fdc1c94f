"""Law, simulation and pictures over HTTP: what `carrom judge`, `simulate` and `draw` do."""

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
from carrom.errors import IllegalStroke
from carrom.physics.json_form import form
from carrom.physics.simulate import simulate
from carrom.rules.ruleset import NAMES
from carrom.server.api.rule_books import Json, Language, language_of
from carrom.server.http.operation import GET, JSON, POST, SVG, Call, Nothing, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked, told
from carrom.server.live_games.registry import GameRegistry
from carrom.tables.errors import check_size
from carrom.values import Value

GROUP = "Law and board"
LONGEST = 65_536
"""Bytes of a case."""
Micrometres = Annotated[int, Meta(ge=-(10**9), le=10**9)]


class ToSimulate(TypedDict, total=False):
    """A stroke to be played, as `carrom simulate` takes it: lengths in µm, speeds in µm/s, spin in mrad/s."""

    position: dict[str, tuple[Micrometres, Micrometres] | None] | str
    stroke: dict[str, Micrometres] | str
    seat: Seat
    surface: str | dict[str, float | str]
    legal: bool


class Simulated(TypedDict):
    """What became of it: docs/reference/cli.md, `carrom simulate`."""

    rest: dict[str, tuple[int, int] | None]
    pocketed: list[str]
    touched: list[str]
    contacts: list[dict[str, Any]]
    duration: int


class OfPicture(Value, frozen=True, kw_only=True):
    """A position to be drawn."""

    p: Annotated[str, Meta(max_length=2000)] = "c1"
    """In notation; the empty board where it is left out."""
    seat: Seat = Seat.SOUTH
    """Who sits at the bottom."""
    labels: bool = False
    """Whether each disc's name is written on it."""
    size: Annotated[int, Meta(ge=32, le=4096)] = 480
    """Width and height in pixels."""


class OfCase(Value, frozen=True, kw_only=True):
    """How a case is told."""

    language: Language = "en"


def machine_operations(lobby: GameRegistry) -> tuple[Operation, ...]:
    """Return the rows of the table; what takes long is done in the threads of a lobby."""

    async def judge(call: Call) -> Response:
        """Decide one case of the casebook's form."""
        case: dict[str, Any] = call.body
        if case.get("ruleset") not in NAMES:
            raise Stop(
                422, "illegal", f"the rule set is {case.get('ruleset')!r:.60}; expected one of {', '.join(NAMES)}"
            )
        text, language = msgspec.json.encode(case), language_of(call.request)
        decision = await lobby.in_thread(lambda: decided(text, language=language))
        if "error" in decision:
            raise Stop(422, "illegal", decision["error"])
        return told(decision)

    async def play(call: Call) -> Response:
        """Play one stroke."""
        asked: ToSimulate = call.body
        return told(await lobby.in_thread(lambda: _simulated(asked)))

    async def draw(call: Call) -> Response:
        """Draw a position."""
        words: OfPicture = call.words

        def drawn() -> str:
            position = read_position(words.p)
            check_position(position)
            return picture(position, words.seat, words.labels, words.size)

        return marked(call.request, await lobby.in_thread(drawn), media=SVG)

    return (
        Operation(
            "judge",
            GROUP,
            POST,
            "/api/judge",
            "Decide a case of the casebook: what a stroke led to, with the clauses that it rests on.",
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
            "Play a stroke in a position, and tell where everything comes to rest.",
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
            "A position as a picture.",
            draw,
            str,
            OfPicture,
            media=SVG,
            cost=1,
            marked=True,
        ),
    )


def _simulated(asked: ToSimulate) -> dict[str, Any]:
    """Return what becomes of a stroke; raises `CarromError` or `Stop`."""
    if "position" not in asked or "stroke" not in asked:
        raise Stop(422, "malformed", "a stroke to play needs a position and a stroke")
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
        raise IllegalStroke(f"{unknown[0]!r:.60} is no part of a stroke; there are {', '.join(names)}")
    if missing := [name for name in needed if name not in given]:
        raise IllegalStroke(f"the stroke has no {missing[0]!r}; it needs {', '.join(needed)}")
    return Stroke(**given)
