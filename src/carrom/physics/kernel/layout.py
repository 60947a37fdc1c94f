"""The layout of the kernel's arrays.

Each named field has LANES entries, one for each disc, so that `state[SPEED + k]` is the speed of disc k. Lengths in m,
times in s, speeds in m/s, masses in kg; the origin is the board's centre.
"""

from collections.abc import Sequence
from typing import TypeAlias

Floats: TypeAlias = list[float]
"""The float array: a NumPy array in the compiled kernel, a list in the interpreted one."""
Marks: TypeAlias = list[int]
"""The integer array, likewise."""
Profile: TypeAlias = Sequence[float]
"""The friction profile as a flat sequence of floats, or None where no disc can spin."""

LANES = 24
"""Twenty discs at most, padded so that a loop over all lanes fills whole vector registers."""
NEVER = 1e300
"""The time of an event that does not happen."""
FAR = 1e3
"""Coordinate of discs that are not on the board, out of reach of all others."""
AGES = 1e3
"""A time longer than any stroke whose square is still finite."""

# How each disc moves since its last event.
(
    X,  # place at the last event
    Y,
    UX,  # direction of sliding
    UY,
    SPEED,  # at the last event
    SPIN,  # speed of the rim ω·r at the last event, counter-clockwise positive
    SINCE,  # time of the last event
    RADIUS,
    MASS,
    TAU,  # remaining time on the friction profile, in its own unit
    RATE,  # how fast that time runs
    SCALE,  # speed of one unit of the profile
    AREA,  # length of one unit of the profile
    XI,  # remaining length on the profile
    STOP,  # time when sliding ends
    LENGTH,  # way from the last event to rest
    REST_X,  # where sliding ends if nothing is hit
    REST_Y,
    LAST,  # deceleration at the end of sliding
    EDGE,  # time of the next meeting with the frame or a pocket
    SOONEST,  # earliest lower bound in this disc's row of pairs
    FELL,  # time of falling into a pocket
    TOUCHED,  # time of the striker's first touch
    OVER,  # time from which the centre is over a pocket's hole
    DEPTH,  # how far the disc had sunk there at its last event
    SINKING,  # how fast it was sinking then
    PULL,  # acceleration of its sinking since
    # The same discs at the time of the last event on the board.
    NOW_X,
    NOW_Y,
    NOW_SPEED,
    NOW_DRAG,  # deceleration
    GONE,  # way since the last event
    # Input of the distance bounds.
    WX,  # velocity
    WY,
    QX,  # mean deceleration, as a vector
    QY,
    SPREAD,  # maximum deviation of the deceleration from that mean
    LEFT,  # time left to slide
    HORIZON,  # time left to the next meeting with frame or pocket
    BEYOND,  # way left to slide
    ROW,  # bounds of one disc against every lane
    FIELDS,
) = (LANES * index for index in range(42))
BOUNDS = FIELDS
"""Row p, column k: no meeting of p with k before this time."""
STATE = FIELDS + LANES * LANES
"""Length of the float array."""

BRANCH, PARTNER, EDGE_KIND, STAMP, EXACT, MET, WATCHED, MARKS = (LANES * index for index in range(8))
"""EXACT is a bit set of a row's columns whose bound is the exact time of contact; MET counts a disc's collisions;
WATCHED is 1 for a disc whose fall ends the simulation; MARKS is the array's length."""

# How a disc moves (BRANCH).
OUTLASTING, TWIRLING, SLIDING, TURNING, RESTING = 0, 1, 2, 3, 4
# Sliding that outlasts ε₀; spinning that does; no spin: constant deceleration; spin alone; neither.

# What an event is (EDGE_KIND, and the log).
DISC, FRAME_X, FRAME_Y, POCKET, RIM = 0, 1, 2, 3, 4

# One event in the log.
(
    E_KIND,
    E_FIRST,
    E_SECOND,
    E_TIME,
    E_X1,
    E_Y1,
    E_X2,
    E_Y2,
    E_NX,
    E_NY,
    E_NORMAL,  # impulse along the normal, N·s
    E_TANGENT,  # impulse along the tangent
    E_BEFORE,  # vx, vy, rim speed of the first, then of the second disc
    E_AFTER,
    E_WIDTH,
) = (*range(13), 18, 24)

# Parameters of the surface and the board.
(
    P_DRAG,  # μg
    P_BOUNCE,  # disc on disc
    P_FRAME_BOUNCE,
    P_GRIP,  # disc on disc, tangential
    P_FRAME_GRIP,
    P_HALF,  # half the playing surface
    P_POCKET,  # radius of a pocket
    P_LIP,  # depth from which a sinking disc does not come out again; 0: it falls when its centre crosses the circle
    P_YIELD,  # impact speed above which restitution falls with the fourth root of speed (m/s); 0: constant
    P_PATIENCE,  # collisions of a disc after which its slow collisions are elastic
    P_TOIL,  # events of a stroke after which all slow collisions are elastic
    P_REBOUND,  # tangential restitution of disc on disc
    P_FRAME_REBOUND,  # and of disc on frame
    PARAMETERS,
) = range(14)

GRAVITY = 9.80665
"""m/s²."""
LEAST_SEPARATION = 1e-4
"""m/s; minimum separation speed of two discs, without which friction could press them together for ever."""
INERTIA = 0.5
"""I/(m r²) of every disc."""
BUDGET = 200_000
"""Budget of events of one stroke; no known stroke needs a tenth of it."""
