"""The tables of seeks and ratings, on SQLite and on a real PostgreSQL server."""

import asyncio
import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from server.places import KINDS, place_of
from server.seeks.people import NOW, guest, person, seek

from carrom.server.http.event_stream import StreamClient
from carrom.server.http.games import Lines
from carrom.server.lobby.results import ChallengeEvents
from carrom.server.lobby.seeks import CHALLENGE, FOUND, LONGEST, SEEK, SeekState, SeekStore, StoredSeek
from carrom.server.ops.integrity import copy, differences
from carrom.server.people.ratings import PLAYED, UNDONE, RatedGame, RatingStore
from carrom.storage.database import Database
from carrom.storage.store import database_at
from carrom.values import changed

ASHA, BALA = guest("Asha"), guest("Bala")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    opened = database_at(place_of(request.param, tmp_path).where)
    yield opened
    opened.close()


def kept(who, table=SEEK, *, until=NOW + 20_000, **how) -> StoredSeek:
    return StoredSeek(table=table, seek=seek(who, **how), state=SeekState.OPEN, until=until)


@pytest.mark.slow
def test_a_seek_is_read_as_it_was_kept(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA, rating=1512.5)
    assert store.add(mine)
    assert store.one(SEEK, mine.seek.id) == mine
    assert store.one(SEEK, "another-one") is None
    assert store.current(NOW) == (mine,)
    assert store.current(mine.until) == ()


def test_a_seek_that_is_kept_again_is_kept_once_and_a_second_of_the_same_person_is_not(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA)
    assert store.add(mine)
    assert store.add(mine)
    assert not store.add(kept(ASHA, id="another-seek"))
    assert store.add(kept(BALA))
    assert store.add(kept(ASHA, CHALLENGE))
    assert store.add(kept(ASHA, CHALLENGE, id="another-challenge"))


def test_a_challenge_that_is_answered_before_its_makers_stream_is_polled_is_told_all_the_same(database) -> None:
    store, now = SeekStore(database), [NOW - 1]
    events = ChallengeEvents(store, lambda: now[0])
    party = StreamClient(None, None, Lines())
    party.hash = ASHA.party.removeprefix("guest:")
    old = kept(ASHA, CHALLENGE, id="before the stream", made=NOW - 1_000)
    store.add(old)
    store.change(old, old.seek.with_place(BALA, "hash", None), SeekState.TAKEN, now[0])
    assert asyncio.run(events.besides(party)) == {}
    now[0] = NOW + 100
    mine = kept(ASHA, CHALLENGE, id="during the stream", made=NOW)
    store.add(mine)
    store.change(mine, mine.seek.with_place(BALA, "hash", None), SeekState.TAKEN, now[0])
    (text,) = asyncio.run(events.besides(party)).values()
    assert json.loads(text)["state"] == "taken"


def test_a_seek_that_has_expired_is_in_nobodys_way(database: Database) -> None:
    store = SeekStore(database)
    assert store.add(kept(ASHA, until=NOW))
    assert store.add(kept(ASHA, id="another-seek"))


def test_of_many_who_reach_for_a_seek_at_the_same_instant_one_has_it(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA)
    store.add(mine)
    takers = [guest(f"taker {number}") for number in range(8)]
    gate, had = threading.Barrier(len(takers)), []

    def take(who) -> None:
        full = mine.seek.with_place(who, f"hash of {who.name}", None)
        gate.wait()
        if store.change(mine, full, SeekState.TAKEN, NOW) is not None:
            had.append(who)

    threads = [threading.Thread(target=take, args=(who,)) for who in takers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(had) == 1
    found = store.one(SEEK, mine.seek.id)
    assert found is not None
    assert (found.state, found.seek.places[1].who) == (SeekState.TAKEN, had[0])


def test_what_was_withdrawn_is_not_taken_and_is_opened_again_only_as_it_was(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA)
    store.add(mine)
    gone = store.change(mine, mine.seek, SeekState.WITHDRAWN, NOW)
    assert gone is not None
    assert store.change(mine, mine.seek.with_place(BALA, "hash", None), SeekState.TAKEN, NOW) is None
    assert store.change(gone, mine.seek.with_place(BALA, "hash", None), SeekState.TAKEN, NOW) is None
    assert not store.reopen(changed(gone, version=9))
    assert store.reopen(gone)
    found = store.one(SEEK, mine.seek.id)
    assert found is not None
    assert found.state is SeekState.OPEN


def test_a_seek_stands_while_its_maker_listens_and_never_longer_than_half_an_hour(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA)
    store.add(mine)
    store.prolong([ASHA.party, BALA.party], NOW + 60_000)
    assert [each.until for each in store.current(NOW)] == [NOW + 60_000]
    store.prolong([ASHA.party], NOW + 2 * LONGEST)
    assert [each.until for each in store.current(NOW)] == [NOW + LONGEST]


def test_a_game_that_was_found_is_told_for_a_while_and_keeps_its_first_name(database: Database) -> None:
    store, mine = SeekStore(database), kept(ASHA)
    store.add(mine)
    taken = store.change(mine, mine.seek.with_place(BALA, "hash", None), SeekState.TAKEN, NOW)
    assert taken is not None
    store.has_begun(taken, "game-one")
    store.has_begun(taken, "game-two")
    assert [each.game for each in store.current(NOW)] == ["game-one"]
    assert store.current(NOW + FOUND[SEEK]) == ()
    store.forget(NOW + 2 * 86_400_000)
    assert store.one(SEEK, mine.seek.id) is None


def won(game: str, winner: str = "anna", loser: str = "ben", at: int = NOW) -> RatedGame:
    return RatedGame(game=game, pool="icf.game", accounts=((winner, 0), (loser, 1)), shares=(1.0, 0.0), at=at)


def test_a_game_rates_once_however_often_it_is_looked_at(database: Database) -> None:
    store = RatingStore(database)
    first = store.rate(won("game-1"))
    assert store.rate(won("game-1")) == first
    anna, ben = store.of("anna", "icf.game"), store.of("ben", "icf.game")
    assert anna is not None
    assert ben is not None
    assert (anna.number, ben.number) == (1, 1)
    assert anna.rating - 1_500_000 == 1_500_000 - ben.rating > 0
    assert store.of("anna", "club.game") is None
    assert store.is_rated("game-1")
    assert not store.is_rated("game-2")


def test_servers_that_rate_games_of_the_same_people_at_once_lose_none(database: Database) -> None:
    store = RatingStore(database)
    gate = threading.Barrier(6)

    def rate(number: int) -> None:
        gate.wait()
        store.rate(won(f"game-{number % 3}", at=NOW + number % 3))

    threads = [threading.Thread(target=rate, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = store.history("anna", "icf.game")
    assert sorted(each.game for each in log) == ["game-0", "game-1", "game-2"]
    assert [each.number for each in log] == [1, 2, 3]
    assert all(one.after == other.before for one, other in pairwise(log))
    standing = store.of("anna", "icf.game")
    assert standing is not None
    assert standing.value == log[-1].after


def test_a_game_is_taken_out_of_the_ratings_once_and_what_was_played_since_stays(database: Database) -> None:
    store = RatingStore(database)
    first, second = store.rate(won("game-1")), store.rate(won("game-2", "anna", "chitra"))
    undone = store.undo("game-1", NOW + 9)
    assert store.undo("game-1", NOW + 10) == undone
    assert {each.kind for each in store.of_game("game-1")} == {PLAYED, UNDONE}
    anna, ben = store.of("anna", "icf.game"), store.of("ben", "icf.game")
    assert anna is not None
    assert ben is not None
    gained = {each.account: each.rating - each.rating_before for each in (*first, *second) if each.game == "game-1"}
    last = next(each for each in second if each.account == "anna")
    assert anna.rating == last.rating - gained["anna"]
    assert ben.rating == 1_500_000
    assert anna.deviation == last.deviation
    assert store.undo("game-3", NOW) == ()
    assert (anna.games, ben.games) == (1, 0), "what was taken out of the ratings is no game that they rest on"


def test_a_leaderboard_has_those_who_are_known_well_enough(database: Database) -> None:
    store = RatingStore(database)
    for number in range(30):
        store.rate(won(f"game-{number}", *(("anna", "ben") if number % 3 else ("ben", "anna")), at=NOW + number))
    store.rate(won("game-x", "chitra", "dev"))
    leaders = store.leaders("icf.game", 10)
    assert [each.account for each in leaders] == ["anna", "ben"]
    assert store.pools() == (("icf.game", 4, 2),)
    assert store.leaders("club.game", 10) == ()


def test_a_rating_that_was_left_behind_by_a_fall_is_told_again_with_the_next_look(database: Database) -> None:
    store = RatingStore(database)
    store.rate(won("game-1"))
    database.do("DELETE FROM rating WHERE account = ? RETURNING account", ("anna",))
    assert store.of("anna", "icf.game") is None
    store.rate(won("game-1"))
    anna = store.of("anna", "icf.game")
    assert anna is not None
    assert anna.number == 1


def test_ratings_and_seeks_go_with_every_copy(database: Database, tmp_path: Path) -> None:
    RatingStore(database).rate(won("game-1"))
    SeekStore(database).add(kept(ASHA))
    other = database_at(tmp_path / "other.db")
    database.view(lambda ask: copy(ask, other))
    assert RatingStore(other).of("anna", "icf.game") == RatingStore(database).of("anna", "icf.game")
    assert RatingStore(other).of_game("game-1") == RatingStore(database).of_game("game-1")
    assert SeekStore(other).current(NOW) == SeekStore(database).current(NOW)
    assert database.view(lambda here: other.view(lambda there: differences(here, there))) == ()
    RatingStore(other).rate(won("game-2"))
    assert database.view(lambda here: other.view(lambda there: differences(here, there))) != ()
    other.close()


def test_a_person_is_somebody_else_than_a_guest_of_the_same_name():
    assert person("Asha").party != guest("Asha").party


def test_the_course_of_a_rating_is_told_in_few_points_with_all_of_the_last_ones(database: Database) -> None:
    store = RatingStore(database)
    for number in range(1, 41):
        store.rate(won(f"game-{number:02}", *(("anna", "ben") if number % 3 else ("ben", "anna")), at=NOW + number))
    anna = store.of("anna", "icf.game")
    assert anna is not None
    whole = store.history("anna", "icf.game")
    assert store.course(anna, 100, 5) == whole
    few = store.course(anna, 10, 5)
    assert [each.number for each in few] == [1, 5, 9, 13, 17, 21, 25, 29, 33, *range(36, 41)]
    assert set(few) <= set(whole)
