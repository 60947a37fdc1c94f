"""Self-play data: boards and outcomes as training examples, resumable.

A board is played on rounds and positions without a game around it: the laws judge and settle, and execution noise
disturbs the strokes. Each stroke stores what its player saw, and later how the board ended for that player.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import STRIKER
from carrom.board.placement.striker_spots import centre_spot, has_room
from carrom.board.position import Position
from carrom.board.rack import nominal_rack, with_gaps
from carrom.board.seat import Seat
from carrom.engine.play.engine import Engine
from carrom.engine.play.levels import Level
from carrom.engine.position.features import facts
from carrom.engine.position.situation import Situation
from carrom.engine.search.budget import Budget
from carrom.engine.strength.player_spec import hand_of
from carrom.errors import RefusedRequest, SetupError
from carrom.physics import simulate
from carrom.physics.batch import places_of
from carrom.physics.surface import Surface, surface
from carrom.rules import phases
from carrom.rules.judge import judge
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import ruleset
from carrom.rules.settle import settle
from carrom.values import Value

MOST = 400
"""Strokes after which a board is discarded."""
NAMES = ("boards", "degrees", "places", "facts", "ends")
STEADIEST, SHAKIEST = 0.1, 3.0
"""Range of aim errors in degrees; they are drawn evenly in the logarithm."""


class TrainingExample(Value, frozen=True):
    """One board to play: a job for a worker. Everything follows from its seed."""

    seed: int
    simulations: int = 3_000
    surface: str = "club"

    @property
    def degrees(self) -> float:
        """The aim error of both sides."""
        share = Random(f"{self.seed} hand").random()
        return round(math.exp(math.log(STEADIEST) + share * math.log(SHAKIEST / STEADIEST)), 4)


@dataclass(frozen=True)
class SelfPlayData:
    """Positions before each stroke of boards, and how the board ended for the side in turn.

    boards     int32 (N, 2)       seed of the board, number of the stroke
    degrees    float64 (N,)       aim error of both sides
    places     int32 (N, 20, 2)   positions of the discs, µm in the board's frame
    facts      int16 (N, FACTS)   features of the round for the side in turn, see `facts`
    ends       int16 (N, 2)       1 won or 0 lost; the points, negative when lost
    """

    boards: NDArray[np.int32]
    degrees: NDArray[np.float64]
    places: NDArray[np.int32]
    facts: NDArray[np.int16]
    ends: NDArray[np.int16]

    @classmethod
    def read(cls, path: Path) -> "SelfPlayData":
        """Read a file. Raises `SetupError` if it is not self-play data."""
        try:
            with np.load(path) as kept:
                return cls(*(kept[name] for name in NAMES))
        except (OSError, KeyError, ValueError, BadZipFile) as reason:
            raise SetupError(
                f"{path} holds no self-play data ({reason}); remove it, and it is generated again"
            ) from None

    def write(self, path: Path) -> None:
        """Write the data to a file atomically."""
        made = path.with_suffix(".new.npz")
        np.savez_compressed(made, **{name: getattr(self, name) for name in NAMES})
        made.replace(path)

    @classmethod
    def joined(cls, parts: "list[SelfPlayData]") -> "SelfPlayData":
        """Return several parts as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in NAMES))


def remembered(lesson: TrainingExample) -> SelfPlayData | None:
    """Play a board and return its data, or None for a board without an end or a single winner."""
    level = Level("any", hand_of(lesson.degrees), Budget(lesson.simulations, 1e9))
    engine, ground = Engine(level, lambda: 0.0), surface(lesson.surface)
    breaker = Seat.SOUTH if lesson.seed % 2 == 0 else Seat.NORTH
    round_ = Round.begin(ruleset("icf"), breaker=breaker)
    meant = nominal_rack(round_.ruleset.parameters.setup_angle, breaker)
    position, lies = meant, with_gaps(meant, lesson.seed)
    mind = Random(f"{lesson.seed} mind")
    movers: list[int] = []
    seen: list[tuple[Position, tuple[int, ...]]] = []
    while round_.result is None:
        if len(movers) >= MOST:
            return None
        situation = Situation(round_, position, ground)
        movers.append(round_.mover)
        seen.append((position, facts(round_, round_.mover)))
        try:
            struck = engine.choose(situation, mind)
        except RefusedRequest:
            return None
        played = simulate(lies if round_.phase is Phase.BREAK else position, struck, round_.turn, ground)
        ruling = judge(round_, played.outcome)
        rest = played.rest.without(STRIKER)
        round_ = settle(round_, ruling)
        if round_.phase is Phase.BREAK:
            continue
        for disc in ruling.centred:
            bare = rest.without(disc)
            rest = bare.having(disc, centre_spot(bare, disc, round_.turn))
        round_, position = _placed(engine, round_, rest, ground)
    return _told(lesson, round_, movers, seen)


def _placed(engine: Engine, round_: Round, position: Position, ground: Surface) -> tuple[Round, Position]:
    """Return round and position after every due has been placed."""
    while round_.result is None and round_.placings:
        first = round_.placings[0]
        at = engine.place(Situation(round_, position, ground)) if has_room(position, first.disc) else None
        if at is None:
            round_ = phases.apply(round_, phases.NoRoom(first.by))
            continue
        position = position.having(first.disc, at)
        round_ = phases.apply(round_, phases.Placed(first.by, first.disc))
    return round_, position


def _told(
    lesson: TrainingExample, round_: Round, movers: list[int], seen: list[tuple[Position, tuple[int, ...]]]
) -> SelfPlayData | None:
    result = round_.result
    assert result is not None
    if result.replay or len(result.winners) != 1:
        return None
    winner, points, count = result.winners[0], result.points + result.up_to, len(movers)
    ends = [(1, points) if mover == winner else (0, -points) for mover in movers]
    return SelfPlayData(
        np.array([(lesson.seed, number) for number in range(count)], dtype=np.int32),
        np.full(count, lesson.degrees),
        places_of([position for position, _ in seen]).astype(np.int32),
        np.array([features for _, features in seen], dtype=np.int16),
        np.array(ends, dtype=np.int16),
    )
