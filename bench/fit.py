"""Whether `carrom fit` finds the parameters of a surface: synthetic films of strokes on random surfaces.

Each trial draws a surface, plays strokes of three kinds on it with the exact simulator (slides, rebounds, hits of a
piece), films them with a tilted camera with a distorting lens, pixel noise and dropped frames, and fits the surface to
the tracks. A parameter is recovered if it lies within its 95 % interval.

carrom bench fit --trials 200
"""

import argparse
import math
import time

import numpy as np

from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.physics.calibrate import run_test
from carrom.physics.camera import MARK_PLACES, UNIT
from carrom.physics.fitting import (
    Camera,
    FittedSurface,
    Image,
    RunMeasured,
    Track,
    TrackedStroke,
    fit_camera,
    fit_surface,
)
from carrom.physics.fitting.measurement import PREDICTED
from carrom.physics.simulate import simulate
from carrom.physics.surface import Surface

BASELINE = STANDARD.baseline
RANGES = ((0.08, 0.16), (0.75, 0.95), (0.65, 0.85), (0.05, 0.2), (0.05, 0.25))
"""Ranges of the parameters, in the order of PARAMETERS."""
FRAMES = 120
"""Frames a second."""
IMAGE = Image(1920, 1080)
SCALE = 1200.0
"""Pixels a metre in the middle of the image."""
PIXEL_NOISE = 0.5
"""Standard deviation of a tracked disc's centre, in pixels."""
MARK_NOISE = 0.15
"""The same for marks, which do not move and are averaged over many frames."""
DROPPED = 0.1
SPIN = 20.0
"""Standard deviation of the unintended spin, rad/s."""
LEVEL = 0.95
"""Coverage promised; the bench fails if a parameter's is certainly below."""
LONGEST = 1.6
"""Seconds of a stroke that are filmed."""


def surface_drawn(rng: np.random.Generator) -> Surface:
    """Return a random surface."""
    return Surface(**{name: float(rng.uniform(*bounds)) for name, bounds in zip(PREDICTED, RANGES, strict=True)})


def camera_drawn(rng: np.random.Generator) -> Camera:
    """Return a tilted camera over the board with a distorting lens."""
    turn, scale = rng.normal(0.0, 0.1), SCALE * UNIT / IMAGE.half_diagonal
    rotation = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [rng.normal(0, 0.08), rng.normal(0, 0.08), 1]])
    shift = np.array([[scale, 0, rng.normal(0, 0.02)], [0, -scale, rng.normal(0, 0.02)], [0, 0, 1]])
    flat = shift @ tilt @ rotation
    return Camera(IMAGE, np.append((flat / flat[2, 2]).flatten()[:8], rng.uniform(-0.12, 0.02)))


def marks_of(camera: Camera, rng: np.random.Generator) -> list[tuple[float, float, float, float]]:
    """Return the marks as seen: the circles of the calibration sheet, and the base circles."""
    places = np.array(list(MARK_PLACES.values()))
    px, py = camera.pixels(places[:, 0], places[:, 1])
    noise = rng.normal(0.0, MARK_NOISE, (2, len(places)))
    rows = zip(px + noise[0], py + noise[1], places[:, 0], places[:, 1], strict=True)
    return [tuple(float(each) for each in row) for row in rows]  # type: ignore[misc]


def stroke_drawn(kind: str, rng: np.random.Generator) -> tuple[Position, Stroke]:
    """Return a stroke of a kind: `slide` and `rebound` are without pieces, `hit` has one in the way."""
    spin = round(1e3 * rng.normal(0.0, SPIN))
    if kind == "hit":
        piece = Point(round(1e3 * rng.uniform(-80, 80)), round(1e3 * rng.uniform(-60, 60)))
        spot = Point(round(1e3 * rng.uniform(-120, 120)), -BASELINE)
        aside = rng.uniform(-0.9, 0.9) * 36.5e3
        way = math.hypot(piece.x - spot.x, piece.y - spot.y)
        angle = math.atan2(piece.y - spot.y, piece.x - spot.x) + math.asin(aside / way)
        speed = rng.uniform(0.9, 2.2)
        lying = Position.of({Disc.W1: piece})
    else:
        spot = Point(round(1e3 * rng.uniform(-150, 150)), -BASELINE)
        angle = rng.uniform(math.radians(35), math.radians(145)) if kind == "rebound" else rng.uniform(1.35, 1.8)
        speed = rng.uniform(1.6, 3.2) if kind == "rebound" else rng.uniform(0.5, 0.95)
        lying = Position()
    return lying, Stroke(spot.x, round(1e6 * speed * math.cos(angle)), round(1e6 * speed * math.sin(angle)), 0, spin)


def filmed(
    name: str, kind: str, surface: Surface, camera: Camera, rng: np.random.Generator, noise: float = PIXEL_NOISE
) -> TrackedStroke:
    """Return a stroke as tracked in the camera's image, with the standard deviation of a place in pixels."""
    while True:
        lying, stroke = stroke_drawn(kind, rng)
        played = simulate(lying, stroke, surface=surface, trajectory=True)
        assert played.trajectory is not None
        if not played.trajectory.fallen:
            break
    end = max(min(played.duration / 1e6, LONGEST), 0.1)
    times = np.arange(rng.uniform(0.0, 1.0 / FRAMES), end, 1.0 / FRAMES)
    tracks: list[Track] = []
    for disc in (STRIKER, *lying.discs):
        seen = [played.trajectory.state(disc, float(when)) for when in times]
        x, y = (np.array([getattr(each, axis) / 1e6 for each in seen]) for axis in "xy")
        off = rng.normal(0.0, noise, (2, len(times)))
        px, py = camera.pixels(x, y)
        seen_frames = np.flatnonzero(rng.random(len(times)) > DROPPED)
        tracks.append(Track(disc, *(tuple(row[seen_frames].tolist()) for row in (times, px + off[0], py + off[1]))))
    return TrackedStroke(name, tuple(tracks))


def trial(seed: int, slides: int, rebounds: int, hits: int, with_run: bool) -> tuple[Surface, FittedSurface]:
    """Return the true surface of a trial and the fitted one."""
    rng = np.random.default_rng(seed)
    surface, seen = surface_drawn(rng), camera_drawn(rng)
    camera, marks = fit_camera(marks_of(seen, rng), IMAGE)
    kinds = ["slide"] * slides + ["rebound"] * rebounds + ["hit"] * hits
    strokes = [filmed(f"{kind} {number}", kind, surface, seen, rng) for number, kind in enumerate(kinds, 1)]
    return surface, fit_surface(strokes, runs_measured(surface, rng) if with_run else (), camera, marks, seed=seed)


def runs_measured(surface: Surface, rng: np.random.Generator) -> list[RunMeasured]:
    """Return the laws' own test of the surface, three times, with errors of speed and of reading."""
    speeds = rng.uniform(3.0, 4.5, 3)
    return [
        RunMeasured(float(v * (1 + rng.normal(0, 0.05))), run_test(float(v), surface).runs + float(rng.normal(0, 0.05)))
        for v in speeds
    ]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the benchmark's arguments."""
    parser.add_argument("--trials", type=int, default=20, metavar="TRIALS", help="random surfaces")
    parser.add_argument("--slides", type=int, default=8, help="strokes of the striker alone that reach no frame")
    parser.add_argument("--rebounds", type=int, default=12, help="strokes of the striker alone off the frame")
    parser.add_argument("--hits", type=int, default=16, help="strokes at one piece")
    parser.add_argument("--without-run-test", action="store_true", help="fit without the laws' test of the surface")
    parser.add_argument("--seed", type=int, default=100_000, metavar="SEED", help="seed of the first trial")


def run(args: argparse.Namespace) -> int:
    """Print, for each parameter, how often its interval contains the truth, and how wide it is."""
    if args.trials < 1:
        raise RefusedRequest(f"--trials is {args.trials}; expected at least 1.")
    inside, off, wide = (np.zeros((args.trials, len(PREDICTED))) for _ in range(3))
    missing, left_out, began = 0, 0, time.process_time()
    for number in range(args.trials):
        truth, found = trial(args.seed + number, args.slides, args.rebounds, args.hits, not args.without_run_test)
        left_out += len(found.left_out)
        for index, each in enumerate(found.parameters):
            true = getattr(truth, each.name)
            missing += bool(each.missing)
            inside[number, index] = each.low <= true <= each.high and not each.missing
            off[number, index] = each.value - true
            wide[number, index] = (each.high - each.low) / 2
    for index, name in enumerate(PREDICTED):
        print(f"{name:18} {_share(inside[:, index])}; half width {np.median(wide[:, index]):.5f} (median), "
              f"error {np.sqrt(np.mean(off[:, index] ** 2)):.5f} (root mean square)")  # fmt: skip
    print(
        f"{'together':18} {_share(inside.ravel())}; {missing} called not measured; {left_out} strokes left out; "
        f"{(time.process_time() - began) / args.trials:.1f} s of processor time a trial"
    )
    return 0 if min(_upper(each) for each in inside.T) >= LEVEL else 1


def _share(inside: np.ndarray) -> str:  # type: ignore[type-arg]
    """Return the share of trials inside, with its 95 % interval (Wilson)."""
    low, high = _wilson(float(inside.mean()), len(inside))
    return f"{inside.mean():6.1%} of {len(inside)} within the 95 % interval [{low:.1%}, {high:.1%}]"


def _upper(inside: np.ndarray) -> float:  # type: ignore[type-arg]
    return _wilson(float(inside.mean()), len(inside))[1]


def _wilson(share: float, count: int) -> tuple[float, float]:
    z = 1.96
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - reach, middle + reach
