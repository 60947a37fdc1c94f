"""Self-play data: boards and outcomes as training examples, resumable.

A board is played on rounds and positions without a game around it: the laws judge and settle, and execution noise
disturbs the strokes. Each stroke stores what its player saw, and later how the board ended for that player.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from carrom.board import STRIKER, Position, Seat, Stroke
from carrom.board.rack import nominal_rack, with_gaps
from carrom.board.striker_spots import centre_spot, has_room
from carrom.engine.break_book import ASIDES, RING, past_the_middle
from carrom.engine.engine import Engine
from carrom.engine.geometry import drawn
from carrom.engine.ladder import hand_of
from carrom.engine.levels import Budget, Level
from carrom.engine.situation import MOST_SIDES, Situation, facts
from carrom.engine.stakes import MatchStakes
from carrom.errors import RefusedRequest, SetupError
from carrom.files import replace
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
NAMES = ("boards", "degrees", "friction", "places", "facts", "ends")
STEADIEST, SHAKIEST = 0.1, 3.0
"""Range of aim errors in degrees; they are drawn evenly in the logarithm."""
RULES = ("icf",) * 9 + ("club",) * 3 + ("classic-29",) * 2 + ("points",) * 3 + ("three-player",) * 3
"""Rule sets, drawn evenly from this tuple; the others play their boards as `icf` does."""
SURFACES = ("club",) * 4 + ("slow", "tournament")
DOUBLES = 0.3
"""Share of boards with four players, where the rule set allows them."""
RANDOM_BREAKS = 0.3
"""Share of boards that begin with a break drawn at random, so that positions after bad breaks are known, too."""
MOST_SCORE = 24
"""Points of the game before the board are drawn from 0 to this."""


class TrainingExample(Value, frozen=True):
    """One board to play: a job for a worker. Everything follows from its seed."""

    seed: int
    simulations: int = 1_200

    def drawn(self, what: str) -> Random:
        """Return the random source for one property of the board."""
        return Random(f"{self.seed} {what}")

    @property
    def degrees(self) -> float:
        """The aim error of all players."""
        share = self.drawn("hand").random()
        return round(math.exp(math.log(STEADIEST) + share * math.log(SHAKIEST / STEADIEST)), 4)

    @property
    def surface(self) -> Surface:
        """The surface of the board."""
        return surface(self.drawn("surface").choice(SURFACES))

    def begun(self) -> Round:
        """Return the round before its break."""
        rules = ruleset(self.drawn("rules").choice(RULES))
        rng, players = self.drawn("players"), rules.parameters.players
        count = 4 if 4 in players and rng.random() < DOUBLES else players[0]
        seats = SEATS_OF[count]
        scores = [rng.randrange(MOST_SCORE + 1) if rules.colours_are_owned else 0 for _ in seats]
        return Round.begin(rules, seats, breaker=rng.choice([seat for side in seats for seat in side]), scores=scores)


SEATS_OF = {
    2: ((Seat.SOUTH,), (Seat.NORTH,)),
    3: ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)),
    4: ((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST)),
}
"""The seats of each side, by the number of players."""


@dataclass(frozen=True)
class SelfPlayData:
    """Positions before each stroke of boards, and how the board ended.

    boards     int32 (N, 2)           seed of the board, number of the stroke
    degrees    float64 (N,)           aim error of all players
    friction   float64 (N,)           friction of the surface
    places     int32 (N, 20, 2)       positions of the discs, µm in the board's frame
    facts      int16 (N, FACTS)       facts of the round, see `board_facts`
    ends       int16 (N, MOST_SIDES, 2)  for each side: 2 won, 1 shared, 0 lost; and its points: of the board where
                                      colours are owned (negative when lost), else its total
    """

    boards: NDArray[np.int32]
    degrees: NDArray[np.float64]
    friction: NDArray[np.float64]
    places: NDArray[np.int32]
    facts: NDArray[np.int16]
    ends: NDArray[np.int16]

    @classmethod
    def read(cls, path: Path) -> "SelfPlayData":
        """Read a file. Raises `SetupError` if it is not self-play data."""
        try:
            with np.load(path) as stored:
                return cls(*(stored[name] for name in NAMES))
        except (OSError, KeyError, ValueError, BadZipFile) as reason:
            raise SetupError(
                f"{path} holds no self-play data ({reason}); remove it, and it is generated again"
            ) from None

    def write(self, path: Path) -> None:
        """Write the data to a file atomically."""
        made = path.with_suffix(".new.npz")
        np.savez_compressed(made, **{name: getattr(self, name) for name in NAMES})
        replace(made, path)

    @classmethod
    def joined(cls, parts: "list[SelfPlayData]") -> "SelfPlayData":
        """Return several parts as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in NAMES))


def remembered(lesson: TrainingExample) -> SelfPlayData | None:
    """Play a board and return its data, or None for a board without an end or that is replayed."""
    rows: list[tuple[Position, tuple[int, ...]]] = []
    for situation in played(lesson):
        if situation.round.result is not None:
            return _told(lesson, situation.round, rows)
        if len(rows) >= MOST:
            return None
        rows.append((situation.position, facts(situation.round)))
    return None


def played(lesson: TrainingExample) -> Iterator[Situation]:
    """Yield the situations before each stroke of a board, and last the one in which it is over, if it ends."""
    level = Level("any", hand_of(lesson.degrees), Budget(lesson.simulations, 1e9))
    engine, ground = Engine(level, lambda: 0.0, value=None), lesson.surface
    round_ = lesson.begun()
    ledger = None if round_.ruleset.colours_are_owned else MatchStakes()
    meant = nominal_rack(round_.ruleset.parameters.setup_angle, round_.breaker)
    position, lies = meant, with_gaps(meant, lesson.seed)
    mind, opening = lesson.drawn("mind"), lesson.drawn("opening")
    breaks_at_random = opening.random() < RANDOM_BREAKS
    while round_.result is None:
        situation = Situation(round_, position, ground, ledger=ledger)
        yield situation
        try:
            if breaks_at_random and round_.phase is Phase.BREAK:
                struck = _random_break(engine, situation, opening)
            else:
                struck = engine.choose(situation, mind)
        except RefusedRequest:
            return
        outcome = simulate(lies if round_.phase is Phase.BREAK else position, struck, round_.turn, ground)
        ruling = judge(round_, outcome.outcome)
        rest = outcome.rest.without(STRIKER)
        round_ = settle(round_, ruling)
        if round_.phase is Phase.BREAK:
            continue
        for disc in ruling.centred:
            bare = rest.without(disc)
            rest = bare.having(disc, centre_spot(bare, disc, round_.turn))
        round_, position = _placed(engine, round_, rest, ground)
    yield Situation(round_, position, ground, ledger=ledger)


def _random_break(engine: Engine, situation: Situation, rng: Random) -> Stroke:
    """Return a break from a random legal spot past the centre at a random distance and speed."""
    table = situation.table(situation.round.turn, ())
    aside, speed = rng.uniform(-ASIDES, ASIDES) * RING, 1e6 * rng.uniform(1.2, 8.0)
    row = past_the_middle(table, rng.choice(table.places), aside, speed)
    return engine.played(situation, Stroke(*row), drawn(rng), table.across)


def _placed(engine: Engine, round_: Round, position: Position, ground: Surface) -> tuple[Round, Position]:
    """Return round and position after every due has been placed."""
    while round_.result is None and round_.placings:
        first = round_.placings[0]
        room = has_room(position, first.disc, anywhere=round_.ruleset.dues_anywhere)
        at = engine.place(Situation(round_, position, ground)) if room else None
        if at is None:
            round_ = phases.apply(round_, phases.NoRoom(first.by))
            continue
        position = position.having(first.disc, at)
        round_ = phases.apply(round_, phases.Placed(first.by, first.disc))
    return round_, position


def _told(lesson: TrainingExample, round_: Round, seen: list[tuple[Position, tuple[int, ...]]]) -> SelfPlayData | None:
    result = round_.result
    assert result is not None
    if result.replay or not result.winners:
        return None
    ends = np.zeros((MOST_SIDES, 2), dtype=np.int16)
    for index, side in enumerate(round_.sides):
        won = index in result.winners
        ends[index, 0] = (2 if len(result.winners) == 1 else 1) if won else 0
        if round_.ruleset.colours_are_owned:
            ends[index, 1] = (result.points + result.up_to) * (1 if won else -1)
        else:
            ends[index, 1] = side.points
    count = len(seen)
    return SelfPlayData(
        np.array([(lesson.seed, number) for number in range(count)], dtype=np.int32),
        np.full(count, lesson.degrees),
        np.full(count, lesson.surface.friction),
        places_of([position for position, _ in seen]).astype(np.int32),
        np.array([row for _, row in seen], dtype=np.int16),
        np.repeat(ends[None], count, axis=0),
    )
