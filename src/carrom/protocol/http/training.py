"""Training messages over HTTP: the daily puzzle and its statistics, and a player's progress (`/me/progress`)."""

from typing import Annotated

from msgspec import Meta

from carrom.board.stroke import Stroke
from carrom.training.messages import PuzzleTask
from carrom.training.progress import Progress
from carrom.values import Value

Day = Annotated[str, Meta(pattern="^20[0-9]{2}-[0-9]{2}-[0-9]{2}$")]
"""A date in UTC: `2026-11-23`."""
DayToken = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]


class DailyPuzzle(Value, frozen=True, kw_only=True):
    """The puzzle of the day, which is the same for everybody, without its solution."""

    day: Day
    puzzle: PuzzleTask
    tried: int
    """Number of people whose first try of the day was counted."""
    solved: int
    """Number of those who solved it on that try."""


class DailyTry(Value, frozen=True, kw_only=True):
    """A first try at a daily puzzle, to be judged and counted."""

    stroke: Stroke
    token: DayToken
    """A random secret that the browser makes for this day and uses for no other purpose. The same token counts once; so
    does an account, whatever the token."""


class DailyCount(Value, frozen=True, kw_only=True):
    """Statistics of a daily puzzle after a try."""

    day: Day
    counted: bool
    """Whether this try was counted: false for a later try, and beyond the limit of tries from one address."""
    tried: int
    solved: int


TrainingRequest = DailyTry | Progress
TrainingAnswer = DailyPuzzle | DailyCount
