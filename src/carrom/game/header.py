"""The header of a game: players, rules, surface and event details, as on the score card."""

from typing import Literal

from carrom.board.seat import Seat
from carrom.game.scoring.score import Stage
from carrom.values import Value

SideName = Literal["A", "B", "C"]
Contest = Literal["board", "game", "match", "best-of-3-boards", "best-of-5-boards", "most-of-8-boards"]
Scope = Literal["game", "match"]


class Player(Value, frozen=True, kw_only=True):
    """A person or program, and their seat when the game begins."""

    name: str
    seat: Seat
    side: SideName


class Header(Value, frozen=True, kw_only=True):
    """Players, rules and everything needed to simulate the game again."""

    players: tuple[Player, ...]
    ruleset: str = "icf"
    edition: str = ""
    """Edition of the rule set; empty for the current one, which `Game.begin` fills in."""
    extends: str = ""
    """For a custom rule set: the built-in rule set that it extends."""
    changes: str = ""
    """For a custom rule set: the parameters it changes, as a JSON object."""
    contest: Contest = "game"
    stage: Stage | None = None
    first_break: SideName | None = None
    """The side that breaks first; None if a toss decides."""
    handicap: tuple[int, ...] = ()
    """Number of pieces removed before each board, for each side in the order of their letters; empty for none."""
    start: str = ""
    """The position that the first board begins with, in notation; empty for the rack."""
    equipment: str = "standard"
    surface: str | None = "club"
    """The surface, by name or as its parameters; None for a wooden board, where positions are not recorded."""
    surface_version: str = ""
    physics: str = ""
    """Version of the physics that simulated the game."""
    event: str = ""
    """Name of the championship; this and the following fields appear on the official score card."""
    round: str = ""
    match_number: str = ""
    date: str = ""
    place: str = ""
    umpire: str = ""
    imported: str = ""
    """The day on which a server imported the record of a finished game; empty for a game that was played there."""

    @property
    def measured(self) -> bool:
        """Whether positions are recorded (a simulated board), or only the umpire's observations."""
        return self.surface is not None
