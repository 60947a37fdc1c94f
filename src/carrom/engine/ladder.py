"""The rating ladder: anchors that never change (random, greedy, one-ply), and players named by a text.

`random` plays any legal stroke. `greedy` plays the easiest stroke by geometry without simulating it. `one-ply-8` and
`one-ply-64` simulate those strokes 8 or 64 times each under their own execution noise."""

import math
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from carrom.board.stroke import Stroke
from carrom.engine.candidates import candidates
from carrom.engine.engine import Engine, legality
from carrom.engine.external import ExternalEngine
from carrom.engine.geometry import HandNoise, NoiseSample, disturbances, disturbed
from carrom.engine.levels import LEVELS, Budget, Level, level_named
from carrom.engine.outcome_value import LEAVE, LayoutHeuristic, OutcomeEvaluator, wanted
from carrom.engine.pocketing import PlayerView
from carrom.engine.simple_players import breaks, lattice, straight_ahead, worths
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.rules.round import Phase
from carrom.values import Value, changed
from carrom.version import __version__

FEWEST, MOST = 24, 48
"""Candidates of `one-ply`: at most `MOST` by geometry, filled up from the lattice to `FEWEST`."""
BREAKS = 12
"""Candidates for a break, which costs as much to simulate as ten other strokes."""
SLOWEST, FASTEST = 500_000.0, 6_000_000.0
"""Speed limits of random strokes, µm/s."""
SIDEWAYS = 80.0
"""Largest angle of random strokes from straight ahead, degrees."""


@dataclass(frozen=True)
class AnchorStroke:
    """The stroke that an anchor intends."""

    stroke: Stroke


StrokeChoice = Callable[[Situation, Level, Random], Stroke]
"""A rule that chooses a stroke in a situation, for a player of a level."""


@dataclass(frozen=True)
class Anchor:
    """An anchor of the ladder, which only chooses strokes; the ladder places dues by its `level`."""

    level: Level
    choice: StrokeChoice

    def aim(self, situation: Situation, rng: Random) -> AnchorStroke:
        """Return the stroke it intends."""
        return AnchorStroke(self.choice(situation, self.level, rng))


def random_stroke(situation: Situation, level: Level, rng: Random) -> Stroke:
    """Return a stroke from any legal spot in any forward direction at any speed."""
    table = _table(situation)
    x = rng.choice(table.places)
    angle, speed = math.radians(rng.uniform(-SIDEWAYS, SIDEWAYS)), rng.uniform(SLOWEST, FASTEST)
    return Stroke(x, round(speed * math.sin(angle)), round(speed * math.cos(angle)), table.across)


def easiest_stroke(situation: Situation, level: Level, rng: Random) -> Stroke:
    """Return the easiest stroke by geometry, without simulating it."""
    return _proposed(situation, _table(situation))[0]


def one_ply(samples: int) -> StrokeChoice:
    """Return a rule that simulates each candidate `samples` times and chooses the best on average.

    All candidates share the same disturbances.
    """

    def choice(situation: Situation, level: Level, rng: Random) -> Stroke:
        table = _table(situation)
        breaking = situation.round.phase is Phase.BREAK
        found = _proposed(situation, table)[: BREAKS if breaking else MOST]
        if len(found) < FEWEST and not breaking:
            found += [each.stroke for each in lattice(table)][: FEWEST - len(found)]
        legal, errors = legality(situation, table.across), disturbances(samples, rng)
        played = [_as_played(stroke, level.hand, by, legal) for stroke in found for by in errors]
        prospect = OutcomeEvaluator(situation.round, level.chance, situation.equipment)
        rated, count = worths(situation, prospect, played), len(errors)
        totals = [sum(rated[at : at + count]) for at in range(0, len(rated), count)]
        return found[max(range(len(found)), key=totals.__getitem__)]

    return choice


_CHOICES: dict[str, StrokeChoice] = {
    "random": random_stroke,
    "greedy": easiest_stroke,
    "one-ply-8": one_ply(8),
    "one-ply-64": one_ply(64),
}


def _anchor(name: str, hand: HandNoise) -> Anchor:
    return Anchor(Level(name, hand, Budget(600, 60.0)), _CHOICES[name])


ANCHORS: dict[str, Callable[[HandNoise], Anchor]] = {name: partial(_anchor, name) for name in _CHOICES}
"""Constructors of the anchors by name, the weakest first."""


def _table(situation: Situation) -> PlayerView:
    if situation.round.result is not None:
        raise RefusedRequest("The board is over: there is no stroke to choose until the next board begins.")
    table = situation.table(situation.round.turn, wanted(situation.round))
    if not table.places:
        raise RefusedRequest("The striker has no legal spot on its lines; the board is to be replayed (Law 142).")
    return table


def _proposed(situation: Situation, table: PlayerView) -> list[Stroke]:
    """Return strokes from the break book or from geometry, the easiest first; at least one."""
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    if not situation.round.ruleset.parameters.backward:
        found = [each for each in found if each.stroke.vy > 0]
    return [each.stroke for each in found] or [straight_ahead(table).stroke]


def _as_played(stroke: Stroke, hand: HandNoise, by: NoiseSample, legal: Callable[[Stroke], bool]) -> Stroke:
    played = disturbed(stroke, hand, by)
    return played if legal(played) else disturbed(stroke, hand, NoiseSample(by.direction, by.speed, 0.0))


# -- player specifications such as `machine:4000@0.7` ------------------------------------------------------------------


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
    clipped = min(max(share, 1e-6), 1.0 - 1e-6)
    return 400.0 * math.log10(clipped / (1.0 - clipped))
