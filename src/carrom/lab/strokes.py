"""Data sets of lawful strokes as Parquet, and loaders for NumPy, PyTorch and JAX (docs/how-to/strokes.md)."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.arrays import Boards, Status, layout
from carrom.arrays.boards import aimed_strokes
from carrom.errors import RefusedRequest, SetupError, StoreError
from carrom.lab.results import read_text, whole
from carrom.lab.workers import done
from carrom.numeric import whole as whole_number
from carrom.physics import PHYSICS_VERSION
from carrom.physics.batch import batch
from carrom.physics.kernel import stroke_batch
from carrom.physics.signature import SIGNATURE
from carrom.physics.surface import surface
from carrom.rules.ruleset import ruleset
from carrom.values import Value, changed
from carrom.version import __version__

# -- the columns -------------------------------------------------------------------------------------------------------
# Discs are in the order S (the striker), Q, W1 … W9, B1 … B9 (`carrom.physics.batch.DISCS`), so that piece k of
# `before` is disc k + 1 of `rest`. A disc that is not on the board has both coordinates -1,000,000,000. In files a
# time of something that never happened is null; in NumPy's arrays, which have no null, it is infinite. Neither holds
# NaN, which readers of Parquet compare in different ways.


SCHEMA = 2
"""Version of the columns."""
NOWHERE = -1_000_000_000


class Column(Value, frozen=True):
    """A column: its NumPy type, the shape of a row's value, and what it holds."""

    name: str
    kind: str
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """Number of values in a row."""
        return int(np.prod(self.shape, dtype=np.int64)) if self.shape else 1


COLUMNS = (
    Column("game", "int64", (), "number of the board in the data set; its strokes are consecutive rows"),
    Column("stroke", "int16", (), "number of the stroke on its board, from 0"),
    Column("turn", "int8", (), "seat of the striking player: 0 south, 1 east, 2 north, 3 west"),
    Column("breaker", "int8", (), "seat that broke; under rule sets with own colours it plays white"),
    Column("striker", "int32", (5,), "x (µm), vx, vy (µm/s), y (µm) in the player's frame, spin (mrad/s)"),
    Column("before", "int32", (19, 2), "x, y of the pieces before the stroke, µm, board's frame"),
    Column("rest", "int32", (20, 2), "x, y of all discs when they lie still, before any is placed by the law, µm"),
    Column("fell", "float32", (20,), "s, when each disc fell into a pocket; null if it did not"),
    Column("touched", "float32", (20,), "s, when the striker first touched each disc; null if it did not"),
    Column("duration", "int64", (), "µs until all discs lie still"),
    Column("events", "int32", (), "collisions and other events of the stroke"),
    Column("continues", "bool", (), "whether the player strikes again by the law"),
    Column("over", "bool", (), "whether the board is over after the stroke"),
    Column("winners", "int8", (), "bit mask of the sides that won the board, 0 while it is not over"),
)
BY_NAME = {column.name: column for column in COLUMNS}


def arrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module. Raises `SetupError` without it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SetupError('Data sets need the package pyarrow: pip install "carrom[lab]".') from None
    return pyarrow, pyarrow.parquet


def arrow_schema(metadata: dict[str, str]) -> Any:
    """Return the Arrow schema: a value with a shape is a list of fixed size."""
    pyarrow, _ = arrow()
    fields = []
    for column in COLUMNS:
        kind = pyarrow.bool_() if column.kind == "bool" else getattr(pyarrow, column.kind)()
        kind = pyarrow.list_(kind, column.size) if column.shape else kind
        fields.append(pyarrow.field(column.name, kind, nullable=False, metadata={"about": column.about}))
    return pyarrow.schema(fields, metadata={"carrom.strokes": str(SCHEMA), **metadata})


def table_of(columns: dict[str, np.ndarray[Any, Any]], metadata: dict[str, str]) -> Any:
    """Return an Arrow table of columns given as NumPy arrays (rows, *shape)."""
    pyarrow, _ = arrow()
    schema = arrow_schema(metadata)
    arrays = []
    for column in COLUMNS:
        values = np.ascontiguousarray(columns[column.name]).reshape(-1)
        flat = pyarrow.array(values, mask=np.isinf(values) if values.dtype.kind == "f" else None)
        arrays.append(pyarrow.FixedSizeListArray.from_arrays(flat, column.size) if column.shape else flat)
    return pyarrow.table(arrays, schema=schema)


def arrays_of(table: Any, names: tuple[str, ...]) -> dict[str, np.ndarray[Any, Any]]:
    """Return columns of an Arrow table as NumPy arrays (rows, *shape)."""
    found = {}
    for name in names:
        column, chunk = BY_NAME[name], table.column(name).combine_chunks()
        chunk = chunk.chunk(0) if hasattr(chunk, "num_chunks") else chunk
        flat = chunk.flatten() if column.shape else chunk
        flat = flat.fill_null(np.inf) if column.kind.startswith("float") else flat
        found[name] = flat.to_numpy(zero_copy_only=False).reshape(-1, *column.shape)
    return found


# -- the strokes: many boards played in arrays, one part at a time -----------------------------------------------------
# A part follows from the plan and its number alone: its boards, racks and strokes come from one random generator.
# Strokes are aimed at pieces with an error of a degree or so (`carrom.arrays.boards`), or random for the share
# `ANY`, so that the data covers what players mean and what they do not.


STEPS = 100
"""Strokes on each board of a part."""
ANY = 0.25
"""Share of strokes in any direction."""
Columns = dict[str, NDArray[Any]]


class StrokePlan(Value, frozen=True, kw_only=True):
    """What a data set holds; its strokes follow from these fields."""

    strokes: int
    """Strokes; the last part holds what is left over from whole ones."""
    seed: int = 0
    ruleset: str = "icf"
    players: int = 2
    surface: str = "club"
    boards: int = 1_000
    """Boards that are played side by side in a part."""

    @property
    def part(self) -> int:
        """Strokes of a whole part."""
        return self.boards * STEPS

    @property
    def parts(self) -> int:
        """Number of parts."""
        return -(-self.strokes // self.part)

    def size(self, number: int) -> int:
        """Return the strokes of one part."""
        return min(self.part, self.strokes - number * self.part)


class StrokeVersions(Value, frozen=True, kw_only=True):
    """Versions of what affects the strokes."""

    carrom: str
    physics: str
    signature: str
    edition: str
    numpy: str
    schema: int


def versions(plan: StrokePlan) -> StrokeVersions:
    """Return the versions of the running program."""
    return StrokeVersions(
        carrom=__version__,
        physics=PHYSICS_VERSION,
        signature=SIGNATURE,
        edition=ruleset(plan.ruleset).edition,
        numpy=np.__version__,
        schema=SCHEMA,
    )


def part_columns(plan: StrokePlan, number: int, threads: int = 1) -> Columns:
    """Return the columns of a part, board after board; a last part is the beginning of a whole one."""
    boards = plan.boards
    dice = np.random.default_rng([plan.seed, number])
    field = Boards(boards, plan.ruleset, plan.players, plan.surface, threads=threads)
    field.reset(dice.integers(0, 1 << 40, boards))
    rows: Columns = {column.name: np.empty((boards, STEPS, *column.shape), dtype=column.kind) for column in COLUMNS}
    games = np.arange(boards, dtype=np.int64) + number * plan.part
    counts = np.zeros(boards, dtype=np.int64)
    every = np.arange(boards)
    for step in range(STEPS):
        strokes = aimed_strokes(field, dice, dice.random(boards) >= ANY)
        _before(rows, step, field, strokes)
        rows["game"][:, step], rows["stroke"][:, step] = games, counts
        field.step(strokes)
        counts += 1
        _after(rows, step, field, every)
        done = field.status != Status.STRIKE
        if done.any():
            field.reset(dice.integers(0, 1 << 40, boards), done)
            games[done] += boards
            counts[done] = 0
    return {name: values.reshape(-1, *values.shape[2:])[: plan.size(number)] for name, values in rows.items()}


def _before(rows: Columns, step: int, field: Boards, strokes: NDArray[np.int64]) -> None:
    rows["turn"][:, step] = field.info[:, layout.TURN]
    rows["breaker"][:, step] = field.info[:, layout.BREAKER]
    rows["striker"][:, step] = strokes
    rows["before"][:, step] = field.places[:, 1:]


def _after(rows: Columns, step: int, field: Boards, every: NDArray[np.int64]) -> None:
    seen = field.seen
    rows["rest"][:, step] = seen.rest
    rows["fell"][:, step], rows["touched"][:, step] = seen.fell, seen.touched
    rows["duration"][:, step] = seen.facts[:, stroke_batch.F_DURATION]
    rows["events"][:, step] = seen.facts[:, stroke_batch.F_EVENTS]
    over = field.status == Status.OVER
    rows["over"][:, step] = over
    rows["winners"][:, step] = np.where(over, field.info[:, layout.WINNERS], 0)
    rows["continues"][:, step] = field.table.decisions[seen.said, layout.TURN_IS] == layout.KEPT


def digest_of(columns: Columns) -> str:
    """Return the SHA-256 of a part's values, column by column, in little-endian order."""
    whole = hashlib.sha256()
    for column in COLUMNS:
        kind = np.dtype(column.kind).newbyteorder("<")
        whole.update(column.name.encode())
        whole.update(np.ascontiguousarray(columns[column.name], dtype=kind).tobytes())
    return whole.hexdigest()


# -- the folder: parts, plan, datasheet, digest; and the loaders -------------------------------------------------------


PLAN = "plan.json"
SPLITS = ("train", "validation", "test")


class PlanFile(Value, frozen=True):
    """The content of `plan.json`."""

    plan: StrokePlan
    versions: StrokeVersions


class PartJob(Value, frozen=True):
    """A part to make."""

    folder: str
    plan: StrokePlan
    number: int


class PartDone(Value, frozen=True):
    """A part that was made."""

    number: int
    digest: str


def split_of(number: int) -> str:
    """Return the split of a part: of every twenty, one is for validation and one for tests."""
    return {18: "validation", 19: "test"}.get(number % 20, "train")


def path_of(folder: Path, number: int) -> Path:
    """Return the path of a part."""
    return folder / f"strokes-{number:05}.parquet"


def make(
    folder: Path, plan: StrokePlan, workers: int = 1, progress: Callable[[int, int], None] = lambda strokes, of: None
) -> str:
    """Write the missing parts of a data set and its datasheet; return the digest of all strokes.

    `progress` is called with the strokes done and the total. Raises `RefusedRequest` for an invalid plan or a folder
    of another plan or version, `StoreError` if a file cannot be written.
    """
    plan = _checked(plan)
    _settle(folder, plan)
    digests: dict[int, str] = {}
    missing = []
    for number in range(plan.parts):
        found = _digest_in(path_of(folder, number))
        if found is None:
            missing.append(number)
        else:
            digests[number] = found
    progress(sum(map(plan.size, digests)), plan.strokes)
    jobs = [PartJob(str(folder), plan, number) for number in missing]
    for made in done(write_part, jobs, workers, "processes" if workers > 1 else "here"):
        digests[made.number] = made.digest
        progress(sum(map(plan.size, digests)), plan.strokes)
    digest = hashlib.sha256("".join(digests[number] for number in range(plan.parts)).encode()).hexdigest()
    for name, text in (("README.md", datasheet(plan, digest)), ("LICENSE", LICENCE)):
        with whole(folder / name) as file:
            file.write(text.encode())
    return digest


def write_part(job: PartJob) -> PartDone:
    """Make and write one part."""
    _, parquet = arrow()
    columns = part_columns(job.plan, job.number)
    digest = digest_of(columns)
    table = table_of(columns, {"digest": digest, "split": split_of(job.number)})
    with whole(path_of(Path(job.folder), job.number)) as file:
        parquet.write_table(table, file, compression="zstd", use_dictionary=False)
    return PartDone(job.number, digest)


def read_part(path: Path, names: tuple[str, ...] = tuple(BY_NAME)) -> dict[str, np.ndarray[Any, Any]]:
    """Return columns of a part as NumPy arrays. Raises `StoreError` for a file that is none, or of another schema."""
    for name in names:
        if name not in BY_NAME:
            raise RefusedRequest(f"there is no column {name!r:.40}; expected some of {', '.join(BY_NAME)}")
    _, parquet = arrow()
    try:
        table = parquet.read_table(path, columns=list(names), use_threads=False)
    except (OSError, ValueError) as reason:
        raise StoreError(f"{path.name} cannot be read as strokes ({reason!s:.120}).") from None
    version = (table.schema.metadata or {}).get(b"carrom.strokes", b"").decode()
    if version != str(SCHEMA):
        raise StoreError(f"{path.name} has the schema {version or 'of no version'}; this program reads {SCHEMA}.")
    return arrays_of(table, names)


def plan_in(folder: Path) -> PlanFile:
    """Return the plan of a folder. Raises `StoreError` if it has none."""
    try:
        return msgspec.json.decode(read_text(folder / PLAN), type=PlanFile)
    except msgspec.MsgspecError as reason:
        raise StoreError(f"{PLAN} in {str(folder)!r:.60} is no plan of a data set ({reason!s:.100}).") from None


def verify(folder: Path, rows: int = 200) -> int:
    """Check a data set: every part against its digest, and `rows` strokes of each against the physics.

    Returns how many strokes were simulated again. Raises `StoreError` for the first part that differs or is missing.
    """
    plan, checked = plan_in(folder).plan, 0
    for number in range(plan.parts):
        path = path_of(folder, number)
        stored = _digest_in(path)
        columns = read_part(path)
        if stored != digest_of(columns):
            raise StoreError(f"{path.name} differs from its digest; delete it and run the command again.")
        picks = np.unique(np.linspace(0, len(columns["game"]) - 1, rows).astype(np.int64))
        if not _agrees(columns, picks, plan):
            raise StoreError(f"{path.name} holds strokes that this program's physics plays differently.")
        checked += len(picks)
    return checked


def _agrees(columns: dict[str, np.ndarray[Any, Any]], picks: np.ndarray[Any, Any], plan: StrokePlan) -> bool:
    """Return whether strokes, simulated again, come to rest where the data says."""
    places = np.full((len(picks), 20, 2), NOWHERE, dtype=np.int64)
    places[:, 1:] = columns["before"][picks]
    strokes = columns["striker"][picks].astype(np.int64)
    played = batch(places, strokes, columns["turn"][picks].astype(np.int64), surface(plan.surface), paired=True)
    same = (played.rest[:, 0] == columns["rest"][picks]).all()
    return bool(same and (played.fell[:, 0].astype(np.float32) == columns["fell"][picks]).all())


def _checked(plan: StrokePlan) -> StrokePlan:
    """Return the plan with Python's numbers. Raises `RefusedRequest` for an invalid one."""
    arrow()
    numbers = {}
    for name, least in (("strokes", 1), ("seed", 0), ("players", 1), ("boards", 1)):
        number = getattr(plan, name)
        found = whole_number(number)
        if found is None or found < least:
            raise RefusedRequest(f"{name} is {number!r:.40}; expected a whole number from {least}")
        numbers[name] = found
    surface(plan.surface)
    if plan.players not in ruleset(plan.ruleset).parameters.players:
        allowed = " or ".join(map(str, ruleset(plan.ruleset).parameters.players))
        raise RefusedRequest(f"{plan.players} players cannot play {plan.ruleset}; it is played by {allowed}")
    return changed(plan, **numbers)


def _settle(folder: Path, plan: StrokePlan) -> None:
    """Write the plan into a folder without one. Raises `RefusedRequest` for another plan or version."""
    content, path = PlanFile(plan, versions(plan)), folder / PLAN
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise StoreError(f"{str(folder)!r:.80} cannot be used ({reason.strerror}); name another folder.") from None
    if not path.exists():
        with whole(path) as file:
            file.write(msgspec.json.format(msgspec.json.encode(content), indent=2))
        return
    found = plan_in(folder)
    if found.plan != plan:
        raise RefusedRequest(f"{str(folder)!r:.80} holds the strokes of another plan ({PLAN}); name another folder")
    if found.versions != content.versions:
        raise RefusedRequest(
            f"{str(folder)!r:.80} was begun by other versions (carrom {found.versions.carrom}, physics "
            f"{found.versions.physics}, NumPy {found.versions.numpy}); name another folder"
        )


def _digest_in(path: Path) -> str | None:
    """Return the digest that a part names, None if it does not exist. Raises `StoreError` for another file."""
    if not path.exists():
        return None
    _, parquet = arrow()
    try:
        metadata = parquet.read_schema(path).metadata or {}
    except (OSError, ValueError) as reason:
        raise StoreError(f"{path.name} cannot be read as strokes ({reason!s:.120}); delete it.") from None
    digest: str = metadata.get(b"digest", b"").decode()
    if metadata.get(b"carrom.strokes") != str(SCHEMA).encode() or len(digest) != 64:
        raise StoreError(f"{path.name} is no part of a data set of this version; delete it or name another folder.")
    return digest


LICENCE = """Licensed under the Apache License, Version 2.0 (SPDX: Apache-2.0), the licence of the program that made
this data set; https://www.apache.org/licenses/LICENSE-2.0 has its text.
"""


def datasheet(plan: StrokePlan, digest: str) -> str:
    """Return the datasheet of a data set, after "Datasheets for Datasets" (Gebru and others, 2021)."""
    made = versions(plan)
    left = plan.size(plan.parts - 1)
    sizes = f"{plan.part:,} rows" + (f", the last one of {left:,}" if plan.parts > 1 and left < plan.part else "")
    sizes = sizes if plan.parts > 1 else f"{left:,} rows"
    files = "file" if plan.parts == 1 else "files"
    command = f"carrom lab dataset FOLDER --strokes {plan.strokes} --seed {plan.seed} --ruleset {plan.ruleset}"
    command += f" --players {plan.players} --surface {plan.surface}"
    rows = "\n".join(
        f"| `{each.name}` | {each.kind} | {' × '.join(map(str, each.shape)) or '–'} | {each.about} |"
        for each in BY_NAME.values()
    )
    return f"""# {plan.strokes:,} lawful strokes of carrom

- Digest: `{digest}` (SHA-256 over the digests of the parts, each over its values)
- Made by: `{command}`
- Versions: carrom {made.carrom}, physics {made.physics}, {plan.ruleset} ({made.edition}), NumPy {made.numpy},
  schema {made.schema}
- Signature of the physics: `{made.signature}`
- Licence: Apache-2.0 (`LICENSE`)

## Motivation

Strokes with their exact results, for learning models of the physics, policies and evaluations.

## Composition

{plan.parts} Parquet {files} of {sizes}. A row is one stroke on one board. The boards are of {plan.ruleset} for
{plan.players} players on the surface `{plan.surface}`, from the opening rack with random gaps. {plan.boards:,} boards
are played side by side in a part; those under way at its end stop there, so that their last row has `over` false.
Nothing else is missing, and there are no data of people.

| column | type | shape | content |
|---|---|---|---|
{rows}

Discs are in the order S (striker), Q, W1 to W9, B1 to B9; `before` leaves out the striker. A disc that is not on the
board has the coordinates -1,000,000,000; a time of what never happened is null. No value is NaN or infinite. Lengths
are whole micrometres; the origin is the board's centre, x to the right and y away from south. The player's frame is
turned so that the player sits south.

## Collection

Simulated. {1 - ANY:.0%} of the strokes are aimed at a piece with an error of about a degree in direction and 8 % in
speed, the others go in any direction; breaks are aimed at the rack's centre. Every stroke is legal and ruled on. No
level of the engine plays: the boards are not examples of good play.

## Splits

By part, so that no board is in two splits: of every twenty parts, number 18 is for validation, number 19 for tests, the
others for training.

## Uses and limits

Read it with `carrom.lab.stroke_loader`, or with any Parquet reader. The physics is a model, checked against
independent simulations but not against filmed strokes. `carrom lab dataset FOLDER --verify` checks all digests and
simulates strokes of every part again. The same command gives the same strokes with the same version of carrom and NumPy
on the same kind of processor; on another kind an aimed stroke may differ by a micrometre per second.
"""
