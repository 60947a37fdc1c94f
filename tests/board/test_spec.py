"""The equipment and its tolerances."""

import math

from carrom.board.equipment import BENGAL, EQUIPMENT, INCHES_29, STANDARD, TOLERANCES, Equipment, deviations
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
