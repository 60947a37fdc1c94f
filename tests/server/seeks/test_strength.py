"""Rating changes after games."""

from math import exp, log, pi, sqrt

import pytest

from carrom.server.people.models import NEW_FOR
from carrom.server.people.ratings import (
    LEAST,
    MOST_OF_NEW,
    MOST_OF_PAIR,
    DailyCounts,
    Pool,
    RatedGame,
    RatedPlayer,
    RatingStore,
    counts,
    new_ratings,
    pool_named,
    rating_at,
)
from carrom.storage.store import Store
from carrom.tournament.glicko import SCALE, RatedResult, Rating, rated

NOW = 1_800_000_000_000
DAY = 86_400_000


def by_the_paper(before: Rating, meetings: list[RatedResult], elapsed: float) -> Rating:
    """Glickman's steps 2 to 8, with the volatility found by walking from the old one to the nearest zero.

    After a great upset the derivative has three zeros; the nearest one is the right one.
    """
    mu, phi = (before.rating - 1500) / SCALE, before.deviation / SCALE

    def weight(meeting: RatedResult) -> float:
        return 1 / sqrt(1 + 3 * (meeting.other.deviation / SCALE) ** 2 / pi**2)

    def chance(meeting: RatedResult) -> float:
        return 1 / (1 + exp(-weight(meeting) * (mu - (meeting.other.rating - 1500) / SCALE)))

    v = 1 / sum(weight(each) ** 2 * chance(each) * (1 - chance(each)) for each in meetings)
    gained = sum(weight(each) * (each.share - chance(each)) for each in meetings)
    delta, a = v * gained, log(before.volatility**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / 0.25

    step = 0.05 if f(a) > 0 else -0.05
    last = a
    while f(last) * step > 0:
        last += step
    low, high = sorted((last - step, last))
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    after = 1 / sqrt(1 / (phi**2 + elapsed * sigma**2) + 1 / v)
    return Rating(1500 + SCALE * (mu + after**2 * gained), SCALE * after, sigma)


def test_glicko_agrees_with_the_papers_steps_on_a_grid():
    worst = 0.0
    for mine in (900, 1500, 1900, 2400):
        for deviation in (45, 110, 350):
            for volatility in (0.03, 0.06, 0.12):
                for other in (1000, 1500, 2300):
                    for share in (0.0, 0.5, 1.0):
                        for elapsed in (0.0, 0.4, 1.0):
                            before, met = Rating(mine, deviation, volatility), [RatedResult(Rating(other, 80), share)]
                            found, paper = rated(before, met, elapsed=elapsed), by_the_paper(before, met, elapsed)
                            worst = max(
                                worst,
                                abs(found.rating - paper.rating),
                                abs(found.deviation - paper.deviation),
                                1000 * abs(found.volatility - paper.volatility),
                            )
    assert worst < 1e-3


def player(account: str, side: int, rating: float = 1500, deviation: float = 350, at: int | None = None) -> RatedPlayer:
    return RatedPlayer(account=account, side=side, before=Rating(rating, deviation), at=at)


def test_who_wins_rises_who_loses_falls_as_much_and_both_are_known_better():
    won, lost = new_ratings([player("a", 0), player("b", 1)], (1, 0), NOW, teams=False)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating == pytest.approx(1662.3, abs=0.1)
    assert won.deviation == lost.deviation == pytest.approx(290.3, abs=0.1)


def test_a_draw_of_equals_moves_nobody():
    ratings = new_ratings([player("a", 0), player("b", 1)], (0.5, 0.5), NOW, teams=False)
    assert [each.rating for each in ratings] == [1500, 1500]


def test_the_order_of_the_players_makes_no_difference():
    a, b = player("a", 0, 1700, 60), player("b", 1, 1400, 200)
    assert new_ratings([a, b], (0, 1), NOW, teams=False) == new_ratings([b, a], (0, 1), NOW, teams=False)[::-1]


def test_a_rating_that_rests_becomes_unsure_as_it_was_said_and_never_more_than_a_newcomers():
    rested = rating_at(Rating(1600, 60), NOW - 365 * DAY, NOW)
    assert rested.deviation == pytest.approx(110, abs=3)
    assert rested.rating == 1600
    assert rating_at(Rating(1600, 300), 0, NOW).deviation == 350
    assert rating_at(Rating(1600, 60), None, NOW).deviation == pytest.approx(60)


def test_nobody_is_known_better_than_the_least_deviation():
    mine = Rating(1500, 50)
    for _ in range(300):
        mine = new_ratings(
            [RatedPlayer(account="a", side=0, before=mine, at=NOW), player("b", 1, 1500, 45, NOW)],
            (1, 0),
            NOW,
            teams=False,
        )[0]
        mine = Rating(1500, mine.deviation, mine.volatility)
    assert mine.deviation == LEAST


def test_a_clock_that_jumped_back_makes_nobody_surer():
    ahead = [player("a", 0, at=NOW + DAY), player("b", 1, at=NOW + DAY)]
    assert new_ratings(ahead, (1, 0), NOW, teams=False) == new_ratings(
        [player("a", 0, at=NOW), player("b", 1, at=NOW)], (1, 0), NOW, teams=False
    )


def test_partners_rise_together_and_the_one_less_known_more():
    pytest.importorskip("openskill")
    four = [player("a", 0, 1500, 60), player("b", 0, 1500, 300), player("c", 1), player("d", 1)]
    a, b, c, d = new_ratings(four, (1, 0), NOW, teams=True)
    assert 1500 < a.rating < b.rating
    assert c.rating == d.rating < 1500
    assert new_ratings(four[::-1], (1, 0), NOW, teams=True) == (d, c, b, a)


def test_of_three_the_one_who_wins_rises_and_the_others_fall_alike():
    pytest.importorskip("openskill")
    first, second, third = new_ratings([player(name, at) for at, name in enumerate("abc")], (1, 0, 0), NOW, teams=True)
    assert first.rating > 1500 > second.rating
    assert second.rating == pytest.approx(third.rating)


def test_a_pool_is_read_back_from_its_name_and_others_are_none():
    for name in ("icf.game", "club.board.doubles", "three-player.game.three", "icf.match.bots"):
        found = pool_named(name)
        assert found is not None
        assert found.name == name
    assert pool_named("icf.game.bots") == Pool(ruleset="icf", length="game", players=2, bots=True)
    for name in ("", "icf", "chess.game", "icf.game.five", "icf.game.bots.doubles", "icf.game\n"):
        assert pool_named(name) is None


# -- How many rated games of the same two players, and of new accounts, count in a day

OLD, NEW = NOW // 1000 - NEW_FOR, NOW // 1000


def game(number: int, *people: str, at: int = NOW, pool: str = "icf.game") -> RatedGame:
    accounts = tuple((each, side) for side, each in enumerate(people))
    return RatedGame(game=f"game-{number}", pool=pool, accounts=accounts, shares=(1.0, 0.0), at=at + number)


def test_the_same_two_count_again_on_the_next_day_and_with_others() -> None:
    found = DailyCounts({})
    taken = [found.take(game(number, *(("a", "b") if number % 2 else ("b", "a")))) for number in range(9)]
    assert taken == [True] * MOST_OF_PAIR + [False] * 3
    assert found.take(game(10, "a", "c"))
    assert not found.take(game(11, "a", "b", pool="club.board"))
    assert found.take(game(12, "a", "b", at=NOW + DAY))


def test_partners_of_doubles_are_no_pair_and_opponents_are() -> None:
    found = DailyCounts({})
    sides = (("a", 0), ("b", 0), ("c", 1), ("d", 1))
    other = (("a", 0), ("b", 0), ("e", 1), ("f", 1))
    for number in range(MOST_OF_PAIR):
        assert found.take(RatedGame(game=f"{number}", pool="", accounts=sides, shares=(), at=NOW))
    assert not found.take(RatedGame(game="one more", pool="", accounts=sides, shares=(), at=NOW))
    assert found.take(RatedGame(game="others", pool="", accounts=other, shares=(), at=NOW))


def test_a_player_gains_by_few_new_accounts_a_day_and_by_any_number_of_older_ones() -> None:
    made = {"a": OLD} | {f"new-{number}": NEW for number in range(40)} | {f"old-{number}": OLD for number in range(40)}
    found = DailyCounts(made)
    taken = [found.take(game(number, "a", f"new-{number}")) for number in range(40)]
    assert taken == [True] * MOST_OF_NEW + [False] * (40 - MOST_OF_NEW)
    assert all(found.take(game(100 + number, "a", f"old-{number}")) for number in range(40))
    assert found.take(game(200, "new-1", "new-2"))


def test_a_new_account_has_few_rated_games_a_day_and_more_after_a_week() -> None:
    people = [f"old-{number}" for number in range(20)]
    made = dict.fromkeys(people, OLD) | {"new": NEW}
    found = DailyCounts(made)
    assert [found.take(game(number, "new", each)) for number, each in enumerate(people)].count(True) == MOST_OF_NEW
    later = NOW + 1000 * NEW_FOR
    assert all(found.take(game(number, "new", each, at=later)) for number, each in enumerate(people))


def test_the_stored_games_of_the_day_are_counted() -> None:
    store = Store(":memory:")
    ratings, database = RatingStore(store.database), store.database
    for number in range(MOST_OF_PAIR):
        assert database.view(lambda ask, number=number: counts(ask, game(number, "a", "b")))
        ratings.rate(game(number, "a", "b"))
    assert not database.view(lambda ask: counts(ask, game(50, "b", "a")))
    assert database.view(lambda ask: counts(ask, game(50, "a", "c")))
    assert database.view(lambda ask: counts(ask, game(0, "a", "b"))), "a game that was rated still counts"
    store.close()
