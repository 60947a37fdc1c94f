"""Layout of the arrays of many boards: the index of every field.

Each board has a row of `info` (integers by field, below), a row of `places` (x, y in µm of the twenty discs; NOWHERE
for a disc that is not on the board, always so for the striker), and queues of discs (`queues`). The sides' blocks of
fields follow the board's own. Seats are quarter turns from south.
"""

from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from carrom.physics.kernel.layout import Marks
from carrom.physics.kernel.stroke_batch import ALL_DISCS, NOWHERE, FloatTable, IntegerCube, IntegerTable

__all__ = [
    "ALL_DISCS",
    "NOWHERE",
    "BoardParameters",
    "FloatTable",
    "Floats",
    "IntegerCube",
    "IntegerTable",
    "Law",
    "Numbers",
    "Seen",
    "Status",
    "Tables",
    "ThreadWorkspace",
]

Numbers: TypeAlias = Any
"""A one-dimensional NumPy array of integers."""
Floats: TypeAlias = Any
"""A one-dimensional NumPy array of floats."""


class Status(IntEnum):
    """What a board waits for next."""

    STRIKE = 0
    PLACE = 1
    """A piece must be placed."""
    DEMAND = 2
    """The winner may demand extra points."""
    OVER = 3
    NO_SPOT = 4
    """Discs on the baseline leave the striker no legal spot: the board is replayed (Law 142)."""
    ASK = 5
    """The table has no decision for the stroke yet; only within a step."""
    DIVERGED = 6
    """The simulation did not end, and nothing has changed: a bug to report."""
    LINES = 7
    """The kernel's log was too short to tell which lines the striker left; only within a step."""


STRIKE, PLACE, DEMAND, OVER, NO_SPOT, ASK, DIVERGED, LINES = range(8)

# Fields of one board.
(
    STATUS,
    TURN,  # seat in turn
    BREAKER,
    BROKEN,  # 1 once a piece was touched
    ATTEMPT,
    STRUCK,
    TURNS,
    PASSES,
    QUEEN,  # on the board, pending, covered, aside
    QUEEN_SIDE,  # -1: none
    QUEEN_TURN,  # -1: not covered
    COVERED_NOW,
    MISSES,
    WINNERS,  # bit mask of sides
    POINTS,
    TAKEN,  # 1: taken from the loser
    UP_TO,
    SLAM,  # 1 white, 2 black
    STROKES,  # strokes of this board so far
    SIDES,  # first field of the sides' blocks
) = range(20)
# Fields of one side.
SCORE, DUE, BEFORE, SELF, POINTS_NOW, TURN_POINTS, SIDE = range(7)
MOST_SIDES = 3
INFO = SIDES + MOST_SIDES * SIDE

# Queues of discs, each ended by NONE: in the pockets; fallen in the last stroke; scored by each side; pieces to be
# placed, with the seats that place them and their owners.
DOWN, FALLEN, SCORED, WAITING, PLACER, OWNER, QUEUES = 0, 1, 2, 5, 6, 7, 8
NONE = -1

ON_BOARD, PENDING, COVERED, ASIDE = range(4)

# Constants of a rule set and seating: the number of sides; whether sides own colours; the side of each seat and the
# seat that plays after it (-1: empty seat); figures of the rule set.
(
    COUNT,
    OWNED,
    SIDE_OF,
    NEXT,
    FORGIVEN,
    CAP,  # score from which the queen has no points; -1: never
    TRIES,  # strokes per turn
    WHITE_POINTS,
    BLACK_POINTS,
    QUEEN_POINTS,
    FEWEST,  # least number of discs that can leave the striker no spot
    BY_ITSELF,  # 1: a step places dues nearest to the centre and demands all extra points
    ANYWHERE,  # 1: dues may be placed on the centre circle and as a shot with the queen
    LAPSES,  # 1: a due for which there is no room lapses
    EARLIER,  # 1: a piece of the stroke before may cover the queen
    PAY_FIRST,  # 1: pieces that fall with the queen pay what is owed first
    BOOK,
) = (0, 1, 2, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)


class Tables(NamedTuple):
    """The state of N boards."""

    info: IntegerTable
    places: IntegerCube
    queues: IntegerCube
    book: Numbers


class Seen(NamedTuple):
    """The outcome of the last stroke on each board, as in `carrom.physics.batch`, and the row of its decision."""

    rest: IntegerCube
    fell: FloatTable
    touched: FloatTable
    facts: IntegerTable
    fallen: IntegerTable
    """The fallen pieces, queen included, in order, then NONE; one row per board."""
    keys: Numbers
    said: Numbers
    """The row of the decision in the law table."""


class Law(NamedTuple):
    """A law table: a hash table from keys to rows, and the decisions by row."""

    slots: IntegerTable
    decisions: IntegerTable


class BoardParameters(NamedTuple):
    """Constants of the boards: surface parameters (one row for all boards or one each) and equipment measures."""

    worlds: FloatTable
    spins: Numbers
    """1 for a surface on which a stroke without spin may cause spin."""
    sizes: Floats
    measures: Numbers
    lines: Numbers
    board: Numbers
    grid: Numbers


class ThreadWorkspace(NamedTuple):
    """Scratch arrays of one thread: the kernel's state, queues of discs, and geometry buffers."""

    state: Floats
    marks: Marks
    log: Floats
    limits: Numbers
    rows: IntegerCube
    circles: Numbers
    free: Numbers
    left: Numbers
    points: Floats
    found: Numbers


CENTRE, COMING, SPARE, SCRATCH = range(4)
"""Rows of the workspace: discs that return to the centre; pieces that come back; a spare row."""


# Fields of a decision: the ruling of `judge` as numbers.
(
    TURN_IS,  # KEPT, PASSED, AGAIN, ENDED, TOTALS
    CHARGED,  # pieces that the moving side owes
    BACK,  # 1: its pieces of the stroke come back
    OTHER_CHARGED,
    OTHERS_BACK,  # pieces of the other side that go to the centre
    QUEEN_IS,
    QUEEN_OF,  # NOBODY, MOVER, AS_BEFORE
    QUEEN_RETURNS,
    NEXT_ATTEMPT,
    MOVER_WINS,
    WORTH,
    EXTRA,
    FROM_LOSER,
    SLAM_IS,
    COUNTER_BACK,
    VOID,
    VOIDED_BACK,
    QUEEN_SCORES,  # points for covering the queen
    DECISION,
) = range(19)
KEPT, PASSED, AGAIN, ENDED, TOTALS = range(5)
NOBODY, MOVER, AS_BEFORE = range(3)
