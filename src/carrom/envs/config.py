"""Environment configuration, checked once."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Literal, ParamSpec, TypeAlias, TypedDict, TypeVar, get_args

from carrom.envs.batched.counter_random import shares, word
from carrom.envs.noise import Noise, noise
from carrom.errors import RefusedRequest
from carrom.game.events import Contest, Header, SideName
from carrom.game.new_game import header_of, rules_of
from carrom.game.play_stroke import simulated
from carrom.game.scoring.score import Stage
from carrom.numeric import whole
from carrom.physics import Surface
from carrom.physics.surface import surface as surface_of
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed

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
