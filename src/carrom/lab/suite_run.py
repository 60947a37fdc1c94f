"""Evaluate an agent at a suite, into a results file that an interrupted run continues; leaderboards of such files."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from time import perf_counter

from carrom.errors import RefusedRequest, StoreError
from carrom.lab.suite import (
    CellJob,
    CellResult,
    SuiteResults,
    begun,
    cell_result,
    played,
    read_results,
    suite_score,
    write_results,
)
from carrom.lab.suite_agents import source_of
from carrom.lab.suite_tasks import Cell, Suite, suite_named
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
        stored = {each.cell: each for each in (*results.cells, result)}
        ordered = tuple(stored[each.name] for each in suite.cells if each.name in stored)
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


# -- the leaderboard ---------------------------------------------------------------------------------------------------


INTRODUCTION = (
    "A score is the mean over all cells (a task at a noise level) of the share of the possible points, scaled so that "
    "uniformly random actions have 0 and all points 100; intervals are of 95 %."
)


def leaderboard(paths: Sequence[Path], form: str) -> str:
    """Return the page for results files, the best first; `form` is "md" or "html".

    Raises `StoreError` for a file that is not valid, `RefusedRequest` for files of several suites or two with one name.
    """
    if form not in ("md", "html"):
        raise RefusedRequest(f"the page's form is {form!r:.20}; expected a file that ends with .md or .html")
    found = [read_results(path) for path in paths]
    suites = sorted({each.suite for each in found})
    if len(suites) != 1:
        raise RefusedRequest(f"the files are of {', '.join(suites) or 'no suite'}; expected all of one suite")
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise RefusedRequest(f"two of the files are of {name!r:.60}; evaluate one of them with another --name")
    suite = suite_named(suites[0])
    ranked = sorted(found, key=lambda each: (each.score is None, -(each.score.mean if each.score else 0.0), each.name))
    return _markdown(suite, ranked) if form == "md" else _page(suite, ranked)


# -- the rows ----------------------------------------------------------------------------------------------------------


def _overall(results: SuiteResults) -> tuple[str, str]:
    """Return the score and its interval."""
    if results.score is None:
        return "–", f"{len(results.cells)} cells"
    score = results.score
    return _number(score.mean, 1), f"{_number(score.low, 1)} to {_number(score.high, 1)}"


def _mean(results: SuiteResults, names: Sequence[str]) -> str:
    """Return the mean score of some cells; a dash if one is missing."""
    cells = [results.cell(name) for name in names]
    if any(cell is None for cell in cells):
        return "–"
    return _number(sum(cell.score for cell in cells if cell is not None) / len(cells), 0)


def _number(value: float, digits: int) -> str:
    """Return a rounded number with a true minus sign, and none before zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def _rows(suite: Suite, ranked: Sequence[SuiteResults]) -> list[list[str]]:
    rows = []
    for place, results in enumerate(ranked, 1):
        score, interval = _overall(results)
        by_noise = [_mean(results, [f"{task.name}/{noise.name}" for task in suite.tasks]) for noise in suite.noises]
        by_task = [_mean(results, [f"{task.name}/{noise.name}" for noise in suite.noises]) for task in suite.tasks]
        rank = str(place) if results.score is not None else "–"
        rows.append([rank, results.name, score, interval, *by_noise, *by_task, results.carrom])
    return rows


def _heads(suite: Suite) -> list[str]:
    noises, tasks = (each.name for each in suite.noises), (each.name for each in suite.tasks)
    return ["", "agent", "score", "95 %", *noises, *tasks, "version"]


def _shares(suite: Suite, ranked: Sequence[SuiteResults], noise: str) -> list[list[str]]:
    """Return the share of the possible points in each task at one noise level, with intervals."""
    rows = []
    for results in ranked:
        cells = [results.cell(f"{task.name}/{noise}") for task in suite.tasks]
        shown = [
            "–" if each is None else f"{100 * each.share:.1f} ({100 * each.low:.0f} to {100 * each.high:.0f})"
            for each in cells
        ]
        rows.append([results.name, *shown])
    return rows


# -- Markdown ----------------------------------------------------------------------------------------------------------


def _markdown(suite: Suite, ranked: Sequence[SuiteResults]) -> str:
    tasks = [task.name for task in suite.tasks]
    parts = [
        f"# Leaderboard of {suite.name}",
        f"{INTRODUCTION} [How to evaluate an agent](../how-to/suite.md).",
        _table(_heads(suite), _rows(suite, ranked)),
        f"Digest of the suite: `{suite.digest}`. Physics {suite.physics}.",
        "## Shares of the points, %",
    ]
    for noise in suite.noises:
        parts += [f"### `{noise.name}`: {_described(suite, noise.name)}"]
        parts += [_table(["agent", *tasks], _shares(suite, ranked, noise.name))]
    commands = "\n".join(f"    {each.command}" for each in ranked)
    parts += ["## Commands", commands]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(each.replace('|', chr(92) + '|') for each in row)} |" for row in rows]
    return "\n".join(lines)


def _described(suite: Suite, name: str) -> str:
    noise = next(each.noise for each in suite.noises if each.name == name)
    if noise.model == "none":
        return "no execution noise"
    return f"{noise.direction:g}° in direction, {100 * noise.speed:g} % in speed, {noise.place / 1000:g} mm in place"


# -- HTML --------------------------------------------------------------------------------------------------------------

STYLE = """
:root { color-scheme: light dark; --ink: #26221c; --soft: #6b6255; --line: #e4dccd; --ground: #fffdf8; --bar: #d9a441; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #efe8dc; --soft: #a99f8f; --line: #3a342b; --ground: #1b1814; --bar: #8a6a2c; }
}
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
p { max-width: 46rem; color: var(--soft); margin: .5rem 0 1rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .35rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft); font-size: .85rem }
.name { text-align: left; font-weight: 600 }
.score { min-width: 8rem;
  background: linear-gradient(var(--bar), var(--bar)) left / calc(var(--part) * .6) 70% no-repeat;
  font-weight: 600 }
code { overflow-wrap: anywhere; color: var(--soft); font-size: .85rem }
"""


def _page(suite: Suite, ranked: Sequence[SuiteResults]) -> str:
    title = f"Leaderboard of {suite.name}"
    rows = []
    for results, row in zip(ranked, _rows(suite, ranked), strict=True):
        part = 0.0 if results.score is None else min(100.0, max(0.0, results.score.mean))
        cells = [f"<td>{escape(each)}</td>" for each in row]
        cells[1] = f'<td class="name">{escape(row[1])}</td>'
        cells[2] = f'<td class="score" style="--part: {part:.1f}%">{row[2]}</td>'
        rows.append(f"<tr>{''.join(cells)}</tr>")
    parts = [f"<h1>{escape(title)}</h1><p>{INTRODUCTION}</p>", _html_table(_heads(suite), rows)]
    for noise in suite.noises:
        shares = _shares(suite, ranked, noise.name)
        lines = [
            f'<tr><td class="name">{escape(row[0])}</td>{"".join(f"<td>{each}</td>" for each in row[1:])}</tr>'
            for row in shares
        ]
        parts.append(f"<h2>Shares of the points (%), {noise.name}: {_described(suite, noise.name)}</h2>")
        parts.append(_html_table(["agent", *(task.name for task in suite.tasks)], lines))
    parts.append(f"<p><code>{suite.name} {suite.digest}, physics {suite.physics}</code></p>")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _html_table(heads: Sequence[str], rows: Sequence[str]) -> str:
    shown = "".join(f"<th{' class=name' if each == 'agent' else ''}>{escape(each)}</th>" for each in heads)
    return f'<div class="wide"><table><thead><tr>{shown}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
