"""Records whose strokes were simulated by physics version 1 are replayed with that version."""

from pathlib import Path

import pytest

from carrom.board.disc import STRIKER
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.game.notation.record import read_record
from carrom.game.notation.surface_text import of_header, read_surface, write_surface
from carrom.game.play_stroke import strike
from carrom.game.verify import divergences
from carrom.physics import PHYSICS_VERSION, Surface, simulate
from carrom.values import changed

RECORDS = sorted(Path(__file__).parent.glob("records-*/*.carrom"))
RECORDS = [path for path in RECORDS if '[Physics "1"]' in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_stroke_of_a_record_of_version_1_is_simulated_to_the_same_bits(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"), live=True)
    assert [each for each in divergences(game) if "edition" not in each.what] == []


def test_there_are_records_to_play() -> None:
    assert len(RECORDS) >= 6
    assert PHYSICS_VERSION == "2"


def test_a_game_begun_with_version_1_goes_on_with_it_to_its_end() -> None:
    path = Path(__file__).parent / "records-physics-1" / "random-strokes.carrom"
    game = read_record(path.read_text(encoding="utf-8"))
    assert of_header(game.header) == Surface(pocket="centre")
    assert of_header(changed(game.header, physics=PHYSICS_VERSION)) == Surface()
    striker: Seat = game.expected[0].seat  # type: ignore[union-attr]
    struck, _ = strike(game, striker, Stroke(0, 1_200_000, 3_000_000))
    assert [each for each in divergences(game.apply(struck)) if "edition" not in each.what] == []


def test_a_stroke_whose_two_versions_differ_is_told_by_the_version_of_its_record() -> None:
    """The striker crosses the pocket fast enough to come out again; in version 1 it falls."""
    stroke = Stroke(0, 4_337_500, 7_500_000)
    first, second = (simulate(Position(), stroke, surface={"pocket": rule}) for rule in ("centre", "rim"))
    assert first.outcome.pocketed == (STRIKER,)
    assert second.contacts[-1].kind != "pocket" or second.contacts[-1].time > first.contacts[-1].time
    assert any(contact.kind == "rim" for contact in second.contacts)


def test_the_text_of_a_surface_names_later_parameters_only_where_they_are_not_as_they_began() -> None:
    assert write_surface(Surface(friction=0.1)) == (
        "friction=0.1,disc_restitution=0.85,frame_restitution=0.75,contact_friction=0.1,frame_friction=0.15"
    )
    other = Surface(friction=0.1, pocket="centre", yield_speed=2.0, disc_tangential_restitution=0.3)
    assert read_surface(write_surface(other)) == other


def test_version_1_has_no_tangential_restitution() -> None:
    path = Path(__file__).parent / "records-physics-1" / "random-strokes.carrom"
    elastic = "friction=0.12,disc_tangential_restitution=0.3,frame_tangential_restitution=0.3"
    header = changed(read_record(path.read_text(encoding="utf-8")).header, surface=elastic)
    assert of_header(header) == Surface(pocket="centre")
    assert of_header(changed(header, physics=PHYSICS_VERSION)).frame_tangential_restitution == 0.3
