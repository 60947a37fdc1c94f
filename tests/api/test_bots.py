"""Bot accounts, and what the scopes of their tokens allow over HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from agreed import friends
from api.people import Someone, Town, town
from api.serving import GENEROUS, HERE, Cold
from api.test_games import Reading
from starlette.datastructures import Headers
from starlette.testclient import TestClient

from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.ops.app import application
from carrom.server.people.accounts import AccountService
from carrom.server.people.models import Account, Token, added, done
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.server.people.sessions import TOKEN, Authenticator, Scope
from carrom.storage.store import Store
from carrom.tokens import hashed

FAR = 4_000_000_000


def signed(store: Store, name: str, *scopes: Scope) -> dict[str, str]:
    """Create a bot account with a token of these scopes; return the authorization header."""
    word = f"{TOKEN}{name}-{'t' * 24}"
    account = Account(name, name, name, name, 0, "", "open", 1, 0)
    token = Token(hashed(word), name, "bot", " ".join(scopes), 1, 0, FAR)
    done(store.database, added(account), added(token))
    return {"authorization": f"Bearer {word}"}


@pytest.fixture(scope="module")
def store() -> Store:
    return Store(":memory:")


@pytest.fixture(scope="module")
def client(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    visitors = Authenticator(store.database)
    app = application(store, static=folder, limits=GENEROUS, warmth=Cold(), visitors=visitors)
    with TestClient(app, base_url=HERE) as found:
        yield found


def test_an_account_becomes_a_programs_before_anybody_has_played_in_it(client, store):
    word = signed(store, "ada", Scope.BOT, Scope.PLAY)
    for _ in range(2):
        assert client.post("/api/bot/upgrade", headers=word).json() == {"name": "ada", "bot": True}
    assert Authenticator(store.database).known(Headers(word)).person.bot
    assert client.get("/api/bots/online").json() == {"bots": []}


def test_an_account_that_has_played_stays_a_persons(client, store):
    word = signed(store, "bela", Scope.BOT, Scope.PLAY)
    body = msgspec.json.encode({"terms": friends()})
    assert client.post("/api/games", content=body, headers=word).status_code == 201
    refused = client.post("/api/bot/upgrade", headers=word)
    assert (refused.status_code, "has played games" in refused.json()["detail"]) == (409, True)


@pytest.mark.parametrize(
    ("method", "path", "scopes", "status", "words"),
    [
        ("POST", "/api/bot/upgrade", (Scope.PLAY,), 403, "scope bot"),
        ("POST", "/api/games", (Scope.STUDY,), 403, "scope play"),
        ("POST", "/api/games", (Scope.READ,), 403, "scope play"),
        ("GET", "/api/analysis?p=c1", (Scope.PLAY,), 403, "scope study"),
        ("POST", "/api/jobs/analysis?p=c1", (Scope.PLAY, Scope.SEEKS), 403, "scope study (it has play, seeks)"),
        ("POST", "/api/seeks/quick", (Scope.PLAY,), 403, "scope seeks"),
        ("POST", "/api/challenges", (Scope.SEEKS,), 403, "scope challenges"),
    ],
)
def test_a_token_does_what_its_scopes_say_and_nothing_else(client, store, method, path, scopes, status, words):
    word = signed(store, f"cleo{len(path)}", *scopes)
    refused = client.request(method, path, headers=word, content=b"{}")
    assert (refused.status_code, words in refused.json()["detail"]) == (status, True)


def test_what_a_token_needs_stands_in_the_description(client):
    paths = client.get("/api/openapi.json").json()["paths"]
    for path, scope in {
        "/api/seeks": "seeks",
        "/api/seeks/{id}/take": "seeks",
        "/api/challenges/{id}/accept": "challenges",
        "/api/jobs/review/{name}": "study",
    }.items():
        assert {"bearer": [scope]} in paths[path]["post"]["security"], path


def test_an_unknown_token_is_told_so_and_an_account_is_needed_where_it_is(client):
    unknown = client.get("/api/rules", headers={"authorization": f"Bearer {TOKEN}{'u' * 24}"})
    assert (unknown.status_code, unknown.json()["code"]) == (401, "no-token")
    guest = client.post("/api/bot/upgrade")
    assert (guest.status_code, "requires an account" in guest.json()["detail"]) == (401, True)


def test_the_token_of_an_account_opens_its_games_without_their_keys(client, store):
    word = signed(store, "dora", Scope.PLAY)
    body = msgspec.json.encode({"terms": friends()})
    game = client.post("/api/games", content=body, headers=word).json()["game"]
    answer = client.get(f"/api/games/{game}", headers=word)
    assert answer.status_code == 200
    resign = {"type": "resign", "nonce": "r" * 16, "version": answer.json()["version"], "seat": "south"}
    assert client.post(f"/api/games/{game}/commands", json=resign, headers=word).status_code == 200
    assert [json.loads(line)["game"] for line in client.get("/api/games", headers=word).text.splitlines()] == [game]


def test_a_token_that_only_reads_opens_the_record_of_a_game_of_its_account_and_of_no_other(client, store):
    body = msgspec.json.encode({"terms": friends()})
    own, found = signed(store, "elif", Scope.PLAY), {}
    game = client.post("/api/games", content=body, headers=own).json()["game"]
    signed(store, "fadi", Scope.PLAY)
    for account in ("elif", "fadi"):
        word = f"{TOKEN}{account}-{'r' * 24}"
        done(store.database, added(Token(hashed(word), account, "a diary", "read", 1, 0, FAR)))
        found[account] = client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {word}"}).status_code
    assert found == {"elif": 200, "fadi": 401}


# -- Players are identified wherever a game is shown: bots are marked, and account names are marked as such

INVITING = Terms(
    seats=(SeatPlan(seat=Seat.SOUTH, who=Who.ME, name="The host"), SeatPlan(seat=Seat.NORTH, who=Who.LINK)),
    first_break=Seat.SOUTH,
    watching=True,
)
AT_ONE_SCREEN = Terms(
    seats=(SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.HERE, name="Ravi")),
    first_break=Seat.SOUTH,
    watching=True,
)
GUEST = {"authorization": "Bearer the-key-of-a-guest-1234"}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Town]:
    with town(tmp_path) as found:
        yield found


def begins(who: Someone, terms: Terms = INVITING) -> Any:
    return who.says("/api/games", terms=msgspec.to_builtins(terms))


def shown(sitters: list[dict[str, Any]]) -> list[tuple[str, bool, bool]]:
    return [(each["name"], each["account"], each["bot"]) for each in sitters]


def at(who: Someone, game: str) -> list[tuple[str, bool, bool]]:
    return shown(who.asks(f"/api/games/{game}")["card"]["sitters"])


def test_a_program_that_comes_by_a_link_is_marked_on_cards_in_lists_and_in_streams(place: Town) -> None:
    asha, thumb = place.person("Asha"), place.person("Deep-Thumb", bot=True)
    made = begins(asha)
    game, here = made["game"], Reading(place.client, f"/api/games/{made['game']}/stream", made["key"])
    assert here.until("seats")["sitters"][1]["kind"] == "open"
    thumb.says(f"/api/games/{game}/join", invite=made["invite"], name="Somebody else")
    both = [("Asha", True, False), ("Deep-Thumb", True, True)]
    assert shown(here.until("seats")["sitters"]) == both
    assert at(asha, game) == at(thumb, game) == both
    for path in ("/api/games", "/api/users/asha/games", "/api/users/deep-thumb/games"):
        (line,) = thumb.lists(path)
        assert shown(line["sitters"]) == both
    (live,) = asha.asks("/api/games/live")["games"]
    assert (live["names"], live["accounts"], live["bots"]) == (["Asha", "Deep-Thumb"], [True, True], [False, True])
    (playing,) = asha.asks("/api/account/playing")["games"]
    assert shown(playing["sitters"]) == both
    here.close()


def test_a_guest_and_a_second_person_at_the_same_screen_are_nobodys_account(place: Town) -> None:
    asha = place.person("Asha")
    made = begins(asha)
    joining = {"invite": made["invite"], "name": "Ravi", "key": "the-key-of-a-guest-1234"}
    assert place.client.post(f"/api/games/{made['game']}/join", json=joining).status_code == 200
    assert at(asha, made["game"]) == [("Asha", True, False), ("Ravi", False, False)]
    bela = place.person("Bela")
    both = begins(bela, AT_ONE_SCREEN)["game"]
    assert at(bela, both) == [("Bela", True, False), ("Ravi", False, False)]


@pytest.mark.parametrize("what", ["renamed", "closed", "deleted"])
def test_a_name_that_has_no_page_any_more_is_told_as_none(place: Town, tmp_path: Path, what: str) -> None:
    chitra = place.person("Chitra")
    game = begins(chitra)["game"]
    people = AccountService(place.store.database)
    row = people.called("Chitra")
    assert row is not None
    if what == "renamed":
        Moderation(people).rename(OPERATOR, row, "Citra2", "asked for it")
    elif what == "closed":
        Moderation(people).close(OPERATOR, row, "a test")
    else:
        OwnAccount(people).delete(row)
    other = tmp_path / "again"
    other.mkdir()
    with town(other, Store(tmp_path / "games.db")) as later:
        answer = later.client.get(f"/api/games/{game}", headers=GUEST).json()
        expected = {
            "renamed": ("Citra2", True, False),
            "closed": ("Chitra", False, False),
            "deleted": ("Former player", False, False),
        }
        assert shown(answer["card"]["sitters"])[0] == expected[what]


def test_who_plays_in_an_account_is_known_after_a_restart(tmp_path: Path) -> None:
    where = tmp_path / "games.db"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with town(tmp_path / "one", Store(where)) as first:
        dora, robot = first.person("Dora"), first.person("Robot", bot=True)
        made = begins(dora)
        robot.says(f"/api/games/{made['game']}/join", invite=made["invite"])
        assert at(dora, made["game"])[1] == ("Robot", True, True)
    with town(tmp_path / "two", Store(where)) as second:
        again = Someone(second.client, "Dora", dora.headers)
        assert at(again, made["game"]) == [("Dora", True, False), ("Robot", True, True)]
