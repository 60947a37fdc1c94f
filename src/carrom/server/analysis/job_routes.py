"""HTTP operations on jobs: request an analysis or a review, see its state, read its results."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict
from starlette.responses import Response

from carrom import protocol
from carrom.analysis.requests import Job
from carrom.server.analysis.job_client import JobClient
from carrom.server.analysis.job_models import JobKind, JobPhase, JobState
from carrom.server.analysis.routes import OfPosition, OfReview, OfStroke, question_of, review_of
from carrom.server.http.operation import GET, LINES, POST, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import BEAT, JsonResponse, told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry
from carrom.values import Value

GROUP = "Jobs"


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


def job_operations(desk: Callable[[], JobClient], lobby: GameRegistry) -> tuple[Operation, ...]:
    """Return the operations on jobs; `desk` returns the job client."""

    async def asked(call: OperationRequest, job: Job) -> Response:
        payer = call.payer if call.known is None else f"account {call.known.person.id}"  # one quota for all its tokens
        return told(_view(await desk().ask(job, payer)), 202)

    async def analysis(call: OperationRequest) -> Response:
        return await asked(call, await lobby.in_thread(lambda: question_of(call.words)))

    async def review(call: OperationRequest) -> Response:
        return await asked(call, await review_of(call, lobby))

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
            GROUP,
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
            GROUP,
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
            GROUP,
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
        Operation("jobs.standing", GROUP, GET, "/api/jobs/{job}", "The state of a job.", standing, JobStatus, OfJob),
        Operation(
            "jobs.lines",
            GROUP,
            GET,
            "/api/jobs/{job}/lines",
            "A job's results as they are found; at the end the reason, if there is no result.",
            lines,
            protocol.AnalysisTold | protocol.AssessedTold | protocol.ReviewLine,
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
