"""The goals of puzzles, and what each asks of the player."""

from enum import StrEnum


class PuzzleGoal(StrEnum):
    """What a puzzle asks for."""

    TURN = "turn"
    """One stroke: the turn goes on, or the board is won."""
    DOUBLE = "double"
    """One stroke: two of the player's own pieces fall, where the queen may be one of them, and the turn goes on."""
    QUEEN = "queen"
    """Two strokes: pocket the queen, then cover it; or both with one stroke."""
    PLAN = "plan"
    """Two strokes: the turn goes on twice, or the board is won. The first must leave an easy second."""
    ORDER = "order"
    """The same, where another piece falls as easily, but only one of them may come first."""
    BREAK = "break"
    """One stroke: break from a part of the baseline so that the turn goes on."""
    DEFENCE = "defence"
    """One stroke: nothing can be pocketed safely, so leave the next player as little as possible."""
    DUE = "due"
    """No stroke: place a piece that the opponent owes where it is hardest to pocket."""

    @property
    def strokes(self) -> int:
        """Number of strokes that the player plays."""
        return 0 if self is PuzzleGoal.DUE else 2 if self in CHAINS else 1


CHAINS = frozenset({PuzzleGoal.QUEEN, PuzzleGoal.PLAN, PuzzleGoal.ORDER})
"""Goals that take two strokes."""
