"""Ratings, seasons and honours: Glickman's published example, and totals over several championships."""

from fractions import Fraction
from math import isfinite
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournament.halls import draw, hall, play, seat

from carrom.tournament.championship import apply
from carrom.tournament.draws import rounds_left
from carrom.tournament.event_file import read_terms
from carrom.tournament.events import Entered, Finished, Opened, Present, Withdrawn
from carrom.tournament.final_order import competitions, final_order, final_places
from carrom.tournament.glicko import RatedResult, Rating, rated
from carrom.tournament.identifiers import read_address
from carrom.tournament.ratings import honours, in_order, ratings, season
from carrom.tournament.standings import tables
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


def evening(seed: int, when: int, rounds: int = 3):
    at = hall(8, {"id": "s", "system": "swiss", "rounds": rounds})
    for _ in range(rounds):
        at = play(draw(at, "s"), "s", Random(seed))
    return changed(at, events=tuple(changed(each, when=when) for each in at.events))


def test_a_match_is_worth_its_share_of_points_and_walkovers_count_for_nothing():
    at = draw(hall(2, {"id": "s", "system": "swiss", "rounds": 1}), "s")
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
    assert apply(first, Opened(terms=read_terms({"id": "f", "system": "knockout", "source": "s"}))) not in in_order(
        [apply(first, Opened(terms=read_terms({"id": "f", "system": "knockout", "source": "s"})))]
    )


def test_a_season_drops_the_worst_of_everybody():
    rounds = [evening(seed, seed) for seed in (1, 2, 3)]
    whole, dropped = season(rounds), season(rounds, drop=1)
    assert sum(row.points for row in whole) == 3 * sum((18, 16, 14, 13, 12, 11, 10, 9))
    assert all(len(row.counted) == 2 and row.dropped == (min((*row.counted, *row.dropped)),) for row in dropped)
    assert season(rounds, prizes=(3, 2))[0].points >= 3


def test_shared_places_share_their_season_points_equally():
    at = seat(hall(8, {"id": "c", "system": "knockout"}), "c")
    for number in (1, 2, 3):
        at = draw(at, "c")
        for fixture in range(1, 2 ** (3 - number) + 1):
            at = apply(at, Finished(fixture=f"c.{number}.{fixture}", games=((25, 3),)))
    table = season([at], prizes=(18, 16, 14, 13, 12, 11, 10, 8))
    assert [row.points for row in table] == [18, 16, Fraction(27, 2), Fraction(27, 2), *[Fraction(41, 4)] * 4]
    assert sum(row.points for row in table) == 18 + 16 + 14 + 13 + 12 + 11 + 10 + 8
    assert [row.points for row in season([at], prizes=(3, 2, 1))][2:] == [Fraction(1, 2)] * 2 + [0] * 4


def test_honours_name_the_first_three_and_slams_with_game_and_board():
    at = draw(hall(4, {"id": "s", "system": "swiss", "rounds": 1}), "s")
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


def rated_as(at, name):
    return next(each.rating.rating for each in ratings([at]) if each.name == name)


@pytest.mark.parametrize("how", ["disqualified", "retired", "conceded"])
@pytest.mark.parametrize("retired", ["complete", "stands"])
@pytest.mark.parametrize(("match", "games"), [("game", ((5, 0),)), ("best-of-3", ((25, 3), (5, 0)))])
def test_whoever_leads_and_does_not_finish_the_match_loses_the_rating(how, retired, match, games):
    at = draw(hall(2, {"id": "s", "system": "swiss", "rounds": 1, "match": match, "retired": retired}), "s")
    at = apply(at, Finished(fixture="s.1.1", games=games, how=how, against="p1"))
    assert rated_as(at, "Player 1") < 1500 < rated_as(at, "Player 2")
    (table,) = tables(at, at.stages[0])
    assert table.order[0] == "p2"


def test_boards_are_completed_like_games_when_the_leader_of_a_match_of_boards_retires():
    at = draw(
        hall(2, {"id": "s", "system": "swiss", "rounds": 1, "match": "best-of-3-boards"}, rules="classic-29"), "s"
    )
    at = apply(at, Finished(fixture="s.1.1", games=((1, 0),), how="retired", against="p1"))
    assert at.fixture(read_address("s.1.1")).finish.games == ((1, 2),)
    assert rated_as(at, "Player 1") < 1500 < rated_as(at, "Player 2")


def test_a_rating_takes_the_score_that_counts_in_the_standings():
    """A retirement at 20-5 counts 20-25, and a match that is annulled in the standings is not rated."""
    at = draw(hall(2, {"id": "s", "system": "swiss", "rounds": 1}), "s")
    retired = apply(at, Finished(fixture="s.1.1", games=((20, 5),), how="retired", against="p1"))
    played = apply(at, Finished(fixture="s.1.1", games=((20, 25),)))
    assert ratings([retired]) == ratings([played])
    at = draw(seat(hall(3, {"id": "g", "system": "groups", "withdrawn": "annulled"}), "g"), "g")
    at = draw(draw(at, "g"), "g")
    for round in at.stages[0].rounds:
        for each in round.fixtures:
            at = apply(at, Finished(fixture=f"g.{round.number}.{each.number}", games=((25, 3),)))
    at = apply(at, Withdrawn(entrant="p3", stage="g"))
    assert {each.name for each in ratings([at])} == {"Player 1", "Player 2"}


def groups_and_cup(count=24, groups=4, **cup):
    """Return groups and a knockout of the first two of each group, played to the end: the lower number wins."""
    at = seat(
        hall(
            count,
            {"id": "g", "system": "groups", "groups": groups, "qualify": 2},
            {"id": "c", "system": "knockout", "source": "g", **cup},
        ),
        "g",
    )
    return finish(finish(at, "g"), "c")


def finish(at, stage):
    """Return a championship with a stage drawn and played to its end: the lower number wins."""
    if at.stage(stage).terms.system != "swiss" and not at.stage(stage).seats:
        at = seat(at, stage)
    while True:
        for round in at.stage(stage).rounds:
            for each in round.fixtures:
                if each.b and each.finish is None and not {each.a, each.b} & set(at.stage(stage).withdrawn):
                    won = (25, 3) if int(each.a[1:]) < int(each.b[1:]) else (3, 25)
                    at = apply(at, Finished(fixture=f"{stage}.{round.number}.{each.number}", games=(won,)))
        if not rounds_left(at, at.stage(stage)):
            return at
        at = draw(at, stage)


def shown(at):
    return [(each.entrant, each.shown) for found in competitions(at) for each in found.places]


def test_everybody_has_a_final_place_and_season_points_after_groups_and_a_cup():
    at = groups_and_cup()
    (found,) = competitions(at)
    assert sorted(each.entrant for each in found.places) == sorted(each.id for each in at.entrants)
    assert all(each.first for each in found.places)
    assert {each.shown for each in found.places[8:12]} == {"9–12"}, "level in points and net points a match"
    assert {each.entrant for each in found.places[8:12]} == {"p9", "p10", "p11", "p12"}
    table = season([at], prizes=tuple(range(24, 0, -1)))
    assert len(table) == 24
    assert sum(row.points for row in table) == sum(range(1, 25))
    assert final_order(at) == tuple(each.entrant for each in found.places)


def test_those_who_stay_in_the_groups_are_placed_by_place_points_and_net_a_match():
    at = seat(
        hall(
            7,
            {"id": "g", "system": "groups", "groups": 2, "qualify": 1},
            {"id": "c", "system": "knockout", "source": "g"},
        ),
        "g",
    )
    at = finish(finish(at, "g"), "c")
    assert at.stage("g").seats == (("p1", "p4", "p5"), ("p2", "p3", "p6", "p7"))
    assert [id for id, _ in shown(at)] == ["p1", "p2", "p3", "p4", "p6", "p5", "p7"]
    assert [place for _, place in shown(at)] == ["1", "2", "3", "4", "5", "6", "7"]


def test_of_two_cups_from_the_same_groups_the_first_comes_first_and_the_rest_stays_behind_both():
    at = seat(
        hall(
            12,
            {"id": "g", "system": "groups", "groups": 2},
            {"id": "a", "system": "knockout", "source": "g", "qualify": 2},
            {"id": "b", "system": "knockout", "source": "g", "qualify": 4},
        ),
        "g",
    )
    at = finish(finish(finish(at, "g"), "a"), "b")
    assert len(shown(at)) == 12
    assert {id for id, _ in shown(at)[:4]} == {"p1", "p2", "p3", "p4"}
    assert {id for id, _ in shown(at)[4:8]} == {"p5", "p6", "p7", "p8"}
    assert all(place != "–" for _, place in shown(at))
    own = [each.entrant for each in final_places(at, at.stage("b"))]
    assert len(own) == 8, "the second cup by itself shows only who plays in it"


def test_a_consolation_decides_the_places_that_its_entrants_hold():
    at = seat(
        hall(
            12,
            {"id": "g", "system": "groups", "groups": 2, "qualify": 2},
            {"id": "c", "system": "knockout", "source": "g"},
            {"id": "plate", "system": "knockout"},
        ),
        "g",
    )
    at = finish(finish(at, "g"), "c")
    before = [id for id, _ in shown(at)]
    stay = before[4:8]
    at = apply(at, Present(stage="plate", entrants=tuple(reversed(stay))))
    at = finish(at, "plate")
    after = shown(at)
    assert [id for id, _ in after][:4] == before[:4]
    assert [id for id, _ in after][8:] == before[8:]
    assert [id for id, _ in after][4:6] == sorted(stay, key=lambda id: int(id[1:]))[:2]
    assert [place for _, place in after][4:8] == ["5", "6", "7–8", "7–8"]


def test_singles_and_doubles_of_one_tournament_are_two_competitions_with_points_each():
    at = hall(
        4,
        {"id": "s", "system": "swiss", "rounds": 1, "kind": "player", "name": "Singles"},
        {"id": "d", "system": "knockout", "kind": "pair", "name": "Doubles"},
    )
    for number, players in ((11, ("Player 1", "Player 2")), (12, ("Player 3", "Player 4"))):
        at = apply(at, Entered(id=f"p{number}", name=" / ".join(players), kind="pair", players=players))
    at = finish(finish(at, "s"), "d")
    assert [each.title for each in competitions(at)] == ["Singles", "Doubles"]
    assert {row.name: int(row.points) for row in season([at])} == {
        "Player 1": 18, "Player 2": 16, "Player 3": 14, "Player 4": 13,
        "Player 1 / Player 2": 18, "Player 3 / Player 4": 16,
    }  # fmt: skip
    assert [each.championship for each in honours([at])] == ["A test, Singles", "A test, Doubles"]


def test_who_withdrew_from_a_group_has_the_last_place_and_who_withdrew_from_a_cup_the_beaten_one():
    at = seat(
        hall(
            8,
            {"id": "g", "system": "groups", "groups": 2, "qualify": 2, "withdrawn": "annulled"},
            {"id": "c", "system": "knockout", "source": "g"},
        ),
        "g",
    )
    while rounds_left(at, at.stage("g")):
        at = draw(at, "g")
    at = apply(at, Withdrawn(entrant="p1", stage="g"))
    at = seat(finish(at, "g"), "c")
    at = draw(at, "c")
    gone = at.stage("c").seats[0][0]
    at = finish(apply(at, Withdrawn(entrant=gone, stage="c")), "c")
    assert shown(at)[-1] == ("p1", "8")
    assert dict(shown(at))[gone] == "3–4"
    assert len(season([at])) == 8
