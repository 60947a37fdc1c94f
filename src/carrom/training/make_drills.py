"""Make drills: positions where a stroke of one kind succeeds for a steady player."""

from collections.abc import Iterator
from random import Random

from carrom.board.disc import BLACKS, WHITES, Disc
from carrom.board.equipment import STANDARD
from carrom.board.notation import write_position, write_stroke
from carrom.board.position import Point, Position
from carrom.practice.setup import SetupPosition
from carrom.training.drills import DRILLS, DrillPosition
from carrom.training.puzzles.grade import GRADERS
from carrom.training.puzzles.isolate import situation_of
from carrom.training.puzzles.sources import is_sound
from carrom.training.stroke_chances import STRONG, Chance, Look, Wish

EACH = 12
"""Number of positions of a drill."""
LEAST = {"frozen": 0.55, "double": 0.4, "bank": 0.65}
"""Least success rate at the `STRONG` accuracy, for kinds other than the default of 0.75."""
USUAL = 0.75
ATTEMPTS = 600
GRID = 4_000


def made(drill: str) -> tuple[DrillPosition, ...]:
    """Return the positions of a drill; its name is the seed. A hard kind may have fewer than EACH."""
    from carrom.engine.rollouts.runner import warm

    warm()
    rng = Random(f"drill {drill}")
    found: list[DrillPosition] = []
    for moment in _laid(drill, rng):
        goal = PuzzleGoal.DOUBLE if drill == "double" else PuzzleGoal.TURN
        best = _best(moment, drill, goal, rng)
        if best is None or best.success < LEAST.get(drill, USUAL):
            continue
        levels = tuple(_rate(moment, drill, goal, best, number) for number in range(len(GRADERS)))
        found.append(
            DrillPosition(
                drill=drill,
                number=len(found) + 1,
                position=moment.position,
                disc=best.disc,
                best=write_stroke(best.stroke),
                levels=levels,
            )
        )
        if len(found) == EACH:
            break
    return tuple(found)


def _best(moment: SetupPosition, drill: str, goal: PuzzleGoal, rng: Random) -> Chance | None:
    chances = Look(situation_of(moment), STRONG, rng, goal).chances(GRID, finalists=4)
    return next((chance for chance in chances if chance.name in DRILLS[drill]), None)


def _rate(moment: SetupPosition, drill: str, goal: PuzzleGoal, best: Chance, number: int) -> float:
    """Return a grader's success rate with the drill's kind of stroke: its own best, or the best at `STRONG`."""
    hand, rng = GRADERS[number].hand, Random(f"drill {drill} {number}")
    look = Look(situation_of(moment), hand, rng, goal)
    own = [chance.success for chance in look.chances(GRID, finalists=2) if chance.name in DRILLS[drill]]
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
