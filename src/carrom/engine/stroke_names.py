"""Names of strokes as players use them (straight, cut, bank, plant, kiss), and what a stroke means under noise."""

import math
from collections import Counter
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from carrom.board import QUEEN, STRIKER, Disc, Point, Stroke, StrokeKind
from carrom.engine import rollout_kernel
from carrom.engine.geometry import NoiseSample, disturbed
from carrom.engine.outcome_value import wanted
from carrom.engine.rollouts import RolloutRunner, colour_of, deviates
from carrom.engine.search import fallen
from carrom.engine.situation import Situation
from carrom.physics import simulate
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.rules.round import Phase

THIN = math.cos(math.radians(10.0))
"""Cosine of the largest cut that is still called straight, 10°."""
FROZEN = 1_000
"""A piece within this distance of the frame is called frozen, µm."""
MOUTH = 3
"""A rebound within this many pocket diameters of the pocket happens in its mouth and does not make a bank."""


@dataclass(frozen=True)
class NamedStroke:
    """A stroke's kind, the disc it pockets and the pocket; both None if it pockets no piece of the player's.

    Pockets are far left, far right, near left, near right from the player's view: 0 to 3.
    """

    name: StrokeKind
    disc: Disc | None = None
    pocket: int | None = None


def called(situation: Situation, stroke: Stroke) -> NamedStroke:
    """Return the name of a stroke of the player in turn, played without noise."""
    seat = situation.round.turn
    played = simulate(situation.position, stroke, seat, situation.surface, equipment=situation.equipment)
    falls = [contact for contact in played.contacts if contact.kind is ContactKind.POCKET]
    own = [fall for fall in falls if fall.discs[0] in wanted(situation.round)]
    if not own:
        return NamedStroke(StrokeKind.BREAK if situation.round.phase is Phase.BREAK else StrokeKind.SAFETY)
    disc = own[0].discs[0]
    x, y = seat.from_board(own[0].at.x, own[0].at.y)
    pocket = (0 if y > 0 else 2) + (1 if x > 0 else 0)
    if situation.round.phase is Phase.BREAK:
        return NamedStroke(StrokeKind.BREAK, disc, pocket)
    if len(own) > 1:
        return NamedStroke(StrokeKind.DOUBLE, disc, pocket)
    return NamedStroke(_name(situation, stroke, played, own[0]), disc, pocket)


def _name(situation: Situation, stroke: Stroke, played: Played, fall: StrokeContact) -> StrokeKind:
    """Return the kind of a stroke that pockets one piece, from the contacts before it fell."""
    man = fall.discs[0]
    before = [contact for contact in played.contacts if contact.time <= fall.time and contact is not fall]
    meetings = [contact for contact in before if contact.kind is ContactKind.DISC]
    of_man = [contact for contact in meetings if man in contact.discs]
    if STRIKER not in of_man[0].discs:
        return StrokeKind.PLANT
    first = of_man[0]
    kissed = any(STRIKER in contact.discs and contact.time < first.time for contact in meetings)
    others = any(contact is not first and STRIKER not in contact.discs for contact in of_man)
    if kissed or others:
        return StrokeKind.KISS
    frames = [contact for contact in before if contact.kind is ContactKind.FRAME]
    off = sum(1 for contact in frames if STRIKER in contact.discs and contact.time < first.time)
    if off:
        return StrokeKind.ONE_FRAME if off == 1 else StrokeKind.TWO_FRAMES
    if stroke.vy < 0:
        return StrokeKind.BACK
    if _is_frozen(situation, man):
        return StrokeKind.FROZEN
    if any(man in contact.discs and not _in_mouth(situation, contact.at, fall.at) for contact in frames):
        return StrokeKind.BANK
    return StrokeKind.STRAIGHT if _fullness(situation, stroke, man, first.at) >= THIN else StrokeKind.CUT


def _is_frozen(situation: Situation, man: Disc) -> bool:
    at, kit = situation.position[man], situation.equipment
    return max(abs(at.x), abs(at.y)) >= kit.half - kit.man_diameter // 2 - FROZEN


def _in_mouth(situation: Situation, at: Point, pocket: Point) -> bool:
    """Whether a rebound from the frame is at the pocket where the piece falls."""
    return math.hypot(at.x - pocket.x, at.y - pocket.y) < MOUTH * situation.equipment.pocket_diameter


def _fullness(situation: Situation, stroke: Stroke, man: Disc, at: Point) -> float:
    """Return the cosine between the striker's direction and the line of centres where it hits the piece."""
    vx, vy = situation.round.turn.to_board(stroke.vx, stroke.vy)
    lies = situation.position[man]
    dx, dy = lies.x - at.x, lies.y - at.y
    return (vx * dx + vy * dy) / max(1.0, math.hypot(vx, vy) * math.hypot(dx, dy))


# -- what a stroke means: its name under the player's noise ------------------------------------------------------------
# A stroke that pockets nothing when it is played exactly, but pockets a piece often under noise, is an attempt at that
# piece. One that pockets a piece only by accident means to pocket nothing: a safety.


SAMPLES = 32
"""Samples by which an intention is judged."""
MEANT = 0.2
"""Share of samples that pocket an own piece or the queen, from which a stroke is an attempt."""
ACCIDENT = 0.05
"""Share below which a stroke that pockets a piece when played exactly is called a safety."""
NAMED = 8
"""Samples that pocket something, the least disturbed ones, among which the most frequent name is taken."""


def intended(runner: RolloutRunner, stroke: Stroke) -> NamedStroke:
    """Return the name of a stroke of the player in turn by what it means to do."""
    situation = runner.situation
    exact = called(situation, stroke)
    if situation.round.phase is Phase.BREAK:
        return exact
    noise = deviates(SAMPLES, Random("intention"))
    row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
    classes, _ = runner.rate(row, noise, 0, SAMPLES, both=False)
    pots = pockets_own(runner, classes[0])
    share = float(pots.mean())
    if exact.disc is not None:
        return exact if share >= ACCIDENT else NamedStroke(StrokeKind.SAFETY)
    if share < MEANT:
        return exact
    least = sorted(np.nonzero(pots)[0].tolist(), key=lambda k: float(np.square(noise[k]).sum()))[:NAMED]
    names = [called(situation, executed(runner, stroke, NoiseSample(*noise[k].tolist()))) for k in least]
    attempts = Counter(name for name in names if name.disc is not None)
    return attempts.most_common(1)[0][0] if attempts else exact


def executed(runner: RolloutRunner, stroke: Stroke, by: NoiseSample) -> Stroke:
    """Return a stroke with noise; the place error is dropped where it would make the spot illegal."""
    made = disturbed(stroke, runner.hand, by)
    if any(low <= made.x <= high for low, high in runner.spans.tolist()):
        return made
    return disturbed(stroke, runner.hand, NoiseSample(by.direction, by.speed, 0.0))


def pockets_own(runner: RolloutRunner, classes: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return for every outcome class whether a piece falls that the player in turn may want to pocket."""
    round_ = runner.situation.round
    whites, blacks, queen, _ = fallen(classes)
    colour = colour_of(round_.sides[round_.mover].colour)
    own = (whites > 0) & (colour != rollout_kernel.BLACK) | (blacks > 0) & (colour != rollout_kernel.WHITE)
    found: NDArray[np.bool_] = own | (queen > 0) & (QUEEN in wanted(round_))
    return found
