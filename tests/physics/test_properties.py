"""Properties that hold for every stroke."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from carrom.board.disc import STRIKER, Disc
from carrom.board.position import Point, Position, check_position
from carrom.board.rack import rack
from carrom.board.seat import SEATS
from carrom.board.stroke import Stroke
from carrom.errors import IllegalPosition
from carrom.physics.kernel import compiled, layout
from carrom.physics.kernel.contact import MOST_SEPARATION
from carrom.physics.kernel.segment import mass_of, radius_of
from carrom.physics.simulate import STANDARD, Playing, place_striker, simulate
from carrom.physics.surface import POCKETS, PRESETS, Surface

places = st.builds(Point, st.integers(-354_100, 354_100), st.integers(-354_100, 354_100))
surfaces = st.one_of(
    st.sampled_from(list(PRESETS.values())),
    st.builds(
        Surface,
        friction=st.floats(0.01, 1.0),
        disc_restitution=st.floats(0.0, 1.0),
        frame_restitution=st.floats(0.0, 1.0),
        contact_friction=st.floats(0.0, 1.0),
        frame_friction=st.floats(0.0, 1.0),
        pocket=st.sampled_from(POCKETS),
        yield_speed=st.sampled_from((0.0, 0.3, 2.0)),
        disc_tangential_restitution=st.sampled_from((0.0, 0.0, 0.4, 1.0)),
        frame_tangential_restitution=st.sampled_from((0.0, 0.0, 0.3, 1.0)),
    ),
)
strokes = st.builds(
    Stroke,
    x=st.integers(-180_000, 180_000),
    vx=st.integers(-6_000_000, 6_000_000),
    vy=st.integers(-6_000_000, 6_000_000),
    spin=st.sampled_from((0, 0, 30_000, -150_000)),
).filter(lambda stroke: stroke.vx or stroke.vy)


@st.composite
def positions(draw):
    """Return racks, and random discs that form a valid position."""
    if draw(st.integers(0, 4)) == 0:
        return rack(draw(st.integers(0, 359)), draw(st.integers(0, 1000)))
    position = Position()
    for disc, at in zip(list(Disc)[1:], draw(st.lists(places, max_size=9)), strict=False):
        try:
            check_position(position.having(disc, at))
        except IllegalPosition:
            continue
        position = position.having(disc, at)
    return position


def playable(position, stroke):
    """Skip strokes whose striker would overlap a disc."""
    try:
        place_striker(position, stroke, SEATS[0], STANDARD)
    except IllegalPosition:
        assume(False)


def energy(masses, motions, radii):
    """Return the kinetic energy of discs before or after an event, in joules."""
    return sum(
        0.5 * mass * (m.vx * m.vx + m.vy * m.vy + layout.INERTIA * (m.spin * radius) ** 2)
        for mass, m, radius in zip(masses, motions, radii, strict=True)
    )


@given(positions(), strokes, surfaces)
def test_no_event_adds_energy_beyond_the_least_separation(position, stroke, surface):
    playable(position, stroke)
    played = simulate(position, stroke, surface=surface, trajectory=True)
    for event in played.trajectory.events:
        masses = [mass_of(disc, STANDARD) for disc in event.discs]
        radii = [radius_of(disc, STANDARD) for disc in event.discs]
        before, after = energy(masses, event.before, radii), energy(masses, event.after, radii)
        assert after <= before * (1 + 1e-12) + max(masses) * MOST_SEPARATION**2


@given(positions(), strokes, surfaces)
def test_everything_comes_to_rest_on_the_board_without_overlap(position, stroke, surface):
    playable(position, stroke)
    played = simulate(position, stroke, surface=surface)
    check_position(played.rest)
    assert set(played.rest.discs) | set(played.outcome.pocketed) == {STRIKER, *position.discs}
    assert played.duration >= max((contact.time for contact in played.contacts), default=0)


@given(positions(), strokes, surfaces, st.sampled_from(SEATS))
def test_a_quarter_turn_of_the_start_turns_every_bit_of_the_rest(position, stroke, surface, seat):
    playable(position, stroke)
    south = simulate(position, stroke, surface=surface)
    turned = simulate(position.turned(seat.quarters), stroke, seat, surface)
    assert turned.rest.turned(-seat.quarters) == south.rest
    assert turned.outcome == south.outcome
    assert turned.duration == south.duration


def mirrored(position):
    """Return a position mirrored left to right."""
    return Position.of({placed.disc: Point(-placed.at.x, placed.at.y) for placed in position})


@given(positions(), strokes, surfaces)
def test_a_mirror_image_is_played_as_the_mirror_image(position, stroke, surface):
    playable(position, stroke)
    image = Stroke(-stroke.x, -stroke.vx, stroke.vy, stroke.y, -stroke.spin)
    played, reflected = (
        simulate(position, stroke, surface=surface),
        simulate(mirrored(position), image, surface=surface),
    )
    assert reflected.rest == mirrored(played.rest)
    assert reflected.outcome == played.outcome


@settings(max_examples=15)
@given(positions(), strokes, surfaces)
def test_compiled_and_interpreted_strokes_agree_in_every_bit(position, stroke, surface):
    playable(position, stroke)
    if not compiled.is_native():
        return
    fast = simulate(position, stroke, surface=surface, trajectory=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compiled, "is_native", lambda: False)
        assert simulate(position, stroke, surface=surface, trajectory=True) == fast


@given(positions(), strokes)
def test_the_closed_form_and_the_general_path_agree_where_no_disc_can_spin(position, stroke):
    stroke = Stroke(stroke.x, stroke.vx, stroke.vy)
    playable(position, stroke)
    surface = Surface(contact_friction=0.0, frame_friction=0.0)
    start = place_striker(position, stroke, SEATS[0], STANDARD)
    playing = Playing(start, stroke, SEATS[0], surface, STANDARD)
    assume(playing.events < 25)
    work, n = playing.work, len(playing.discs)
    read = work.read
    closed = read(work.state, layout.REST_X, layout.REST_X + n) + read(work.state, layout.REST_Y, layout.REST_Y + n)
    playing._lay(work)
    assert work.kernel.play(work.kernel.profile, work.state, work.marks, work.world, work.log, n) == playing.events
    general = read(work.state, layout.REST_X, layout.REST_X + n) + read(work.state, layout.REST_Y, layout.REST_Y + n)
    assert max(abs(a - b) for a, b in zip(closed, general, strict=True)) < 1e-7


@settings(max_examples=30)
@given(positions(), strokes, surfaces, st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_keyframes_draw_the_stroke_within_ten_micrometres(position, stroke, surface, parts):
    playable(position, stroke)
    played = simulate(position, stroke, surface=surface, trajectory=True)
    frames = played.trajectory.keyframes
    assert list(frames) == sorted(frames, key=lambda frame: frame.time)
    for disc in {frame.disc for frame in frames}:
        own = [frame for frame in frames if frame.disc is disc]
        if disc in played.rest:
            assert Point(own[-1].x, own[-1].y) == played.rest[disc]
        for part in parts:
            time = own[0].time + part * (own[-1].time - own[0].time)
            true = played.trajectory.state(disc, time * 1e-6)
            frame = [frame for frame in own if frame.time <= time][-1]
            dt = (time - frame.time) / 1e6
            assert abs(frame.x + frame.vx * dt + frame.ax * dt * dt / 2) < STANDARD.half
            if true is not None and near_no_event(played, time):
                assert abs(frame.x + frame.vx * dt + frame.ax * dt * dt / 2 - true.x) < 10
                assert abs(frame.y + frame.vy * dt + frame.ay * dt * dt / 2 - true.y) < 10
                turned = frame.angle + frame.spin * dt + frame.spin_rate * dt * dt / 2 - true.angle
                assert abs(turned) * radius_of(disc, STANDARD) * 1e3 < 25


def near_no_event(played, time):
    """Return whether a time (µs) is more than 1 µs from every event."""
    return all(abs(event.time * 1e6 - time) > 1.0 for event in played.trajectory.events)
