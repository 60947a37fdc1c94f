"""The folder of a data set: parts, plan, datasheet and digest; interrupted work continues, and strokes are verified."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from carrom.errors import RefusedRequest, StoreError
from carrom.lab.atomic_files import read_text, whole
from carrom.lab.strokes.generation import ANY, StrokePlan, StrokeVersions, digest_of, part_columns, versions
from carrom.lab.strokes.schema import BY_NAME, NOWHERE, SCHEMA, arrays_of, arrow, table_of
from carrom.lab.workers import done
from carrom.numeric import whole as whole_number
from carrom.physics.batch import batch
from carrom.physics.surface import surface
from carrom.rules.ruleset import ruleset
from carrom.values import Value, changed

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

Read it with `carrom.lab.strokes.loader`, or with any Parquet reader. The physics is a model, checked against
independent simulations but not against filmed strokes. `carrom lab dataset FOLDER --verify` checks all digests and
simulates strokes of every part again. The same command gives the same strokes with the same version of carrom and NumPy
on the same kind of processor; on another kind an aimed stroke may differ by a micrometre per second.
"""
