"""Tangential restitution as a parameter of surfaces: its forms, its range, and every way to play a stroke."""

import json
import math

import numpy as np
import pytest

from carrom.arrays import Boards
from carrom.arrays.boards import aimed_strokes
from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.engine.geometry import Wall, bounce, contact
from carrom.engine.protocol import surface_fields
from carrom.errors import IllegalSurface
from carrom.game.record import read_surface, write_surface
from carrom.physics.batch import batch
from carrom.physics.fitting.measurement import Film, predict, surface_of, values_of
from carrom.physics.kernel.segment import radius_of
from carrom.physics.simulate import simulate
from carrom.physics.surface import ALLOWED, PRESETS, Surface, parameters_of, surface
from carrom.values import changed

ELASTIC = Surface(disc_tangential_restitution=0.4, frame_tangential_restitution=0.3)
OLD = (
    *("friction", "disc_restitution", "frame_restitution", "contact_friction", "frame_friction"),
    *("pocket", "yield_speed"),
)
"""The parameters of every written form before there was tangential restitution."""
NAMES = ("disc_tangential_restitution", "frame_tangential_restitution")
POSITION = Position.of({Disc.W1: Point(-8_000, 60_000), Disc.B2: Point(40_000, 180_000)})
STROKE = Stroke(10_000, -60_000, 2_500_000, spin=4_000)


@pytest.mark.parametrize("preset", PRESETS)
def test_forms_of_a_surface_without_it_are_those_of_before(preset):
    assert tuple(parameters_of(PRESETS[preset])) == OLD
    assert tuple(surface_fields(PRESETS[preset])) == OLD
    assert write_surface(PRESETS[preset]) == preset
    assert "tangential" not in write_surface({"friction": 0.1})


def test_forms_of_a_surface_with_it_name_it_and_read_back():
    assert tuple(parameters_of(ELASTIC)) == (*OLD, *NAMES)
    assert surface(parameters_of(ELASTIC)) == ELASTIC
    assert write_surface(ELASTIC).endswith(
        "frame_friction=0.15,disc_tangential_restitution=0.4,frame_tangential_restitution=0.3"
    )
    assert read_surface(write_surface(ELASTIC)) == ELASTIC
    assert ELASTIC.name == "custom"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [-0.01, 1.01, math.nan])
def test_a_value_out_of_range_gets_one_sentence(name, value):
    with pytest.raises(IllegalSurface, match=rf"^{name} is {value}; it must lie from 0 to 1\.$"):
        surface({name: value})
    with pytest.raises(IllegalSurface, match=rf"^{name} is True; it must be a number from 0 to 1\.$"):
        surface({name: True})
    assert ALLOWED[name] == (0.0, 1.0)


def test_a_surface_file_with_it_changes_a_stroke(tmp_path, capsys):
    ends = []
    for number, given in enumerate(({}, parameters_of(ELASTIC))):
        (tmp_path / f"{number}.json").write_text(json.dumps(given))
        words = ["simulate", "--position", "c1_W1.-8000.60000", "--stroke", "x10000.vx-60000.vy2500000"]
        assert main([*words, "--surface", str(tmp_path / f"{number}.json"), "--json"]) == 0
        ends.append(json.loads(capsys.readouterr().out)["rest"])
    assert ends[0] != ends[1]


def test_a_batch_and_a_trajectory_give_the_stroke_of_simulate():
    strokes = [changed(STROKE, vx=STROKE.vx + 9_000 * number) for number in range(12)]
    found = batch([POSITION, rack(20, 4)], strokes, surface=ELASTIC)
    for p, position in enumerate((POSITION, rack(20, 4))):
        for s, stroke in enumerate(strokes):
            played = simulate(position, stroke, surface=ELASTIC, trajectory=True)
            assert (found.resting(p, s), found.outcome(p, s)) == (played.rest, played.outcome)
            end = played.trajectory.state(Disc.W1, played.duration / 1e6)
            if end is not None:
                assert (end.x, end.y) == pytest.approx((played.rest[Disc.W1].x, played.rest[Disc.W1].y), abs=1)
    assert batch([POSITION], strokes).rest.tolist() != found.rest[:1].tolist()


def test_boards_in_arrays_play_it():
    plain, elastic = Boards(2, surface="club"), Boards(2, surface=[Surface(), ELASTIC])
    for boards in (plain, elastic):
        boards.reset(np.arange(2))
    strokes = aimed_strokes(plain, np.random.default_rng(3))
    for boards in (plain, elastic):
        boards.step(strokes)
    assert (plain.places[0] == elastic.places[0]).all()
    assert (plain.places[1] != elastic.places[1]).any()


def test_a_fit_predicts_with_it_and_keeps_it_as_given():
    stored = surface_of(values_of(Surface(friction=0.1)), ELASTIC)
    assert stored == changed(ELASTIC, friction=0.1)
    played = simulate(POSITION, STROKE, surface=ELASTIC, trajectory=True)
    times = np.arange(0.0, played.duration / 1e6, 0.01)
    own = [STROKE.x / 1e6, -STANDARD.baseline / 1e6, STROKE.vx / 1e6, STROKE.vy / 1e6, STROKE.spin / 1e3]
    lying = [number for disc in (Disc.W1, Disc.B2) for number in (POSITION[disc].x / 1e6, POSITION[disc].y / 1e6)]
    found = predict(Film((STRIKER, Disc.W1, Disc.B2), (times,) * 3), [(ELASTIC, np.array([*own, *lying]))])
    exact = [played.trajectory.state(disc, float(t)) for disc in (STRIKER, Disc.W1, Disc.B2) for t in times]
    assert np.allclose(found.x[0], [each.x / 1e6 for each in exact], atol=1e-12, rtol=0)
    assert np.allclose(found.y[0], [each.y / 1e6 for each in exact], atol=1e-12, rtol=0)


@pytest.mark.parametrize("rebound", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("aside", [0.1, 0.25, 0.6])
def test_aim_at_a_piece_allows_for_the_throw(rebound, aside):
    """The piece leaves within 0.15° of where it is meant to go, with the throw that the kernel gives it."""
    ground, out = changed(ELASTIC, disc_tangential_restitution=rebound), complex(aside, 1) / abs(complex(aside, 1))
    start = complex(0, -STANDARD.baseline)
    touch = 1e6 * (radius_of(STRIKER, STANDARD) + radius_of(Disc.W1, STANDARD))
    made = contact(start, 0j, out, touch, ground)
    position = Position.of({Disc.W1: Point(0, 0)})
    stroke = Stroke(0, round(made.way.real * 2e6), round(made.way.imag * 2e6))
    events = simulate(position, stroke, surface=ground, trajectory=True).trajectory.events
    hit = next(each for each in events if len(each.discs) == 2)
    after = hit.after[hit.discs.index(Disc.W1)]
    left = complex(after.vx, after.vy) / abs(complex(after.vx, after.vy))
    assert abs(left - out) < math.radians(0.15)


@pytest.mark.parametrize("rebound", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("end", [40_000 - 100_000j, 180_000 - 100_000j, 300_000 + 0j])
def test_aim_off_the_frame_allows_for_it(rebound, end):
    ground, reach = changed(ELASTIC, frame_tangential_restitution=rebound), 1e6 * (0.37 - 0.02065)
    start = complex(-60_000, -STANDARD.baseline)
    turned = bounce(start, end, Wall.FAR, reach, ground)
    way = (turned.at - start) / abs(turned.at - start)
    stroke = Stroke(-60_000, round(way.real * 4e6), round(way.imag * 4e6))
    hit = simulate(Position(), stroke, surface=ground, trajectory=True).trajectory.events[0]
    after = complex(hit.after[0].vx, hit.after[0].vy)
    wanted = end - complex(*hit.places[0]) * 1e6
    assert abs(after / abs(after) - wanted / abs(wanted)) < 2e-4
