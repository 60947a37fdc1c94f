"""Change a position so that one stroke is clearly best."""

import math
from itertools import pairwise
from random import Random

import numpy as np

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc, Kind
from carrom.board.notation import read_position, write_position
from carrom.board.position import Point, Position
from carrom.engine.play.engine import as_row, legality
from carrom.engine.position.situation import Situation
from carrom.engine.rollouts.runner import deviates
from carrom.errors import CarromError
from carrom.physics import simulate
from carrom.physics.played import ContactKind
from carrom.physics.surface import surface
from carrom.practice.setup import SetupPosition, round_of
from carrom.training.puzzles.sources import SourcePosition, is_sound, without
from carrom.training.stroke_chances import MORE, STRONG, Chance, Look, ShotKind, Wish, same_idea
from carrom.values import changed

GRID, CLOSE = 4_000, 14_000
"""Grid sizes of a quick search and of the final one."""
LEAST, MARGIN = 0.7, 0.25
"""Least success rate of the best stroke and least margin over every other idea; a little stricter than verification."""
ROUNDS, OPTIONS, PATIENCE = 18, 10, 2
"""Rounds before giving up; changes compared per round; rounds without progress that are tolerated."""
_NOISE = deviates(MORE, Random("clearing"))
"""Disturbances for comparing strokes here; verification uses its own."""
RARE = {
    ShotKind.DIRECT: 1.0,
    ShotKind.FRAMES: 2.5,
    ShotKind.BANK: 4.0,
    ShotKind.PLANT: 4.0,
    ShotKind.KISS: 2.5,
    ShotKind.DOUBLE: 4.0,
}
"""Weights with which a stroke of each way is picked."""
AWAY = 38_000.0
"""Distance in µm that a blocking piece leaves from both ends of a path."""


def situation_of(moment: SetupPosition, friction: float = 1.0) -> Situation:
    """Return the situation of a position on the club surface, with its friction multiplied."""
    ground = surface("club")
    return Situation(
        round_of(moment), read_position(moment.position), changed(ground, friction=ground.friction * friction)
    )


def cleared(found: SourcePosition, goal: PuzzleGoal, rng: Random) -> tuple[SourcePosition, Chance] | None:
    """Return a modified position and its clearly best stroke; None if none is found."""
    chances = _look(found, goal, rng).chances(GRID, finalists=0)
    meant = _picked(chances, rng)
    if meant is None:
        return None
    rivals, threat, is_sure, stuck = _rivals(chances, meant), math.inf, False, 0
    for _ in range(ROUNDS):
        if not rivals or threat == 0.0:
            look = _look(found, goal, rng)
            chances = look.chances(CLOSE if is_sure else GRID, finalists=2 if is_sure else 0)
            meant = next((each for each in chances if same_idea(each, meant)), meant)
            if look.share(meant.stroke) < LEAST:
                return None
            new = _rivals(chances, meant)
            if not new:
                if is_sure:
                    return found, meant
                is_sure = True
                continue
            rivals, threat, stuck = [*rivals, *new], math.inf, 0
        best = _best_change(found, goal, meant, rivals, rng)
        if best is not None and best[0] < threat:
            threat, found = best
            continue
        stuck += 1
        if stuck > PATIENCE:
            return None
    return None


def _look(found: SourcePosition, goal: PuzzleGoal, rng: Random) -> Look:
    return Look(situation_of(found.moment), STRONG, rng, goal, _NOISE)


def _rivals(chances: tuple[Chance, ...], meant: Chance) -> list[Chance]:
    """Return the strokes of other ideas within the margin of the intended one, the strongest first."""
    near = [each for each in chances if not same_idea(each, meant) and each.success > meant.success - MARGIN]
    return sorted(near, key=lambda each: -each.success)


def _best_change(
    found: SourcePosition, goal: PuzzleGoal, meant: Chance, rivals: list[Chance], rng: Random
) -> tuple[float, SourcePosition] | None:
    """Return the change that reduces the rivals most, out of a few, with the remaining threat."""
    best: tuple[float, SourcePosition] | None = None
    live = [rival for rival in rivals if rival.disc in read_position(found.moment.position).discs]
    for _ in range(OPTIONS if live else 0):
        rival = rng.choice(live)
        option = None
        if rival.disc is not meant.disc and rng.random() < 0.4:
            option = without(found, rival.disc)
        option = option or _barred(found, meant, rival, rng)
        threat = None if option is None else _threat(option, goal, meant, rivals, rng)
        if option is not None and threat is not None and (best is None or threat < best[0]):
            best = threat, option
            if threat == 0.0:
                break
    return best


def _threat(found: SourcePosition, goal: PuzzleGoal, meant: Chance, rivals: list[Chance], rng: Random) -> float | None:
    """Return the sum of the rivals' excess over the margin; None if the intended stroke gets worse."""
    look = _look(found, goal, rng)
    is_legal = legality(look.situation, meant.stroke.y)
    if not is_legal(meant.stroke):
        return None
    strokes = [meant.stroke, *(rival.stroke for rival in rivals if is_legal(rival.stroke))]
    shares = look.shares(np.array([as_row(stroke) for stroke in strokes], dtype=np.int64), look.few)
    own = float(shares[0])
    if own < LEAST:
        return None
    return float(np.maximum(shares[1:] - own + MARGIN, 0.0).sum())


def _picked(chances: tuple[Chance, ...], rng: Random) -> Chance | None:
    """Return a stroke that may become the solution, rare ways more often; None if all strokes are too unreliable."""
    able = [chance for chance in chances if chance.success >= LEAST]
    if not able:
        return None
    return rng.choices(able, [RARE[chance.idea[2]] for chance in able])[0]


def _barred(found: SourcePosition, meant: Chance, rival: Chance, rng: Random) -> SourcePosition | None:
    """Return the position with an opponent's piece in a rival's path; None if it cannot be placed there."""
    position, round_ = read_position(found.moment.position), round_of(found.moment)
    mine = round_.sides[round_.mover].colour
    others = [disc for disc in (BLACKS if mine is Kind.WHITE else WHITES) if disc is not QUEEN]
    lying = [disc for disc in others if disc in position.discs]
    off = [disc for disc in others if disc not in lying]
    if off and (len(lying) < 3 or rng.random() < 0.5):
        man = off[0]
    else:
        meets = position[meant.disc]
        man = max(lying, key=lambda disc: math.dist(_xy(position[disc]), _xy(meets)) + 60_000 * rng.random())
    at = _on_the_way(found.moment, position, rival, rng)
    if at is None:
        return None
    there = {placed.disc: placed.at for placed in position if placed.disc is not man}
    moment = changed(found.moment, position=write_position(Position.of({**there, man: at})))
    if not is_sound(moment):
        return None
    source = changed(found.source, barred=found.source.barred + 1)
    return SourcePosition(moment, source)


def _on_the_way(moment: SetupPosition, position: Position, rival: Chance, rng: Random) -> Point | None:
    """Return a point on the path of the striker or of the piece in a rival stroke."""
    situation = situation_of(moment)
    try:
        played = simulate(position, rival.stroke, situation.round.turn, situation.surface)
    except CarromError:
        return None
    ways: dict[Disc, list[tuple[float, float]]] = {
        STRIKER: [(float(rival.stroke.x), float(rival.stroke.y - situation.equipment.baseline))],
        rival.disc: [_xy(position[rival.disc])],
    }
    for contact in played.contacts:
        for disc in ways:
            if disc in contact.discs and not (disc is STRIKER and len(ways[rival.disc]) > 1):
                ways[disc].append(_xy(contact.at))
        if contact.kind is ContactKind.POCKET and rival.disc in contact.discs:
            break
    legs = [(one, other) for way in ways.values() for one, other in pairwise(way) if math.dist(one, other) > 2 * AWAY]
    if not legs:
        return None
    (x0, y0), (x1, y1) = rng.choices(legs, [math.dist(*leg) for leg in legs])[0]
    share = AWAY / math.dist((x0, y0), (x1, y1))
    at = share + (1 - 2 * share) * rng.random()
    return Point(
        round(x0 + at * (x1 - x0) + 4_000 * rng.gauss(0.0, 1.0)),
        round(y0 + at * (y1 - y0) + 4_000 * rng.gauss(0.0, 1.0)),
    )


def _xy(at: Point) -> tuple[float, float]:
    return float(at.x), float(at.y)
