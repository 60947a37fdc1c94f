"""Run the kernel under test on the proof's states: SI units in and out, with its event log."""

from dataclasses import dataclass

import numpy as np

from carrom.physics.kernel import compiled, layout, motion
from physics_proof.board import Law, set_of

DISC, FRAME, POCKET, RIM = "disc", "frame", "pocket", "rim"
Motion = tuple[float, float, float]
"""vx, vy and rim speed, in m/s."""


@dataclass(frozen=True)
class Event:
    """One event of the log."""

    kind: str
    discs: tuple[int, ...]
    time: float
    normal: tuple[float, float]
    impulses: tuple[float, float]
    before: tuple[Motion, ...]
    after: tuple[Motion, ...]


@dataclass(frozen=True)
class Run:
    """One stroke: final positions (n x 2, m, NaN where pocketed), seconds until all motion ends, events."""

    rest: np.ndarray
    duration: float
    events: tuple[Event, ...]


def play(
    start: np.ndarray, law: Law, discs: tuple[np.ndarray, np.ndarray] | None = None, spins: bool | None = None
) -> Run:
    """Simulate states (n x 5: x, y, vx, vy, ω) with the kernel.

    `discs`: radii and masses, by default those of striker and pieces. `spins`: True takes the general path, False the
    closed form; the default is what the surface and the start require.
    """
    kernel = compiled.current()
    radii, masses = discs or set_of(len(start))
    state, marks, log = buffers()
    lay(state, start, radii, masses)
    if spins is None:
        spins = bool(law.disc_friction or law.frame_friction or start[:, 4].any())
    profile = kernel.profile if spins else None
    events = kernel.play(profile, state, marks, world(law), log, len(start))
    assert 0 <= events <= CAPACITY
    return _run(state, log, len(start), events, law)


CAPACITY = 20_000


def buffers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return empty arrays for the kernel's state, marks and log."""
    return np.zeros(layout.STATE), np.zeros(layout.MARKS, np.int64), np.zeros(CAPACITY * layout.E_WIDTH)


def world(law: Law) -> np.ndarray:
    """Return the parameters in the kernel's layout."""
    rough = [law.deceleration, law.e_disc, law.e_frame, law.disc_friction, law.frame_friction]
    fine = [law.lip, law.yield_speed, law.patience, law.toil, law.disc_rebound, law.frame_rebound]
    return np.array([*rough, law.half, law.pocket_radius, *fine])


def lay(state: np.ndarray, start: np.ndarray, radii: np.ndarray, masses: np.ndarray) -> None:
    """Write the discs of a start into the kernel's state."""
    count = len(start)
    columns = (layout.X, layout.Y, layout.WX, layout.WY)
    for field, column in zip(columns, start.T, strict=False):
        state[field : field + count] = column
    state[layout.SPIN : layout.SPIN + count] = start[:, 4] * radii
    state[layout.RADIUS : layout.RADIUS + count] = radii
    state[layout.MASS : layout.MASS + count] = masses


def _run(state: np.ndarray, log: np.ndarray, count: int, events: int, law: Law) -> Run:
    def field(name: int) -> np.ndarray:
        return state[name : name + count].copy()

    rest = np.stack([field(layout.REST_X), field(layout.REST_Y)], axis=1)
    fell = field(layout.FELL)
    rest[fell < layout.NEVER] = np.nan
    turning = np.where(
        field(layout.SPEED) == 0.0, np.abs(field(layout.SPIN)) / (motion.TURNING_DRAG * law.deceleration), 0.0
    )
    lying = fell == layout.NEVER
    ends = np.maximum(field(layout.STOP), field(layout.SINCE) + turning)[lying]
    falls = fell[~lying]
    rows = log.reshape(-1, layout.E_WIDTH)[:events]
    return Run(rest, max([0.0, *ends, *falls]), tuple(_event(row) for row in rows))


def _event(row: np.ndarray) -> Event:
    kind = {layout.DISC: DISC, layout.POCKET: POCKET, layout.RIM: RIM}.get(int(row[layout.E_KIND]), FRAME)
    discs = tuple(int(k) for k in row[[layout.E_FIRST, layout.E_SECOND]] if k >= 0)

    def motions(at: int) -> tuple[Motion, ...]:
        return tuple(tuple(float(v) for v in row[at + 3 * k : at + 3 * k + 3]) for k in range(len(discs)))  # type: ignore[misc]

    return Event(
        kind,
        discs,
        float(row[layout.E_TIME]),
        (float(row[layout.E_NX]), float(row[layout.E_NY])),
        (float(row[layout.E_NORMAL]), float(row[layout.E_TANGENT])),
        motions(layout.E_BEFORE),
        motions(layout.E_AFTER),
    )
