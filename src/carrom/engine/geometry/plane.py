"""Plane geometry for the engine: points, distances and angles."""

import math
from collections.abc import Iterable

LONG = 1e-9
"""Vectors shorter than this have no direction."""


def unit(vector: complex) -> complex:
    """Return the direction of `vector`; zero stays zero."""
    length = abs(vector)
    return vector / length if length > LONG else 0j


def dot(a: complex, b: complex) -> float:
    """Return the scalar product."""
    return a.real * b.real + a.imag * b.imag


def cross(a: complex, b: complex) -> float:
    """Return the scalar cross product, positive when `b` lies to the left of `a`."""
    return a.real * b.imag - a.imag * b.real


def is_clear(start: complex, end: complex, gap: float, obstacles: Iterable[complex]) -> bool:
    """Whether a disc's centre can move from `start` to `end` while keeping `gap` from every obstacle."""
    along = end - start
    length = abs(along)
    if length <= LONG:
        return all(abs(point - start) >= gap for point in obstacles)
    way = along / length
    for point in obstacles:
        apart = point - start
        ahead = dot(apart, way)
        if -gap < ahead < length + gap and abs(cross(way, apart)) < gap:
            nearest = min(length, max(0.0, ahead))
            if abs(apart - nearest * way) < gap:
                return False
    return True


def first_hit(start: complex, way: complex, gap: float, obstacles: Iterable[complex]) -> float:
    """Return how far a disc travels along direction `way` before it is `gap` from an obstacle; inf if never."""
    best = math.inf
    for point in obstacles:
        apart = point - start
        ahead = dot(apart, way)
        if ahead <= 0.0:
            continue
        aside = cross(way, apart)
        under = gap * gap - aside * aside
        if under > 0.0:
            best = min(best, max(0.0, ahead - math.sqrt(under)))
    return best


def turn(vector: complex, radians: float) -> complex:
    """Return `vector` turned counter-clockwise."""
    return vector * complex(math.cos(radians), math.sin(radians))
