"""HTTP operations that analyse positions and games: streams of lines, and jobs whose results are read later."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict
from starlette.responses import Response

from carrom import protocol
from carrom.analysis.requests import AskedGame, Job, PositionRequest, check
from carrom.board.notation import read_stroke, write_position
from carrom.board.rack import nominal_rack
from carrom.game.record import write_record
from carrom.practice.setup import SetupPosition, rules_of
from carrom.server.http.problem import Stop
from carrom.server.http.router import BEAT, GET, LINES, POST, JsonResponse, Operation, OperationRequest, told
from carrom.server.ops.job_client import JobClient
from carrom.server.ops.jobs import JobKind, JobPhase, JobState
from carrom.server.ops.searches import SearchManager
from carrom.server.people.sessions import Scope
from carrom.server.play.registry import GameRegistry
from carrom.tables.proposal import CommandRefused
from carrom.tables.views import NO_COACH, may_be_coached
from carrom.values import Value

GROUP = "Analysis"
_OF_MOMENT = ("rules", "turn", "white", "queen", "attempt", "kept", "due", "score")
_HOW = ("surface", "hand", "lines", "seconds", "stands")
Word = Annotated[str, Meta(max_length=400)]


class OfPosition(Value, frozen=True, kw_only=True):
    """A position and the options of its analysis."""

    p: Annotated[str, Meta(max_length=2000)]
    """The pieces on the board, in notation."""
    rules: Word | None = None
    """The rule set."""
    turn: Word | None = None
    """The seat to play."""
    white: Word | None = None
    """The seat whose side owns white."""
    queen: Word | None = None
    """`board`, or the owner of the queen: `mover`, `opponent`, `pending`."""
    attempt: int | None = None
    """The attempt at the break, from 1."""
    kept: Annotated[str, Meta(max_length=4000)] | None = None
    """State of a board in progress, as returned by the server."""
    due: tuple[int, ...] = ()
    """The pieces each side owes."""
    score: tuple[int, ...] = ()
    """The points of each side before the board."""
    stands: tuple[int, ...] = ()
    """The part of the baseline to search: two places in µm from its middle."""
    surface: Word | None = None
    hand: Word | None = None
    """The accuracy: a level, or the standard deviations of direction, speed and position."""
    lines: int | None = None
    """The maximum number of strokes returned."""
    seconds: float | None = None
    """The duration of the analysis."""


class OfStroke(OfPosition, frozen=True, kw_only=True):
    """A stroke in a position."""

    s: Annotated[str, Meta(max_length=200)]
    """The stroke in notation."""


class OfBreaks(Value, frozen=True, kw_only=True):
    """The breaks of the book."""

    rules: Word = "icf"
    """The rule set, which decides the rack."""
    surface: Word | None = None
    hand: Word | None = None
    """The accuracy: a level, or the standard deviations of direction, speed and position."""


class OfReview(Value, frozen=True, kw_only=True):
    """A finished game."""

    name: Annotated[str, Meta(max_length=64)]
    hand: Word | None = None
    seconds: float | None = None


class OfCoach(Value, frozen=True, kw_only=True):
    """A stroke of a game that the caller plays."""

    name: Annotated[str, Meta(max_length=64)]
    stroke: int
    """The stroke's number among those that count, from 1."""
    hand: Word | None = None


def study_operations(studies: SearchManager, registry: GameRegistry) -> tuple[Operation, ...]:
    """Return the operations that analyse; their streams end with the search or when the client disconnects."""

    def stream(call: OperationRequest, job: Job) -> Response:
        search = studies.open(job, call.payer)
        return JsonResponse(search.lines(), lambda: studies.leave(search))

    async def analysis(call: OperationRequest) -> Response:
        return stream(call, await registry.in_thread(lambda: question_of(call.words)))

    async def breaks(call: OperationRequest) -> Response:
        return stream(call, await registry.in_thread(lambda: breaks_of(call.words)))

    async def review(call: OperationRequest) -> Response:
        return stream(call, await review_of(call, registry))

    async def coach(call: OperationRequest) -> Response:
        words: OfCoach = call.words
        seated = await registry.resume(protocol.Resume(game=words.name, key=call.word), call.account)
        table = seated.table
        if not seated.yours or not may_be_coached(table.room.setting, table.access):
            raise CommandRefused(protocol.Refusal.NOT_NOW, NO_COACH)
        game = table.room.game
        how = {"stroke": words.stroke} | ({} if words.hand is None else {"hand": words.hand})
        return stream(call, await registry.in_thread(lambda: _made({"record": write_record(game)} | how, AskedGame)))

    def row(name: str, path: str, sentence: str, does: Any, answers: Any, words: type[Value]) -> Operation:
        return Operation(name, GROUP, GET, path, sentence, does, answers, words, media=LINES, scope=Scope.STUDY, cost=5)

    return (
        row(
            "analysis.position",
            "/api/analysis",
            "The best strokes of a position, refined while the search runs.",
            analysis,
            protocol.AnalysisView,
            OfPosition,
        ),
        row("analysis.stroke", "/api/stroke", "The evaluation of a stroke.", analysis, protocol.AssessedView, OfStroke),
        row(
            "analysis.breaks",
            "/api/breaks",
            "The breaks of the opening book for a rule set's rack, with what they lead to.",
            breaks,
            protocol.BreaksView,
            OfBreaks,
        ),
        row(
            "analysis.review",
            "/api/review/{name}",
            "A review of every stroke of a finished game.",
            review,
            protocol.ReviewLine,
            OfReview,
        ),
        row(
            "analysis.coach",
            "/api/coach/{name}",
            "An assessment of your stroke in a game against the computer or on one screen.",
            coach,
            protocol.ReviewLine,
            OfCoach,
        ),
    )


async def review_of(call: OperationRequest, registry: GameRegistry) -> Job:
    """Return the review job for a finished game; raises `CommandRefused` and `CarromError`."""
    words: OfReview = call.words
    seated = await registry.resume(protocol.Resume(game=words.name, key=call.word, watch=call.word), call.account)
    game = seated.table.room.game
    if not game.is_over:
        raise CommandRefused(protocol.Refusal.NOT_NOW, "The game is not over; it can be reviewed when it has ended.")
    how = {name: value for name in ("hand", "seconds") if (value := getattr(words, name)) is not None}
    return await registry.in_thread(lambda: _made({"record": write_record(game)} | how, AskedGame))


def breaks_of(words: OfBreaks) -> Job:
    """Return the job for the breaks of the book; raises `CommandRefused` and `CarromError`."""
    rules = rules_of(SetupPosition(position="c1", rules=words.rules))
    rack = write_position(nominal_rack(rules.parameters.setup_angle))
    how = {name: value for name in ("surface", "hand") if (value := getattr(words, name)) is not None}
    return _made(
        {"moment": {"position": rack, "rules": words.rules, "attempt": 1}, "breaks": True} | how, PositionRequest
    )


def question_of(words: OfPosition) -> Job:
    """Return the analysis job for a position; raises `CommandRefused` and `CarromError`."""
    given = {name: value for name, value in asdict(words).items() if value not in (None, ())}
    moment = {name: given[name] for name in _OF_MOMENT if name in given} | {"position": words.p}
    question: dict[str, Any] = {name: given[name] for name in _HOW if name in given} | {"moment": moment}
    if isinstance(words, OfStroke):
        stroke = read_stroke(words.s)
        question |= {"stroke": {name: getattr(stroke, name) for name in stroke.__struct_fields__}}
    return _made(question, PositionRequest)


def _made(given: dict[str, Any], kind: type[PositionRequest] | type[AskedGame]) -> Job:
    """Return a checked job from query parameters; raises `CommandRefused` and `CarromError`."""
    tag = kind.__struct_config__.tag
    try:
        job = msgspec.convert({"job": tag} | given, type=kind)
    except msgspec.ValidationError as fault:
        raise CommandRefused(protocol.Refusal.MALFORMED, f"{fault}.") from None
    check(job)
    return job


# -- jobs: request an analysis or a review, and read its results -------------------------------------------------------


JOBS = "Jobs"


class OfJob(Value, frozen=True, kw_only=True):
    """A job by its id."""

    job: Annotated[str, Meta(max_length=64)]
    """The id returned when the job was requested."""


class JobStatus(Value, frozen=True, kw_only=True):
    """The state of a job."""

    id: str
    """The job's id, the same for equal requests. Anyone who knows it can read the results."""
    kind: JobKind
    state: JobPhase
    asked: int
    """The time of the request, in ms since 1970."""
    ended: int | None
    ahead: int
    """The number of jobs before it in the queue."""
    attempts: int
    """The number of workers that have taken it."""
    fault: str | None
    """The reason why there is no result."""


def job_operations(desk: Callable[[], JobClient], registry: GameRegistry) -> tuple[Operation, ...]:
    """Return the operations on jobs; `desk` returns the job client."""

    async def asked(call: OperationRequest, job: Job) -> Response:
        payer = call.payer if call.known is None else f"account {call.known.person.id}"  # one quota for all its tokens
        return told(_view(await desk().ask(job, payer)), 202)

    async def analysis(call: OperationRequest) -> Response:
        return await asked(call, await registry.in_thread(lambda: question_of(call.words)))

    async def review(call: OperationRequest) -> Response:
        return await asked(call, await review_of(call, registry))

    async def standing(call: OperationRequest) -> Response:
        return told(_view(await found(call)))

    async def lines(call: OperationRequest) -> Response:
        job = await found(call)
        return JsonResponse(_lines(desk(), job.id), beat=BEAT)

    async def found(call: OperationRequest) -> JobState:
        job = await desk().standing(call.words.job)
        if job is None or job.kind is JobKind.VERIFY:
            raise Stop(404, "not-found", f"There is no job {call.words.job!r:.40}; results are stored for a week.")
        return job

    return (
        Operation(
            "jobs.analysis",
            JOBS,
            POST,
            "/api/jobs/analysis",
            "Request the best strokes of a position from a worker.",
            analysis,
            JobStatus,
            OfPosition,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation(
            "jobs.stroke",
            JOBS,
            POST,
            "/api/jobs/stroke",
            "Request the evaluation of a stroke from a worker.",
            analysis,
            JobStatus,
            OfStroke,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation(
            "jobs.review",
            JOBS,
            POST,
            "/api/jobs/review/{name}",
            "Request the review of a finished game from a worker.",
            review,
            JobStatus,
            OfReview,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation("jobs.standing", JOBS, GET, "/api/jobs/{job}", "The state of a job.", standing, JobStatus, OfJob),
        Operation(
            "jobs.lines",
            JOBS,
            GET,
            "/api/jobs/{job}/lines",
            "A job's results as they are found; at the end the reason, if there is no result.",
            lines,
            protocol.AnalysisView | protocol.AssessedView | protocol.ReviewLine,
            OfJob,
            media=LINES,
        ),
    )


def _view(job: JobState) -> JobStatus:
    cells = asdict(job)
    return JobStatus(**{name: cells[name] for name in JobStatus.__struct_fields__})


async def _lines(desk: JobClient, name: str) -> AsyncIterator[bytes]:
    async for line in desk.lines(name):
        yield line
    job = await desk.standing(name)
    if job is not None and job.fault is not None:
        yield protocol.encode(protocol.Failed(reason=job.fault)).encode() + b"\n"
