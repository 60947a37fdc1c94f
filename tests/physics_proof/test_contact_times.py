"""Contact times compared with roots of the exact polynomials to fifty digits, for contacts that are hard to time."""

import pytest

from physics_proof import board, hard_contacts, oracle, ours
from physics_proof.hard_contacts import FAMILIES, LAW

pytestmark = pytest.mark.slow  # CI proves by the signature that no bit of the physics has changed

GAP = {False: 2e-15, True: 2e-14}
"""Tolerated gap of two discs at their contact, in metres: for the closed form, and for friction by table, whose
distances are differences of larger numbers.
"""


def pairs_before_the_frame(run: ours.Run) -> list[ours.Event]:
    found: list[ours.Event] = []
    for event in run.events:
        if event.kind != ours.DISC:
            break
        found.append(event)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_hard_contacts_are_found_and_timed_to_rounding(family: str) -> None:
    """No contact may be missed or invented, and its time is exact up to the rounding of the gap."""
    wanted = 2 if family == "three-in-a-row" else 1
    for start in hard_contacts.cases(family, 12):
        exact = hard_contacts.times(start, wanted)
        for spins in (False, True):
            run = ours.play(start, LAW, spins=spins)
            mine = pairs_before_the_frame(run)[:wanted]
            if not mine and run.events:
                exact = [event for event in exact if float(event[0]) < run.events[0].time]
            assert len(mine) == len(exact)
            for number, (event, (time, i, j)) in enumerate(zip(mine, exact, strict=True)):
                assert set(event.discs) == {i, j}
                bound = 2e-10 if spins else 2e-11
                if number == 0:
                    bound = max(bound, GAP[spins] / hard_contacts.closing_speed(start, i, j, float(time)))
                assert event.time == pytest.approx(float(time), abs=bound)
            if mine and family != "touching":
                assert abs(hard_contacts.gap_at(start, *mine[0].discs, mine[0].time)) < GAP[spins]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_oracle_times_them_too(family: str) -> None:
    for start in hard_contacts.cases(family, 6, seed=12):
        exact = hard_contacts.times(start, 1)
        *_, times, touched = oracle.play(start, *board.set_of(len(start)), LAW)
        if exact and len(touched) and touched[0][0] == 1:
            assert times[0] == pytest.approx(float(exact[0][0]), abs=2e-11)
