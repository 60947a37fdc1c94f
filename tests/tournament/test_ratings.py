"""Ratings, seasons and honours: Glickman's published example, and totals over several championships."""

from fractions import Fraction
from math import isfinite
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournament.halls import draw, hall, play, seat

from carrom.tournament.championship import apply
from carrom.tournament.events import Finished, Opened
from carrom.tournament.import_export.event_lines import read_terms
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
from carrom.tournament.standings.seasons import honours, in_order, ratings, season
from carrom.values import changed


def test_the_published_example_comes_out():
    """Values of Glickman, *Example of the Glicko-2 system*: r' = 1464.06, RD' = 151.52, sigma' = 0.05999."""
    meetings = [
        RatedResult(Rating(1400, 30), 1.0),
        RatedResult(Rating(1550, 100), 0.0),
        RatedResult(Rating(1700, 300), 0.0),
    ]
    after = rated(Rating(1500, 200, 0.06), meetings, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_becomes_less_sure_and_never_less_than_a_newcomer():
    after = rated(Rating(1600, 100, 0.06), [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert 100 < after.deviation < 102
    assert rated(Rating(1600, 350), []).deviation == 350


def test_a_surprise_makes_a_rating_more_volatile_and_the_search_ends():
    calm, wild = (
        rated(Rating(1500, 60), [RatedResult(Rating(other, 40), share)] * 12)
        for other, share in ((1500, 0.5), (2300, 1.0))
    )
    assert wild.volatility > 0.06 > calm.volatility


def evening(seed: int, when: int, waves: int = 3):
    at = hall(8, {"id": "s", "system": "swiss", "waves": waves})
    for _ in range(waves):
        at = play(draw(at, "s"), "s", Random(seed))
    return changed(at, happenings=tuple(changed(each, when=when) for each in at.happenings))


def test_a_match_is_worth_its_share_of_points_and_walkovers_count_for_nothing():
    at = draw(hall(2, {"id": "s", "system": "swiss", "waves": 1}), "s")
    close = ratings([apply(at, Finished(fixture="s.1.1", games=((25, 24),)))])
    clear = ratings([apply(at, Finished(fixture="s.1.1", games=((25, 0),)))])
    assert close[0].rating.rating - close[1].rating.rating < 20
    assert clear[0].rating.rating - clear[1].rating.rating > 300
    assert ratings([apply(at, Finished(fixture="s.1.1", how="walkover", against="p1"))]) == ()


def test_championships_count_in_the_order_in_which_they_ended_and_only_when_they_are_over():
    first, second, open_ = evening(1, 100), evening(2, 200), hall(4, {"id": "s", "system": "swiss"})
    assert in_order([second, open_, first]) == (first, second)
    assert ratings([second, first]) == ratings([first, second, open_])
    assert len(ratings([first])) == 8
    assert apply(first, Opened(terms=read_terms({"id": "f", "system": "cup", "source": "s"}))) not in in_order(
        [apply(first, Opened(terms=read_terms({"id": "f", "system": "cup", "source": "s"})))]
    )


def test_a_season_drops_the_worst_of_everybody():
    rounds = [evening(seed, seed) for seed in (1, 2, 3)]
    whole, dropped = season(rounds), season(rounds, drop=1)
    assert sum(row.points for row in whole) == 3 * sum((18, 16, 14, 13, 12, 11, 10, 9))
    assert all(len(row.counted) == 2 and row.dropped == (min((*row.counted, *row.dropped)),) for row in dropped)
    assert season(rounds, prizes=(3, 2))[0].points >= 3


def test_shared_places_share_their_season_points_equally():
    at = seat(hall(8, {"id": "c", "system": "cup"}), "c")
    for number in (1, 2, 3):
        at = draw(at, "c")
        for fixture in range(1, 2 ** (3 - number) + 1):
            at = apply(at, Finished(fixture=f"c.{number}.{fixture}", games=((25, 3),)))
    table = season([at], prizes=(18, 16, 14, 13, 12, 11, 10, 8))
    assert [row.points for row in table] == [18, 16, Fraction(27, 2), Fraction(27, 2), *[Fraction(41, 4)] * 4]
    assert sum(row.points for row in table) == 18 + 16 + 14 + 13 + 12 + 11 + 10 + 8
    assert [row.points for row in season([at], prizes=(3, 2, 1))][2:] == [Fraction(1, 2)] * 2 + [0] * 4


def test_honours_name_the_first_three_and_slams_with_game_and_board():
    at = draw(hall(4, {"id": "s", "system": "swiss", "waves": 1}), "s")
    at = apply(at, Finished(fixture="s.1.1", games=((25, 3),), slams=("white:1.3",)))
    at = apply(at, Finished(fixture="s.1.2", games=((25, 20),)))
    (found,) = honours([at])
    assert found.first == ("Player 1", "Player 2", "Player 4")
    assert found.slams == ("white:1.3, s.1.1, Player 1 - Player 3",)


@given(st.floats(-10_000, 10_000), st.floats(-10_000, 10_000), st.floats(1, 350), st.floats(0.0001, 1), st.floats(0, 1))
def test_who_meets_somebody_however_far_away_has_a_rating_afterwards(
    mine: float, other: float, deviation: float, volatility: float, share: float
) -> None:
    after = rated(Rating(mine, deviation, volatility), [RatedResult(Rating(other, deviation, volatility), share)])
    assert isfinite(after.rating)
    assert isfinite(after.volatility)
    assert after.deviation > 0
    assert after.volatility > 0
    if abs(mine - other) > 4_000 and share == float(mine > other):
        assert after.rating == pytest.approx(mine, abs=1e-3), "a certain result changes no rating"
