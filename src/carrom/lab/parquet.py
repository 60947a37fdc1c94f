"""Datasets as Parquet: a folder of parts, each written atomically.

`plan.json` holds the plan; `part-00000.parquet`, ... hold the strokes of a fixed number of games each, in the order of
the seeds. A repeated run continues after the existing parts; a different plan in the same folder is refused.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from carrom.errors import RefusedRequest, SetupError, StoreError
from carrom.game.events import Contest
from carrom.lab.games import GameJob, PlayedGame, StrokeRow, check, played
from carrom.lab.results import whole
from carrom.lab.workers import Engine, done
from carrom.physics import PHYSICS_VERSION, SURFACE_VERSION
from carrom.rules.ruleset import ruleset
from carrom.values import Value
from carrom.version import __version__

SCHEMA = 1
"""Version of the row schema."""
A_PART = 16
"""Games per part."""


class Provenance(Value, frozen=True, kw_only=True):
    """Versions of everything that affects the games; games of different versions are not mixed in a folder."""

    carrom: str
    physics: str
    surface: str
    edition: str
    schema: int = SCHEMA


class DatasetPlan(Value, frozen=True, kw_only=True):
    """The games of a folder."""

    players: tuple[str, ...]
    games: int
    seed: int = 0
    """Seed of the first game; the others follow."""
    ruleset: str = "icf"
    surface: str = "club"
    contest: Contest = "board"

    @property
    def made(self) -> Provenance:
        """The versions of the running program."""
        edition = ruleset(self.ruleset).edition
        return Provenance(carrom=__version__, physics=PHYSICS_VERSION, surface=str(SURFACE_VERSION), edition=edition)

    def part(self, number: int) -> list[GameJob]:
        """Return the jobs of a part."""
        first = self.seed + A_PART * number
        last = min(self.seed + self.games, first + A_PART)
        return [
            GameJob(players=self.players, seed=seed, ruleset=self.ruleset, surface=self.surface, contest=self.contest)
            for seed in range(first, last)
        ]

    @property
    def parts(self) -> int:
        """Number of parts of the complete folder."""
        return -(-self.games // A_PART)


def collect(
    folder: Path,
    plan: DatasetPlan,
    workers: int = 1,
    engine: Engine = "processes",
    address: str | None = None,
    progress: Callable[[int, int], None] = lambda games, of: None,
) -> None:
    """Play and write the missing parts of a folder; `progress` is called with the games done and the total.

    Raises `RefusedRequest` for an invalid plan or another plan in the folder, `StoreError` if the disk is full or
    fails, and whatever the workers raise. Incomplete parts are never visible.
    """
    _check(plan)
    _settle(folder, plan)
    missing = [number for number in range(plan.parts) if not path_of(folder, number).exists()]
    there = sum(len(plan.part(number)) for number in range(plan.parts) if number not in missing)
    progress(there, plan.games)
    jobs = [job for number in missing for job in plan.part(number)]
    results = done(played, jobs, workers, engine, address)
    for number in missing:
        rows: list[StrokeRow] = []
        for _ in plan.part(number):
            rows.extend(next(results).rows)
            there += 1
            progress(there, plan.games)
        write(path_of(folder, number), rows)


def path_of(folder: Path, number: int) -> Path:
    """Return the path of a part."""
    return folder / f"part-{number:05}.parquet"


def write(path: Path, rows: Sequence[StrokeRow]) -> None:
    """Write rows as one part, atomically. Raises `StoreError` if the file cannot be written."""
    arrow, parquet = _arrow()
    names = StrokeRow.__struct_fields__
    columns = {name: [getattr(row, name) for row in rows] for name in names}
    table = arrow.table(columns).replace_schema_metadata({"carrom.schema": str(SCHEMA)})
    with whole(path) as file:
        parquet.write_table(table, file, compression="zstd")


def read(path: Path) -> Any:
    """Read a part as an Arrow table. Raises `StoreError` for a file that is not Parquet or of another schema."""
    _, parquet = _arrow()
    try:
        table = parquet.read_table(path)
    except (OSError, ValueError) as reason:
        raise StoreError(f"{path.name} cannot be read as a part ({reason!s:.120}).") from None
    version = (table.schema.metadata or {}).get(b"carrom.schema", b"").decode()
    if version != str(SCHEMA):
        raise StoreError(f"{path.name} has the schema {version or 'of no version'}; this program reads {SCHEMA}.")
    return table


def parts(folder: Path) -> Iterator[Path]:
    """Yield the parts of a folder, in order."""
    yield from sorted(folder.glob("part-*.parquet"))


def _check(plan: DatasetPlan) -> None:
    _arrow()
    for name in ("games", "seed"):
        number = getattr(plan, name)
        if isinstance(number, bool) or not isinstance(number, int) or number < (name == "games"):
            raise RefusedRequest(f"{name} is {number!r:.40}; expected a whole number from {int(name == 'games')}")
    check(plan.part(0)[0])


class _PlanFile(Value, frozen=True):
    """The content of `plan.json`."""

    plan: DatasetPlan
    made: Provenance


def _settle(folder: Path, plan: DatasetPlan) -> None:
    """Write the plan into a folder without one. Raises `RefusedRequest` for another plan or another version."""
    content, path = _PlanFile(plan, plan.made), folder / "plan.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stored = path.read_bytes() if path.exists() else None
    except OSError as reason:
        raise StoreError(f"{str(folder)!r} cannot be used ({reason.strerror}); name another folder.") from None
    if stored is None:
        with whole(path) as file:
            file.write(msgspec.json.format(msgspec.json.encode(content), indent=2))
        return
    try:
        found = msgspec.json.decode(stored, type=_PlanFile)
    except msgspec.DecodeError:
        found = None
    if found is None or found.plan != plan:
        raise RefusedRequest(f"{str(folder)!r} holds the games of another plan (plan.json); name another folder.")
    if found.made != content.made:
        was, now = (
            ", ".join(f"{name} {value}" for name, value in asdict(each).items()) for each in (found.made, content.made)
        )
        raise RefusedRequest(f"{str(folder)!r} was started by other versions ({was}; here {now}); name another folder.")


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SetupError('Tables need the package pyarrow: pip install "carrom[lab]".') from None
    return pyarrow, pyarrow.parquet


__all__ = ["A_PART", "SCHEMA", "DatasetPlan", "PlayedGame", "collect", "parts", "path_of", "read", "write"]
