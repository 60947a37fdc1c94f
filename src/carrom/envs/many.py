"""One stroke on each of many boards, from arrays to arrays, with the bits of `simulate`; the south plays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.board.disc import QUEEN, STRIKER
from carrom.board.spec import STANDARD
from carrom.errors import SimulationDiverged
from carrom.physics import crowd, layout
from carrom.physics.compiled import current
from carrom.physics.leg import can_spin, mass_of, radius_of
from carrom.physics.simulate import parameters, resting_place
from carrom.physics.surface import Surface

NOWHERE = -(10**9)
"""x and y of a man that is down, in µm."""
Strokes = NDArray[np.int64]
"""Rows of x, y, vx, vy, spin: µm, µm/s and mrad/s in the player's frame."""


def struck(
    places: NDArray[np.int64], strokes: Strokes, surface: Surface
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return where the men (boards, men, 2) lie after each board's stroke, and whether its striker fell.

    Raises `SimulationDiverged` for the first board whose stroke does not end.
    """
    boards, men = places.shape[:2]
    lies = places[:, :, 0] != NOWHERE
    order = np.argsort(~lies, axis=1, kind="stable")
    lanes = np.zeros((boards, layout.LANES, 2))
    lanes[:, 1 : 1 + men] = np.take_along_axis(places, order[:, :, None], axis=1) / 1e6
    raw, events = _played(lanes, 1 + lies.sum(axis=1), strokes, surface)
    if (events < 0).any():
        at = int(np.argmax(events < 0))
        raise SimulationDiverged(f"{strokes[at].tolist()} on {places[at].tolist()} with {surface}: please report it.")
    rest = np.full_like(places, NOWHERE)
    stays = (np.arange(men) < lies.sum(axis=1)[:, None]) & (raw[:, 1 : 1 + men, crowd.R_FELL] >= layout.NEVER)
    rounded = _rounded(raw[:, 1 : 1 + men, : crowd.R_FELL], stays)
    board, lane = np.nonzero(stays)
    rest[board, order[board, lane]] = rounded[board, lane]
    return rest, raw[:, 0, crowd.R_FELL] < layout.NEVER


def _played(
    lanes: NDArray[np.float64], counts: NDArray[np.int64], strokes: Strokes, surface: Surface
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Let the kernel play them; return its rests and its numbers of events."""
    kernel, boards = current(), len(lanes)

    def given(array: NDArray[Any]) -> Any:
        return array.ravel() if kernel.is_compiled else array.ravel().tolist()

    rim = strokes[:, 4] / 1e3 * radius_of(STRIKER, STANDARD)
    launches = np.column_stack((strokes[:, 0], strokes[:, 1] - STANDARD.baseline, strokes[:, 2:4])) / 1e6
    sizes = [radius_of(STRIKER, STANDARD), mass_of(STRIKER, STANDARD)]
    sizes += [radius_of(QUEEN, STANDARD), mass_of(QUEEN, STANDARD)]
    rests: Any = kernel.floats(boards * layout.LANES * crowd.R_WIDTH)
    events: Any = kernel.integers(boards)
    kernel.play_many(
        kernel.profile if can_spin(surface) or strokes[:, 4].any() else None,
        kernel.floats(layout.STATE),
        kernel.integers(layout.MARKS),
        given(np.array(parameters(surface, STANDARD))),
        given(np.array(sizes)),
        given(lanes),
        given(counts.astype(np.int64)),
        given(np.column_stack((launches, rim))),
        given(np.repeat(np.arange(boards, dtype=np.int64), 2)),
        0,
        boards,
        rests,
        kernel.floats(boards),
        events,
        kernel.floats(0),
    )
    raw = np.asarray(rests, dtype=np.float64).reshape(boards, layout.LANES, crowd.R_WIDTH)
    return raw, np.asarray(events, dtype=np.int64)


def _rounded(rests: NDArray[np.float64], stays: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Round rests to µm as `resting_place` does; those near a pocket's circle one by one."""
    rounded = np.rint(np.where(stays[..., None], rests, 0.0) * 1e6).astype(np.int64)
    near = np.abs(rounded) - STANDARD.pocket_centre
    for at in np.argwhere((near * near).sum(axis=-1) < (STANDARD.pocket_diameter // 2 + 2) ** 2):
        spot = resting_place(float(rests[*at, 0]), float(rests[*at, 1]), STANDARD)
        rounded[*at] = spot.x, spot.y
    return rounded
