"""Many boards at once, in arrays: stroke, facts, law, payment, placing and who acts next, in one compiled step.

The law is not written here. What the laws say of a stroke is asked of `judge`, once for each kind of stroke, and kept
in a table (`table.Table`); this room keeps the books that follow from it. `tests/arrays` holds them against games.

Names others build on: `Boards`, `BoardOptions`, `Table`, `Status`.
"""

from carrom.arrays.boards import BoardOptions, Boards
from carrom.arrays.law.law_table import Table
from carrom.arrays.layout import Status

__all__ = ["BoardOptions", "Boards", "Status", "Table"]
