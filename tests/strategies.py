"""Hypothesis strategies for positions and strokes."""

from hypothesis import strategies as st

from carrom.board.disc import RACKED, Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke

seats = st.sampled_from(list(Seat))
coordinates = st.integers(-350_000, 350_000)
points = st.builds(Point, coordinates, coordinates)
any_positions = st.dictionaries(st.sampled_from(list(Disc)), points).map(Position.of)
"""Discs anywhere, overlapping or not."""
strokes = st.builds(
    Stroke,
    x=st.integers(-230_000, 230_000),
    vx=st.integers(-12_000_000, 12_000_000),
    vy=st.integers(-12_000_000, 12_000_000),
    y=st.integers(-5_000, 5_000),
    spin=st.integers(-1_000_000, 1_000_000),
)
near_points = st.builds(Point, st.integers(-90_000, 90_000), st.integers(-90_000, 90_000))


@st.composite
def crowds(draw, spots=near_points, most=8):
    """Return positions without overlaps; random points that would overlap are dropped."""
    chosen: list[Point] = []
    for at in draw(st.lists(spots, max_size=most)):
        if all((at.x - o.x) ** 2 + (at.y - o.y) ** 2 >= 31_800**2 for o in chosen):
            chosen.append(at)
    return Position.of(dict(zip(RACKED[1:], chosen, strict=False)))
