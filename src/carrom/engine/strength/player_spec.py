"""Player specifications such as `machine:4000@0.7`, read from text."""

import math
import re
import zlib

from carrom.engine.evaluation.layout_heuristic import LEAVE, LayoutHeuristic
from carrom.engine.external.player import ExternalEngine
from carrom.engine.geometry.execution_noise import HandNoise
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import LEVELS, Level, level_named
from carrom.engine.search.budget import Budget
from carrom.engine.strength.anchors import ANCHORS, Anchor
from carrom.errors import RefusedRequest
from carrom.values import Value, changed
from carrom.version import __version__

PIPE = "pipe"
"""Name of external engines, started by a command: `pipe:COMMAND`."""
_FORM = re.compile(r"([a-z]+(?:-[a-z0-9]+)*)(?::(\d{1,9}))?(?:@(\d{1,2}(?:\.\d{1,4})?))?(?:/([a-z-]+))?")
LEARNED = "learned"
_OUTSIDE = re.compile(r"pipe:(\s*\S.*?)(?:@(\d{1,2}(?:\.\d{1,4})?))?")
OUTSIDE = 0.4
"""Default aim error in degrees for strokes of an external engine."""
WORTHS: dict[str, LayoutHeuristic] = {
    "bare": LayoutHeuristic(hard=0.0, hard_after=0.0),
    "leave": LayoutHeuristic(),
    LEARNED: LayoutHeuristic(),
    "queen": LayoutHeuristic(queen=0.5),
    "guard": LayoutHeuristic(guard=0.5, guard_after=1.0),
    "double": LayoutHeuristic(hard=2.0, hard_after=2.0, guard=1.0, guard_after=2.0),
}
"""Layout heuristics by name, for experiments; without a name the level's own evaluation is used.

A player with a named heuristic plays for the board's points, whatever the game's score.
"""
NAMES = (*ANCHORS, *(level.name for level in LEVELS))
LONG = 1e9
"""In seconds: no time limit, so that only budgets of simulations count."""


class Contestant(Value, frozen=True):
    """A player of a match test: a level, an anchor or an external engine, with an accuracy."""

    text: str
    name: str
    simulations: int
    hand: HandNoise
    worth: str = ""
    command: str = ""
    """Command line of an external engine."""

    def engine(self) -> Engine | Anchor | ExternalEngine:
        """Return the engine that plays."""
        if self.name == PIPE:
            return ExternalEngine(PIPE, self.command, self.hand)
        if self.name in ANCHORS:
            return ANCHORS[self.name](self.hand)
        level = self.level
        if self.worth:
            level = changed(level, counts=False, learnt=self.worth == LEARNED)
        return Engine(level, lambda: 0.0, leave=WORTHS.get(self.worth, LEAVE))

    @property
    def level(self) -> Level:
        """The level that searches, with this contestant's accuracy and budget."""
        return changed(level_named(self.name), hand=self.hand, budget=Budget(self.simulations, LONG))

    @property
    def mark(self) -> str:
        """A short checksum that differs between players of the same name with other settings."""
        parts = [self.name, self.simulations, self.hand, self.worth, __version__]
        if self.name == PIPE:
            parts += [self.command]
        elif self.name not in ANCHORS:
            level = self.level
            parts += [level.sight, sorted(level.families or ()), level.foresight, level.fastest, level.learnt]
            parts += [] if level.habits.are_none else [level.habits]
            parts += [] if level.staged else ["halving"]
        return f"{zlib.crc32(repr(parts).encode()):08x}"


def contestant(text: str) -> Contestant:
    """Return the player for `NAME[:SIMULATIONS][@DEGREES][/WORTH]`, as in `machine:36000@0.4` or `greedy@0.4`.

    `pipe:COMMAND[@DEGREES]` is an external engine (docs/how-to/engines.md). DEGREES is the aim error, with speed and
    place errors in proportion; WORTH is one of `WORTHS`. Raises `RefusedRequest`.
    """
    names = ", ".join(NAMES)
    if text.startswith(f"{PIPE}:"):
        return _from_outside(text)
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedRequest(
            f"{text!r:.60} is not a player: expected NAME, NAME:SIMULATIONS, NAME@DEGREES or both; names are {names}."
        )
    name, simulations, degrees, worth = found.groups()
    if name not in NAMES:
        raise RefusedRequest(f'There is no player "{name}"; the names are {names}.')
    if worth is not None and (worth not in WORTHS or name in ANCHORS):
        raise RefusedRequest(f"{text!r:.60}: only a level can have an evaluation, one of {', '.join(WORTHS)}.")
    if simulations is not None and name in ANCHORS:
        raise RefusedRequest(f"{text!r:.60}: {name} has a fixed budget; leave out the number.")
    base = Level(name, hand_of(0.4), Budget(8_000, LONG)) if name in ANCHORS else level_named(name)
    hand = base.hand if degrees is None else hand_of(float(degrees))
    return Contestant(text, name, int(simulations) if simulations else base.budget.simulations, hand, worth or "")


def _from_outside(text: str) -> Contestant:
    """Return the external engine for `pipe:COMMAND[@DEGREES]`."""
    found = _OUTSIDE.fullmatch(text)
    if found is None:
        raise RefusedRequest(f"{text!r:.60} is not an engine: expected pipe:COMMAND or pipe:COMMAND@DEGREES.")
    command, degrees = found.groups()
    hand = hand_of(OUTSIDE if degrees is None else float(degrees))
    return Contestant(text, PIPE, 0, hand, command=command.strip())


def hand_of(degrees: float) -> HandNoise:
    """Return an accuracy for an aim error in degrees, with speed and place errors in proportion; 0 means no noise."""
    if degrees <= 0.0:
        return HandNoise(0.0, 0.0, 0.0)
    return HandNoise(degrees, min(0.2, 0.03 + 0.05 * degrees), 100.0 + 500.0 * degrees)


def elo(share: float) -> float:
    """Return the rating difference in Elo points that corresponds to a score."""
    kept = min(max(share, 1e-6), 1.0 - 1e-6)
    return 400.0 * math.log10(kept / (1.0 - kept))
