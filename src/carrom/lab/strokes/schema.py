"""The columns of a data set of strokes.

Discs are in the order S (the striker), Q, W1 … W9, B1 … B9 (`carrom.physics.batch.DISCS`), so that piece k of `before`
is disc k + 1 of `rest`. A disc that is not on the board has both coordinates -1,000,000,000. In files a time of
something that never happened is null; in NumPy's arrays, which have no null, it is infinite. Neither holds NaN, which
readers of Parquet compare in different ways.
"""

from typing import Any

import numpy as np

from carrom.errors import SetupError
from carrom.values import Value

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
