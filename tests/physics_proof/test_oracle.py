"""The kernel compared with the full-rescan oracle. The long run: `carrom bench physics_proof oracle`."""

import numpy as np
import pytest

from physics_proof import agreement, board, oracle, ours
from physics_proof.board import CLUB, CLUB_2, SLOW, SLOW_2, SMOOTH, TOURNAMENT, TOURNAMENT_2, Law

pytestmark = pytest.mark.slow  # CI proves by the signature that no bit of the physics has changed

LAWS = pytest.mark.parametrize("law", [SMOOTH, CLUB, SLOW, TOURNAMENT], ids=["smooth", "club", "slow", "tournament"])
LAWS_2 = pytest.mark.parametrize("law", [SLOW_2, CLUB_2, TOURNAMENT_2], ids=["slow", "club", "tournament"])
KINDS = {1: ours.DISC, 2: ours.FRAME, 3: ours.FRAME, oracle.FALL: ours.POCKET, oracle.RIM: ours.RIM}


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


@pytest.mark.parametrize("law", [CLUB_2, TOURNAMENT_2], ids=["club", "tournament"])
@pytest.mark.parametrize("rebound", [0.4, 1.0])
def test_strokes_with_tangential_restitution_end_where_the_oracle_lets_them_end(law: Law, rebound: float) -> None:
    law = law._replace(disc_rebound=rebound, frame_rebound=rebound / 2)
    found = agreement.compare(agreement.middle_game(150, seed=29), law, agreement.by_kernel, agreement.by_oracle)
    assert np.median(found.distances) < 1e-11
    assert found.share_within(1e-8) > 0.97


def test_the_general_path_and_the_closed_form_agree_where_nothing_can_spin() -> None:
    for start in agreement.middle_game(150, seed=25):
        closed = ours.play(start, SMOOTH, spins=False).rest
        general = ours.play(start, SMOOTH, spins=True).rest
        assert agreement.apart(closed, general) < 1e-8


def course(events: list[tuple[str, tuple[int, ...]]]) -> list[tuple[str, list[int]]]:
    return [(kind, sorted(discs)) for kind, discs in events]


@LAWS_2
def test_discs_fall_and_come_out_of_pockets_as_the_oracle_has_it(law: Law) -> None:
    """About a hundred falls and twenty contacts with a pocket's rim; every event agrees with the oracle's."""
    rims = 0
    for start in agreement.at_pockets(90, seed=26):
        run = ours.play(start, law)
        state, alive, _end, times, touched = oracle.play(start, *board.set_of(len(start)), law)
        answer = [(KINDS[int(kind)], tuple(int(k) for k in who if k >= 0)) for kind, *who in touched]
        if agreement.gain(start, law) < 1e5:
            assert course([(event.kind, event.discs) for event in run.events]) == course(answer)
            assert [event.time for event in run.events] == pytest.approx(list(times), abs=1e-8)
            assert agreement.apart(run.rest, np.where(alive[:, None], state[:, :2], np.nan)) < 1e-8
            rims += sum(kind == ours.RIM for kind, _ in answer)
    assert rims >= 10


@LAWS_2
def test_strokes_of_the_middle_game_end_as_the_oracle_s_with_the_rim(law: Law) -> None:
    starts = agreement.middle_game(60, seed=27, fastest=6.0)
    found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_oracle)
    assert np.median(found.distances) < 1e-11
    for start, apart in zip(starts, found.distances, strict=True):
        assert apart <= 1e-8 or apart <= 1e-13 * agreement.gain(start, law), "more than the stroke's own chaos explains"


def test_restitution_that_falls_with_speed_is_the_oracle_s() -> None:
    law = CLUB_2._replace(yield_speed=0.5)
    starts = agreement.middle_game(60, seed=28)
    found = agreement.compare(starts, law, agreement.by_kernel, agreement.by_oracle)
    assert found.share_within(1e-8) > 0.95
    assert agreement.compare(starts, CLUB_2, agreement.by_kernel, agreement.by_oracle).share_within(1e-8) > 0.95


@pytest.mark.parametrize("restitution", [0.0, 0.2])
@pytest.mark.parametrize("men", [4, 6])
def test_a_pressed_row_comes_apart_as_the_oracle_s(restitution: float, men: int) -> None:
    """Hundreds of contacts, many simultaneous; without a limit on slow contacts there are thousands."""
    law = CLUB_2._replace(e_disc=restitution)
    start = board.states(men + 1)
    for man in range(1, men + 1):
        start[man, :2] = 0.0, board.HALF - board.MAN[0] * (2 * man - 1)
    start[0, :4] = 0.0, -board.BASELINE, 0.0, 5.0
    run = ours.play(start, law)
    assert agreement.apart(run.rest, agreement.by_oracle(start, law)) < 2e-6
    patient, endless = (
        len(oracle.play(start, *board.set_of(len(start)), law._replace(patience=patience))[3])
        for patience in (law.patience, 1e9)
    )
    assert patient == pytest.approx(len(run.events), rel=0.3)
    assert endless > 2 * len(run.events)
