"""The reference client and the bot in examples/ against a listening server."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api.serving import listening

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import bot
from carrom_client import Client, Lobby, Refused

ENDING = "c1_Q.300000.300000_W1.0.0_B1.-300000.-300000"
"""Two pieces and the queen: a board that ends after a few strokes."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with listening(tmp_path_factory.mktemp("static")) as found:
        yield found


@pytest.fixture
def client(server: httpx.Client) -> Client:
    return Client(str(server.base_url))


def test_the_bot_plays_a_board_against_a_level_to_its_end(server, capsys):
    bot.main(str(server.base_url), "beginner", ENDING)
    assert capsys.readouterr().out.endswith("has won\n")


def test_the_client_plays_a_friend_and_hears_him(client):
    seats = [{"seat": "south", "who": "me", "name": "Asha"}, {"seat": "north", "who": "link"}]
    mine = client.begin({"seats": seats, "first_break": "south"})
    theirs = client.join(mine.name, mine.invite or "", "Bilal")
    assert (mine.yours, theirs.yours) == (["south"], ["north"])
    hearing = theirs.stream()
    version = next(answer for answer in hearing if answer["type"] == "snapshot")["version"]
    done = mine.act(version, "strike", "south", stroke={"x": 0, "vx": 0, "vy": 300_000})
    assert next(answer for answer in hearing if answer["type"] == "played")["version"] <= done
    assert mine.record().startswith('[Carrom "2"]')
    assert {each["game"] for each in Client(client.address, mine.key).call("GET", "/api/games")} == {mine.name}
    hearing.close()


def test_the_client_says_why_it_was_refused(client):
    game = client.begin_against("beginner")
    with pytest.raises(Refused, match="version 999") as refused:
        game.act(999, "strike", "south", stroke={"x": 0, "vx": 0, "vy": 300_000})
    assert (refused.value.status, refused.value.code) == (409, "stale")
    with pytest.raises(Refused, match="There is no rule book"):
        client.call("GET", "/api/rules/chess")


def test_the_client_asks_the_law_and_the_simulator(client):
    case = (Path(__file__).resolve().parents[1] / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert client.judge(json.loads(case))["clauses"]
    assert client.simulate("c1_W1.0.0", "x0.vx0.vy2000000")["touched"] == ["W1"]


def test_two_guests_of_the_client_find_each_other_and_play_again(server):
    asha, bala = Client(str(server.base_url)), Client(str(server.base_url))
    waits = asha.quick("Asha", ruleset="club")
    game, other = bala.quick("Bala", ruleset="club"), asha.seek("Asha", ruleset="club")
    assert isinstance(waits, dict)
    assert [each["game"] for each in asha.playing()] == [game.name]
    asha.withdraw(other["id"])
    mine = asha.game(game.name, "south")
    mine.abort()
    with pytest.raises(Refused, match="over"):
        mine.act(mine.state()["version"], "strike", "south", stroke={"x": 0, "vx": 0, "vy": 300_000})
    assert game.rematch() is None
    again = mine.rematch()
    assert again.name == game.rematch().name != game.name
    again.abort()


def test_an_invitation_of_the_client_is_accepted_by_its_word_and_a_challenge_is_declined(server):
    asha, bala = Client(str(server.base_url)), Client(str(server.base_url))
    invitation = asha.challenge(name="Asha", length="board")
    with pytest.raises(Refused, match="the right word"):
        bala.accept(invitation["id"], "not-the-word-of-it", "Bala")
    game = bala.accept(invitation["id"], invitation["word"], "Bala")
    assert game.yours == ["north"]
    second = asha.challenge(name="Asha")
    asha.decline(second["id"])
    with pytest.raises(Refused, match="was withdrawn"):
        bala.accept(second["id"], second["word"], "Bala")
    game.abort()


def test_the_client_goes_on_after_a_break_and_asks_for_a_snapshot_where_a_change_is_missing(server, monkeypatch):
    monkeypatch.setattr("carrom_client.PAUSE", 0)
    asha, bala, view = Client(str(server.base_url)), Client(str(server.base_url)), Lobby()
    asked: list[object] = []
    lines = asha.lines

    def breaking(path: str, since: str | None = None) -> Iterator[dict]:
        asked.append(since)
        first = next(coming := lines(path, since=since))
        coming.close()
        yield first
        if len(asked) == 2:
            yield {**first, "type": "changes", "after": "another", "version": "one"}
        raise OSError("the stream broke")

    monkeypatch.setattr(asha, "lines", breaking)
    hearing = asha.lobby(view)
    assert next(hearing)["type"] == "lobby"
    version = view.version
    seek = bala.seek("Bala")
    answer = next(hearing)
    assert (answer["type"], answer["after"], list(view.seeks)) == ("changes", version, [seek["id"]])
    assert next(hearing)["type"] == "lobby"
    assert asked == [None, version, None]
    bala.withdraw(seek["id"])


def test_the_client_hears_the_lobby_and_what_is_shown(server):
    asha = Client(str(server.base_url))
    seek = asha.seek("Asha", ruleset="club")
    view = Lobby()
    hearing = asha.lobby(view)
    assert next(hearing)["type"] == "lobby"
    assert view.seeks[seek["id"]]["terms"]["ruleset"] == "club"
    asha.withdraw(seek["id"])
    while seek["id"] in view.seeks:
        next(hearing)
    hearing.close()
    shown = asha.tv()
    assert next(shown)["type"] == "tv"
    shown.close()
    assert asha.live(ruleset="three-wizards") == []
    with pytest.raises(Refused, match="There is no player named"):
        asha.games_of("Nobody")
    with pytest.raises(Refused, match="requires an account"):
        asha.account()


def test_a_games_stream_that_breaks_yields_the_events_that_it_missed(client, monkeypatch):
    monkeypatch.setattr("carrom_client.PAUSE", 0)
    game = client.game("a-game", "south")
    asked: list[object] = []
    streams = [
        [{"type": "snapshot", "version": 1}],
        [{"type": "snapshot", "version": 3}, {"type": "acted", "version": 2}, {"type": "acted", "version": 3}],
    ]

    def breaking(path: str, since: int | None = None) -> Iterator[dict]:
        asked.append(since)
        yield from streams[len(asked) - 1]
        raise OSError("the stream broke")

    monkeypatch.setattr(game._client, "lines", breaking)
    hearing = game.stream()
    assert [next(hearing)["version"] for _ in range(4)] == [1, 3, 2, 3]
    assert asked == [None, 1]
