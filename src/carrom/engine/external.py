"""External engines: programs in any language that play by the engine protocol, as players and under a check."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from carrom.board import Point, Seat, Stroke
from carrom.board.striker_spots import place_fault
from carrom.engine import protocol
from carrom.engine.engine import Engine
from carrom.engine.external_process import EngineProcess
from carrom.engine.geometry import HandNoise, drawn
from carrom.engine.levels import LEVELS, Budget, Level, level_named, register, registered_engine
from carrom.engine.physics_service import PhysicsService
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.program import Execution, Program
from carrom.engine.protocol import asked_seat, check_playable, read_stroke
from carrom.engine.protocol_lines import Message
from carrom.engine.self_play import begun
from carrom.engine.situation import Situation
from carrom.errors import CarromError, EngineError, RefusedRequest, SetupError
from carrom.game.events import Chosen, Conceded, Contest, Demanded, Event, Passed, Placed, RoundBegun, Seated, Waived
from carrom.game.expected import BeginRound, ChooseBreakOrSide, ChooseSeat, phrase
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, strike
from carrom.game.prompt import random_act
from carrom.physics import warm
from carrom.rules.phases import Demand, PlaceDue, Strike
from carrom.rules.ruleset import NAMES, named
from carrom.values import Value

# -- external engines as players ---------------------------------------------------------------------------------------


SECONDS = 5.0
"""Time limit of an external engine for one answer."""
SIMULATIONS = 8_000
"""Simulation budget of the built-in engine that answers for it what it does not answer itself."""
SEEDS = 31
"""Bits of the seed that is sent with a request."""


@dataclass(frozen=True)
class Meant:
    """The stroke that an external engine intends."""

    stroke: Stroke


@dataclass
class ExternalEngine:
    """An external engine, defined by its command, and the execution noise applied to its strokes.

    The process is started on first use and restarted after a failure. What is not in an engine's `can`, besides
    strokes, the built-in engine does for it.
    """

    name: str
    command: str
    hand: HandNoise
    seconds: float = SECONDS
    called: str = ""
    """What errors call it; empty: its command, which nobody but the person who gave it should see."""
    _pipe: EngineProcess | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.level = Level(self.name, self.hand, Budget(SIMULATIONS, self.seconds))
        self._own = Engine(self.level)
        self.called = self.called or repr(self.command)[:80]

    # -- on boards ------------------------------------------------------------------------------------------------

    def aim(self, situation: Situation, rng: Random) -> Meant:
        """Return the stroke that the engine intends. Raises `EngineError`."""
        found = self._strike(situation, rng)
        assert isinstance(found, Stroke), "only a stroke may answer this request"
        return Meant(found)

    def start(self) -> EngineProcess:
        """Start the engine's process if it is not running, and return it. Raises `EngineError`."""
        return self._running()

    def close(self) -> None:
        """End the engine's process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    # -- in games -------------------------------------------------------------------------------------------------

    def act(self, game: GameHistory, rng: Random) -> Event | Stroke:
        """Return the engine's answer to what the game expects now: an event, or the stroke that it intends.

        Raises `EngineError`, and `RefusedRequest` if no player is asked anything.
        """
        match game.expected[:1]:
            case (Strike(seat=seat, may_pass=may_pass),):
                found = self._strike(situation_of(game), rng, ("pass", "concede") if may_pass else ("concede",))
                if isinstance(found, Stroke):
                    return found
                return Passed(seat=seat) if found == "pass" else Conceded(side=game.state.side_at(seat), what="game")
            case (PlaceDue(seat=seat, disc=disc),):
                at = self.place(game, seat)
                return Waived(seat=seat) if at is None else Placed(seat=seat, disc=disc, at=at)
            case (Demand(seat=seat),):
                return Demanded(seat=seat, points=self.demand(game, seat))
            case ((ChooseBreakOrSide() | ChooseSeat() | BeginRound()) as expected,):
                return self._choose(game, expected, rng)
        raise RefusedRequest(f"No player is asked anything now; expected is {phrase(game.expected)}.")

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Return the engine's stroke with execution noise. Raises `EngineError`."""
        return self.execute(game, seat, rng).played

    def execute(self, game: GameHistory, seat: Seat, rng: Random) -> Execution:
        """Return that stroke, and the intended one. Raises `EngineError`."""
        situation = situation_of(game)
        meant = self.aim(situation, rng).stroke
        return Execution(self._own.played(situation, meant, drawn(rng)), meant)

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Return the engine's spot for the first waiting piece; None waives the placing. Raises `EngineError`."""
        situation = situation_of(game)
        if "place" not in self._running().can:
            return self._own.place(situation)
        question = protocol.place_request(situation)
        physics = PhysicsService(situation, self.hand)
        answer = self._running().ask(question, self.seconds, physics, question["may"])
        if answer["type"] == "waive":
            return None
        with self._refusing("places a piece illegally"):
            at = Point(_whole(answer, "x"), _whole(answer, "y"))
            disc = situation.round.placings[0].disc
            anywhere = situation.round.ruleset.dues_anywhere
            if (fault := place_fault(situation.position, disc, at, situation.equipment, anywhere)) is not None:
                raise EngineError(fault.sentence)
        return at

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Return the extra points that the engine demands. Raises `EngineError`."""
        situation = situation_of(game)
        if "demand" not in self._running().can:
            return self._own.demand(situation)
        question = protocol.demand_request(situation, seat)
        answer = self._running().ask(question, self.seconds, PhysicsService(situation, self.hand))
        with self._refusing("demands illegal points"):
            points = _whole(answer, "points")
            if not 0 <= points <= question["up_to"]:
                raise EngineError(f"its points are {points}; expected 0 to {question['up_to']}")
        return points

    # -- questions ------------------------------------------------------------------------------------------------

    def _strike(self, situation: Situation, rng: Random, may: tuple[str, ...] = ()) -> Stroke | str:
        """Return the stroke that the engine intends, or one of the answers `may`."""
        question = protocol.stroke_request(situation, self.hand, may)
        question["seed"] = rng.getrandbits(SEEDS)
        answer = self._running().ask(question, self.seconds, PhysicsService(situation, self.hand), may)
        if answer["type"] != "stroke":
            return str(answer["type"])
        with self._refusing("plays an illegal stroke"):
            return stroke_of(answer, situation)

    def _choose(
        self, game: GameHistory, expected: ChooseBreakOrSide | ChooseSeat | BeginRound, rng: Random
    ) -> Chosen | Seated | RoundBegun:
        """Return the event of the engine's choice; one that does not choose takes the first option."""
        question = protocol.choose_request(game, expected)
        option = question["options"][0]
        if "choose" in self._running().can and len(question["options"]) > 1:
            question["seed"] = rng.getrandbits(SEEDS)
            answer = self._running().ask(question, self.seconds, PhysicsService(None, self.hand))
            option = answer.get("option")
            with self._refusing("makes a choice that does not exist"):
                if option not in question["options"]:
                    wanted = " or ".join(question["options"])
                    raise EngineError(f"its option is {option!r:.40}; expected {wanted}")
        return chosen_event(game, expected, option)

    def _running(self) -> EngineProcess:
        if self._pipe is None or not self._pipe.is_running:
            self.close()
            self._pipe = EngineProcess(self.command, self.called)
            warm()  # before the time of a request starts
        return self._pipe

    def _refusing(self, what: str) -> "_Refusing":
        """Return a context that ends the process for an answer that cannot be used, and says so in one sentence."""
        return _Refusing(self, what)


@dataclass
class _Refusing:
    """Turns a `CarromError` about an answer into an `EngineError`, and ends the engine's process."""

    engine: ExternalEngine
    what: str

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, fault: BaseException | None, trace: Any) -> None:
        if isinstance(fault, CarromError):
            self.engine.close()
            raise EngineError(f"The engine {self.engine.called} {self.what}: {fault}") from None


def chosen_event(
    game: GameHistory, expected: ChooseBreakOrSide | ChooseSeat | BeginRound, option: str
) -> Chosen | Seated | RoundBegun:
    """Return the event of a choice by its option in the protocol."""
    match expected:
        case ChooseBreakOrSide(side=side):
            return Chosen(side=side, what="break" if option == "break" else "side")
        case ChooseSeat(side=side):
            return Seated(side=side, swap=option == "change")
        case BeginRound():
            return racked(game, None, Seat(option))


def stroke_of(answer: Message, situation: Situation) -> Stroke:
    """Return the stroke in an engine's answer, in the frame of the seat in turn. Raises `CarromError`."""
    stroke = read_stroke(answer)
    check_playable(situation, stroke)
    return stroke


def _whole(answer: Message, name: str) -> int:
    value = answer.get(name)
    if type(value) is not int:
        raise EngineError(f"its {name} is {value!r:.40}; expected a whole number")
    return value


# -- players by name: levels, and the external engines registered here -------------------------------------------------


def introduce(name: str, command: str, hand: HandNoise) -> ExternalEngine:
    """Register an external engine as an opponent in this process. Raises `RefusedRequest` for an unusable name."""
    engine = ExternalEngine(name, command, hand, called=name)
    register(engine)
    return engine


def player_named(name: str) -> Program:
    """Return the level's player or the registered engine of that name; `EngineMissing` for an unknown name."""
    if (engine := registered_engine(name)) is not None:
        return engine
    return EnginePlayer(level_named(name)) if name in {level.name for level in LEVELS} else EngineMissing(name)


@dataclass(frozen=True)
class EngineMissing:
    """An engine that a stored game needs and that is not registered in this process; the game waits for it."""

    name: str

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    def demand(self, game: GameHistory, seat: Seat) -> int:
        """Raise `SetupError`: the engine is not registered."""
        raise self._refusal

    @property
    def _refusal(self) -> SetupError:
        return SetupError(
            f"The engine {self.name} is not registered: restart the server with --engine {self.name}=COMMAND."
        )


# -- the check of an engine: every question, under every rule set ------------------------------------------------------


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
