"""The result of a fixture, with names."""

from carrom.values import Value


class ResultInfo(Value, frozen=True, kw_only=True):
    """The winner, and the score from the winner's side."""

    winner: str
    """Empty if there is no winner."""
    names: tuple[str, str]
    """The winner first; in the order of the draw if there is no winner."""
    score: str
    """Games as `25–12, 14–25`, or the rubbers of a tie; empty if nothing was played."""
    how: str
    decided: bool
    """Whether something other than the score decided it."""
