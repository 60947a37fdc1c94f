"""Result files: learning curves and reference scores.

Each file has its parameters and the command that reproduces it; `carrom lab plot` draws several of one task together.
"""

from pathlib import Path

import msgspec

from carrom.errors import StoreError
from carrom.lab.atomic_files import read_text, whole
from carrom.lab.benchmark_tasks import TaskResult
from carrom.physics import PHYSICS_VERSION
from carrom.values import Value
from carrom.version import __version__


class CurvePoint(Value, frozen=True):
    """One point of a learning curve."""

    strokes: int
    """Strokes played so far."""
    gained: float
    """Mean reward of a stroke since the last point."""


class Curve(Value, frozen=True, kw_only=True, tag="curve"):
    """The learning curve of one learner."""

    task: str
    learner: str
    seed: int
    hand: str | None
    command: str
    """The command that reproduces it."""
    points: tuple[CurvePoint, ...]
    carrom: str = __version__
    physics: str = PHYSICS_VERSION


class Reached(Value, frozen=True, kw_only=True, tag="players"):
    """Scores of players that do not learn."""

    task: str
    surface: str
    seed: int
    command: str
    players: tuple[TaskResult, ...]
    carrom: str = __version__
    physics: str = PHYSICS_VERSION


def write_figures(path: Path, figures: Curve | Reached) -> None:
    """Write results as JSON, atomically. Raises `StoreError`."""
    with whole(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")


def read_figures(path: Path) -> Curve | Reached:
    """Read results from a file. Raises `StoreError` for a file without results."""
    try:
        return msgspec.json.decode(read_text(path), type=Curve | Reached)
    except msgspec.DecodeError as reason:
        raise StoreError(f"{path.name} holds no results ({reason!s:.120}).") from None
