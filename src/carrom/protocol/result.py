"""The result of a fixture by names, so that nobody has to know whose points come first."""

from carrom.values import Value


class ResultTold(Value, frozen=True, kw_only=True):
    """Who has won, and the score from the winner's side."""

    winner: str
    """Empty where the score is level, or nobody wins."""
    names: tuple[str, str]
    """The winner first; as they were drawn where nobody wins."""
    score: str
    """Games as `25–12, 14–25`, or the rubbers of a tie; empty where nothing was played."""
    how: str
    decided: bool
    """Whether something beside the score decided it."""
