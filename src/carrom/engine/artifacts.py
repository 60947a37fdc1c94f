"""Weights and books that ship with the package, checked by their SHA-256, and the seeds of their racks."""

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from carrom.errors import RefusedRequest, SetupError
from carrom.files import replace

FOLDER = Path(__file__).parent / "learned"
"""Folder of the shipped files."""
_WORD = "sha256 "


def written(path: Path, content: Any) -> str:
    """Write a file atomically and return its hash."""
    body = msgspec.json.format(msgspec.json.encode(content), indent=0)
    digest = hashlib.sha256(body).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_suffix(path.suffix + ".new")
    made.write_bytes(f"{_WORD}{digest}\n".encode() + body + b"\n")
    replace(made, path)
    return digest


def read(path: Path) -> Any:
    """Return the content of a file. Raises `SetupError` with both hashes for a truncated or changed file."""
    try:
        head, *rest = path.read_bytes().split(b"\n", 1)
    except OSError as reason:
        raise SetupError(f"{path} cannot be read: {reason.strerror}") from None
    body = b"".join(rest)
    expected = head.decode("utf-8", "replace").removeprefix(_WORD)
    found = hashlib.sha256(body.removesuffix(b"\n")).hexdigest()
    if found != expected:
        raise SetupError(
            f"{path} was truncated or changed: its SHA-256 is {found}, expected was {expected:.64}. "
            "Install carrom again, or rebuild the file with `carrom train`."
        )
    return msgspec.json.decode(body)


# -- random seeds of racks, in disjoint ranges by purpose --------------------------------------------------------------
# A break is chaotic, and the best of many on some racks does worse on others. A break is therefore chosen on one
# range, estimated on another, and published figures are measured on a third.


TRAINING = range(100_000)
"""Boards of the learned evaluation, and racks on which the levels' aim errors are fitted."""
MEASURING = range(100_000, 1 << 62)
"""Racks that nothing was chosen on: benchmarks and `carrom solo` use these."""
CHOOSING = range(1 << 62, 3 << 61)
"""Racks on which breaks are compared, for the book and in play."""
PROMISING = range(3 << 61, 1 << 63)
"""Racks on which a chosen break is estimated."""
SETS = {"training": TRAINING, "measuring": MEASURING, "choosing": CHOOSING, "promising": PROMISING}


def drawn(seeds: range, count: int, rng: Random) -> NDArray[np.int64]:
    """Return `count` random seeds of a range."""
    return np.array([rng.randrange(seeds.start, seeds.stop) for _ in range(count)], dtype=np.int64)


def check_measured(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all in `MEASURING`."""
    if count > 0 and (first not in MEASURING or first + count - 1 not in MEASURING):
        raise RefusedRequest(
            f"{count} boards from seed {first} use racks that were used for training or choosing; "
            f"expected seeds from {MEASURING.start} to {MEASURING.stop - 1}."
        )


def check_trained(first: int, count: int) -> None:
    """Raise `RefusedRequest` unless `count` boards from the seed `first` are all in `TRAINING`."""
    if count > 0 and (first not in TRAINING or first + count - 1 not in TRAINING):
        raise RefusedRequest(
            f"{count} boards from seed {first} would train on racks that are reserved for measuring; "
            f"expected seeds from {TRAINING.start} to {TRAINING.stop - 1}."
        )
