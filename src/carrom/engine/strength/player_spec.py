"""Player specifications such as `machine:4000@0.7`, read from text."""

import math
import re
import zlib

from carrom.engine.evaluation.layout_heuristic import LEAVE, LayoutHeuristic
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.engine import Engine
from carrom.engine.play.external import ExternalEngine
from carrom.engine.play.levels import LEVELS, Level, current, level_named
from carrom.engine.search.halving import Budget
from carrom.engine.strength.anchors import ANCHORS, Anchor
from carrom.engine.strength.frozen_engine import FirstEngine
from carrom.errors import RefusedRequest
from carrom.values import Value, changed
from carrom.version import __version__

PIPE = "pipe"
"""The name of engines from outside, which a command starts: `pipe:COMMAND`."""
FIRST = "first"
"""The name of the first engine, frozen."""
_FORM = re.compile(r"([a-z]+(?:-[a-z0-9]+)*)(?::(\d{1,9}))?(?:@(\d{1,2}(?:\.\d{1,4})?))?(?:/([a-z-]+))?")
LEARNED = "learned"
_OUTSIDE = re.compile(r"pipe:(\s*\S.*?)(?:@(\d{1,2}(?:\.\d{1,4})?))?")
OUTSIDE = 0.4
"""Degrees of the hand that plays what an engine from outside means, unless another is named."""
WORTHS: dict[str, LayoutHeuristic] = {
    "bare": LayoutHeuristic(hard=0.0, hard_after=0.0),
    "leave": LayoutHeuristic(),
    LEARNED: LayoutHeuristic(),
    "queen": LayoutHeuristic(queen=0.5),
    "guard": LayoutHeuristic(guard=0.5, guard_after=1.0),
    "double": LayoutHeuristic(hard=2.0, hard_after=2.0, guard=1.0, guard_after=2.0),
}
"""What a player may hold the discs' lie to be worth, by name; none named: what every player does.

Who has a worth named plays for the points of a board, whatever they bring in the game.
"""
MARKS = (*ANCHORS, FIRST)
"""Players that stay as they are, the weakest first."""
NAMES = (*MARKS, *(level.name for level in LEVELS))
LONG = 1e9
"""Seconds: in a proof no clock guards, only budgets count."""


class Contestant(Value, frozen=True):
    """A level's search, the first engine or another mark of the ladder, with a hand."""

    text: str
    name: str
    simulations: int
    hand: HandNoise
    worth: str = ""
    command: str = ""
    """Of an engine from outside: what starts it."""

    def engine(self) -> Engine | FirstEngine | Anchor | ExternalEngine:
        """Return what plays."""
        if self.name == PIPE:
            return ExternalEngine(PIPE, self.command, self.hand)
        if self.name == FIRST:
            return FirstEngine(Level(FIRST, self.hand, Budget(self.simulations, LONG)), lambda: 0.0)
        if self.name in ANCHORS:
            return ANCHORS[self.name](self.hand)
        level = self.level
        if self.worth:
            level = changed(level, counts=False, learnt=self.worth == LEARNED)
        return Engine(level, lambda: 0.0, leave=WORTHS.get(self.worth, LEAVE))

    @property
    def level(self) -> Level:
        """The level that searches, with the hand and the budget of this contestant."""
        return changed(level_named(self.name), hand=self.hand, budget=Budget(self.simulations, LONG))

    @property
    def mark(self) -> str:
        """What tells this player from the same name with another hand or other eyes, in a few letters."""
        told = [self.name, self.simulations, self.hand, self.worth, __version__]
        if self.name == PIPE:
            told += [self.command]
        elif self.name != FIRST and self.name not in ANCHORS:
            level = self.level
            told += [level.sight, sorted(level.families or ()), level.foresight, level.fastest, level.learnt]
        return f"{zlib.crc32(repr(told).encode()):08x}"


def contestant(text: str) -> Contestant:
    """Return who is named by `NAME[:SIMULATIONS][@DEGREES][/WORTH]`, as `world`, `machine:36000@0.4` or `first@0.4`.

    `pipe:COMMAND[@DEGREES]` names an engine from outside (docs/how-to/engines.md).
    A hand of so many degrees has speed and place in proportion; a worth is one of `WORTHS`. Raises `RefusedRequest`.
    """
    names = ", ".join(NAMES)
    if text.startswith(f"{PIPE}:"):
        return _from_outside(text)
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedRequest(
            f"{text!r:.60} names no player: expected NAME, NAME:SIMULATIONS, NAME@DEGREES or both; names are {names}."
        )
    name, simulations, degrees, worth = found.groups()
    name = current(name)
    if name not in NAMES:
        raise RefusedRequest(f'There is no player "{name}"; the names are {names}.')
    if worth is not None and (worth not in WORTHS or name in MARKS):
        raise RefusedRequest(f"{text!r:.60}: nobody but a level has a worth, and of {', '.join(WORTHS)}.")
    if simulations is not None and name in ANCHORS:
        raise RefusedRequest(f"{text!r:.60}: {name} tries as many strokes as its name says; leave out the number.")
    base = Level(name, hand_of(0.4), Budget(8_000, LONG)) if name in MARKS else level_named(name)
    hand = base.hand if degrees is None else hand_of(float(degrees))
    return Contestant(text, name, int(simulations) if simulations else base.budget.simulations, hand, worth or "")


def _from_outside(text: str) -> Contestant:
    """Return who is named by `pipe:COMMAND[@DEGREES]`."""
    found = _OUTSIDE.fullmatch(text)
    if found is None:
        raise RefusedRequest(f"{text!r:.60} names no engine: expected pipe:COMMAND or pipe:COMMAND@DEGREES.")
    command, degrees = found.groups()
    hand = hand_of(OUTSIDE if degrees is None else float(degrees))
    return Contestant(text, PIPE, 0, hand, command=command.strip())


def hand_of(degrees: float) -> HandNoise:
    """Return a hand of so many degrees, its speed and place in proportion to people's; none at all for nought."""
    if degrees <= 0.0:
        return HandNoise(0.0, 0.0, 0.0)
    return HandNoise(degrees, min(0.2, 0.03 + 0.05 * degrees), 100.0 + 500.0 * degrees)


def elo(share: float) -> float:
    """Return the difference in rating that makes a share of points."""
    kept = min(max(share, 1e-6), 1.0 - 1e-6)
    return 400.0 * math.log10(kept / (1.0 - kept))
