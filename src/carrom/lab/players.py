"""Players by name: five baselines, the weakest first, the engine's levels, and anybody's agents and engines.

| name | stroke |
|---|---|
| `uniform` | the one of a uniformly random action, as `action_space.sample()` has it: where a learner starts |
| `random` | a legal stroke at a random disc, at random speed, off by up to a piece's width |
| `aim` | at the centre of one of its pieces, from a random spot |
| `geometric` | the easiest stroke by geometry, without simulating it |
| `one-ply` | the geometric stroke with the best result, simulated once without noise |
| `first-timer` ... `machine` | the levels of `carrom.engine`, with their execution noise |
| `module:attribute` | an agent (`carrom.lab.players`), or a player of games, of one's own |
| `pipe:COMMAND[@DEGREES]` | an external engine (docs/how-to/engines.md); the only player with a time limit |

The baselines and agents play without execution noise; an environment, or an accuracy given to `player`, adds it.
"""

import math
import re
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np

from carrom.board import Point, Seat, Stroke
from carrom.board.striker_spots import placing_spots
from carrom.engine.candidates import candidates
from carrom.engine.external import ExternalEngine
from carrom.engine.geometry import HandNoise, disturbed, drawn
from carrom.engine.ladder import PIPE, contestant
from carrom.engine.levels import LEVELS, level_named
from carrom.engine.outcome_value import OutcomeEvaluator, wanted
from carrom.engine.player import level, situation_of
from carrom.engine.pocketing import PlayerView
from carrom.engine.program import Execution, Program
from carrom.engine.simple_players import breaks, lattice, worths
from carrom.engine.situation import Situation
from carrom.envs.actions import SIZES, stroke_of
from carrom.envs.agents import Agent, PolicyPlayer, agent_of
from carrom.errors import RefusedRequest
from carrom.game.expected import spans_of
from carrom.game.game import GameHistory
from carrom.game.prompt import random_stroke
from carrom.rules.book import techniques
from carrom.rules.phases import PlaceDue
from carrom.rules.round import Phase

__all__ = ["Agent", "load_agent", "load_attribute", "names_attribute"]


# -- agents by name: `module:attribute`, as in `my_agent:policy` -------------------------------------------------------
# The module is looked for among the installed ones and in the current folder. The attribute is a policy
# `policy(observation, mask) -> action` (`carrom.envs.agents.Agent`), a class of which an instance is made
# without arguments, or a trained model with `predict`.


_FORM = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")


def names_attribute(text: str) -> bool:
    """Return whether a text has the form `module:attribute`; `pipe:COMMAND` is an external engine."""
    return _FORM.fullmatch(text) is not None and not text.startswith("pipe:")


def load_agent(text: str) -> Agent:
    """Return the agent of `module:attribute`. Raises `RefusedRequest` if there is none, and says why."""
    return agent_of(load_attribute(text), text)


def load_attribute(text: str) -> Any:
    """Return the object of `module:attribute`. Raises `RefusedRequest` if it cannot be imported."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedRequest(f"{text!r:.60} names no agent; expected module:attribute, as in my_agent:policy")
    module, attribute = found.groups()
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        owner: Any = import_module(module)
    except Exception as reason:
        raise RefusedRequest(
            f"the module of {text!r:.60} cannot be imported ({reason!s:.160}); expected an installed module or one in "
            f"{here}"
        ) from reason
    for name in attribute.split("."):
        if not hasattr(owner, name):
            raise RefusedRequest(f"{module} has no attribute {name!r:.60}; expected the name of a policy in it")
        owner = getattr(owner, name)
    return owner


# -- players by name ---------------------------------------------------------------------------------------------------


CHANCE = 0.7
"""Probability of pocketing a piece that `one-ply` assumes for both sides."""
SPEED = 3.0
"""Speed of the strokes of `aim`, m/s."""

Contender: TypeAlias = str | Program | Agent
"""A player by name, a player of games, or an agent."""
StrokeChoice = Callable[[GameHistory, Situation, Random], Stroke]
"""A rule that chooses the stroke of a baseline."""


class Baseline:
    """A baseline: one rule chooses its strokes; it places dues near the centre and demands all extra points."""

    def __init__(self, choice: StrokeChoice) -> None:
        """Return the baseline whose strokes `choice` chooses."""
        self._choice = choice

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke, made a forward stroke where the rule set forbids back strokes."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return the same stroke as played and as intended: a baseline has no execution noise."""
        stroke = self._choice(game, situation_of(game), rng)
        stroke = stroke if techniques(game.rules, stroke) else _forwards(stroke)
        return Execution(stroke, stroke)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the legal spot nearest to the board's centre."""
        due = game.expected[0]
        assert isinstance(due, PlaceDue)
        assert game.position is not None
        anywhere = game.rules.dues_anywhere
        return placing_spots(game.position, due.disc, game.state.equipment, anywhere=anywhere)[0]

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return all extra points that may be demanded."""
        return int(game.round.result.up_to) if game.round is not None and game.round.result is not None else 0


def uniform_action(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return the stroke of a uniformly random action of the kind `forward`."""
    numbers = np.array([rng.uniform(-1.0, 1.0) for _ in range(SIZES["forward"])])
    return stroke_of(numbers, spans_of(game.state), game.rules)[0]


def random_choice(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return any legal stroke."""
    return random_stroke(game, rng)


def centre_aim(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return a stroke from a random legal spot straight at the centre of one of the player's pieces."""
    spans = spans_of(game.state)
    span = rng.choices(spans, [each.high - each.low + 1 for each in spans])[0]
    x, seat = rng.randint(span.low, span.high), situation.round.turn
    among = [disc for disc in wanted(situation.round) if disc in situation.position]
    disc = rng.choice(among or list(situation.position.discs))
    across, ahead = seat.from_board(situation.position[disc].x, situation.position[disc].y)
    dx, dy = across - x, ahead + situation.equipment.baseline - span.y
    far = math.hypot(dx, dy) or 1.0
    return Stroke(x, round(SPEED * 1e6 * dx / far), round(SPEED * 1e6 * dy / far) or 1, span.y)


def easiest_by_geometry(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Return the easiest geometric stroke, or a random one of the lattice if there is none."""
    found = _geometric_strokes(situation)
    return found[0] if found else rng.choice([each.stroke for each in lattice(_table(situation))])


def best_of_one_ply(game: GameHistory, situation: Situation, rng: Random) -> Stroke:
    """Simulate every geometric stroke once without noise; return the one that leaves its side best off."""
    found = [stroke for stroke in _geometric_strokes(situation) if techniques(game.rules, stroke)]
    if not found:
        found = [each.stroke for each in lattice(_table(situation))[:64]]
        found = [stroke if techniques(game.rules, stroke) else _forwards(stroke) for stroke in found]
    prospect = OutcomeEvaluator(situation.round, CHANCE, situation.equipment)
    rated = worths(situation, prospect, found)
    return found[max(range(len(found)), key=rated.__getitem__)]


class Unsteady:
    """A player with execution noise added to its strokes."""

    def __init__(self, player: Program, hand: HandNoise) -> None:
        """Wrap a player; `hand` gives the standard deviations of the noise."""
        self._player, self._hand = player, hand
        self.place, self.demand = player.place, player.demand

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the stroke with noise in direction and speed; the striker's spot is exact."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the one the player intended."""
        meant = self._player.choose(game, seat, rng)
        played = disturbed(meant, HandNoise(self._hand.direction, self._hand.speed, 0.0), drawn(rng))
        return Execution(played if techniques(game.rules, played) else _forwards(played), meant)


_CHOICES: dict[str, StrokeChoice] = {
    "uniform": uniform_action,
    "random": random_choice,
    "aim": centre_aim,
    "geometric": easiest_by_geometry,
    "one-ply": best_of_one_ply,
}
NAMES = (*_CHOICES, *(level.name for level in LEVELS))
"""Names of all players, the weakest first; `one-ply/club` is a baseline with the accuracy of a level."""


def player(given: Contender) -> Program:
    """Return the player of that name, the player of games itself, or an agent as a player of games.

    Raises `RefusedRequest` for anything else.
    """
    if not isinstance(given, str):
        return _own(given, f"the player {given!r:.60}")
    if given.startswith(f"{PIPE}:"):
        found = contestant(given)
        return ExternalEngine(given, found.command, found.hand)
    base, slash, hand = given.partition("/")
    if names_attribute(base):
        made = _own(load_attribute(base), base)
    elif base in _CHOICES:
        made = Baseline(_CHOICES[base])
    elif slash or base not in NAMES:
        raise RefusedRequest(
            f"there is no player {given!r:.60}; there are {', '.join(NAMES)}, baselines with a level's accuracy, as in "
            "one-ply/club, module:attribute for an agent of your own and pipe:COMMAND for an external engine"
        )
    else:
        return level(base, timed=False)
    return Unsteady(made, level_named(hand).hand) if slash else made


def agent_in(given: Contender) -> tuple[Agent, str | None] | None:
    """Return the agent that a player is, and the level whose accuracy it has; None for other players.

    Raises `RefusedRequest` for an agent that cannot be loaded.
    """
    base, slash, hand = given.partition("/") if isinstance(given, str) else (given, "", "")
    if isinstance(base, str):
        if not names_attribute(base):
            return None
        found, called = load_attribute(base), base
    else:
        found, called = base, f"the player {base!r:.60}"
    return None if _plays_games(found) else (agent_of(found, called), hand if slash else None)


def name_of(given: Contender) -> str:
    """Return the name of a player for tables: as given, else of its own, else of its function or class."""
    if isinstance(given, str):
        return given
    own = getattr(given, "name", None)
    if isinstance(own, str):
        return own
    made = given if hasattr(given, "__qualname__") else type(given)
    return f"{made.__module__}:{made.__qualname__}"


def close(programs: Iterable[Program]) -> None:
    """End the processes of external engines among these players."""
    for each in programs:
        if isinstance(each, ExternalEngine):
            each.close()


def _plays_games(found: object) -> bool:
    return all(hasattr(found, each) for each in ("choose", "place", "demand"))


def _own(found: object, called: str) -> Program:
    """Return a player of games, an instance of its class, or an agent as one."""
    if _plays_games(found):
        return found() if isinstance(found, type) else found  # type: ignore[return-value]
    return PolicyPlayer(agent_of(found, called))


def _table(situation: Situation) -> PlayerView:
    return situation.table(situation.round.turn, wanted(situation.round))


def _geometric_strokes(situation: Situation) -> list[Stroke]:
    """Return strokes from the break book or from geometry, the easiest first."""
    table = _table(situation)
    found = breaks(table) if situation.round.phase is Phase.BREAK else candidates(table)
    return [each.stroke for each in found]


def _forwards(stroke: Stroke) -> Stroke:
    return Stroke(stroke.x, stroke.vx, abs(stroke.vy) or 1, stroke.y, stroke.spin)
