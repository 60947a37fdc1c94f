"""The kernel against the full-rescan oracle. The long run: `carrom bench physics_proof oracle`."""

import numpy as np
import pytest

from physics_proof import agreement, board, oracle, ours
from physics_proof.board import CLUB, SLOW, SMOOTH, TOURNAMENT, Law

LAWS = pytest.mark.parametrize("law", [SMOOTH, CLUB, SLOW, TOURNAMENT], ids=["smooth", "club", "slow", "tournament"])


@LAWS
def test_strokes_of_the_middle_game_end_where_the_oracle_lets_them_end(law: Law) -> None:
    starts = agreement.middle_game(250, seed=21)
    found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_oracle)
    assert np.median(found.distances) < 1e-11
    wild = [start for start, apart in zip(starts, found.distances, strict=True) if apart > 1e-8]
    assert len(wild) <= 5
    for start in wild:
        assert agreement.gain(start, law) > 1e5, "a difference that the stroke's own chaos does not explain"


@pytest.mark.parametrize("law", [SMOOTH, CLUB], ids=["smooth", "club"])
def test_breaks_end_where_the_oracle_lets_them_end(law: Law) -> None:
    found = agreement.compare(agreement.breaks(6), law, agreement.by_kernel, agreement.by_oracle)
    assert np.median(found.distances) < 1e-8


@LAWS
def test_the_first_events_come_at_the_oracle_s_times(law: Law) -> None:
    for start in agreement.middle_game(100, seed=22, men=7):
        *_, times, touched = oracle.play(start, *board.set_of(len(start)), law)
        for event, time, (_kind, i, j) in list(zip(ours.play(start, law).events, times, touched, strict=True))[:3]:
            assert event.time == pytest.approx(time, abs=1e-10)
            assert sorted(event.discs) == sorted(k for k in (i, j) if k >= 0)


def test_spinning_strikers_are_played_as_the_oracle_plays_them() -> None:
    rng = np.random.default_rng(23)
    starts = agreement.middle_game(150, seed=24)
    for start in starts:
        start[0, 4] = rng.uniform(-150, 150)
    found = agreement.compare(starts, CLUB, agreement.by_kernel, agreement.by_oracle)
    assert found.share_within(1e-8) > 0.97


def test_the_general_path_and_the_closed_form_agree_where_nothing_can_spin() -> None:
    for start in agreement.middle_game(150, seed=25):
        closed = ours.play(start, SMOOTH, spins=False).rest
        general = ours.play(start, SMOOTH, spins=True).rest
        assert agreement.apart(closed, general) < 1e-8
