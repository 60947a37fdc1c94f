"""What stands where in the arrays of many boards.

Each board has a row of `info` (whole numbers by field, below), a row of `places` (x, y in µm of the twenty discs,
NOWHERE for one that is not on the board; the striker never is), and rows of discs in an order (`queues`). A side has
a block of fields behind the board's own. Seats are quarter turns from south.
"""

from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from carrom.physics.kernel.stroke_batch import ALL_DISCS, NOWHERE

__all__ = ["ALL_DISCS", "NOWHERE", "ThreadWorkspace", "Ground", "Law", "Numbers", "Seen", "Status", "Table", "Tables"]

Numbers: TypeAlias = Any
"""A NumPy array of whole numbers."""
Table: TypeAlias = Any
"""A NumPy array of two or more axes."""


class Status(IntEnum):
    """What a board waits for."""

    STRIKE = 0
    PLACE = 1
    """A man is to be placed."""
    DEMAND = 2
    """The gainer may ask for extra points."""
    OVER = 3
    NO_SPOT = 4
    """Discs on the lines leave the striker no spot: the board is to be played again (Law 142)."""
    ASK = 5
    """A stroke was played whose facts are new to the table; only within a step."""
    DIVERGED = 6
    """The simulation found no end, and nothing has changed: a bug to report."""
    LINES = 7
    """The kernel's log was too short to say which lines the striker left; only within a step."""


STRIKE, PLACE, DEMAND, OVER, NO_SPOT, ASK, DIVERGED, LINES = range(8)

# One board.
(
    STATUS,
    TURN,  # seat in turn
    BREAKER,
    BROKEN,  # 1 once a man was touched
    ATTEMPT,
    STRUCK,
    TURNS,
    PASSES,
    QUEEN,  # on the board, pending, covered, aside
    QUEEN_SIDE,  # -1: nobody's
    QUEEN_TURN,  # -1: not covered
    COVERED_NOW,
    MISSES,
    WINNERS,  # sides as bits
    POINTS,
    TAKEN,  # 1: taken from the loser
    UP_TO,
    SLAM,  # 1 white, 2 black
    STROKES,  # strokes of this board so far
    SIDES,  # where the blocks of the sides begin
) = range(20)
# One side.
SCORE, DUE, BEFORE, SELF, POINTS_NOW, TURN_POINTS, SIDE = range(7)
MOST_SIDES = 3
INFO = SIDES + MOST_SIDES * SIDE

# Discs in an order: in the pockets; fallen in the last stroke; men scored by each side; men to be placed, by whom, and
# whose they are. Behind the last of a row stands NONE.
DOWN, FALLEN, SCORED, WAITING, PLACER, OWNER, QUEUES = 0, 1, 2, 5, 6, 7, 8
NONE = -1

ON_BOARD, PENDING, COVERED, ASIDE = range(4)

# What is the same for all boards of a table: the number of sides; whether colours are owned; the side of each seat and
# who plays after it (-1: nobody sits there); figures of the book.
(
    COUNT,
    OWNED,
    SIDE_OF,
    NEXT,
    FORGIVEN,
    CAP,  # score from which the queen is worth nothing; -1: never
    TRIES,  # strokes of a turn
    WHITE_POINTS,
    BLACK_POINTS,
    QUEEN_POINTS,
    FEWEST,  # discs it takes at least to leave the striker no spot
    BY_ITSELF,  # 1: placings and demands are made within the step, nearest to the centre and for all there is
    BOOK,
) = (0, 1, 2, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18)


class Tables(NamedTuple):
    """How N boards stand."""

    info: Table
    places: Table
    queues: Table
    book: Numbers


class Seen(NamedTuple):
    """What was seen of the last stroke on each board, as `carrom.physics.batch` has it, and what the law said of it."""

    rest: Table
    fell: Table
    touched: Table
    facts: Table
    fallen: Table
    """Men and queen that fell, in falling order, then NONE; one row a board."""
    keys: Numbers
    said: Numbers
    """The row of the decision, in the table of the law."""


class Law(NamedTuple):
    """A table of the law: rows by their keys, and decisions by their rows."""

    slots: Table
    decisions: Table


class Ground(NamedTuple):
    """What boards are made of: parameters of the surfaces (one for all, or one each) and measures of the equipment."""

    worlds: Table
    spins: Numbers
    """1 for a surface on which a stroke without spin may bring some."""
    sizes: Numbers
    measures: Numbers
    lines: Numbers
    board: Numbers
    grid: Numbers


class ThreadWorkspace(NamedTuple):
    """What one thread writes on: the kernel's arrays, rows of discs, circles and places to find room."""

    state: Numbers
    marks: Numbers
    log: Numbers
    limits: Numbers
    rows: Table
    circles: Numbers
    free: Numbers
    left: Numbers
    points: Numbers
    found: Numbers


CENTRE, COMING, SPARE, SCRATCH = range(4)
"""Rows of a desk: discs that the umpire puts on the centre; men that come back; a spare row."""


# A decision: what `judge` said, as numbers.
(
    TURN_IS,  # KEPT, PASSED, AGAIN, ENDED, TOTALS
    CHARGED,  # men the mover's side has to give
    BACK,  # 1: its men of the stroke come back
    OTHER_CHARGED,
    OTHERS_BACK,  # men of the other side that go to the centre
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
    QUEEN_SCORES,  # points for covering her
    DECISION,
) = range(19)
KEPT, PASSED, AGAIN, ENDED, TOTALS = range(5)
NOBODY, MOVER, AS_BEFORE = range(3)
