"""Details of a stroke: rest positions, causes of failure, tolerance, and a heat map of success rates."""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.analysis.best_strokes import BestStrokeSearch, SampledStroke, as_row
from carrom.analysis.messages import Cause, Cloud, Corner, Heat, StrokeFacts, Wrong
from carrom.board import STRIKER, Disc, Kind, LinesLeft, Outcome, Point, Position, Seat, Stroke, StrokeKind
from carrom.board.equipment import Equipment
from carrom.engine import rollout_kernel
from carrom.engine.candidates import FORWARD
from carrom.engine.engine import legality
from carrom.engine.geometry import NoiseSample, disturbed
from carrom.engine.rollouts import is_compiled
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import NamedStroke
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch, position_of
from carrom.physics.played import ContactKind, Played, StrokeContact
from carrom.physics.simulate import simulate
from carrom.rules.round import COLOUR
from carrom.values import changed

# -- the causes of failure: contacts compared with the noiseless stroke ------------------------------------------------


STRAIGHT = 6.0
"""Cut in degrees below which an error counts as left or right instead of thick or thin."""
SAME = 0.25
"""Differences between cuts below this, in degrees, explain nothing."""


@dataclass(frozen=True)
class Exact:
    """A stroke played without noise, as the reference for noisy samples."""

    situation: Situation
    position: Position
    stroke: Stroke
    called: NamedStroke
    played: Played

    @property
    def seat(self) -> Seat:
        """The seat that plays."""
        return self.situation.round.turn

    @property
    def man(self) -> Disc | None:
        """The disc that is meant to fall; None for a break or a safety."""
        man = self.called.disc
        return man if self.called.name is not StrokeKind.BREAK and man in self.played.outcome.pocketed else None


Reason = tuple[Cause, Disc | None]


def causes_of(exact: Exact, stroke: Stroke, played: Played) -> tuple[Reason, ...]:
    """Return every reason why a stroke failed, each with the disc that was in the way or fell; at least one.

    A striker that falls is a reason of its own, whether the piece falls with it or misses, and whether or not it also
    falls without noise.
    """
    outcome, man = played.outcome, exact.man
    found: list[Reason] = []
    if STRIKER in outcome.pocketed:
        found.append((_striker(played, man), None))
    given = _given(exact, outcome)
    if given is not None:
        found.append((Cause.GIVEN, given))
    if man is not None and man not in outcome.pocketed:
        if given is None:
            found.append(_missed(exact, stroke, played, man))
    elif not found:
        found.append((Cause.NOTHING if man is None else Cause.LAW, None))
    return tuple(found)


def _striker(played: Played, man: Disc | None) -> Cause:
    """Return whether the striker followed the piece into its pocket, or fell elsewhere."""
    falls = {contact.discs[0]: contact for contact in played.contacts if contact.kind is ContactKind.POCKET}
    if man in falls and falls[man].time < falls[STRIKER].time:
        at, other = falls[man].at, falls[STRIKER].at
        if (at.x > 0) == (other.x > 0) and (at.y > 0) == (other.y > 0):
            return Cause.FOLLOWED
    return Cause.STRIKER


def _given(exact: Exact, outcome: Outcome) -> Disc | None:
    """Return an opponent's piece that fell without being meant to."""
    colour = exact.situation.round.sides[exact.situation.round.mover].colour
    fell = [disc for disc in outcome.pocketed if disc.is_man and colour is not None and disc.kind is not colour]
    return next((disc for disc in fell if disc not in exact.played.outcome.pocketed), None)


def _missed(exact: Exact, stroke: Stroke, played: Played, man: Disc) -> tuple[Cause, Disc | None]:
    """Return why the piece did not fall."""
    first, wanted = _first_met(played), _first_met(exact.played)
    assert wanted is not None, "a stroke that pockets a piece hits a disc"
    if first is None:
        return Cause.PAST, None
    if _other(first) is not _other(wanted):
        return Cause.BLOCKED, _other(first)
    known = {frozenset(contact.discs) for contact in exact.played.contacts}
    met = [contact for contact in played.contacts if man in contact.discs]
    if not met:
        return _thickness(exact, stroke, played, first, wanted)
    fallen = next(c for c in exact.played.contacts if c.kind is ContactKind.POCKET and c.discs[0] is man)
    for contact in met:
        if contact.kind is ContactKind.DISC and frozenset(contact.discs) not in known:
            return Cause.KISSED, next(disc for disc in contact.discs if disc is not man)
    if any(contact.kind is ContactKind.RIM for contact in met):
        return Cause.RATTLES, None
    frames = sum(1 for contact in met if contact.kind is ContactKind.FRAME)
    banks = sum(
        1 for c in exact.played.contacts if man in c.discs and c.kind is ContactKind.FRAME and c.time < fallen.time
    )
    if frames <= min(banks, 1) and (frames < banks or not frames):
        return Cause.SLOW, None
    return _thickness(exact, stroke, played, first, wanted)


def _thickness(
    exact: Exact, stroke: Stroke, played: Played, first: StrokeContact, wanted: StrokeContact
) -> tuple[Cause, Disc | None]:
    """Return whether the first disc was hit too thick, too thin, or to one side."""
    disc = _other(first)
    mine = _cut(exact, stroke, played, first, disc)
    right = _cut(exact, exact.stroke, exact.played, wanted, disc)
    if abs(mine - right) < SAME:
        return Cause.OTHER, None
    if abs(right) < STRAIGHT:
        return (Cause.LEFT if mine > right else Cause.RIGHT), None
    return (
        Cause.THICK if abs(mine) < abs(right) and mine * right > 0 else Cause.THIN if mine * right > 0 else Cause.THICK
    ), None


def _cut(exact: Exact, stroke: Stroke, played: Played, contact: StrokeContact, disc: Disc) -> float:
    """Return the angle in degrees by which a resting disc leaves to the left of the striker's direction."""
    kit = exact.situation.equipment
    lies = exact.position[disc]
    share = kit.striker_diameter / kit.man_diameter
    x, y = contact.at.x + (contact.at.x - lies.x) * share, contact.at.y + (contact.at.y - lies.y) * share
    before = [
        c for c in played.contacts if STRIKER in c.discs and c.time < contact.time and c.kind is ContactKind.FRAME
    ]
    start = _off_frame(before[-1], kit) if before else exact.seat.to_board(stroke.x, stroke.y - kit.baseline)
    course = math.atan2(y - start[1], x - start[0])
    way = math.atan2(lies.y - y, lies.x - x)
    return math.degrees(math.remainder(way - course, math.tau))


def _off_frame(contact: StrokeContact, kit: Equipment) -> tuple[float, float]:
    """Return the position of the striker's centre when it touched the frame."""
    reach = kit.half - kit.striker_diameter / 2
    x, y = contact.at.x, contact.at.y
    return (math.copysign(reach, x), y) if abs(x) > abs(y) else (x, math.copysign(reach, y))


def _first_met(played: Played) -> StrokeContact | None:
    """Return the first contact of the striker with a disc."""
    return next((c for c in played.contacts if c.kind is ContactKind.DISC and STRIKER in c.discs), None)


def _other(contact: StrokeContact) -> Disc:
    return next(disc for disc in contact.discs if disc is not STRIKER)


# -- rest positions and tolerance --------------------------------------------------------------------------------------


MOVED = 500
"""Distance in µm below which a disc counts as unmoved."""
SHOWN = 96
"""Samples that contribute to clouds."""
SEEN = 6
"""Failure causes reported for a stroke."""
TURN_LOST = (Cause.LAW, Cause.NOTHING)
"""Causes that say only that the turn is lost."""
WIDE, FINE = 6.0, 0.1
"""Range to either side and step of the directions tested for the window, degrees."""
_LEFT = {LinesLeft.NONE: 0, LinesLeft.ONE: 1, LinesLeft.BOTH: 2}
_CORNERS = {
    (-1, 1): Corner.NORTH_WEST,
    (1, 1): Corner.NORTH_EAST,
    (-1, -1): Corner.SOUTH_WEST,
    (1, -1): Corner.SOUTH_EAST,
}


def corner_of(pocket: int | None, seat: Seat) -> Corner | None:
    """Return the pocket with a player's number (far left, far right, near left, near right) in the board's frame."""
    if pocket is None:
        return None
    return _CORNERS[seat.to_board(1 if pocket % 2 else -1, -1 if pocket > 1 else 1)]


def line_of(study: BestStrokeSearch, each: SampledStroke) -> StrokeFacts:
    """Return a stroke's estimate from its samples, without details."""
    prices, count = study.gains.prices, len(each.wins)
    success = float(prices.kept[each.classes].mean())
    share = min(max(success, 0.5 / count), 1.0 - 0.5 / count)
    return StrokeFacts(
        name=each.called.name,
        disc=each.called.disc,
        pocket=each.called.pocket,
        corner=corner_of(each.called.pocket, study.situation.round.turn),
        stroke=each.stroke,
        success=_rounded(success),
        error=_rounded(math.sqrt(share * (1.0 - share) / count)),
        foul=_rounded(float(prices.foul[each.classes].mean())),
        win=_rounded(float(each.wins.mean())),
        win_error=_rounded(float(each.wins.std()) / math.sqrt(count)),
        points=_rounded(float(each.points.mean())),
        points_error=_rounded(float(each.points.std()) / math.sqrt(count)),
        samples=count,
        window=None,
        wrong=(),
        clouds=(),
        next=(),
    )


def detailed(study: BestStrokeSearch, line: StrokeFacts, count: int) -> StrokeFacts:
    """Return a line with clouds, failure causes and window, from `count` samples."""
    strokes = [_played(study, line.stroke, row) for row in study.noise[:count].tolist()]
    racks = [study.shown.places[k % len(study.shown.places)] for k in range(len(strokes))]
    situation = study.situation
    plays = batch(
        np.array(racks), strokes, situation.round.turn, situation.surface, paired=True, threads=1,
        equipment=situation.equipment,
    )  # fmt: skip
    classes = np.array([class_of(study, plays.outcome(k, 0)) for k in range(len(strokes))], dtype=np.int16)
    _, lies = study.shown.rate(np.array([as_row(line.stroke)], dtype=np.int64), study.noise, 0, len(strokes))
    wins, _ = study.gains.of(classes, lies[0])
    keeps = study.gains.prices.kept[classes]
    return changed(
        line,
        clouds=_clouds(plays, keeps),
        wrong=_wrong(study, line, strokes, plays, classes, wins),
        window=None if study.breaking else _window(study, line.stroke),
    )


def class_of(study: BestStrokeSearch, outcome: Outcome) -> int:
    """Return the outcome class of a stroke."""
    fell = [disc for disc in outcome.pocketed if disc is not STRIKER]
    whites = sum(1 for disc in fell if COLOUR[disc] is Kind.WHITE)
    blacks = sum(1 for disc in fell if COLOUR[disc] is Kind.BLACK)
    round_ = study.situation.round
    colour = round_.sides[round_.mover].colour
    others = {disc for disc in fell if colour is not None and disc.is_man and disc.kind is not colour}
    return rollout_kernel.class_of(
        whites,
        blacks,
        int(Disc.Q in fell),
        int(STRIKER in outcome.pocketed),
        int(bool(others & set(outcome.touched))),
        _LEFT[outcome.lines_left],
        int(bool(outcome.touched)),
    )


def _played(study: BestStrokeSearch, stroke: Stroke, row: list[float]) -> Stroke:
    """Return a stroke with noise from these deviates."""
    made = disturbed(stroke, study.hand, NoiseSample(*row))
    if legality(study.situation, stroke.y)(made):
        return made
    return disturbed(stroke, study.hand, NoiseSample(row[0], row[1], 0.0))


def _clouds(plays: Batch, keeps: NDArray[np.bool_]) -> tuple[Cloud, ...]:
    """Return the rest positions of every disc that moves."""
    found = []
    shown = np.arange(len(keeps)) < SHOWN
    for number, disc in enumerate(DISCS):
        rest, lay = plays.rest[:, 0, number], plays.places[:, number]
        if disc is not STRIKER and (lay[:, 0] == NOWHERE).all():
            continue
        fell = np.isfinite(plays.fell[:, 0, number])
        moved = ~fell & (np.abs(rest - lay).max(axis=1) > MOVED)
        if not (fell | moved).any():
            continue
        good, bad = (
            tuple(Point(int(x), int(y)) for x, y in rest[moved & shown & chosen]) for chosen in (keeps, ~keeps)
        )
        share = _rounded(float(fell.mean())), _rounded(float((~fell & ~moved).mean()))
        found.append(Cloud(disc=disc, good=good, bad=bad, fell=share[0], stays=share[1]))
    return tuple(found)


def _wrong(
    study: BestStrokeSearch,
    line: StrokeFacts,
    strokes: list[Stroke],
    plays: Batch,
    classes: NDArray[np.int16],
    wins: NDArray[np.float64],
) -> tuple[Wrong, ...]:
    """Return the causes of the samples that fail or foul, the most frequent first; a sample may have several.

    A foul can keep the turn: the striker falls together with an own piece.
    """
    keeps, foul = study.gains.prices.kept[classes], study.gains.prices.foul[classes]
    known: dict[int, Exact] = {}
    counts: Counter[tuple[Cause, Disc | None]] = Counter()
    left: dict[tuple[Cause, Disc | None], float] = defaultdict(float)
    for k in np.nonzero(~keeps | foul)[0].tolist():
        rack = k % len(study.shown.places)
        if rack not in known:
            known[rack] = _meant(study, line, strokes, plays, rack)
        for key in causes_of(known[rack], strokes[k], plays.played(k, 0)):
            if keeps[k] and key[0] in TURN_LOST:
                continue
            counts[key] += 1
            left[key] += float(wins[k])
    return tuple(
        Wrong(cause=key[0], disc=key[1], share=_rounded(number / len(strokes)), win=_rounded(left[key] / number))
        for key, number in sorted(counts.items(), key=lambda each: (-each[1], each[0][0], each[0][1] or ""))[:SEEN]
    )


def _meant(study: BestStrokeSearch, line: StrokeFacts, strokes: list[Stroke], plays: Batch, rack: int) -> Exact:
    """Return the stroke as it is meant: without noise, or the least disturbed sample that pockets the piece meant."""
    situation, named = study.situation, study.called(line.stroke)
    position = position_of(study.shown.places[rack])
    played = simulate(position, line.stroke, situation.round.turn, situation.surface, equipment=situation.equipment)
    if named.disc is not None and named.disc not in played.outcome.pocketed and not study.breaking:
        size = np.square(study.noise[: len(strokes)]).sum(axis=1)
        for k in np.argsort(size, kind="stable").tolist():
            if named.disc in plays.outcome(k, 0).pocketed:
                return Exact(situation, position, strokes[k], named, plays.played(k, 0))
    return Exact(situation, position, line.stroke, named, played)


def _window(study: BestStrokeSearch, stroke: Stroke) -> float | None:
    """Return the range of directions, in degrees, over which a stroke succeeds without other noise."""
    steps = round(WIDE / FINE)
    turned = [_turned(stroke, FINE * k) for k in range(-steps, steps + 1)]
    rows = np.array([as_row(each) for each in turned], dtype=np.int64)
    keeps = study.gains.prices.kept[_exact_classes(study, rows)]
    if not keeps[steps]:
        return None
    low = next((k for k in range(1, steps + 1) if not keeps[steps - k]), steps + 1)
    high = next((k for k in range(1, steps + 1) if not keeps[steps + k]), steps + 1)
    return _rounded(FINE * (low + high - 1))


def _exact_classes(study: BestStrokeSearch, rows: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the classes of strokes played without noise."""
    classes, lies = study.shown.rate(rows, np.zeros((1, 3)), 0, 1)
    study.gains.of(classes, lies)
    found: NDArray[np.int16] = classes[:, 0]
    return found


def _turned(stroke: Stroke, degrees: float) -> Stroke:
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    vx, vy = stroke.vx * cos - stroke.vy * sin, stroke.vx * sin + stroke.vy * cos
    return changed(stroke, vx=round(vx), vy=round(vy))


def _rounded(value: float) -> float:
    """Return a number with four decimal places, as it is reported."""
    return round(value, 4)


# -- the heat map of success rates by spot and direction ---------------------------------------------------------------


SPEEDS = (1.0, 1.8, 3.0)
"""Speeds in m/s."""
SIZES = ((25, 88), (37, 176), (49, 352))
"""Numbers of spots and directions, from coarse to fine."""
SAMPLES = 4
INTERPRETED = (9, 22)


def heat_of(study: BestStrokeSearch, fineness: int) -> Heat:
    """Return the heat map at a fineness of 0 to 2; each cell is sampled with the player's execution noise."""
    many, ways = SIZES[fineness] if is_compiled() else INTERPRETED
    end = study.situation.equipment.line_length // 2
    places = [-end + 2 * end * k // (many - 1) for k in range(many)]
    step = (FORWARD[1] - FORWARD[0]) / ways
    angles = [math.radians(FORWARD[0] + (k + 0.5) * step) for k in range(ways)]
    legal = [any(low <= x <= high for low, high in study.tries.stands.tolist()) for x in places]
    shown = np.full((many, ways), -1, dtype=np.int64)
    for number in (k for k in range(many) if legal[k]):
        rows = [
            (places[number], round(1e6 * v * math.cos(way)), round(1e6 * v * math.sin(way)), study.table.across, 0)
            for v in SPEEDS
            for way in angles
        ]
        classes, lies = study.tries.rate(np.array(rows, dtype=np.int64), study.noise, 0, SAMPLES, stride=SAMPLES)
        study.gains.of(classes, lies)
        keeps = study.gains.prices.kept[classes].mean(axis=1).reshape(len(SPEEDS), ways)
        shown[number] = np.round(1000 * keeps.max(axis=0))
    return Heat(
        places=tuple(places),
        directions=tuple(round(1000 * way) for way in angles),
        success=tuple(shown.ravel().tolist()),
        along=tuple(shown.max(axis=1).tolist()),
        done=study.breaking or fineness == len(SIZES) - 1 or not is_compiled(),
    )
