"""Rating pools: by rule set and length, for singles, doubles and threes.

`icf.game` is a pool, `club.board.doubles` another, `icf.game.bots` that of games between people and programs. Nobody's
rating among people moves by a game with a program, whoever the program says it is.
"""

import re

from carrom.protocol.http.lobby import RatingPool
from carrom.protocol.terms import Length
from carrom.rules.ruleset import NAMES
from carrom.values import Value

_TABLE = {2: "", 3: ".three", 4: ".doubles"}
_POOL = re.compile(r"([a-z0-9-]+)\.(board|game|match)(\.three|\.doubles)?(\.bots)?")


class Pool(Value, frozen=True, kw_only=True):
    """One pool."""

    ruleset: str
    length: Length
    players: int
    bots: bool = False

    @property
    def name(self) -> str:
        """What it is called in tables and addresses."""
        return f"{self.ruleset}.{self.length.value}{_TABLE[self.players]}{'.bots' if self.bots else ''}"

    @property
    def is_of_teams(self) -> bool:
        """Whether more than two play: what one alone did is not known then."""
        return self.players > 2

    def told(self, people: int | None = None) -> RatingPool:
        """Return what is told of it."""
        return RatingPool(
            pool=self.name,
            ruleset=self.ruleset,
            length=self.length,
            players=self.players,
            bots=self.bots,
            people=people,
        )


def pool_named(name: str) -> Pool | None:
    """Return a pool by its name; None for a name that is none."""
    found = _POOL.fullmatch(name)
    if found is None or found[1] not in NAMES:
        return None
    players = next(number for number, ending in _TABLE.items() if ending == (found[3] or ""))
    return Pool(ruleset=found[1], length=Length(found[2]), players=players, bots=found[4] is not None)
