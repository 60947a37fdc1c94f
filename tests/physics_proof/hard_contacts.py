"""Contacts that are hard to time, and their times to fifty digits.

Without contact friction every disc slows down at the same constant rate, so the squared distance of two discs is a
polynomial of degree four until one of them stops, and of degree two after that. mpmath finds all its roots; none of
the kernel's methods is used. `times` follows a few discs through their first contacts, away from frames and pockets.
"""

from collections.abc import Iterator

import mpmath as mp
import numpy as np

from physics_proof import board

mp.mp.dps = 50
LAW = board.SMOOTH
FAMILIES = ("grazing", "grazing-both-moving", "nearly-parallel", "both-stopping", "touching", "three-in-a-row")


def cases(family: str, count: int, seed: int = 11) -> Iterator[np.ndarray]:
    """Yield `count` states (n x 5, SI; disc 0 is the striker) of one family."""
    rng = np.random.default_rng([seed, FAMILIES.index(family)])
    make = {
        "grazing": _grazing,
        "grazing-both-moving": _grazing_both,
        "nearly-parallel": _parallel,
        "both-stopping": _stopping,
        "touching": _touching,
        "three-in-a-row": _row,
    }[family]
    for _ in range(count):
        yield make(rng)


def _unit(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def _pair(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Return zero states of two discs near the centre, a direction, its left normal and the contact distance."""
    start = board.states(2)
    along = _unit(rng.uniform(0, 2 * np.pi))
    start[0, :2] = rng.uniform(-0.02, 0.02, 2)
    return start, along, np.array([-along[1], along[0]]), board.STRIKER[0] + board.MAN[0]


def _grazing(rng: np.random.Generator) -> np.ndarray:
    start, along, aside, apart = _pair(rng)
    miss = apart * (1 - 10 ** rng.uniform(-11, -3))
    start[1, :2] = start[0, :2] + along * rng.uniform(0.05, 0.2) + aside * miss
    start[0, 2:4] = along * rng.uniform(0.9, 4.0)
    return start


def _grazing_both(rng: np.random.Generator) -> np.ndarray:
    """Return two moving discs that just touch, found by bisecting their offset."""
    start, along, _aside, apart = _pair(rng)
    way = rng.uniform(0.06, 0.12)
    start[0, 2:4] = _unit(np.arctan2(along[1], along[0]) + rng.uniform(-0.1, 0.1)) * rng.uniform(1.5, 3.0)
    start[1, 2:4] = _unit(rng.uniform(0, 2 * np.pi)) * rng.uniform(0.3, 0.8)
    start[1, :2] = start[0, :2] + along * way
    closing = start[0, 2:4] - start[1, 2:4]
    low, high = 0.0, 2 * apart
    depth = 10 ** rng.uniform(-11, -5)
    normal = np.array([-closing[1], closing[0]]) / np.linalg.norm(closing)
    base = start[1, :2] - normal * ((start[1, :2] - start[0, :2]) @ normal)
    while high - low > depth:
        middle = (low + high) / 2
        start[1, :2] = base + normal * middle
        low, high = (middle, high) if times(start, 1) else (low, middle)
    start[1, :2] = base + normal * low
    return start


def _parallel(rng: np.random.Generator) -> np.ndarray:
    start, along, aside, apart = _pair(rng)
    lean = 10 ** rng.uniform(-6, -2)
    speed = rng.uniform(0.5, 0.8)
    gap = lean * speed * rng.uniform(0.02, 0.12)
    start[1, :2] = start[0, :2] + aside * (apart + gap)
    start[0, 2:4] = _unit(np.arctan2(along[1], along[0]) + lean) * speed
    start[1, 2:4] = along * speed * (1 + rng.uniform(-1, 1) * lean)
    return start


def _stopping(rng: np.random.Generator) -> np.ndarray:
    start, along, aside, apart = _pair(rng)
    slow = rng.uniform(0.2, 0.5)
    offset = rng.uniform(-0.9, 0.9) * apart
    other = slow * (1 - 10 ** rng.uniform(-9, -1))
    ways = (slow**2 + other**2) / (2 * LAW.deceleration) * (1 - 10 ** rng.uniform(-9, -2))
    reach = np.sqrt(apart**2 - offset**2)
    start[1, :2] = start[0, :2] + along * (ways + reach) + aside * offset
    start[0, 2:4] = along * slow
    start[1, 2:4] = -along * other
    return start


def _touching(rng: np.random.Generator) -> np.ndarray:
    start, along, aside, apart = _pair(rng)
    gap = rng.choice([0.0, 1e-16, 1e-13, -1e-13, 1e-9, -1e-9])
    start[1, :2] = start[0, :2] + along * (apart + gap)
    start[0, 2:4] = along * rng.uniform(0.1, 0.8) + aside * rng.uniform(-0.3, 0.3)
    start[1, 2:4] = along * rng.uniform(-0.3, 0.8)
    return start


def _row(rng: np.random.Generator) -> np.ndarray:
    start = board.states(3)
    along = _unit(rng.uniform(0, 2 * np.pi))
    first = board.STRIKER[0] + board.MAN[0] + 10 ** rng.uniform(-9, -2)
    second = 2 * board.MAN[0] + 10 ** rng.uniform(-9, -2)
    start[1, :2] = along * first
    start[2, :2] = along * (first + second)
    start[1, :2] += 1e-3 * rng.normal() * np.array([-along[1], along[0]])
    start[0, 2:4] = along * rng.uniform(1.0, 3.0)
    return start


def rows(count: int, seed: int = 13) -> Iterator[np.ndarray]:
    """Yield `count` starts of compressed rows: pieces touching each other and a frame, struck hard.

    One row, two rows side by side, one along the frame, a column in front of the striker, staggered rows. The lower the
    restitution, the more collisions there are.
    """
    rng = np.random.default_rng(seed)
    step, reach = 2 * board.MAN[0], board.HALF - board.MAN[0]
    for index in range(count):
        columns, packed = ((1, 0), (2, 0), (14, 0), (3, 1), (5, 1))[index % 5]
        length = int(rng.integers(6, 20))
        first = rng.uniform(-0.1, 0.1)
        deep = step * (np.sqrt(0.75) if packed else 1.0)
        men = [
            (first + step * (k % columns) + (packed and k // columns % 2) * step / 2, reach - deep * (k // columns))
            for k in range(length)
        ]
        lying = [(x, y) for x, y in men if -0.2 < x < 0.32 and y > -0.2]
        start = board.states(len(lying) + 1)
        start[1:, :2] = np.round(np.array(lying), 6)
        if index % 2:
            start[1:, :2] = start[1:, [1, 0]]
        start[0, :2] = rng.uniform(-0.2, 0.2), -board.BASELINE
        towards = start[int(rng.integers(1, len(start))), :2] + rng.normal(0, 0.004, 2) - start[0, :2]
        start[0, 2:4] = towards / np.hypot(*towards) * rng.uniform(4.0, 12.0)
        start[0, 4] = rng.uniform(-200, 200)
        yield start


def times(start: np.ndarray, contacts: int) -> list[tuple[object, int, int]]:
    """Return the first `contacts` contacts (seconds as mpf, i, j) of discs that slow down at LAW.deceleration."""
    discs = [[mp.mpf(float(value)) for value in row[:4]] for row in start]
    radii, masses = board.set_of(len(start))
    now = mp.mpf(0)
    found: list[tuple[object, int, int]] = []
    while len(found) < contacts:
        pairs = [(i, j) for i in range(len(discs)) for j in range(i)]
        coming = [(first_contact(discs[i], discs[j], radii[i] + radii[j]), i, j) for i, j in pairs]
        coming = [event for event in coming if event[0] is not None]
        if not coming:
            break
        wait, i, j = min(coming)
        now += wait
        discs = [_moved(disc, wait) for disc in discs]
        _collide(discs[i], discs[j], masses[i], masses[j])
        found.append((now, i, j))
    return found


def first_contact(a: list, b: list, apart: float) -> object | None:
    """Return the time in seconds, as mpf, at which two discs (x, y, vx, vy) meet; None if they never do."""
    apart = mp.mpf(float(apart))
    halt = sorted(_speed(disc) / LAW.deceleration for disc in (a, b))
    begun = mp.mpf(0)
    for end in halt:
        gap = _polynomial(_moved(a, begun), _moved(b, begun), apart)
        slope = [k * c for k, c in enumerate(gap)][1:]
        if mp.polyval(gap, 0, asc=True) <= 0 and mp.polyval(slope, 0, asc=True) < 0:
            return begun
        hits = [root for root in _real_roots(gap) if 0 < root <= end - begun and mp.polyval(slope, root, asc=True) < 0]
        if hits:
            return begun + min(hits)
        begun = end
    return None


def gap_at(start: np.ndarray, i: int, j: int, time: float) -> float:
    """Return the gap in metres, computed to fifty digits, at a time before the two discs' first contact."""
    radii, _ = board.set_of(len(start))
    a, b = (_moved([mp.mpf(float(v)) for v in start[k][:4]], mp.mpf(float(time))) for k in (i, j))
    return float(mp.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) - mp.mpf(radii[i] + radii[j]))


def closing_speed(start: np.ndarray, i: int, j: int, time: float) -> float:
    """Return how fast (m/s) the gap of two discs closes just before their first contact at `time`."""
    before = 1e-3 * time
    return (gap_at(start, i, j, time - before) - gap_at(start, i, j, time)) / before if before else np.inf


def _speed(disc: list) -> object:
    return mp.sqrt(disc[2] ** 2 + disc[3] ** 2)


def _moved(disc: list, time: object) -> list:
    speed = _speed(disc)
    if speed == 0:
        return list(disc)
    stop = speed / LAW.deceleration
    left = speed - LAW.deceleration * time if time < stop * (1 - mp.mpf(10) ** -40) else mp.mpf(0)
    time = min(time, stop)
    way = (speed + left) / 2 * time / speed
    return [disc[0] + disc[2] * way, disc[1] + disc[3] * way, disc[2] * left / speed, disc[3] * left / speed]


def _polynomial(a: list, b: list, apart: object) -> list:
    """Return the coefficients, lowest degree first, of the squared distance minus the squared contact distance."""
    square = [-(apart**2)] + [mp.mpf(0)] * 4
    for axis in range(2):
        row = [b[axis] - a[axis], b[axis + 2] - a[axis + 2], mp.mpf(0)]
        for sign, disc in ((-1, a), (1, b)):
            if _speed(disc) > 0:
                row[2] -= sign * disc[axis + 2] / _speed(disc) * LAW.deceleration / 2
        for p, left in enumerate(row):
            for q, right in enumerate(row):
                square[p + q] += left * right
    return square


def _real_roots(coefficients: list) -> list:
    trimmed = list(coefficients)
    while len(trimmed) > 1 and abs(trimmed[-1]) < mp.mpf(10) ** -45:
        trimmed.pop()
    if len(trimmed) < 2:
        return []
    roots = mp.polyroots(trimmed, maxsteps=2000, extraprec=400, asc=True)
    return [mp.re(root) for root in roots if abs(mp.im(root)) < mp.mpf(10) ** -22]


def _collide(a: list, b: list, mass_a: float, mass_b: float) -> None:
    """Apply the normal impulse of a frictionless contact, with at least the minimum separation speed."""
    mass_a, mass_b = mp.mpf(float(mass_a)), mp.mpf(float(mass_b))
    nx, ny = b[0] - a[0], b[1] - a[1]
    way = mp.sqrt(nx**2 + ny**2)
    nx, ny = nx / way, ny / way
    approach = (b[2] - a[2]) * nx + (b[3] - a[3]) * ny
    apart = max(-mp.mpf(LAW.e_disc) * approach, mp.mpf(1e-4))
    impulse = (apart - approach) / (1 / mass_a + 1 / mass_b)
    a[2] -= impulse * nx / mass_a
    a[3] -= impulse * ny / mass_a
    b[2] += impulse * nx / mass_b
    b[3] += impulse * ny / mass_b
