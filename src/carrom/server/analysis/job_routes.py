"""HTTP routes of jobs: request an analysis or a review, see its state, read its result."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict
from starlette.responses import Response

from carrom import protocol
from carrom.analysis.requests import Job
from carrom.server.analysis.job_client import JobClient
from carrom.server.analysis.job_models import Kind, Standing, State
from carrom.server.analysis.routes import OfPosition, OfReview, OfStroke, question_of, review_of
from carrom.server.http.operation import GET, LINES, POST, Call, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import BEAT, JsonResponse, told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry
from carrom.values import Value

GROUP = "Jobs"


class OfJob(Value, frozen=True, kw_only=True):
    """One job."""

    job: Annotated[str, Meta(max_length=64)]
    """Its name, as it was told when it was asked for."""


class JobTold(Value, frozen=True, kw_only=True):
    """How a job stands."""

    id: str
    """Its name: the same for the same question. Whoever knows it may read what is found."""
    kind: Kind
    state: State
    asked: int
    """When, ms since 1970."""
    ended: int | None
    ahead: int
    """How many are before it, where it waits."""
    attempts: int
    """How many workers have taken it."""
    fault: str | None
    """Why it has no answer, in one sentence."""


def job_operations(desk: Callable[[], JobClient], lobby: GameRegistry) -> tuple[Operation, ...]:
    """Return the addresses of jobs; `desk` is asked for when somebody calls."""

    async def asked(call: Call, job: Job) -> Response:
        payer = call.payer if call.known is None else f"account {call.known.person.id}"  # however many tokens he has
        return told(_told(await desk().ask(job, payer)), 202)

    async def analysis(call: Call) -> Response:
        return await asked(call, await lobby.in_thread(lambda: question_of(call.words)))

    async def review(call: Call) -> Response:
        return await asked(call, await review_of(call, lobby))

    async def standing(call: Call) -> Response:
        return told(_told(await found(call)))

    async def lines(call: Call) -> Response:
        job = await found(call)
        return JsonResponse(_lines(desk(), job.id), beat=BEAT)

    async def found(call: Call) -> Standing:
        job = await desk().standing(call.words.job)
        if job is None or job.kind is Kind.VERIFY:
            raise Stop(404, "not-found", f"There is no job {call.words.job!r:.40}; answers are kept for a week.")
        return job

    return (
        Operation(
            "jobs.analysis",
            GROUP,
            POST,
            "/api/jobs/analysis",
            "Ask for the best strokes of a position, to be found by a worker.",
            analysis,
            JobTold,
            OfPosition,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation(
            "jobs.stroke",
            GROUP,
            POST,
            "/api/jobs/stroke",
            "Ask what a stroke promises.",
            analysis,
            JobTold,
            OfStroke,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation(
            "jobs.review",
            GROUP,
            POST,
            "/api/jobs/review/{name}",
            "Ask what the strokes of a finished game were.",
            review,
            JobTold,
            OfReview,
            scope=Scope.STUDY,
            cost=5,
            status=202,
        ),
        Operation("jobs.standing", GROUP, GET, "/api/jobs/{job}", "How a job stands.", standing, JobTold, OfJob),
        Operation(
            "jobs.lines",
            GROUP,
            GET,
            "/api/jobs/{job}/lines",
            "What a job finds, as it is found; at its end, or where it has none, why.",
            lines,
            protocol.AnalysisTold | protocol.AssessedTold | protocol.ReviewLine,
            OfJob,
            media=LINES,
        ),
    )


def _told(job: Standing) -> JobTold:
    cells = asdict(job)
    return JobTold(**{name: cells[name] for name in JobTold.__struct_fields__})


async def _lines(desk: JobClient, name: str) -> AsyncIterator[bytes]:
    async for line in desk.lines(name):
        yield line
    job = await desk.standing(name)
    if job is not None and job.fault is not None:
        yield protocol.encode(protocol.Failed(reason=job.fault)).encode() + b"\n"
