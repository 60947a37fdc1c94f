"""Checks an external engine: asks it everything that a game can ask, under every rule set."""

import time
from collections.abc import Iterator
from random import Random

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.external.player import ExternalEngine
from carrom.engine.external.requests import asked_seat
from carrom.engine.strength.self_play import begun
from carrom.errors import EngineError
from carrom.game.expected.expectations import BeginRound, ChooseBreakOrSide, ChooseSeat
from carrom.game.expected.random_act import random_act
from carrom.game.game import GameHistory
from carrom.game.header import Contest
from carrom.game.play_stroke import racked, strike
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.ruleset import NAMES, named
from carrom.values import Value

KINDS: dict[type, str] = {
    Strike: "stroke",
    PlaceDue: "place",
    Demand: "demand",
    ChooseBreakOrSide: "choose",
    ChooseSeat: "choose",
    BeginRound: "choose",
}
"""The request for each expectation of a game."""
EVENTS = 400
"""Events of the random game in which questions come up, for each rule set."""
STRIKES = 4
"""Strokes asked for in each rule set; of the other requests, two."""
SEATS = {2: (Seat.SOUTH, Seat.NORTH), 3: (Seat.SOUTH, Seat.EAST, Seat.NORTH), 4: tuple(Seat)}


class Checked(Value, frozen=True, kw_only=True):
    """What an engine did in one rule set."""

    ruleset: str
    asked: tuple[tuple[str, int], ...]
    """How often each request was made."""
    slowest: float
    """Seconds of the slowest answer."""
    fault: str = ""
    """Why it failed; empty if it did not."""


def checked(engine: ExternalEngine, seed: int) -> Iterator[Checked]:
    """Yield the result of each rule set. Raises `EngineError` if the engine cannot be started."""
    engine.start()
    for name in NAMES:
        yield _checked(engine, name, seed)


def _checked(engine: ExternalEngine, ruleset: str, seed: int) -> Checked:
    """Ask the engine what comes up in a random game of a rule set; other acts are random."""
    rng, counts, slowest = Random(f"{seed} {ruleset}"), dict.fromkeys(sorted(set(KINDS.values())), 0), 0.0
    game = _begun(ruleset, seed)
    for _ in range(EVENTS):
        if game.is_over:
            game = _begun(ruleset, seed + len(game.events))
        expected = game.expected[0]
        kind = KINDS.get(type(expected), "")
        several = not isinstance(expected, BeginRound) or len(expected.breakers) > 1
        if kind and several and counts[kind] < (STRIKES if kind == "stroke" else 2):
            counts[kind] += 1
            began = time.monotonic()
            try:
                act = engine.act(game, rng)
            except EngineError as fault:
                return Checked(ruleset=ruleset, asked=tuple(counts.items()), slowest=slowest, fault=str(fault))
            slowest = max(slowest, time.monotonic() - began)
        else:
            act = racked(game, None) if isinstance(expected, BeginRound) else random_act(game, rng, None)
        if isinstance(act, Stroke):
            seat = asked_seat(game, expected)
            assert seat is not None, "a stroke is asked of a player"
            act = strike(game, seat, act, seed=rng.getrandbits(31))[0]
        game = game.apply(act)
    return Checked(ruleset=ruleset, asked=tuple(counts.items()), slowest=slowest)


def _begun(ruleset: str, seed: int) -> GameHistory:
    """Return a game with as many players as the rule set allows, in which a toss decides who breaks."""
    rules = named(ruleset)
    seats = SEATS[max(rules.parameters.players)]
    contest: Contest = "game"
    return begun(seats, seed, ruleset, contest=contest, first_break=None if len(seats) != 3 else "A")
