"""The drawings in the rule books."""

import xml.etree.ElementTree as ElementTree

import pytest

from carrom.board.disc import Disc
from carrom.board.equipment import INCHES_29
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_spot
from carrom.draw.book_drawings import (
    GRIPS,
    TECHNIQUES,
    Technique,
    drawings,
    grips,
    measured_board,
    set_up,
    techniques_page,
)
from carrom.physics.simulate import simulate


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_a_technique_pockets_its_man_and_nothing_else(technique: Technique) -> None:
    check_spot(technique.position, Seat.SOUTH, technique.stroke)
    played = simulate(technique.position, technique.stroke)
    assert played.outcome.pocketed == (Disc.W1,)
    assert technique.stroke.is_back_stroke == (technique.name == "back-shot")


def test_a_technique_does_what_its_name_says() -> None:
    firsts = {
        each.name: [(str(contact.kind), [disc.value for disc in contact.discs]) for contact in played.contacts]
        for each in TECHNIQUES
        for played in [simulate(each.position, each.stroke)]
    }
    assert firsts["bank"][:2] == [("frame", ["S"]), ("disc", ["S", "W1"])]
    assert firsts["double"][:2] == [("disc", ["S", "W1"]), ("frame", ["W1"])]
    assert firsts["pair"][:2] == [("disc", ["S", "W2"]), ("disc", ["W1", "W2"])]
    assert firsts["cannon"][:2] == [("disc", ["S", "W2"]), ("disc", ["W1", "W2"])]
    assert ("pocket", ["W1"]) in firsts["straight"]
    assert ("pocket", ["W1"]) in firsts["cut"]


def test_the_measures_of_the_drawing_are_those_of_the_equipment() -> None:
    standard, inches = measured_board(), measured_board(INCHES_29)
    assert "playing surface 740" in standard
    assert "playing surface 736.6" in inches
    for figure in ("470", "101.5", "133.3", "31.8", "25.4", "170", "267", "44.5", "70", "41.3", "5.375 g"):
        assert f" {figure}" in standard or f">{figure}" in standard, figure


def test_a_set_up_names_its_three_arms() -> None:
    assert "white arms at 45°, 165° and 285°" in set_up(45)
    assert "brown arms at 90°, 210° and 330°" in set_up(90, white="brown")


def test_the_grips_are_those_that_rule_sets_name() -> None:
    assert [grip.name for grip in GRIPS] == ["index", "middle", "scissors", "thumb"]
    assert all(f">{grip.name}<" in grips() for grip in GRIPS)


def test_every_drawing_is_well_formed_and_says_what_it_shows() -> None:
    for name, svg in drawings({270: "white"}).items():
        root = ElementTree.fromstring(svg)
        assert root.find("{http://www.w3.org/2000/svg}title").text, name
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids)), name


def test_the_page_of_techniques_shows_each_drawing() -> None:
    page = techniques_page()
    assert all(f"(pictures/{technique.name}.svg)" in page for technique in TECHNIQUES)
