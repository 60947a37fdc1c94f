"""Details of a stroke: rest positions, failure causes and tolerance."""

import math
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from carrom.analysis.best_strokes import BestStrokeSearch, SampledStroke, as_row
from carrom.analysis.failure_causes import Exact, causes_of
from carrom.analysis.messages import Cause, Cloud, Corner, StrokeFacts, Wrong
from carrom.board.disc import STRIKER, Disc, Kind
from carrom.board.outcome import LinesLeft, Outcome
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.geometry.execution_noise import NoiseSample, disturbed
from carrom.engine.play.engine import legality
from carrom.engine.rollouts import kernel
from carrom.physics.batch import DISCS, NOWHERE, Batch, batch, position_of
from carrom.physics.simulate import simulate
from carrom.rules.round import COLOUR
from carrom.values import changed

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
    kept = study.gains.prices.kept[classes]
    return changed(
        line,
        clouds=_clouds(plays, kept),
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
    return kernel.class_of(
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


def _clouds(plays: Batch, kept: NDArray[np.bool_]) -> tuple[Cloud, ...]:
    """Return the rest positions of every disc that moves."""
    found = []
    shown = np.arange(len(kept)) < SHOWN
    for number, disc in enumerate(DISCS):
        rest, lay = plays.rest[:, 0, number], plays.places[:, number]
        if disc is not STRIKER and (lay[:, 0] == NOWHERE).all():
            continue
        fell = np.isfinite(plays.fell[:, 0, number])
        moved = ~fell & (np.abs(rest - lay).max(axis=1) > MOVED)
        if not (fell | moved).any():
            continue
        good, bad = (tuple(Point(int(x), int(y)) for x, y in rest[moved & shown & chosen]) for chosen in (kept, ~kept))
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
    kept, foul = study.gains.prices.kept[classes], study.gains.prices.foul[classes]
    known: dict[int, Exact] = {}
    counts: Counter[tuple[Cause, Disc | None]] = Counter()
    left: dict[tuple[Cause, Disc | None], float] = defaultdict(float)
    for k in np.nonzero(~kept | foul)[0].tolist():
        rack = k % len(study.shown.places)
        if rack not in known:
            known[rack] = _meant(study, line, strokes, plays, rack)
        for key in causes_of(known[rack], strokes[k], plays.played(k, 0)):
            if kept[k] and key[0] in TURN_LOST:
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
    kept = study.gains.prices.kept[_exact_classes(study, rows)]
    if not kept[steps]:
        return None
    low = next((k for k in range(1, steps + 1) if not kept[steps - k]), steps + 1)
    high = next((k for k in range(1, steps + 1) if not kept[steps + k]), steps + 1)
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
