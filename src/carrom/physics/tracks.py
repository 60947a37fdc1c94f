"""Tracks of filmed strokes, marks of a camera and run tests, read from tables (CSV)."""

import csv
import io
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from carrom.board.disc import STRIKER, Disc
from carrom.errors import RefusedRequest
from carrom.physics.camera import MARK_PLACES
from carrom.values import Value

MOST_ROWS = 1_000_000
FEWEST_FRAMES = 8
"""Frames in which the striker must be seen: place, speed and friction of a stroke cannot be told from fewer."""
HALF = 0.4
"""m; no disc on a board is further from its centre in x or y."""
_STILL = 3e-3
"""Share of the striker's way (of all its frames) within which it counts as not yet struck."""


class Track(Value, frozen=True):
    """One disc in one stroke: times in s, and as many places, in m of the board's frame or in pixels."""

    disc: Disc
    times: tuple[float, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]


class TrackedStroke(Value, frozen=True):
    """One stroke: the track of the striker first, then those of the other discs that were on the board."""

    name: str
    tracks: tuple[Track, ...]


class RunMeasured(Value, frozen=True):
    """The laws' test of the surface: a straight stroke from the base line, its speed in m/s, and the runs it made."""

    speed: float
    runs: float
    speed_error: float = 0.05
    """Standard error of the speed, as a share of it."""
    runs_error: float = 0.05
    """Standard error of the number of runs."""


def read_tracks(text: str, *, pixels: bool = False) -> tuple[TrackedStroke, ...]:
    """Return the strokes of a CSV text with the columns stroke, time (s), disc, x and y, in any order.

    `disc` is `S`, `Q`, `W1` to `W9` or `B1` to `B9`; x and y are metres in the board's frame (origin in the centre, x
    to the right, y away from the player), or pixels. Frames may be missing. Frames before the striker is struck, in
    which it does not move, are left out. Raises `RefusedRequest` with the line.
    """
    rows: dict[str, dict[Disc, list[tuple[float, float, float]]]] = {}
    for line, row in _rows(text, ("stroke", "time", "disc", "x", "y")):
        name = row["stroke"].strip()
        if row["disc"].strip() not in Disc.__members__:
            raise RefusedRequest(f"line {line}: {row['disc']!r:.40} is no disc; expected S, Q, W1 to W9 or B1 to B9")
        time, x, y = (_number(row[key], key, line) for key in ("time", "x", "y"))
        if not pixels and max(abs(x), abs(y)) > HALF:
            raise RefusedRequest(
                f"line {line}: the place {x:g}, {y:g} is off the board; expected metres, or pixels and marks"
            )
        rows.setdefault(name, {}).setdefault(Disc(row["disc"].strip()), []).append((time, x, y))
    if not rows:
        raise RefusedRequest("the table has no frames; expected a line for each disc in each frame")
    return tuple(_stroke(name, discs) for name, discs in rows.items())


def _stroke(name: str, discs: dict[Disc, list[tuple[float, float, float]]]) -> TrackedStroke:
    frames = sorted(discs.get(STRIKER, ()))
    first = _struck(frames)
    if len(frames) - first < FEWEST_FRAMES:
        raise RefusedRequest(
            f"stroke {name!r:.40} has the striker moving in {len(frames) - first} frames; "
            f"expected at least {FEWEST_FRAMES}"
        )
    begins = frames[first][0]
    tracks: list[Track] = []
    for disc in sorted(discs, key=lambda each: (each is not STRIKER, each)):
        seen = sorted(discs[disc])
        if len({time for time, _, _ in seen}) != len(seen):
            raise RefusedRequest(f"stroke {name!r:.40} has {disc} twice at one time; expected one place a frame")
        moving = [each for each in seen if each[0] >= begins] or seen[-1:]
        times, x, y = (tuple(row) for row in zip(*moving, strict=True))
        tracks.append(Track(disc, times, x, y))
    return TrackedStroke(name, tuple(tracks))


def _struck(frames: Sequence[tuple[float, float, float]]) -> int:
    """Return the index of the frame from which the striker is free: 0 unless it lay still in the first frames.

    A striker that lies under the finger is then pushed for some frames; it is free when it is as fast as it gets.
    """
    steps = [math.dist(one[1:], other[1:]) for one, other in pairwise(frames)]
    way = sum(steps)
    if len(steps) < FEWEST_FRAMES or sum(steps[:3]) > _STILL * 10 * way:
        return 0
    spans = [
        math.dist(frames[at][1:], frames[at + 3][1:]) / (frames[at + 3][0] - frames[at][0])
        for at in range(len(frames) - 3)
    ]
    return max(range(len(spans)), key=spans.__getitem__)


def read_marks(text: str) -> tuple[tuple[float, float, float, float], ...]:
    """Return the marks of a CSV text with the columns px, py (pixels) and mark, or px, py, x and y (m, board's frame).

    `mark` is a name of `MARK_PLACES`. Raises `RefusedRequest` with the line.
    """
    found: list[tuple[float, float, float, float]] = []
    by_name = "mark" in _names(text)
    for line, row in _rows(text, ("px", "py", "mark") if by_name else ("px", "py", "x", "y")):
        px, py = (_number(row[key], key, line) for key in ("px", "py"))
        if by_name:
            name = row["mark"].strip()
            if name not in MARK_PLACES:
                raise RefusedRequest(f"line {line}: {name!r:.40} is no mark; expected A1 to E7, or south-left …")
            x, y = MARK_PLACES[name]
        else:
            x, y = (_number(row[key], key, line) for key in ("x", "y"))
        if max(abs(x), abs(y)) > HALF:
            raise RefusedRequest(
                f"line {line}: the mark {x:g}, {y:g} is off the board; expected metres from its centre"
            )
        found.append((px, py, x, y))
    return tuple(found)


def read_runs(text: str) -> tuple[RunMeasured, ...]:
    """Return the run tests of a CSV text with the columns speed (m/s) and runs; speed_error and runs_error may follow.

    Raises `RefusedRequest` with the line.
    """
    found: list[RunMeasured] = []
    for line, row in _rows(text, ("speed", "runs")):
        given = {key: _number(row[key], key, line) for key in RunMeasured.__struct_fields__ if row.get(key)}
        if not 0.1 <= given["speed"] <= 12 or not 0.1 <= given["runs"] <= 20:
            raise RefusedRequest(f"line {line}: expected a speed from 0.1 to 12 m/s and 0.1 to 20 runs")
        if min(given.get(key, 1.0) for key in ("speed_error", "runs_error")) <= 0:
            raise RefusedRequest(f"line {line}: expected standard errors above 0")
        found.append(RunMeasured(**given))
    return tuple(found)


def _rows(text: str, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every row of a CSV text with its line number. Raises `RefusedRequest` for a missing column or value."""
    text = text.lstrip("\ufeff")
    table = csv.DictReader(io.StringIO(text), delimiter=_delimiter(text))
    try:
        names = [name.strip().lower() for name in table.fieldnames or ()]
        missing = [name for name in needed if name not in names]
        if missing:
            raise RefusedRequest(f"the table lacks the column {missing[0]!r}; expected {', '.join(needed)}")
        table.fieldnames = names
        for count, row in enumerate(table):
            if count >= MOST_ROWS:
                raise RefusedRequest(f"the table has more than {MOST_ROWS:,} rows; split it")
            if any(row.get(name) in (None, "") for name in needed):
                raise RefusedRequest(f"line {table.line_num}: a value is missing; expected {', '.join(needed)}")
            yield table.line_num, row
    except csv.Error as fault:
        raise RefusedRequest(f"line {table.line_num}: the table cannot be read: {fault}") from None


def _names(text: str) -> list[str]:
    """Return the names of a table's columns."""
    first = text.lstrip("\ufeff").partition("\n")[0]
    return [name.strip().strip('"').lower() for name in first.split(_delimiter(first))]


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return ";" if first.count(";") > first.count(",") else "\t" if "\t" in first else ","


def _number(text: str, name: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e6:
        raise RefusedRequest(f"line {line}: {name} is {text!r:.40}; expected a number such as 0.125")
    return value
