"""Evaluate an agent at a suite: every cell, into a results file that an interrupted run continues."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from carrom.errors import RefusedRequest, StoreError
from carrom.lab.suite.agents import source_of
from carrom.lab.suite.definition import Cell, Suite, suite_named
from carrom.lab.suite.evaluation import CellJob, played
from carrom.lab.suite.results import (
    CellResult,
    SuiteResults,
    begun,
    cell_result,
    read_results,
    suite_score,
    write_results,
)
from carrom.lab.workers import done
from carrom.values import changed

CHUNK = 5
"""Episodes per job of a process, if several evaluate an agent that plays episode by episode."""
Progress = Callable[[CellResult, int, int], None]


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What is evaluated, and where its results go."""

    agent: str
    suite: str
    output: Path
    name: str = ""
    tasks: tuple[str, ...] = ()
    """Names of the tasks to play; empty: all."""
    workers: int = 1


def evaluate(given: Evaluation, progress: Progress = lambda cell, done, of: None) -> SuiteResults:
    """Play the missing cells of a results file and return the results; `progress` is called after each new cell.

    Raises `RefusedRequest` for an unknown agent, suite or task, or a file of another agent, `StoreError` for a file
    that is not valid, and what the agent raises. Cells that were finished stay in the file.
    """
    suite = suite_named(given.suite)
    cells = _chosen(suite, given.tasks)
    source = source_of(given.agent, tuple(dict.fromkeys(cell.task.name for cell in cells)))
    _check_folder(given.output)
    name = given.name or given.agent[:60]
    command = f"carrom lab evaluate {_quoted(given.agent)} --suite {suite.name} --output {given.output.name}"
    command += f" --name {_quoted(name)}" if given.name else ""
    fresh = begun(suite, source, name, command)
    results = read_results(given.output) if given.output.exists() else fresh
    if (results.agent, results.agent_digest) != (source.text, source.digest):
        raise RefusedRequest(
            f"{given.output} holds the results of {results.agent!r:.60}"
            f"{' with another file' if results.agent == source.text else ''}; name a new file"
        )
    if results.carrom != fresh.carrom:
        raise RefusedRequest(
            f"{given.output} was begun by version {results.carrom}, and this is {fresh.carrom}; name a new file"
        )
    results = changed(results, name=name) if given.name else results
    for cell in cells:
        if results.cell(cell.name) is not None:
            continue
        result = _cell(given, suite, cell)
        kept = {each.cell: each for each in (*results.cells, result)}
        ordered = tuple(kept[each.name] for each in suite.cells if each.name in kept)
        results = changed(results, cells=ordered, score=suite_score(suite, ordered))
        write_results(given.output, results)
        progress(result, len(ordered), len(suite.cells))
    write_results(given.output, results)
    return results


def _cell(given: Evaluation, suite: Suite, cell: Cell) -> CellResult:
    source = source_of(given.agent, (cell.task.name,))
    size = cell.task.episodes if given.workers == 1 else CHUNK
    if source.kind in ("built-in", "onnx", "python"):
        size = cell.task.episodes  # asked for all boards at once; the boards use the cores
    jobs = [
        CellJob(suite=suite.name, cell=cell.name, agent=source, first=first, last=min(first + size, cell.task.episodes))
        for first in range(0, cell.task.episodes, size)
    ]
    begun_at = perf_counter()
    parts = list(done(played, jobs, given.workers, "here" if len(jobs) == 1 else "processes"))
    points = tuple(point for part in parts for point in part.points)
    strokes = tuple(count for part in parts for count in part.strokes)
    return cell_result(suite, cell, points, strokes, round(perf_counter() - begun_at, 3))


def _chosen(suite: Suite, tasks: tuple[str, ...]) -> tuple[Cell, ...]:
    known = [task.name for task in suite.tasks]
    for name in tasks:
        if name not in known:
            raise RefusedRequest(f"{suite.name} has no task {name!r:.40}; expected some of {', '.join(known)}")
    return tuple(cell for cell in suite.cells if not tasks or cell.task.name in tasks)


def _check_folder(path: Path) -> None:
    if not path.resolve().parent.is_dir():
        raise StoreError(f"{str(path)!r:.80} is in a folder that does not exist; create the folder first.")


def _quoted(text: str) -> str:
    return f'"{text}"' if not text or any(letter in text for letter in " {}$&;|<>*?'") else text
