"""Which account names are allowed, which count as equal, and which only look alike."""

import asyncio
import json
import logging
import time
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from api.people import Town, town
from hypothesis import given
from hypothesis import strategies as st

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.people import accounts, usernames
from carrom.server.people.accounts import Renames
from carrom.server.people.confusables import lookalikes, read, script, table
from carrom.server.people.usernames import LONGEST, GuestNames, folded, is_reserved, named, skeleton
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused

GOOD = [
    "Asha",
    "José",
    "asha.k",
    "A-1",
    "Nguyễn",
    "asha2",
    "आशा",
    "श्रीनिवास",
    "आशा२",
    "বিলাল",
    "সৌরভ",
    "ஆஷா",
    "ශ්\u200dරී",
    "ක්\u200dරීඩක",
    "آشا",
    "نور\u200cجہاں",
    "ઈશા",
    "ਜਸਪ੍ਰੀਤ",
    "ಅನಿಲ್",
    "അനിൽ",
    "ଆଶା",
    "అనిల్",
]


@pytest.mark.parametrize("name", GOOD)
def test_names_in_the_scripts_of_the_players_may_be_had(name: str) -> None:
    found = named(f"  {name} ")
    assert found.shown == unicodedata.normalize("NFKC", name)
    assert named(found.shown) == found


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "it has 0 letters"),
        ("a", "it has 1 letters and digits; expected 2 to 20"),
        ("a" * (LONGEST + 1), "it has 21 letters"),
        ("Аsha", "cyrillic capital letter a is in no supported script; expected one of Latin, Devanagari"),
        ("आsha", "it has Devanagari and Latin; expected letters of one script"),
        ("asha१", "it has Devanagari and Latin"),
        ("12345", "it has no letters; expected letters of one script"),
        ("asha k", "space is not allowed"),
        ("asha\u202ek", "right-to-left override is not allowed"),
        ("as\u200dha", "it contains an invisible joiner where none is needed"),
        ("asha\u0000", "u\\+0000 is not allowed"),
        ("asha😀", "grinning face is not allowed"),
        ("-asha", "are allowed only one at a time and between letters"),
        ("asha-", "are allowed only one at a time and between letters"),
        ("as-_ha", "are allowed only one at a time and between letters"),
        ("क" + "्" * 6 + "ख", "too many marks"),
        ("a" + "\u0301" * 8 + "b", "is not allowed"),
        ("ाआशा", "are allowed only one at a time and between letters"),
        ("Admin", "mistaken for the server"),
        ("m0derat0r", "mistaken for the server"),
        ("adrnin", "mistaken for the server"),
        ("the.admin", "mistaken for the server"),
        ("carrom-team", "mistaken for the server"),
        ("a.d.m.i.n", "mistaken for the server"),
        ("\ud800ab", "u\\+d800 is not allowed"),
    ],
)
def test_what_cannot_be_had_is_said_with_what_is_allowed(name: str, said: str) -> None:
    with pytest.raises(RefusedRequest, match=said):
        named(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Asha", "ASHA"),
        ("asha", "ａｓｈａ"),
        ("José", "Jose\u0301"),
        ("ශ්‍රී", "ශ්රී"),
        ("ß".join("ab"), "assb"),
        ("ﬁnn", "finn"),
    ],
)
def test_a_name_is_the_same_in_capitals_in_width_and_with_joiners(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Iqbal", "lqbal"),
        ("lqbal", "1qbal"),
        ("bob0", "bobO"),
        ("mina", "rnina"),
        ("asha.k", "ashak"),
        ("आशा", "अाशा"),
        ("paul", "pau1"),
        ("வஔ", "வஒள"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("asha", "aisha"), ("jose", "josé"), ("आशा", "आश"), ("anil", "anu")])
def test_names_that_do_not_look_alike_have_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=60) | st.text(st.characters(codec="utf-8", categories=("L", "M", "N", "Cf")), max_size=30))
def test_whatever_is_said_is_a_name_or_one_sentence(said: str) -> None:
    try:
        found = named(said)
    except RefusedRequest as fault:
        assert "\n" not in str(fault)
        return
    assert named(found.shown) == found
    assert (folded(found.shown), skeleton(found.shown)) == (found.folded, found.skeleton)
    assert skeleton(found.skeleton) == skeleton(skeleton(found.skeleton))
    assert len({script(each) for each in found.shown} - {None, "ANY"}) == 1
    assert len(found.shown) <= 48


LATIN = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=10)


@given(LATIN, st.randoms(use_true_random=False))
def test_whoever_writes_a_name_with_letters_that_look_alike_gets_no_other_name(name: str, chance: Random) -> None:
    alike: dict[str, list[str]] = {}
    for letter, first in lookalikes().items():
        if len(first) == 1 and unicodedata.normalize("NFKC", letter) == letter:  # names are displayed in this form
            alike.setdefault(first, [first]).append(letter)
    written = "".join(chance.choice(alike.get(lookalikes().get(each, each), [each])) for each in name)
    parted = chance.choice(["", "-", "_", "."]).join(written)
    assert skeleton(written) == skeleton(name)
    assert skeleton(parted) == skeleton(name)
    assert folded(name.upper()) == folded(f"  {name} ")


def test_the_table_is_made_of_unicodes_own_lines() -> None:
    text = "\ufeff# heading\n0049 ;\t006C ;\tMA # I\n0031 ; 006C ; MA\n006D ; 0072 006E ; MA\n0430 ; 0061 ; MA\n"
    assert table(read(text)) == {"same": {"1": "Il"}, "parts": {"m": "rn"}}
    stored = json.loads(files("carrom.server.people").joinpath("lookalikes.json").read_text(encoding="utf-8"))
    assert sum(map(len, stored["same"].values())) + len(stored["parts"]) > 400


# -- Guests under the names of accounts, of former players and of the computer: refused wherever others see the name

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


# -- The background check of player names against the database stops quietly with the event loop


def test_a_comparison_after_the_threads_have_ended_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "EVERY", 0.01)
    asked: list[object] = []

    def ask(*words: object) -> object:
        asked.append(words)
        return [("id", "Asha")]

    bus = SimpleNamespace(subscribe=lambda *_: lambda: None, publish=lambda *_: None)
    database = SimpleNamespace(ask=ask)
    shown = SimpleNamespace(access=SimpleNamespace(seats=(SimpleNamespace(account="id", called="Asha"),)))

    async def work() -> None:
        names = Renames(cast(Any, database), cast(Any, bus), lambda: None, lambda: {"game": cast(Any, shown)})
        names.begin()
        async with asyncio.timeout(30):
            while not asked:
                await asyncio.sleep(0.01)
        await asyncio.get_running_loop().shutdown_default_executor()
        await asyncio.sleep(0.1)
        await names.close()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(work())
    assert [record.message for record in caplog.records if record.name == "carrom.server"] == []


def test_a_fault_of_the_database_is_still_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "EVERY", 0.01)

    def ask(*_: object) -> object:
        raise RuntimeError("a wrong cursor")

    bus = SimpleNamespace(subscribe=lambda *_: lambda: None, publish=lambda *_: None)
    shown = SimpleNamespace(access=SimpleNamespace(seats=(SimpleNamespace(account="id", called="Asha"),)))

    async def work() -> None:
        database = SimpleNamespace(ask=ask)
        names = Renames(cast(Any, database), cast(Any, bus), lambda: None, lambda: {"game": cast(Any, shown)})
        names.begin()
        await asyncio.sleep(0.2)
        await names.close()

    asyncio.run(work())
    assert "comparing the names in memory" in caplog.text
