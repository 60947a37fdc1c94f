"""Who plays in a proof of strength, named in a line: a search, what it may spend, and the hand that plays."""

import math
import re

from carrom.data import Value, changed
from carrom.engine.engine import Engine
from carrom.engine.first import FirstEngine
from carrom.engine.leave import LEAVE, Leave
from carrom.engine.levels import LEVELS, Level, current, level_named
from carrom.engine.noise import Hand
from carrom.engine.search import Budget
from carrom.errors import RefusedRequest

FIRST = "first"
"""The name of the first engine, frozen."""
_FORM = re.compile(r"([a-z-]+)(?::(\d{1,9}))?(?:@(\d{1,2}(?:\.\d{1,4})?))?(?:/([a-z-]+))?")
WORTHS: dict[str, Leave] = {
    "bare": Leave(hard=0.0, hard_after=0.0),
    "leave": Leave(),
    "guard": Leave(guard=0.5, guard_after=1.0),
    "double": Leave(hard=2.0, hard_after=2.0, guard=1.0, guard_after=2.0),
}
"""What a player may hold the discs' lie to be worth, by name; none named: what every player does."""
LONG = 1e9
"""Seconds: in a proof no clock guards, only budgets count."""


class Contestant(Value, frozen=True):
    """A level's search or the first engine, with a hand."""

    text: str
    name: str
    simulations: int
    hand: Hand
    worth: str = ""

    def engine(self) -> Engine | FirstEngine:
        """Return what plays."""
        if self.name == FIRST:
            return FirstEngine(Level(FIRST, self.hand, Budget(self.simulations, LONG)), lambda: 0.0)
        known = level_named(self.name)
        level = changed(known, hand=self.hand, budget=Budget(self.simulations, LONG))
        return Engine(level, lambda: 0.0, leave=WORTHS.get(self.worth, LEAVE))


def contestant(text: str) -> Contestant:
    """Return who is named by `NAME[:SIMULATIONS][@DEGREES][/WORTH]`, as `world`, `machine:36000@0.4` or `first@0.4`.

    A hand of so many degrees has speed and place in proportion; a worth is one of `WORTHS`. Raises `RefusedRequest`.
    """
    names = ", ".join([FIRST, *(level.name for level in LEVELS)])
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedRequest(
            f"{text!r:.60} names no player: expected NAME, NAME:SIMULATIONS, NAME@DEGREES or both; names are {names}."
        )
    name, simulations, degrees, worth = found.groups()
    name = current(name)
    if name != FIRST and name not in {level.name for level in LEVELS}:
        raise RefusedRequest(f'There is no player "{name}"; the names are {names}.')
    if worth is not None and (worth not in WORTHS or name == FIRST):
        raise RefusedRequest(f"{text!r:.60}: nobody but a level has a worth, and of {', '.join(WORTHS)}.")
    base = Level(FIRST, hand_of(0.4), Budget(8_000, LONG)) if name == FIRST else level_named(name)
    hand = base.hand if degrees is None else hand_of(float(degrees))
    return Contestant(text, name, int(simulations) if simulations else base.budget.simulations, hand, worth or "")


def hand_of(degrees: float) -> Hand:
    """Return a hand of so many degrees, its speed and place in proportion to people's; none at all for nought."""
    if degrees <= 0.0:
        return Hand(0.0, 0.0, 0.0)
    return Hand(degrees, min(0.2, 0.03 + 0.05 * degrees), 100.0 + 500.0 * degrees)


def elo(share: float) -> float:
    """Return the difference in rating that makes a share of points."""
    kept = min(max(share, 1e-6), 1.0 - 1e-6)
    return 400.0 * math.log10(kept / (1.0 - kept))
