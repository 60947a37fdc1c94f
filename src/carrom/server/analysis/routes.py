"""HTTP routes of analyses: parameters from the query, results as a stream of lines."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from starlette.responses import Response

from carrom import protocol
from carrom.analysis.requests import Asked, AskedGame, Job, check
from carrom.board.notation import read_stroke
from carrom.game.notation.record import write_record
from carrom.server.analysis.searches import SearchManager
from carrom.server.http.operation import GET, LINES, Call, Operation
from carrom.server.http.responses import JsonResponse
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry
from carrom.tables.errors import CommandRefused
from carrom.tables.views.coaching import NO_COACH, may_be_coached
from carrom.values import Value

GROUP = "Analysis"
_OF_MOMENT = ("rules", "turn", "white", "queen", "attempt", "kept", "due", "score")
_HOW = ("surface", "hand", "lines", "seconds")
Word = Annotated[str, Meta(max_length=400)]


class OfPosition(Value, frozen=True, kw_only=True):
    """A position and how it is thought about."""

    p: Annotated[str, Meta(max_length=2000)]
    """The position in notation: the men that lie on the board."""
    rules: Word | None = None
    """The rule set."""
    turn: Word | None = None
    """The seat that plays."""
    white: Word | None = None
    """The seat whose side owns white."""
    queen: Word | None = None
    """`board`, or whose she is: `mover`, `opponent`, `pending`."""
    attempt: int | None = None
    """Of the break."""
    kept: Annotated[str, Meta(max_length=4000)] | None = None
    """What the server has said of a board that goes on."""
    due: tuple[int, ...] = ()
    """Men that each side owes."""
    score: tuple[int, ...] = ()
    """Points of each side before the board."""
    surface: Word | None = None
    hand: Word | None = None
    """A level, or the deviations of direction, speed and place."""
    lines: int | None = None
    """How many strokes are told."""
    seconds: float | None = None
    """For how long is thought."""


class OfStroke(OfPosition, frozen=True, kw_only=True):
    """A stroke in a position."""

    s: Annotated[str, Meta(max_length=200)]
    """The stroke in notation."""


class OfReview(Value, frozen=True, kw_only=True):
    """A finished game."""

    name: Annotated[str, Meta(max_length=64)]
    hand: Word | None = None
    seconds: float | None = None


class OfCoach(Value, frozen=True, kw_only=True):
    """A stroke of a game that one plays."""

    name: Annotated[str, Meta(max_length=64)]
    stroke: int
    """Its number, from 1, of the strokes that count."""
    hand: Word | None = None


def study_operations(studies: SearchManager, lobby: GameRegistry) -> tuple[Operation, ...]:
    """Return the addresses of analysis: the lines of a search, until there are no more or the reader has gone."""

    def told(call: Call, job: Job) -> Response:
        search = studies.open(job, call.payer)
        return JsonResponse(search.lines(), lambda: studies.leave(search))

    async def analysis(call: Call) -> Response:
        return told(call, await lobby.in_thread(lambda: question_of(call.words)))

    async def review(call: Call) -> Response:
        return told(call, await review_of(call, lobby))

    async def coach(call: Call) -> Response:
        words: OfCoach = call.words
        seated = await lobby.resume(protocol.Resume(game=words.name, key=call.word), call.account)
        table = seated.table
        if not seated.yours or not may_be_coached(table.room.setting, table.door):
            raise CommandRefused(protocol.Refusal.NOT_NOW, NO_COACH)
        game = table.room.game
        how = {"stroke": words.stroke} | ({} if words.hand is None else {"hand": words.hand})
        return told(call, await lobby.in_thread(lambda: _made({"record": write_record(game)} | how, AskedGame)))

    def row(name: str, path: str, sentence: str, does: Any, answers: Any, words: type[Value]) -> Operation:
        return Operation(name, GROUP, GET, path, sentence, does, answers, words, media=LINES, scope=Scope.STUDY, cost=5)

    return (
        row(
            "analysis.position",
            "/api/analysis",
            "The best strokes of a position, growing while it is thought.",
            analysis,
            protocol.AnalysisTold,
            OfPosition,
        ),
        row("analysis.stroke", "/api/stroke", "What a stroke promises.", analysis, protocol.AssessedTold, OfStroke),
        row(
            "analysis.review",
            "/api/review/{name}",
            "What the strokes of a finished game were.",
            review,
            protocol.ReviewLine,
            OfReview,
        ),
        row(
            "analysis.coach",
            "/api/coach/{name}",
            "What a stroke of a game was, to who plays it against a program or at one screen.",
            coach,
            protocol.ReviewLine,
            OfCoach,
        ),
    )


async def review_of(call: Call, lobby: GameRegistry) -> Job:
    """Return what is asked about a game that is over; raises `CommandRefused` and `CarromError`."""
    words: OfReview = call.words
    seated = await lobby.resume(protocol.Resume(game=words.name, key=call.word, watch=call.word), call.account)
    game = seated.table.room.game
    if not game.is_over:
        raise CommandRefused(protocol.Refusal.NOT_NOW, "The game goes on: it can be reviewed when it is over.")
    how = {name: value for name in ("hand", "seconds") if (value := getattr(words, name)) is not None}
    return await lobby.in_thread(lambda: _made({"record": write_record(game)} | how, AskedGame))


def question_of(words: OfPosition) -> Job:
    """Return what is asked about a position; raises `CommandRefused` and `CarromError`."""
    given = {name: value for name, value in asdict(words).items() if value not in (None, ())}
    moment = {name: given[name] for name in _OF_MOMENT if name in given} | {"position": words.p}
    question: dict[str, Any] = {name: given[name] for name in _HOW if name in given} | {"moment": moment}
    if isinstance(words, OfStroke):
        stroke = read_stroke(words.s)
        question |= {"stroke": {name: getattr(stroke, name) for name in stroke.__struct_fields__}}
    return _made(question, Asked)


def _made(given: dict[str, Any], kind: type[Asked] | type[AskedGame]) -> Job:
    """Return a question of these words if it can be answered."""
    tag = kind.__struct_config__.tag
    try:
        job = msgspec.convert({"job": tag} | given, type=kind)
    except msgspec.ValidationError as fault:
        raise CommandRefused(protocol.Refusal.MALFORMED, f"{fault}.") from None
    check(job)
    return job
