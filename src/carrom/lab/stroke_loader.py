"""Read a data set of strokes in batches: NumPy arrays, PyTorch tensors or JAX arrays.

PyTorch and JAX are optional and imported on use. Only whole parts are held in memory, one at a time.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.errors import RefusedRequest, SetupError
from carrom.lab.strokes import BY_NAME, SPLITS, path_of, plan_in, read_part, split_of
from carrom.numeric import whole

Batch = dict[str, NDArray[Any]]


class StrokeData:
    """A split of a data set."""

    def __init__(self, folder: Path | str, split: str | None = None, columns: tuple[str, ...] = ()) -> None:
        """Open the folder; `split` is train, validation or test (None: all), `columns` are names (empty: all).

        Raises `RefusedRequest` for an unknown split or column, `StoreError` for a folder without a data set.
        """
        if split is not None and split not in SPLITS:
            raise RefusedRequest(f"the split is {split!r:.40}; expected {', '.join(SPLITS)} or None")
        self.folder, self.split = Path(folder), split
        self.columns = columns or tuple(BY_NAME)
        for name in self.columns:
            if name not in BY_NAME:
                raise RefusedRequest(f"there is no column {name!r:.40}; expected some of {', '.join(BY_NAME)}")
        parts = range(plan_in(self.folder).plan.parts)
        self.parts = [number for number in parts if split in (None, split_of(number))]

    def part(self, number: int) -> Batch:
        """Return a part's columns, (rows, *shape). Raises `StoreError` for a part that is missing or damaged."""
        return read_part(path_of(self.folder, number), self.columns)

    def batches(self, size: int, seed: int | None = None, shard: tuple[int, int] = (0, 1)) -> Iterator[Batch]:
        """Yield batches of `size` rows (the last of a part may be smaller).

        With a seed, parts and the rows within them are shuffled; otherwise they are in order. `shard` is the number of
        a reader and of all readers, which share the parts. Raises `RefusedRequest` for a size below 1.
        """
        count = whole(size)
        if count is None or count < 1:
            raise RefusedRequest(f"a batch has {size!r:.40} rows; expected a whole number from 1")
        dice = None if seed is None else np.random.default_rng(seed)
        parts = self.parts if dice is None else [self.parts[k] for k in dice.permutation(len(self.parts))]
        for number in parts[shard[0] :: shard[1]]:
            columns = self.part(number)
            rows = len(next(iter(columns.values())))
            order = None if seed is None else np.random.default_rng([seed, number]).permutation(rows)
            for first in range(0, rows, count):
                picks = slice(first, first + count) if order is None else order[first : first + count]
                yield {name: values[picks] for name, values in columns.items()}


def torch_dataset(data: StrokeData, size: int, seed: int | None = None) -> Any:
    """Return an `IterableDataset` of batches of tensors, for a `DataLoader` with `batch_size=None`.

    Its workers share the parts. Raises `SetupError` without PyTorch.
    """
    try:
        torch: Any = import_module("torch")
    except ImportError:
        raise SetupError("Tensors need the package torch: pip install torch.") from None
    base: Any = torch.utils.data.IterableDataset

    class Strokes(base):  # type: ignore[misc]
        def __iter__(self) -> Iterator[dict[str, Any]]:
            worker = torch.utils.data.get_worker_info()
            shard = (0, 1) if worker is None else (worker.id, worker.num_workers)
            for batch in data.batches(size, seed, shard):
                yield {
                    name: torch.from_numpy(np.require(rows, requirements=("C", "W"))) for name, rows in batch.items()
                }

    return Strokes()


def jax_batches(data: StrokeData, size: int, seed: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield batches of JAX arrays; columns of 64 bits have 32 unless `jax_enable_x64` is on.

    JAX itself drops the upper bits without a warning. Here numbers that do not fit into 32 bits are refused. Raises
    `SetupError` without JAX, and `RefusedRequest` with the first such number when its batch is due.
    """
    try:
        jax: Any = import_module("jax")
        arrays: Any = import_module("jax.numpy")
    except ImportError:
        raise SetupError("JAX arrays need the package jax: pip install jax.") from None
    is_wide = bool(jax.config.jax_enable_x64)
    return (
        {name: arrays.asarray(rows if is_wide else _narrowed(name, rows)) for name, rows in batch.items()}
        for batch in data.batches(size, seed)
    )


def _narrowed(name: str, rows: NDArray[Any]) -> NDArray[Any]:
    """Return a column with integers of at most 32 bits. Raises `RefusedRequest` for a number that does not fit."""
    if rows.dtype != np.int64:
        return rows
    limits = np.iinfo(np.int32)
    beyond = rows[(rows < limits.min) | (rows > limits.max)]
    if len(beyond):
        raise RefusedRequest(
            f"the column {name} holds {beyond[0]}, which needs 64 bits; expected it to be left out, or "
            'jax.config.update("jax_enable_x64", True)'
        )
    return rows.astype(np.int32)
