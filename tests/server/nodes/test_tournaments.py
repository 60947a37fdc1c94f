"""An arena over two servers, PostgreSQL and NATS: whoever reads the stream at either server is paired, once."""

import time

import pytest
from api.people import Someone, Town, signed
from api.test_games import Reading
from api.test_people import strikes


def two(towns: tuple[Town, Town], *names: str) -> list[Someone]:
    """Return people with accounts, alternately on both servers."""
    return [Someone(towns[at % 2].client, name, signed(towns[at % 2].store, name)) for at, name in enumerate(names)]


def follows(who: Someone, id: str) -> Reading:
    return Reading(who.client, f"/api/tournaments/{id}/stream", who.headers["authorization"].split()[1])


@pytest.mark.slow
def test_an_arena_pairs_people_of_both_servers_and_rates_their_game(towns: tuple[Town, Town]) -> None:
    people = two(towns, "Anita", "Bharat")
    anita, bharat = people
    terms = {"name": "Both", "starts": int(time.time() * 1000) + 600_000, "accounts": True}
    id = anita.says("/api/tournaments", terms=terms)["tournament"]["summary"]["id"]
    for number, each in enumerate(people, 1):
        assert each.says(f"/api/tournaments/{id}/join")["entry"] == number
    readings = [follows(each, id) for each in people]
    for reading in readings:
        reading.until("tournament")
    anita.says(f"/api/tournaments/{id}/start")
    owns = []
    for reading in readings:
        while not (answer := reading.until("yours"))["game"]:
            pass
        owns.append(answer)
    assert owns[0]["game"] == owns[1]["game"], "each pairing has one game"
    assert {each["seat"] for each in owns} == {"south", "north"}
    assert [each["against"] for each in owns] == ["Bharat", "Anita"]
    game = owns[0]["game"]
    here = [Reading(each.client, f"/api/games/{game}/stream", each.headers["authorization"].split()[1])
            for each in people]  # fmt: skip
    here[0].until("snapshot")
    for _ in range(8):  # fewer are not rated
        strikes(game, anita, bharat)
    bharat.acts(game, "resign")
    while not (done := anita.asks(f"/api/tournaments/{id}/games")["games"])[-1]["result"]:
        pass
    assert (done[-1]["how"], done[-1]["game"]) == ("resigned", game)
    rows = bharat.asks(f"/api/tournaments/{id}/standings")["rows"]
    assert [(each["members"][0]["name"], each["points"]) for each in rows] == [("Anita", 2), ("Bharat", 0)]
    while not all(each.asks("/api/account")["ratings"] for each in people):
        pass
    for each in (*readings, *here):
        each.close()
    answer = anita.says(f"/api/tournaments/{id}/cancel")["tournament"]
    assert answer["summary"]["winner"] == "Anita"
    listed = bharat.asks("/api/tournaments")["tournaments"]
    assert [each["stage"] for each in listed if each["id"] == id] == ["finished"]
