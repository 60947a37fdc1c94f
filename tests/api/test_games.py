"""Games over HTTP against a running server: create, join, play, follow, list, import and export."""

import functools
import io
import json
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import msgspec
import pytest
from agreed import against, friends
from api.serving import GENEROUS, listening

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import SeatPlan, Terms, Who

TESTS = Path(__file__).resolve().parents[1]
INVITED = Terms(
    seats=(
        SeatPlan(seat=Seat.SOUTH, who=Who.ME, name="Asha"),
        SeatPlan(seat=Seat.NORTH, who=Who.LINK),
    ),
    first_break=Seat.SOUTH,
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with listening(tmp_path_factory.mktemp("static")) as found:
        yield found


def bearer(word: str) -> dict[str, str]:
    return {"authorization": f"Bearer {word}"}


def begun(client: httpx.Client, terms: Terms, **words: str) -> dict[str, Any]:
    answer = client.post("/api/games", content=msgspec.json.encode({"terms": terms, **words}))
    assert answer.status_code == 201, answer.text
    return answer.json()


def state(client: httpx.Client, game: dict[str, Any]) -> protocol.Snapshot:
    answer = client.get(f"/api/games/{game['game']}", headers=bearer(game["key"]))
    found = protocol.decode_server(answer.text)
    assert isinstance(found, protocol.Snapshot)
    return found


def said(client: httpx.Client, game: dict[str, Any], message: protocol.GameCommand) -> httpx.Response:
    return client.post(
        f"/api/games/{game['game']}/commands", content=protocol.encode(message), headers=bearer(game["key"])
    )


def resigned(client: httpx.Client, game: dict[str, Any]) -> None:
    version = state(client, game).version
    message = said(client, game, protocol.Resign(nonce="r" * 16, version=version, seat=Seat.SOUTH))
    assert message.status_code == 200, message.text


class Reading:
    """An event stream read line by line, including its empty lines."""

    def __init__(self, client: httpx.Client, path: str, key: str) -> None:
        url = client.base_url
        self.line = HTTPConnection(url.host, url.port, timeout=20)
        self.line.request("GET", path, headers=bearer(key))
        self.answer = self.line.getresponse()

    def next(self) -> dict[str, Any]:
        until = monotonic() + 60
        while not (text := self.answer.readline()).strip():
            assert text, "the stream has ended"
            assert monotonic() < until, "nothing but keep-alive lines for a minute"
        return json.loads(text)

    def until(self, kind: str) -> dict[str, Any]:
        while (answer := self.next())["type"] != kind:
            pass
        return answer

    def close(self) -> None:
        self.answer.close()
        self.line.close()


def test_a_game_of_two_is_begun_joined_and_played_over_http(client):
    mine = begun(client, INVITED)
    assert mine["yours"] == ["south"]
    assert state(client, mine).state is None
    body = {"invite": mine["invite"], "name": "Bilal"}
    theirs = client.post(f"/api/games/{mine['game']}/join", json=body).json()
    assert (theirs["yours"], theirs["game"]) == (["north"], mine["game"])
    now = state(client, mine)
    assert [each.name for each in now.card.sitters] == ["Asha", "Bilal"]
    gentle = Stroke(0, 0, 300_000)
    strike = protocol.Strike(nonce="s" * 16, version=now.version, seat=Seat.SOUTH, stroke=gentle)
    not_his = said(client, theirs, strike)
    assert (not_his.status_code, not_his.json()["code"]) == (403, "not-yours")
    done = said(client, mine, strike)
    assert done.json() == {"type": "accepted", "nonce": "s" * 16, "version": done.json()["version"]}
    assert said(client, mine, strike).json() == done.json()
    assert state(client, mine).version == done.json()["version"]
    late = said(client, mine, protocol.Strike(nonce="t" * 16, version=1, seat=Seat.SOUTH, stroke=gentle))
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    film = client.get(f"/api/games/{mine['game']}/strokes/1", headers=bearer(mine["key"])).json()
    assert film["motion"]["duration"] > 0


def test_asked_again_with_the_same_nonce_and_key_the_same_game_is_told(client):
    words = {"nonce": "begin-once-0123456789", "key": "my-own-secret-key"}
    first, again = begun(client, friends(), **words), begun(client, friends(), **words)
    assert first["game"] == again["game"]
    other = client.post("/api/games", content=msgspec.json.encode({"terms": friends(), **words, "key": "another-key"}))
    assert (other.status_code, other.json()["code"]) == (409, "not-now")


def test_a_mark_tells_that_nothing_has_happened(client):
    game = begun(client, friends())
    address, word = f"/api/games/{game['game']}", bearer(game["key"])
    first = client.get(address, headers=word)
    assert first.headers["etag"].removeprefix("W/").startswith(f'"{state(client, game).version}-')
    assert client.get(address, headers={**word, "if-none-match": first.headers["etag"]}).status_code == 304
    resigned(client, game)
    assert client.get(address, headers={**word, "if-none-match": first.headers["etag"]}).status_code == 200


def test_who_polls_hears_of_what_is_offered_and_of_who_comes(client):
    mine = begun(client, INVITED)
    theirs = client.post(f"/api/games/{mine['game']}/join", json={"invite": mine["invite"], "name": "Bilal"}).json()
    address, word = f"/api/games/{mine['game']}", bearer(theirs["key"])
    strike = protocol.Strike(
        nonce="s" * 16, version=state(client, mine).version, seat=Seat.SOUTH, stroke=Stroke(0, 0, 1)
    )
    assert said(client, mine, strike).status_code == 200
    mark = {**word, "if-none-match": client.get(address, headers=word).headers["etag"]}
    assert client.get(address, headers=mark).status_code == 304
    undo = protocol.Undo(nonce="u" * 16, version=state(client, mine).version, seat=Seat.SOUTH)
    assert said(client, mine, undo).status_code == 200
    answer = client.get(address, headers=mark)
    assert (answer.status_code, [each["what"] for each in answer.json()["offers"]]) == (200, ["undo"])


def test_only_who_holds_a_word_of_a_game_sees_it_unless_it_is_open_to_all(client):
    game = begun(client, friends())
    address = f"/api/games/{game['game']}"
    assert client.get(address).status_code == 401
    assert client.get(address, headers=bearer("not-the-key")).headers["www-authenticate"] == "Bearer"
    assert client.get(address, headers=bearer(game["watch"])).status_code == 200
    looking = client.post(
        f"{address}/commands",
        content=protocol.encode(protocol.Resign(nonce="r" * 16, version=1, seat=Seat.SOUTH)),
        headers=bearer(game["watch"]),
    )
    assert (looking.status_code, looking.json()["code"]) == (403, "not-yours")
    watched = begun(client, friends(watching=True))
    assert client.get(f"/api/games/{watched['game']}").status_code == 200


@pytest.mark.parametrize("path", ["/api/review/{}", "/games/{}.json", "/api/games/{}"])
def test_what_can_be_no_name_of_a_game_is_refused(client, path):
    for name in ("%C3%A6" * 10, "game-0001%0A", "a.b.c.d.e"):
        assert client.get(path.format(name), headers=bearer("some-key-or-other")).status_code in (401, 422)


def test_a_stream_begins_with_how_the_game_stands_and_goes_on_after_what_was_seen(client):
    game = begun(client, friends())
    path = f"/api/games/{game['game']}/stream"
    reading = Reading(client, path, game["key"])
    first = reading.next()
    assert first["type"] == "snapshot"
    assert all(sitter["here"] for sitter in reading.until("seats")["sitters"])
    gentle = Stroke(0, 0, 300_000)
    strike = protocol.Strike(nonce="s" * 16, version=first["version"], seat=Seat.SOUTH, stroke=gentle)
    version = said(client, game, strike).json()["version"]
    played = reading.until("played")
    assert played["version"] <= version
    reading.close()
    again = Reading(client, f"{path}?since={first['version']}", game["key"])
    assert again.next()["type"] == "snapshot"
    assert again.next() == played
    again.close()


def test_a_stream_of_events_tells_first_what_there_is_and_then_what_changes(client):
    words = {"key": "one-key-for-all-my-games"}
    first = begun(client, against("beginner"), **words)
    reading = Reading(client, "/api/stream/events", words["key"])
    answer = reading.next()
    assert (answer["type"], answer["game"], answer["mine"]) == ("game", first["game"], True)
    assert reading.next() == {"type": "all", "games": 1}
    second = begun(client, friends(), **words)
    assert reading.until("game")["game"] == second["game"]
    resigned(client, second)
    while not (answer := reading.until("game"))["over"]:
        assert answer["game"] == second["game"]
    assert answer["game"] == second["game"]
    reading.close()


def test_nobody_has_more_streams_than_the_limit(client):
    game = begun(client, friends())
    path = f"/api/games/{game['game']}/stream"
    open_ones = [Reading(client, path, game["key"]) for _ in range(GENEROUS.streams)]
    refused = client.get(path, headers=bearer(game["key"]))
    assert (refused.status_code, refused.json()["key"]) == (429, "streams")
    for each in open_ones:
        each.close()


def test_a_program_answers_who_only_asks_now_and_then(client):
    game = begun(client, against("beginner", first=Seat.NORTH))
    deadline = time.monotonic() + 20
    while (now := state(client, game)).state is None or not now.state.strokes:
        assert time.monotonic() < deadline, "the program has not played"
        time.sleep(0.05)


def test_games_are_listed_narrowed_and_searched(client):
    words = {"key": "a-key-that-lists-its-games"}
    first = begun(client, against("beginner"), **words)
    second = begun(client, friends(ruleset="club"), **words)
    resigned(client, second)

    def listed(query: str = "", path: str = "") -> list[str]:
        answer = client.get(f"/api/games{path}?{query}", headers=bearer(words["key"]))
        assert answer.status_code == 200, answer.text
        return [json.loads(line)["game"] for line in answer.text.splitlines()]

    assert set(listed()) == {first["game"], second["game"]}
    assert listed("vs=beginner") == [first["game"]]
    assert listed("ruleset=club") == [second["game"]]
    assert listed("over=true") == [second["game"]]
    assert len(listed("max=1")) == 1
    assert listed("until=1000") == []
    assert len(listed("since=1000")) == 2
    assert listed("text=CLUB+game", "/search") == [second["game"]]
    assert client.get("/api/games").status_code == 401
    archive = zipfile.ZipFile(io.BytesIO(client.get("/api/games/export", headers=bearer(words["key"])).content))
    assert set(archive.namelist()) == {f"{game['game']}.carrom" for game in (first, second)}


def test_a_record_is_taken_along_and_brought_back(client):
    game = begun(client, friends())
    version, gentle = state(client, game).version, Stroke(0, 0, 300_000)
    said(client, game, protocol.Strike(nonce="s" * 16, version=version, seat=Seat.SOUTH, stroke=gentle))
    resigned(client, game)
    record = client.get(f"/api/games/{game['game']}.carrom", headers=bearer(game["key"])).text
    brought = client.post("/api/games/import", content=record)
    assert brought.status_code == 201, brought.text
    again = brought.json()
    assert again["game"] != game["game"]
    assert (again["strokes"], again["difference"]) == (1, None)
    shown = state(client, again)
    assert shown.state is not None
    assert shown.state.result == state(client, game).state.result
    returned = client.get(f"/api/games/{again['game']}.carrom", headers=bearer(again["key"])).text.splitlines()
    assert [line for line in returned if not line.startswith("[Imported ")] == record.splitlines()
    listed = client.get("/api/games", headers=bearer(again["key"])).text.splitlines()
    assert [json.loads(line)["ended"] is not None for line in listed] == [True]


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (b"\xff", "expected UTF-8"),
        (b"hello", "cut off"),
        ((TESTS / "playthroughs" / "simulated.carrom").read_bytes()[:-200], "line"),
    ],
)
def test_a_record_that_cannot_be_shown_is_refused(client, record, words):
    refused = client.post("/api/games/import", content=record)
    assert (refused.status_code, words in refused.json()["detail"]) == (422, True)


def imported(client) -> dict[str, str]:
    """Import the record of a game of one stroke that was resigned."""
    game = begun(client, friends())
    version, gentle = state(client, game).version, Stroke(0, 0, 300_000)
    said(client, game, protocol.Strike(nonce="s" * 16, version=version, seat=Seat.SOUTH, stroke=gentle))
    resigned(client, game)
    record = client.get(f"/api/games/{game['game']}.carrom", headers=bearer(game["key"])).text
    return client.post("/api/games/import", content=record).json()


NOT_CONTINUED = "This game was imported from a record: it can be replayed and reviewed, not continued."


@pytest.mark.parametrize(
    "command",
    [
        protocol.Undo,
        protocol.Rematch,
        protocol.Next,
        protocol.Pause,
        protocol.Resign,
        protocol.Abort,
        functools.partial(protocol.Strike, stroke=Stroke(0, 0, 300_000)),
        functools.partial(protocol.Decline, what=protocol.OfferKind.UNDO),
    ],
)
def test_no_command_continues_an_imported_game(client, command):
    game = imported(client)
    before = state(client, game)
    refused = client.post(
        f"/api/games/{game['game']}/commands",
        content=protocol.encode(command(nonce="u" * 16, version=before.version, seat=Seat.SOUTH)),
        headers=bearer(game["key"]),
    )
    assert (refused.status_code, refused.json()["detail"]) == (409, NOT_CONTINUED)
    assert state(client, game) == before
    assert not before.state.can_undo
    assert not before.card.offline


@pytest.mark.parametrize("path", ["copy", "offline", "abort", "rematch"])
def test_no_other_request_continues_an_imported_game(client, path):
    game = imported(client)
    where, headers = f"/api/games/{game['game']}/{path}", bearer(game["key"])
    if path == "copy":
        refused = client.get(where, headers=headers)
    else:
        act = {"command": {"type": "undo", "nonce": "u" * 16, "version": 1, "seat": "south"}, "at": 1}
        body = {"base": 1, "acts": [act], "digest": "0" * 8} if path == "offline" else None
        refused = client.post(where, json=body, headers=headers)
    assert (refused.status_code, refused.json()["detail"]) == (409, NOT_CONTINUED), refused.text


def test_every_record_made_from_an_imported_game_says_so(client):
    game = imported(client)
    record = client.get(f"/api/games/{game['game']}.carrom", headers=bearer(game["key"])).text
    today = datetime.now(UTC).date().isoformat()
    assert f'[Imported "{today}"]' in record.splitlines()
    again = client.post("/api/games/import", content=record).json()
    assert (again["strokes"], again["difference"]) == (1, None)
    archive = client.get("/api/games/export", headers=bearer(again["key"])).content
    with zipfile.ZipFile(io.BytesIO(archive)) as games:
        assert f'[Imported "{today}"]' in games.read(f"{again['game']}.carrom").decode()
