"""Make drills: positions for one kind of stroke that a steady player makes, or for one part of the game."""

import math
from collections.abc import Iterator
from random import Random

import numpy as np

from carrom.board import BLACKS, WHITES, Disc, Point, Position, Seat, Stroke
from carrom.board.equipment import STANDARD
from carrom.board.notation import read_position, read_stroke, write_position, write_stroke
from carrom.engine.artifacts import CHOOSING, drawn
from carrom.engine.geometry import HandNoise
from carrom.physics import simulate
from carrom.physics.batch import position_of, racked
from carrom.physics.played import ContactKind
from carrom.practice.play import ruled
from carrom.practice.setup import SetupPosition
from carrom.training import due_puzzles
from carrom.training.drills import DRILLS, HANDS, DrillGoal, DrillPosition, struck
from carrom.training.make_puzzles import Source, breaks, is_sound, laid, proposals
from carrom.training.puzzle_judge import PuzzleJudge
from carrom.training.puzzles import BAR, situation_of
from carrom.training.stroke_chances import STRONG, Chance, Look
from carrom.training.verify import NO_SHOT
from carrom.training.views import PuzzleGoal
from carrom.values import changed

EACH = 12
"""Number of positions of a drill."""
LEAST = {"frozen": 0.55, "double": 0.4, "bank": 0.65, "thumb": 0.5, "queen-cover": 0.7, "defence": 0.4, "speed": 0.5}
"""Least success rate at the `STRONG` accuracy, for kinds other than the default of 0.75."""
USUAL = 0.75
ATTEMPTS = 600
GRID = 4_000
WITHIN = 60_000
"""Largest distance of a piece from its target in the speed drill, µm."""
FAR = 150_000
"""In the speed drill a piece runs at least this far, µm."""
BESIDE = (150_000, 235_000)
"""The part of the baseline beside a base circle and on it, µm from the middle."""
SAMPLES, REPLIES = 256, 24
"""Samples of a success rate, and of one that needs a reply or a second stroke."""


def made(drill: str) -> tuple[DrillPosition, ...]:
    """Return the positions of a drill; its name is the seed. A hard kind may have fewer than EACH."""

    rng = Random(f"drill {drill}")
    makers = {
        DrillGoal.POCKET: _pocketing,
        DrillGoal.TURN: _breaking,
        DrillGoal.REST: _resting,
        DrillGoal.COVER: _covering,
        DrillGoal.LEAVE: _leaving,
        DrillGoal.PLACE: _placing,
    }
    found: list[DrillPosition] = []
    for board in makers[DRILLS[drill].goal](drill, rng):
        found.append(changed(board, number=len(found) + 1))
        if len(found) == EACH:
            break
    return tuple(found)


# -- one kind of stroke ------------------------------------------------------------------------------------------------


def _pocketing(drill: str, rng: Random) -> Iterator[DrillPosition]:
    for moment in _laid(drill, rng):
        goal = PuzzleGoal.DOUBLE if drill == "double" else PuzzleGoal.TURN
        best = _best(moment, drill, goal, rng)
        if best is None or best.success < LEAST.get(drill, USUAL):
            continue
        yield DrillPosition(
            drill=drill,
            number=0,
            position=moment.position,
            disc=best.disc,
            best=write_stroke(best.stroke),
            levels=tuple(_rate(moment, drill, goal, best, number) for number in range(len(HANDS))),
            stands=_beside(best.stroke) if drill == "thumb" else None,
        )


def _best(moment: SetupPosition, drill: str, goal: PuzzleGoal, rng: Random) -> Chance | None:
    chances = Look(situation_of(moment), STRONG, rng, goal).chances(GRID, finalists=4)
    return next((chance for chance in chances if _counts(drill, chance)), None)


def _counts(drill: str, chance: Chance) -> bool:
    is_there = drill != "thumb" or (abs(chance.stroke.x) >= BESIDE[0] and chance.disc is Disc.W1)
    return chance.name in DRILLS[drill].kinds and is_there


def _beside(stroke: Stroke) -> tuple[int, int]:
    low, high = BESIDE
    return (low, high) if stroke.x > 0 else (-high, -low)


def _rate(moment: SetupPosition, drill: str, goal: PuzzleGoal, best: Chance, number: int) -> float:
    """Return a player's success rate with the drill's kind of stroke: its own best, or the best at `STRONG`."""
    hand, rng = HANDS[number], Random(f"drill {drill} {number}")
    look = Look(situation_of(moment), hand, rng, goal)
    own = [chance.success for chance in look.chances(GRID, finalists=2) if _counts(drill, chance)]
    return round(max([look.share(best.stroke), *own]), 3)


def _laid(drill: str, rng: Random) -> Iterator[SetupPosition]:
    """Yield positions with a piece and whatever the kind of stroke needs, without near-duplicates."""
    taken: list[tuple[int, int]] = []
    apart = 6_000 if drill == "double" else 30_000
    for _ in range(ATTEMPTS):
        there = _men(drill, rng)
        first = (there[Disc.W1].x, there[Disc.W1].y)
        if any(abs(first[0] - x) + abs(first[1] - y) < apart for x, y in taken):
            continue
        moment = SetupPosition(position=write_position(Position.of(there)), queen="mover")
        if is_sound(moment):
            taken.append(first)
            yield moment


def _men(drill: str, rng: Random) -> dict[Disc, Point]:
    """Return the pieces of one position; a spare white and black piece keep the board from ending with the stroke."""
    reach = STANDARD.half - STANDARD.man_diameter // 2
    man = Point(rng.randrange(-280_000, 280_001), rng.randrange(-120_000, 300_001))
    if drill == "frozen":
        side, along = rng.choice((-1, 1)), rng.randrange(-160_000, 260_001)
        man = Point(side * reach, along) if rng.random() < 0.6 else Point(rng.randrange(-230_000, 230_001), reach)
    if drill == "back-stroke":
        man = Point(rng.randrange(-260_000, 260_001), rng.randrange(-345_000, -270_000))
    if drill == "thumb":
        man = Point(rng.choice((-1, 1)) * rng.randrange(255_000, 345_001), rng.randrange(-330_000, -150_000))
    there = {Disc.W1: man, WHITES[8]: Point(-20_000, 90_000), BLACKS[8]: Point(30_000, 150_000)}
    if drill == "plant":
        up = 1 if rng.random() < 0.5 else -1
        there[Disc.W2] = Point(man.x + rng.randrange(-33_000, 33_001), man.y + up * rng.randrange(0, 33_000))
    if drill == "double":
        side = rng.choice((-1, 1))
        man = Point(side * rng.randrange(285_000, 325_001), rng.randrange(285_000, 325_001))
        there[Disc.W1] = man
        there[Disc.W2] = Point(man.x - side * rng.randrange(10_000, 42_001), man.y - rng.randrange(10_000, 42_001))
    if drill == "kiss":
        there[BLACKS[0]] = Point(man.x + rng.randrange(-90_000, 90_001), man.y + rng.randrange(-90_000, 90_001))
    if drill in ("one-frame", "bank"):
        # An obstacle where the plain stroke would go.
        there[BLACKS[0]] = Point(round(man.x * 0.6), round(man.y * 0.5 - 130_000))
        there[BLACKS[1]] = Point(round(man.x + 60_000 * (1 if man.x < 0 else -1)), man.y - 50_000)
    return there


# -- parts of the game -------------------------------------------------------------------------------------------------


def _breaking(drill: str, rng: Random) -> Iterator[DrillPosition]:
    """Yield racks with gaps of their own, each with a break that keeps the turn there."""
    for seed in drawn(CHOOSING, ATTEMPTS, rng):
        position = position_of(racked(np.array([seed]), 270, Seat.SOUTH, STANDARD)[0])
        moment = SetupPosition(position=write_position(position), attempt=1)
        situation = situation_of(moment)
        strokes = breaks(situation, (-219_000, 219_000))
        shares = Look(situation, STRONG, rng, PuzzleGoal.BREAK).shares(strokes, Look(situation, STRONG, rng).few)
        for number in np.argsort(-shares, kind="stable")[:20]:
            stroke = Stroke(*strokes[number].tolist())
            board = DrillPosition(
                drill=drill, number=0, position=moment.position, queen="board", disc=Disc.W1, best=write_stroke(stroke)
            )
            if _hits(board):
                judges = (PuzzleJudge(situation, PuzzleGoal.BREAK, hand) for hand in HANDS)
                yield changed(board, levels=tuple(round(each.success(stroke, SAMPLES), 3) for each in judges))
                break


def _hits(board: DrillPosition) -> bool:
    """Whether the drill's stroke reaches its goal when it is played exactly."""
    situation, stroke = situation_of(board.moment), board.stroke
    assert stroke is not None, "the drill is of strokes"
    played = simulate(situation.position, stroke, situation.round.turn, situation.surface)
    after = ruled(situation.round, played.outcome, played.rest, played, stroke)
    result = struck(board, situation, stroke, after)
    return result.hit or result.goes_on


def _resting(drill: str, rng: Random) -> Iterator[DrillPosition]:
    """Yield positions with a piece and a target at which it rests after some stroke that touches no frame."""
    for moment in _laid(drill, rng):
        situation = situation_of(moment)
        man = situation.position[Disc.W1]
        x = rng.randrange(-180_000, 180_001)
        way = math.atan2(man.y + STANDARD.baseline, man.x - x) + math.radians(rng.uniform(-3.0, 3.0))
        speed = rng.uniform(0.7e6, 2.0e6)
        stroke = Stroke(x, round(speed * math.cos(way)), round(speed * math.sin(way)))
        played = simulate(situation.position, stroke, Seat.SOUTH, situation.surface)
        if Disc.W1 in played.outcome.pocketed or any(
            contact.kind is ContactKind.FRAME and Disc.W1 in contact.discs for contact in played.contacts
        ):
            continue
        rest = played.rest[Disc.W1]
        if math.hypot(rest.x - man.x, rest.y - man.y) < FAR:
            continue
        board = DrillPosition(
            drill=drill, number=0, position=moment.position, disc=Disc.W1, best=write_stroke(stroke), target=rest,
            within=WITHIN,
        )  # fmt: skip
        levels = tuple(_sampled(board, hand) for hand in HANDS)
        if _hits(board) and levels[HANDS.index(STRONG)] >= LEAST[drill]:
            yield changed(board, levels=levels)


def _sampled(board: DrillPosition, hand: HandNoise, samples: int = SAMPLES) -> float:
    """Return how often a player of that accuracy reaches the drill's goal with its stroke."""
    situation, stroke = situation_of(board.moment), read_stroke(board.best)
    results = PuzzleJudge(situation, PuzzleGoal.TURN, hand).results(stroke, samples)
    return round(sum(struck(board, situation, stroke, each).hit for each in results) / samples, 3)


def _covering(drill: str, rng: Random) -> Iterator[DrillPosition]:
    """Yield positions in which the queen can be pocketed and then covered."""
    for number in range(ATTEMPTS):
        at = laid(PuzzleGoal.QUEEN, "icf", Source(number), rng)
        if at is None or at.moment.white is not Seat.SOUTH:
            continue
        situation = situation_of(at.moment)
        for idea in proposals(situation, PuzzleGoal.QUEEN, rng)[:2]:
            levels = [PuzzleJudge(situation, PuzzleGoal.QUEEN, STRONG).success(idea.stroke, REPLIES)]
            if levels[0] < LEAST[drill]:
                continue
            judges = (PuzzleJudge(situation, PuzzleGoal.QUEEN, hand) for hand in HANDS)
            board = DrillPosition(
                drill=drill,
                number=0,
                position=at.moment.position,
                queen=at.moment.queen,
                disc=Disc.Q,
                best=write_stroke(idea.stroke),
                levels=tuple(round(each.success(idea.stroke, REPLIES), 3) for each in judges),
            )
            if _hits(board):
                yield board
                break


def _leaving(drill: str, rng: Random) -> Iterator[DrillPosition]:
    """Yield positions without a good shot, in which a safety leaves the opponent little."""
    for number in range(3 * ATTEMPTS):
        at = laid(PuzzleGoal.DEFENCE, "icf", Source(number), rng)
        if at is None or at.moment.white is not Seat.SOUTH:
            continue
        situation = situation_of(at.moment)
        if Look(situation, STRONG, rng).best_success() > NO_SHOT:
            continue
        for idea in proposals(situation, PuzzleGoal.DEFENCE, rng)[:2]:
            board = DrillPosition(
                drill=drill,
                number=0,
                position=at.moment.position,
                queen=at.moment.queen,
                disc=next(disc for disc in BLACKS if disc in read_position(at.moment.position).discs),
                best=write_stroke(idea.stroke),
                least=LEAST[drill],
            )
            if not _hits(board) or _sampled(board, STRONG, REPLIES) < USUAL:
                continue
            yield changed(board, levels=tuple(_sampled(board, hand, REPLIES) for hand in HANDS))
            break


def _placing(drill: str, rng: Random) -> Iterator[DrillPosition]:
    """Yield positions in which a piece of the opponent's is to be placed."""
    for number in range(ATTEMPTS):
        at = laid(PuzzleGoal.DUE, "icf", Source(number), rng)
        if at is None or at.moment.white is not Seat.SOUTH:
            continue
        candidate = due_puzzles.found(at, number)
        if candidate is not None:
            puzzle = candidate.puzzle
            yield DrillPosition(
                drill=drill,
                number=0,
                position=puzzle.position,
                queen=puzzle.queen,
                disc=puzzle.disc,
                best=puzzle.best,
                least=round(BAR * puzzle.success, 3),
            )
