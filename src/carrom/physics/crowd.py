"""Many strokes in one call of the kernel: every stroke from every position, into flat arrays."""

from carrom.physics.kernel import play
from carrom.physics.layout import (
    BRANCH,
    FELL,
    LANES,
    MASS,
    P_DRAG,
    RADIUS,
    REST_X,
    REST_Y,
    SINCE,
    SPIN,
    STOP,
    TOUCHED,
    TURNING,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.motion import TURNING_DRAG

# One stroke in `launches`.
L_X, L_Y, L_VX, L_VY, L_RIM, L_WIDTH = range(6)
# Sizes: of the striker, then of the men.
S_RADIUS, S_MASS, M_RADIUS, M_MASS = range(4)
# One disc in the result.
R_X, R_Y, R_FELL, R_TOUCHED, R_WIDTH = range(5)


def play_many(
    profile: Profile,
    state: Floats,
    marks: Marks,
    world: Floats,
    sizes: Floats,
    places: Floats,
    counts: Marks,
    launches: Floats,
    jobs: Marks,
    first: int,
    last: int,
    rests: Floats,
    ends: Floats,
    events: Marks,
    log: Floats,
) -> None:
    """Play jobs `first` to `last`; `jobs` holds a position's and a stroke's number a job.

    `places` holds x, y of LANES discs a position (the striker's lane is free), `counts` how many there are with the
    striker. `rests` receives LANES × (x, y, time of falling, time of the striker's first touch) a job, `ends` when all
    is still, `events` their number (−1: budget exhausted).
    """
    for job in range(first, last):
        position = jobs[2 * job]
        stroke = jobs[2 * job + 1] * L_WIDTH
        n = counts[position]
        for k in range(n):
            place = (position * LANES + k) * 2
            state[X + k] = places[place]
            state[Y + k] = places[place + 1]
            state[WX + k] = 0.0
            state[WY + k] = 0.0
            state[SPIN + k] = 0.0
            state[RADIUS + k] = sizes[M_RADIUS]
            state[MASS + k] = sizes[M_MASS]
        state[X] = launches[stroke + L_X]
        state[Y] = launches[stroke + L_Y]
        state[WX] = launches[stroke + L_VX]
        state[WY] = launches[stroke + L_VY]
        state[SPIN] = launches[stroke + L_RIM]
        state[RADIUS] = sizes[S_RADIUS]
        state[MASS] = sizes[S_MASS]
        events[job] = play(profile, state, marks, world, log, n)
        end = 0.0
        for k in range(n):
            rest = (job * LANES + k) * R_WIDTH
            rests[rest + R_X] = state[REST_X + k]
            rests[rest + R_Y] = state[REST_Y + k]
            rests[rest + R_FELL] = state[FELL + k]
            rests[rest + R_TOUCHED] = state[TOUCHED + k]
            still = still_at(profile, state, marks, k, world[P_DRAG])
            if still > end:
                end = still
        ends[job] = end


def still_at(profile: Profile, state: Floats, marks: Marks, k: int, drag: float) -> float:
    """Return when disc k neither slides nor turns any more."""
    if profile is not None and marks[BRANCH + k] == TURNING:
        rim = state[SPIN + k]
        return state[SINCE + k] + (rim if rim > 0.0 else -rim) / (TURNING_DRAG * drag)
    return state[STOP + k]
