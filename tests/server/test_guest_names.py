"""Guests under the names of accounts, of former players and of the computer: refused wherever others see the name."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from api.people import Town, town

from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.people import usernames
from carrom.server.people.usernames import GuestNames, is_reserved
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused

LIKE_ASHA = ["Asha", "asha", " ASHA ", "Ａｓｈａ", "Аsha", "Asһa", "A-s-h-a"]
RESERVED = [
    *(
        "Former player",
        "former  player",
        "Computer",
        "COMPUTER",
        "Ｃｏｍｐｕｔｅｒ",
        "Computer 2",
        "Computer · Champion",
    ),
    *("Computer (club)", "Program", "कंप्यूटर", "पूर्व खिलाड़ी", "Champion", "Strong club", "Admin", "The official"),
]
FREE = ["Ashok", "Asha B", "Guest", "Computing Ravi", "South", "Championess", "आशा", "Club night"]
TAKEN = "The name {!r} belongs to an account or looks like its name; sign in, or choose another."
LIKE_COMPUTER = "The name {!r} could be mistaken for the computer, a former player or the server; choose another."


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    with town(tmp_path_factory.mktemp("static")) as found:
        found.person("Asha")
        yield found


def shown(name: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())


def seeks(place: Town, name: str) -> Any:
    return place.client.post("/api/seeks", json={"terms": {}, "key": f"key-{abs(hash(name)):032}"[:40], "name": name})


def begins(place: Town, *people: str, who: Who = Who.HERE, headers: Any = None, **more: Any) -> Any:
    seats = zip((Seat.SOUTH, Seat.NORTH), people, strict=False)
    plans = [SeatPlan(seat=seat, who=who, name=name) for seat, name in seats]
    if len(people) == 1:
        plans.append(SeatPlan(seat=Seat.NORTH, who=Who.LINK))
    terms = Terms(seats=tuple(plans), first_break=Seat.SOUTH, **more)
    return place.client.post("/api/games", content=msgspec.json.encode({"terms": terms}), headers=headers)


def refusal(answer: Any) -> str:
    assert answer.status_code == 422, answer.text
    return str(answer.json()["detail"])


@pytest.mark.slow(first=6)
@pytest.mark.parametrize(
    ("name", "sentence"), [*((each, TAKEN) for each in LIKE_ASHA), *((each, LIKE_COMPUTER) for each in RESERVED)]
)
def test_a_guest_with_such_a_name_is_refused_in_the_lobby_and_in_games(place: Town, name: str, sentence: str) -> None:
    said = sentence.format(shown(name))
    assert refusal(seeks(place, name)) == said
    assert refusal(begins(place, name, who=Who.ME)) == said
    assert refusal(begins(place, name, "Bala", watching=True)) == said


def test_a_guest_with_such_a_name_cannot_join_by_invitation_nor_a_tournament(place: Town) -> None:
    game = begins(place, "Ravi", who=Who.ME).json()
    invited = {"invite": game["invite"], "key": "j" * 40}
    join = f"/api/games/{game['game']}/join"
    assert refusal(place.client.post(join, json={**invited, "name": "asha"})) == TAKEN.format("asha")
    assert place.client.post(join, json={**invited, "name": "Ashok"}).status_code == 200
    terms = {"name": "Evening", "starts": time.time_ns() // 1_000_000 + 3_600_000}
    made = place.person("Organiser").says("/api/tournaments", terms=terms)["tournament"]["summary"]["id"]
    tournament = f"/api/tournaments/{made}/join"
    body = {"key": "k" * 40, "name": "Computer"}
    assert refusal(place.client.post(tournament, json=body)) == LIKE_COMPUTER.format("Computer")
    assert place.client.post(tournament, json={**body, "name": "Ashok"}).status_code == 200


@pytest.mark.parametrize("name", FREE)
def test_other_names_are_free(place: Town, name: str) -> None:
    assert seeks(place, name).status_code == 200
    assert begins(place, name, "Bala", watching=True).status_code == 201


def test_at_one_screen_that_nobody_watches_people_have_any_names_of_people(place: Town) -> None:
    assert begins(place, "Asha", "Bala").status_code == 201
    assert refusal(begins(place, "Asha", "Computer")) == LIKE_COMPUTER.format("Computer")


def test_an_account_has_its_own_name_in_its_games_whatever_it_is(place: Town) -> None:
    machine = place.person("Machine")
    for people in (("Machine",), ("Machine", "Bala")):
        assert begins(place, *people, headers=machine.headers, watching=True).status_code == 201
    assert refusal(begins(place, "Asha", "Bala", headers=machine.headers, watching=True)) == TAKEN.format("Asha")


def test_a_name_that_was_given_up_stays_nobodys() -> None:
    store = Store(":memory:")
    names = GuestNames(store.database)
    names.check(["Chitra"])
    store.database.write(
        ("INSERT INTO closed_name (hash, made) VALUES (?, 1)", (usernames.closed(usernames.key_of("Chitra")),))
    )
    with pytest.raises(CommandRefused, match="belongs to an account"):
        names.check(["chitra"])
    store.close()


def test_the_english_names_are_those_of_the_page() -> None:
    texts = json.loads((Path(__file__).parents[2] / "web/src/i18n/en.json").read_text(encoding="utf-8"))
    levels = {
        text for key, text in texts.items() if usernames._LEVEL_KEY.fullmatch(key) and key not in usernames._NO_LEVELS
    }
    assert levels == set(usernames.LEVELS)
    assert texts["program"] in usernames.COMPUTER
    assert all(is_reserved(each) for each in (*levels, texts["program-at"].format(number=3)))
