"""Play a stroke in several variants and find its discs at the frames' times; compiled or interpreted."""

from carrom.physics.kernel.layout import (
    DISC,
    E_AFTER,
    E_FIRST,
    E_KIND,
    E_SECOND,
    E_TIME,
    E_WIDTH,
    E_X1,
    E_X2,
    E_Y1,
    E_Y2,
    MARKS,
    MASS,
    PARAMETERS,
    POCKET,
    RADIUS,
    SPIN,
    UX,
    UY,
    WX,
    WY,
    Floats,
    Marks,
    Profile,
    X,
    Y,
)
from carrom.physics.kernel.loop import play
from carrom.physics.kernel.motion import glide, launch
from carrom.physics.kernel.stroke_batch import FloatTable

PLACE = 5
"""Numbers of the striker in a row of `begun` (x, y, vx, vy, rim speed, SI); each other disc's place follows."""


def film(
    profile: Profile,
    worlds: FloatTable,
    begun: FloatTable,
    sizes: FloatTable,
    frames: Floats,
    ends: Marks,
    state: Floats,
    marks: Marks,
    log: Floats,
    world: Floats,
    x: FloatTable,
    y: FloatTable,
) -> int:
    """Play each variant and write its discs' places in every frame; return the number of events of the last variant.

    `worlds` has the kernel's parameters of each variant, `begun` its start, `sizes` radius and mass of each disc.
    `frames` has the frames' times disc by disc, each in ascending order, and `ends` where each disc's frames end. `x`
    and `y` have a row for each variant.
    """
    n = len(ends)
    events = 0
    for variant in range(len(begun)):
        for part in range(PARAMETERS):
            world[part] = worlds[variant, part]
        for part in range(MARKS):
            marks[part] = 0
        set_up(state, begun, sizes, variant, n)
        events = play(profile, state, marks, world, log, n)
        seen = events
        if seen < 0 or seen > len(log) // E_WIDTH:
            seen = len(log) // E_WIDTH
        start = 0
        for k in range(n):
            follow(profile, state, marks, world, log, seen, begun, variant, k, frames, start, ends[k], x, y)
            start = ends[k]
    return events


def set_up(state: Floats, begun: FloatTable, sizes: FloatTable, variant: int, n: int) -> None:
    """Write the start of a variant into the kernel's state."""
    for k in range(n):
        at = 0 if k == 0 else PLACE + 2 * (k - 1)
        state[X + k] = begun[variant, at]
        state[Y + k] = begun[variant, at + 1]
        state[WX + k] = begun[variant, 2] if k == 0 else 0.0
        state[WY + k] = begun[variant, 3] if k == 0 else 0.0
        state[SPIN + k] = begun[variant, 4] if k == 0 else 0.0
        state[RADIUS + k] = sizes[k, 0]
        state[MASS + k] = sizes[k, 1]


def follow(
    profile: Profile,
    state: Floats,
    marks: Marks,
    world: Floats,
    log: Floats,
    events: int,
    begun: FloatTable,
    variant: int,
    k: int,
    frames: Floats,
    start: int,
    end: int,
    x: FloatTable,
    y: FloatTable,
) -> None:
    """Write the places of disc k in its frames from `start` to `end`; a disc that falls stays where it fell."""
    drag = world[0]
    at = 0 if k == 0 else PLACE + 2 * (k - 1)
    state[X + k] = begun[variant, at]
    state[Y + k] = begun[variant, at + 1]
    state[UX + k] = 1.0
    state[UY + k] = 0.0
    if k == 0:
        launch(profile, state, marks, k, 0.0, drag, begun[variant, 2], begun[variant, 3], begun[variant, 4])
    else:
        launch(profile, state, marks, k, 0.0, drag, 0.0, 0.0, 0.0)
    event = 0
    for frame in range(start, end):
        when = frames[frame]
        while event < events and log[event * E_WIDTH + E_TIME] <= when:
            begin_leg(profile, state, marks, log, event * E_WIDTH, k, drag)
            event += 1
        way, _speed, _force = glide(profile, state, marks, k, when, drag)
        x[variant, frame] = state[X + k] + state[UX + k] * way
        y[variant, frame] = state[Y + k] + state[UY + k] * way


def begin_leg(profile: Profile, state: Floats, marks: Marks, log: Floats, at: int, k: int, drag: float) -> None:
    """Start the motion of disc k after an event, if it takes part."""
    now = log[at + E_TIME]
    if log[at + E_FIRST] == k:
        state[X + k] = log[at + E_X1]
        state[Y + k] = log[at + E_Y1]
        if log[at + E_KIND] == POCKET:
            launch(profile, state, marks, k, now, drag, 0.0, 0.0, 0.0)
        else:
            launch(profile, state, marks, k, now, drag, log[at + E_AFTER], log[at + E_AFTER + 1], log[at + E_AFTER + 2])
    elif log[at + E_KIND] == DISC and log[at + E_SECOND] == k:
        state[X + k] = log[at + E_X2]
        state[Y + k] = log[at + E_Y2]
        launch(profile, state, marks, k, now, drag, log[at + E_AFTER + 3], log[at + E_AFTER + 4], log[at + E_AFTER + 5])
