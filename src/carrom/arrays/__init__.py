"""Many boards at once in arrays: stroke, ruling, payment of dues, placing and next turn in one compiled step.

The laws are not implemented here. `judge` rules once on each kind of stroke, and its decision is stored in a table
(`law_table.Table`); this package applies the consequences. `tests/arrays` compares them with games.
"""

from carrom.arrays.boards import BoardOptions, Boards, Branches
from carrom.arrays.law_table import Table
from carrom.arrays.layout import Status

__all__ = ["BoardOptions", "Boards", "Branches", "Status", "Table"]
