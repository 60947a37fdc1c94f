"""How many rated games of the same two players, and of new accounts, count in a day."""

from carrom.server.people.models import NEW_FOR
from carrom.server.people.ratings import MOST_OF_NEW, MOST_OF_PAIR, DailyCounts, RatedGame, RatingStore, counts
from carrom.storage.store import Store

NOW = 1_800_000_000_000
DAY = 86_400_000
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
