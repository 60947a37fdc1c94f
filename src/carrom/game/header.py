"""Who plays what under which rules: the header of a game, as it stands on the score card."""

from typing import Literal

from carrom.board.seat import Seat
from carrom.game.scoring.score import Stage
from carrom.values import Value

SideName = Literal["A", "B", "C"]
Contest = Literal["board", "game", "match", "best-of-3-boards", "best-of-5-boards", "most-of-8-boards"]
Scope = Literal["game", "match"]


class Player(Value, frozen=True, kw_only=True):
    """A person (or program) and where he sits when the game begins."""

    name: str
    seat: Seat
    side: SideName


class Header(Value, frozen=True, kw_only=True):
    """Who plays what under which rules, and all that simulating it again needs."""

    players: tuple[Player, ...]
    ruleset: str = "icf"
    edition: str = ""
    """The edition of the rule set; empty: the one at hand, which `Game.begin` writes here."""
    extends: str = ""
    """A custom rule set: the named set it starts from."""
    changes: str = ""
    """A custom rule set: the parameters it changes, as a JSON object."""
    contest: Contest = "game"
    stage: Stage | None = None
    first_break: SideName | None = None
    """The side that breaks first; None: a toss decides."""
    handicap: tuple[int, ...] = ()
    """Men taken off before each board, for each side in the order of their letters; empty: none."""
    start: str = ""
    """The position that the first board begins with, in notation; empty: the rack."""
    equipment: str = "standard"
    surface: str | None = "club"
    """The surface, by name or as its parameters; None on a wooden board, where no positions are kept."""
    surface_version: str = ""
    physics: str = ""
    """The version of the physics that played it."""
    event: str = ""
    """The championship, and the like below: as on the official score card."""
    round: str = ""
    match_number: str = ""
    date: str = ""
    place: str = ""
    umpire: str = ""

    @property
    def measured(self) -> bool:
        """Whether places are kept (a simulated board), or only what an umpire saw."""
        return self.surface is not None
