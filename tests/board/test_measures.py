"""The allowed range of each measurement of a board, and violations of it."""

import pytest

from carrom.board.equipment import LINE_THICKNESS, OFFICIAL, TOLERANCES, measures, of_equipment, verdict
from carrom.board.picture import THICK_LINE

BY_KEY = {measure.key: measure for measure in OFFICIAL}


@pytest.mark.parametrize(
    ("key", "given", "breaks"),
    [
        ("surface", 735, False),
        ("surface", 734.9, True),
        ("surface", 740, False),
        ("surface", 740.1, True),
        ("thickness", 7.9, True),
        ("thickness", 8, False),
        ("thickness", 30, False),
        ("frame", 76, False),
        ("frame", 76.1, True),
        ("frame-height", 25.4, False),
        ("frame-height", 25.5, True),
        ("pocket", 46.1, True),
        ("man-mass", 5.24, True),
        ("man-mass", 5.25, False),
        ("striker", 41.3, False),
        ("striker", 41.4, True),
        ("striker", 30, False),
        ("striker-mass", 15.1, True),
        ("arrow", 267.1, True),
        ("line-thickness", 4.9, True),
        ("height", 629, True),
        ("centre-circle", 20, False),
    ],
)
def test_a_measure_breaks_its_clause_outside_the_bounds_only(key: str, given: float, breaks: bool) -> None:
    found = verdict(BY_KEY[key], given)
    assert found.breaks is breaks
    assert ("breaks clause" in found.sentence or "breaks the" in found.sentence) is breaks


def test_a_figure_without_a_tolerance_is_told_and_breaks_nothing() -> None:
    found = verdict(BY_KEY["centre-circle"], 30)
    assert found.differs
    assert not found.breaks
    assert (
        found.sentence
        == "The centre circle: 30 mm; clause A.6 gives 31.8 mm, without a tolerance, so nothing is broken."
    )
    assert not verdict(BY_KEY["centre-circle"], 31.8).differs


def test_the_boards_of_the_program_break_nothing_and_differ_in_nothing() -> None:
    for measure in OFFICIAL:
        if (own := of_equipment(measure)) is not None:
            found = verdict(measure, own)
            assert not found.breaks
            assert not found.differs


def test_every_tolerance_of_the_equipment_is_a_measure() -> None:
    bounds = {(m.most or 0) for m in OFFICIAL}
    assert {t.most / (1_000_000 if "mass" in t.measure else 1000) for t in TOLERANCES} <= bounds


def test_the_line_that_is_drawn_is_as_thick_as_the_clause_says() -> None:
    assert LINE_THICKNESS[0] <= THICK_LINE <= LINE_THICKNESS[1]


def test_the_guide_has_a_lower_stand_and_fewer_tolerances() -> None:
    guide = {measure.key: measure for measure in measures("classic-29")}
    assert not verdict(guide["height"], 610).breaks
    assert verdict(BY_KEY["height"], 610).breaks
    assert not verdict(guide["pocket"], 50).breaks
    assert verdict(guide["surface"], 741).sentence.endswith("breaks the 29-point guide, which allows 735 to 740 mm.")
    assert guide["chair"] == BY_KEY["chair"]
    assert measures("club") == OFFICIAL
