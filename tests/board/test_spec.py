"""The equipment and its tolerances."""

import math

import pytest

from carrom.board.equipment import (
    BENGAL,
    EQUIPMENT,
    INCHES_29,
    LINE_THICKNESS,
    OFFICIAL,
    STANDARD,
    TOLERANCES,
    Equipment,
    deviations,
    measures,
    of_equipment,
    verdict,
)
from carrom.board.picture import THICK_LINE
from carrom.values import changed


def test_the_standard_equipment_is_what_the_laws_allow():
    assert deviations(STANDARD) == ()
    assert deviations(INCHES_29) == ()


def test_a_measure_outside_its_tolerance_is_named_with_what_is_allowed():
    assert deviations(changed(STANDARD, striker_mass=15_000_001)) == (
        "striker_mass is 15000001; the laws allow 1 to 15000000.",
    )
    assert len(deviations(BENGAL)) == 1


def test_every_tolerance_is_about_a_measure_of_the_equipment():
    assert {rule.measure for rule in TOLERANCES} <= set(Equipment.__struct_fields__)
    assert all(rule.least <= rule.most for rule in TOLERANCES)


def test_presets_have_their_names():
    assert all(EQUIPMENT[name].name == name for name in EQUIPMENT)


def test_the_markings_fit_each_other():
    for board in EQUIPMENT.values():
        assert 2 * board.base_circle_offset + board.base_circle_diameter == board.line_length
        assert board.upper_line - board.lower_line == board.base_circle_diameter
        inner_end = math.sqrt(2) * board.pocket_centre - board.arrow_tip - board.arrow_length
        assert inner_end > board.outer_circle // 2
    # on a 29-inch board the base circles touch the extended upper line of the next side, as the laws require
    reach = INCHES_29.base_circle_offset + INCHES_29.base_circle_diameter // 2
    assert INCHES_29.half - reach == INCHES_29.upper_line


def test_measures_that_are_halved_are_even():
    for board in EQUIPMENT.values():
        for name in ("surface", "pocket_diameter", "man_diameter", "base_circle_diameter", "base_circle_disc"):
            assert getattr(board, name) % 2 == 0


# -- The allowed range of each measurement of a board, and violations of it

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
