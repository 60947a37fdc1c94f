"""A camera that looks at the board: from places on the board to pixels, lens distortion included; known places.

Model: a point of the board goes through a homography (the plane seen in perspective) and then moves along its ray from
the middle of the image by 1 + k r², with r in half diagonals (the first radial term of Brown's lens model, 1966)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from carrom.board.equipment import STANDARD
from carrom.errors import RefusedRequest
from carrom.values import Value

Numbers = npt.NDArray[np.float64]
UNIT = 0.37
"""m; half the board, in which the homography counts, so that its numbers are of the same size."""
COUNT = 9
"""Numbers of a camera: eight of the homography, the distortion."""
CLOSE = 0.02
"""m; error of a mark beyond which the marks contradict each other."""
FEWEST_MARKS = 8
"""Marks needed."""
_STEP = 1e-6
_ROUNDS = 30


class Image(Value, frozen=True):
    """The size of a camera's image in pixels."""

    width: float
    height: float

    @property
    def half_diagonal(self) -> float:
        """Half the diagonal, in pixels."""
        return float(np.hypot(self.width, self.height)) / 2


@dataclass(frozen=True, eq=False)
class Marks:
    """Known places: pixels (N, 2) and metres in the board's frame (N, 2)."""

    pixels: Numbers
    places: Numbers


@dataclass(frozen=True, eq=False)
class Camera:
    """A fitted camera."""

    image: Image
    numbers: Numbers
    """COUNT numbers: the homography row by row without its last 1, then the distortion."""
    noise: float = 0.0
    """Standard deviation of a mark, in pixels a coordinate."""

    def pixels(self, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        """Return the pixels at which places (m) are seen."""
        return seen(self.numbers, self.image, x, y)

    def board(self, px: Numbers, py: Numbers) -> tuple[Numbers, Numbers]:
        """Return the places on the board (m) of points of the image (pixels)."""
        half = self.image.half_diagonal
        u, v = (px - self.image.width / 2) / half, (py - self.image.height / 2) / half
        x, y = u, v
        for _ in range(_ROUNDS):
            stretch = 1.0 + self.numbers[8] * (x * x + y * y)
            x, y = u / stretch, v / stretch
        inverse = np.linalg.inv(np.append(self.numbers[:8], 1.0).reshape(3, 3))
        flat = inverse @ np.stack([x, y, np.ones_like(x)])
        return UNIT * flat[0] / flat[2], UNIT * flat[1] / flat[2]


def seen(numbers: Numbers, image: Image, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Return the pixels at which a camera with these numbers sees places (m)."""
    a, b, c, d, e, f, g, h, k = numbers.tolist()
    x, y = x / UNIT, y / UNIT
    under = 1.0 / (g * x + h * y + 1.0)
    u, v = (a * x + b * y + c) * under, (d * x + e * y + f) * under
    stretch = (1.0 + k * (u * u + v * v)) * image.half_diagonal
    return u * stretch + image.width / 2, v * stretch + image.height / 2


def mark_errors(numbers: Numbers, image: Image, marks: Marks) -> Numbers:
    """Return predicted minus measured pixels of the marks: all x, then all y."""
    px, py = seen(numbers, image, marks.places[:, 0], marks.places[:, 1])
    return np.concatenate([px - marks.pixels[:, 0], py - marks.pixels[:, 1]])


def mark_slopes(numbers: Numbers, image: Image, marks: Marks) -> Numbers:
    """Return the derivatives of the marks' errors, a column for each number of the camera."""
    columns = []
    for index in range(COUNT):
        shift = np.zeros(COUNT)
        shift[index] = _STEP
        columns.append(mark_errors(numbers + shift, image, marks) - mark_errors(numbers - shift, image, marks))
    return np.stack(columns, 1) / (2 * _STEP)


def fit_camera(marks: Sequence[tuple[float, float, float, float]], image: Image) -> tuple[Camera, Marks]:
    """Return the camera that sees these marks: px, py (pixels), x, y (m, board's frame).

    Raises `RefusedRequest` for too few marks, marks on a line, or marks that contradict each other.
    """
    if len(marks) < FEWEST_MARKS:
        raise RefusedRequest(f"there are {len(marks)} marks; expected at least {FEWEST_MARKS}, spread over the board")
    rows = np.array(marks, dtype=np.float64)
    found = Marks(rows[:, :2], rows[:, 2:])
    numbers = np.append(_direct(found, image), 0.0)
    for _ in range(_ROUNDS):
        off, slopes = mark_errors(numbers, image, found), mark_slopes(numbers, image, found)
        step = np.linalg.lstsq(slopes, -off, rcond=None)[0]
        numbers = numbers + step
        if np.abs(step).max() < 1e-10:
            break
    off = mark_errors(numbers, image, found)
    noise = float(np.sqrt(off @ off / (len(off) - COUNT))) if len(off) > COUNT else 0.0
    camera = Camera(image, numbers, max(noise, 0.02))
    x, y = camera.board(found.pixels[:, 0], found.pixels[:, 1])
    wrong = np.hypot(x - found.places[:, 0], y - found.places[:, 1])
    if not np.all(np.isfinite(wrong)) or wrong.max() > CLOSE:
        worst = int(np.argmax(np.nan_to_num(wrong, nan=np.inf)))
        raise RefusedRequest(
            f"the marks contradict each other: mark {worst + 1} is {1e3 * wrong[worst]:.0f} mm off; "
            "expected marks whose pixels and places belong together, places in metres"
        )
    return camera, found


def _direct(marks: Marks, image: Image) -> Numbers:
    """Return the homography of the marks by the direct linear method, eight numbers."""
    half = image.half_diagonal
    matrix: list[list[float]] = []
    for (px, py), (x, y) in zip(marks.pixels.tolist(), (marks.places / UNIT).tolist(), strict=True):
        u, v = (px - image.width / 2) / half, (py - image.height / 2) / half
        matrix.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        matrix.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    _, spread, rays = np.linalg.svd(np.array(matrix))
    found = rays[-1]
    if spread[-2] < 1e-6 * spread[0] or abs(found[8]) < 1e-9:
        raise RefusedRequest("the marks lie on one line; expected marks spread over the board")
    return np.asarray(found[:8] / found[8], dtype=np.float64)


# -- known places on a board, by name ----------------------------------------------------------------------------------


COLUMNS, ROWS = "ABCDE", range(1, 8)
STEP = 0.04
"""m between the circles of the sheet."""


def _places() -> dict[str, tuple[float, float]]:
    found = {
        f"{letter}{row}": (STEP * (index - 2), STEP * (row - 4)) for index, letter in enumerate(COLUMNS) for row in ROWS
    }
    line, off = STANDARD.baseline / 1e6, STANDARD.base_circle_offset / 1e6
    left, right = (-off, -line), (off, -line)
    for quarters, seat in enumerate(("south", "east", "north", "west")):
        for side, (x, y) in (("left", left), ("right", right)):
            found[f"{seat}-{side}"] = ((x, y), (-y, x), (-x, -y), (y, -x))[quarters]
    return found


MARK_PLACES: Mapping[str, tuple[float, float]] = MappingProxyType(_places())
"""A1 (near left) to E7 (far right) on the sheet; `south-left` and so on: base circles, as their seat sees them."""
