"""Rating pools: by rule set and length, for singles, doubles and threes.

Examples: `icf.game`, `club.board.doubles`, and `icf.game.bots` for games between people and bots. A game with a bot
never changes a rating among people.
"""

import re

from carrom.protocol.http.lobby import RatingPool
from carrom.protocol.terms import Length
from carrom.rules.ruleset import NAMES
from carrom.values import Value

_TABLE = {2: "", 3: ".three", 4: ".doubles"}
_POOL = re.compile(r"([a-z0-9-]+)\.(board|game|match)(\.three|\.doubles)?(\.bots)?")


class Pool(Value, frozen=True, kw_only=True):
    """A rating pool."""

    ruleset: str
    length: Length
    players: int
    bots: bool = False

    @property
    def name(self) -> str:
        """Its name in tables and URLs."""
        return f"{self.ruleset}.{self.length.value}{_TABLE[self.players]}{'.bots' if self.bots else ''}"

    @property
    def is_of_teams(self) -> bool:
        """Whether more than two play, so that a result does not show each player's own contribution."""
        return self.players > 2

    def told(self, people: int | None = None) -> RatingPool:
        """Return its view for the API, optionally with the number of rated players."""
        return RatingPool(
            pool=self.name,
            ruleset=self.ruleset,
            length=self.length,
            players=self.players,
            bots=self.bots,
            people=people,
        )


def pool_named(name: str) -> Pool | None:
    """Return the pool with that name; None if there is none."""
    found = _POOL.fullmatch(name)
    if found is None or found[1] not in NAMES:
        return None
    players = next(number for number, ending in _TABLE.items() if ending == (found[3] or ""))
    return Pool(ruleset=found[1], length=Length(found[2]), players=players, bots=found[4] is not None)
