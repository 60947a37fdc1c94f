"""Environment configuration, checked once; counter-based random numbers and the models of execution noise."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, Literal, ParamSpec, TypeAlias, TypedDict, TypeVar, get_args

import gymnasium
import numpy as np
from numpy.typing import NDArray

from carrom.engine.geometry import REFERENCE_SPEED
from carrom.engine.levels import LEVELS, level_named
from carrom.errors import RefusedRequest
from carrom.game.events import Contest, Header, SideName
from carrom.game.new_game import header_of, rules_of
from carrom.game.play_stroke import simulated
from carrom.game.score import Stage
from carrom.numeric import checked_seed, real, whole
from carrom.physics import Surface
from carrom.physics.surface import surface as surface_of
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed

# -- counter-based random numbers, independent of the order of calls ---------------------------------------------------
# A key is a sequence of integers, such as seed, board, stroke and player. The same key gives the same numbers in any
# process, for any number of boards, and whether or not other numbers were drawn. Each word is SplitMix64's finaliser
# (Steele, Lea, Flood, OOPSLA 2014) applied to the key's numbers one after the other.


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_ROOTS = 1 << 63
"""Seeds below this are their own roots."""
_SHIFTS = tuple(np.uint64(bits) for bits in (30, 27, 31, 11))

Words = NDArray[np.uint64]


def words(key: tuple[Any, ...], count: int) -> Words:
    """Return `count` 64-bit words for each key, shape (keys, count); the parts of a key are integers or arrays."""
    with np.errstate(over="ignore"):
        state: Any = np.zeros(1, dtype=np.uint64)
        for part in key:
            state = _mixed(state + _GOLDEN + np.asarray(part).astype(np.int64).astype(np.uint64))
        steps = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN
        drawn: Words = _mixed(state[:, None] + steps)
    return drawn


def word(*key: int) -> int:
    """Return one number from 0 to 2**63 - 1 for one key of Python integers, for use as a seed."""
    parts = tuple(np.array([each % (1 << 63)], dtype=np.int64) for each in key)
    return int(words(parts, 1)[0, 0] >> np.uint64(1))


def shares(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return uniform numbers strictly between 0 and 1, shape (keys, count)."""
    return ((words(key, count) >> _SHIFTS[3]).astype(np.float64) + 0.5) * 2.0**-53


def normals(key: tuple[Any, ...], count: int) -> NDArray[np.float64]:
    """Return independent standard normal deviates, shape (keys, count), by the Box-Muller transform."""
    pairs = (count + 1) // 2
    given = shares(key, 2 * pairs)
    far, turn = np.sqrt(-2.0 * np.log(given[:, :pairs])), 2.0 * np.pi * given[:, pairs:]
    return np.concatenate((far * np.cos(turn), far * np.sin(turn)), axis=1)[:, :count]


def root_of(seed: Any) -> int:
    """Return the root seed, 0 to 2**63 - 1, of a seed of any size: itself if it is in that range, otherwise a hash.

    Gymnasium and NumPy recommend seeds of 128 bits (`numpy.random.SeedSequence().entropy`). Raises `RefusedRequest` for
    anything but a whole number from 0.
    """
    given = checked_seed(seed)
    if given < _ROOTS:
        return given
    return word(*(given >> shift for shift in range(0, given.bit_length(), 63)), given.bit_length())


class Episodes:
    """The sequence of episode seeds that follows from a root seed, the same as for a board of a vector environment."""

    def __init__(self) -> None:
        """Start without a root; the first call of `next` sets or draws it."""
        self.root: int | None = None
        self.begun = 0

    def next(self, seed: int | None, env: gymnasium.Env[Any, Any]) -> int:
        """Return the seed of the next episode: the first of a given seed, or the next of the current one.

        Without any seed, the one that Gymnasium draws for `env` is used, so that resetting with the recorded
        `env.np_random_seed` plays the same episodes. After `env.np_random` was set by hand, the root is drawn from it.
        """
        if seed is not None:
            self.root, self.begun = root_of(seed), 0
        elif self.root is None:
            drawn = env.np_random_seed
            self.root = int(env.np_random.integers(1 << 62)) if drawn == -1 else root_of(drawn)
        self.begun += 1
        return int(seeds_of(np.array([self.root]), np.array([self.begun - 1]))[0])


def seeds_of(roots: NDArray[np.int64], begun: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return episode seeds from their roots and the number of episodes begun before with that root."""
    return (words((roots, begun), 1)[:, 0] >> np.uint64(2)).astype(np.int64)


def _mixed(state: Any) -> Any:
    state = (state ^ (state >> _SHIFTS[0])) * _FIRST
    state = (state ^ (state >> _SHIFTS[1])) * _SECOND
    return state ^ (state >> _SHIFTS[2])


# -- execution noise: how the played stroke differs from the intended one ----------------------------------------------
# Each model has three standard deviations: direction (degrees), speed (relative) and place (µm). Random numbers come
# from streams keyed by seed, board, stroke and player, so two policies on the same boards get
# the same noise, stroke by stroke.


Model = Literal["none", "gaussian", "student-t", "speed-dependent"]
FREEDOM = 5
"""Degrees of freedom of Student's distribution, as measured for curling players, whose errors have heavy tails too."""
SLOWEST_SHARE = 0.1
"""Minimum speed of the played stroke, as a share of the intended speed."""
HARDEST = 12_000_000.0
"""µm/s; the maximum that the physics accepts. Noise never raises a speed above it."""


class Noise(Value, frozen=True, kw_only=True):
    """An execution noise model with its three standard deviations."""

    model: Model = "gaussian"
    direction: float = 0.0
    """Degrees; with `speed-dependent` this is the value at 2 m/s, and the factor is 0.8 + 0.2 v / (2 m/s)."""
    speed: float = 0.0
    """Relative to the intended speed."""
    place: float = 0.0
    """µm along the baseline; the striker stays within its legal span."""


NO_NOISE = Noise(model="none")


def noise(given: Noise | str | None) -> Noise:
    """Return a noise model from a value, from a level's name (that level's accuracy), or no noise for None and "none".

    Raises `RefusedRequest` for anything else.
    """
    if given is None or given == "none":
        return NO_NOISE
    if isinstance(given, str):
        if given not in [each.name for each in LEVELS]:
            names = ", ".join(each.name for each in LEVELS)
            raise RefusedRequest(f"the noise is {given!r:.60}; expected none, a Noise, or the hand of a level: {names}")
        hand = level_named(given).hand
        return Noise(model="speed-dependent", direction=hand.direction, speed=hand.speed, place=hand.place)
    if not isinstance(given, Noise):
        raise RefusedRequest(f"the noise is {given!r:.60}; expected none, a Noise, or the name of a level")
    if given.model not in get_args(Model):
        raise RefusedRequest(f"the model is {given.model!r:.60}; expected one of {', '.join(get_args(Model))}")
    for name in ("direction", "speed", "place"):
        size = getattr(given, name)
        number = real(size)
        if number is None or not 0.0 <= number < 1e6:
            raise RefusedRequest(f"the noise's {name} is {size!r:.60}; expected a number from 0, one deviation")
        if number is not size:
            given = changed(given, **{name: number})
    return given


def deviates(model: Model, key: tuple[Any, ...]) -> NDArray[np.float64]:
    """Return deviates of direction, speed and place with standard deviation 1 for each key, shape (keys, 3)."""
    if model != "student-t":
        return normals(key, 3)
    drawn = normals(key, 3 * (1 + FREEDOM)).reshape(-1, 3, 1 + FREEDOM)
    spread = np.sqrt((drawn[:, :, 1:] ** 2).sum(axis=2) / FREEDOM)
    scaled: NDArray[np.float64] = drawn[:, :, 0] / spread * np.sqrt((FREEDOM - 2) / FREEDOM)
    return scaled


def strayed(
    played: Noise, x: NDArray[np.int64], v: NDArray[np.int64], low: Any, high: Any, key: tuple[Any, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return places (N,) and velocities (N, 2) with noise added; `low` and `high` are the ends of the spans in µm."""
    if played.model == "none":
        return x, v
    by = deviates(played.model, key)
    there = np.clip(x + np.rint(played.place * by[:, 2]), low, high).astype(np.int64)
    return there, disturbed(played, v, by)


def disturbed(played: Noise, v: NDArray[np.int64], by: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return velocities (N, 2; µm/s) off by deviates (N, 3) of direction, speed and place; the place is not used."""
    speed = np.hypot(v[:, 0], v[:, 1])
    strain = 0.8 + 0.2 * speed / REFERENCE_SPEED if played.model == "speed-dependent" else 1.0
    angle = np.radians(played.direction) * strain * by[:, 0]
    faster = np.maximum(SLOWEST_SHARE, 1.0 + played.speed * by[:, 1])
    faster = np.minimum(faster, np.maximum(1.0, (HARDEST - 2.0) / np.maximum(1.0, speed)))
    cos, sin = np.cos(angle) * faster, np.sin(angle) * faster
    across, ahead = v[:, 0] * cos - v[:, 1] * sin, v[:, 0] * sin + v[:, 1] * cos
    found: NDArray[np.int64] = np.rint(np.stack((across, ahead), axis=1)).astype(np.int64)
    return found


# -- the configuration -------------------------------------------------------------------------------------------------


Dues = Literal["nearest", "engine", "decide"]
"""How dues are placed: on the legal spot nearest to the board's centre, on the engine's choice (the worst spot for the
owner), or by the agent. With `decide` the agent also decides on extra points; otherwise all of them are demanded."""
Hands: TypeAlias = Noise | str | tuple[Noise | str | None, ...] | None
"""Execution noise: one for all players, or one for each in the order of play."""
Surfaces: TypeAlias = Surface | str | Mapping[str, float | str | tuple[float, float]]
"""A surface, or parameters of which each may be a range that every episode draws from."""


SURFACE = 6
"""Purpose number in the key of a random stream."""


P = ParamSpec("P")
R = TypeVar("R")


def only_known_keywords(make: Callable[P, R]) -> Callable[P, R]:
    """Make a function refuse an unknown keyword argument in one sentence that lists those it has."""
    known: list[str] = []
    for name, parameter in signature(make).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            (options,) = get_args(parameter.annotation)
            known += options.__annotations__
        elif name != "self":
            known.append(name)

    @wraps(make)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in known:
                raise RefusedRequest(f"there is no argument {name!r:.60}; expected some of {', '.join(known)}")
        return make(*args, **kwargs)

    return checked


class BoardSettings(TypedDict, total=False):
    """Keyword arguments that the single environments share; `terms` has their defaults and checks them."""

    surface: Surfaces
    dues: Dues
    most_strokes: int


class MatchSettings(BoardSettings, total=False):
    """Keyword arguments of the environments that play more than one board."""

    contest: Contest


class EnvConfig(Value, frozen=True, kw_only=True):
    """A checked environment configuration."""

    rules: Ruleset
    players: int = 2
    contest: Contest = "board"
    fixed: Surface = Surface()
    """The surface; parameters with a range have their default here."""
    ranges: tuple[tuple[str, float, float], ...] = ()
    """Surface parameters that every episode draws uniformly: name, lower and upper end."""
    noise: tuple[Noise, ...] = ()
    """Execution noise of each player in the order of play; a single entry is for all players."""
    dues: Dues = "nearest"
    most_strokes: int = 500
    """Strokes after which an episode is truncated."""

    def surface(self, seed: int) -> Surface:
        """Return the surface of the episode of that seed."""
        return drawn_surface(self.fixed, self.ranges, seed)

    @property
    def breakers(self) -> int:
        """How many sides take turns at breaking, episode by episode."""
        return {1: 1, 3: 3}.get(self.players, 2)

    def header(self, seed: int) -> Header:
        """Return the header of the episode of that seed; the seed decides which side breaks first."""
        sides: tuple[SideName, ...] = ("A", "B", "C")
        first = sides[seed % self.breakers]
        made = header_of(self.rules, self.players, self.contest, self.surface(seed), None, first, Stage.EARLY, ())
        return simulated(made)


def terms(
    ruleset: Ruleset | str = "icf",
    players: int | None = None,
    contest: Contest = "board",
    surface: Surfaces = "club",
    hand: Hands = None,
    dues: Dues = "nearest",
    most_strokes: int = 500,
) -> EnvConfig:
    """Return the checked configuration; without a number of players, the smallest that the rule set allows.

    Raises `RefusedRequest`, `RulesError` or `IllegalSurface`.
    """
    rules = rules_of(ruleset)
    count = min(rules.parameters.players) if players is None else whole(players)
    if count not in rules.parameters.players:
        allowed = " or ".join(map(str, rules.parameters.players))
        raise RefusedRequest(f"{players!r:.20} players cannot play {rules.name}; it is played by {allowed}")
    if dues not in get_args(Dues):
        raise RefusedRequest(f"dues are placed by {dues!r:.40}; expected one of {', '.join(get_args(Dues))}")
    limit = whole(most_strokes)
    if limit is None or limit < 1:
        raise RefusedRequest(f"an episode has at most {most_strokes!r:.40} strokes; expected a whole number from 1")
    hands = tuple(noise(each) for each in (hand if isinstance(hand, tuple) else (hand,)))
    if len(hands) not in (1, count):
        raise RefusedRequest(f"{len(hands)} hands are given for {count} players; expected one, or one for each")
    fixed, ranges = surfaces(surface)
    return EnvConfig(
        rules=rules,
        players=count,
        contest=contest,
        fixed=fixed,
        ranges=ranges,
        noise=hands,
        dues=dues,
        most_strokes=limit,
    )


def surfaces(given: Surfaces) -> tuple[Surface, tuple[tuple[str, float, float], ...]]:
    """Return the surface without its ranges, and the ranges. Raises `IllegalSurface` or `RefusedRequest`."""
    if not isinstance(given, Mapping):
        return surface_of(given), ()
    ranges = {name: tuple(value) for name, value in given.items() if isinstance(value, tuple | list)}
    for name, ends in ranges.items():
        if len(ends) != 2 or not ends[0] <= ends[1]:
            raise RefusedRequest(f"the range of {str(name)!r:.40} is {ends!r:.60}; expected its lower and upper end")
        surface_of({name: ends[0]})
        surface_of({name: ends[1]})
    fixed = surface_of({name: value for name, value in given.items() if name not in ranges})  # type: ignore[misc]
    return fixed, tuple((name, float(low), float(high)) for name, (low, high) in ranges.items())


def drawn_surface(fixed: Surface, ranges: tuple[tuple[str, float, float], ...], seed: int) -> Surface:
    """Return the surface of the episode of a seed, with a uniform draw from each range."""
    if not ranges:
        return fixed
    at = shares((word(seed, SURFACE),), len(ranges))[0]
    drawn = {name: low + (high - low) * float(share) for (name, low, high), share in zip(ranges, at, strict=True)}
    return surface_of(changed(fixed, **drawn))
