"""The rule books over HTTP: existing and missing pages, and caching."""

import gzip
import json
import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from strategies_game import header

from carrom.engine.levels import LEVELS
from carrom.game.events import Contest
from carrom.protocol import ClockPlan, Length, LevelInfo, Terms
from carrom.rules.custom import custom
from carrom.rules.ruleset import NAMES, named
from carrom.server.common import ServerLimits
from carrom.server.http.router import ApiRouter
from carrom.server.http.rule_books import book_operations
from carrom.tables.terms import GameSettings
from carrom.tables.views import card_of, info_of, level_view
from carrom.values import changed


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    routes = ApiRouter(ServerLimits(), time.monotonic).routes(book_operations())
    with TestClient(Starlette(routes=routes)) as client:
        yield client


def test_the_shelf_names_every_book(client):
    assert [each["name"] for each in client.get("/api/rules").json()] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_book_and_its_cases_are_small_on_the_wire(client, name):
    assert len(gzip.compress(client.get(f"/api/rules/{name}").content)) < 18_500
    assert len(gzip.compress(client.get(f"/api/rules/{name}/cases").content)) < 18_500


def test_what_a_browser_has_is_not_sent_again(client):
    first = client.get("/api/rules/icf")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/api/rules/icf", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/rules/club", headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_two_books_are_compared(client):
    found = client.get("/api/rules/icf/compare/points").json()
    assert (found["one"], found["other"]) == ("icf", "points")
    assert found["topics"]


def test_a_drawing_comes_as_a_picture(client):
    answer = client.get("/api/rules/pictures/grips.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize(
    "path",
    ["/api/rules/chess", "/api/rules/chess/cases", "/api/rules/icf/compare/chess", "/api/rules/pictures/moon.svg"],
)
def test_what_is_not_there_is_refused_in_one_sentence(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    detail = json.loads(answer.text)["detail"]
    assert "expected one of " in detail or "there are " in detail


def test_no_file_of_this_machine_is_read_as_a_book(client, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text('extends = "icf"\nname = "mine"\n')
    monkeypatch.chdir(tmp_path)
    assert client.get("/api/rules/mine.toml").status_code == 404


def test_a_book_comes_in_the_language_that_is_asked_for_and_in_english_where_there_is_none(client):
    english = client.get("/api/rules/icf").json()
    assert client.get("/api/rules/icf?language=hi").json()["title"] != english["title"]
    assert client.get("/api/rules/icf?language=hi").headers["etag"] != client.get("/api/rules/icf").headers["etag"]
    assert client.get("/api/rules/icf?language=tlh").json() == english
    assert client.get("/api/rules?language=ur").json()[0]["title"] != client.get("/api/rules").json()[0]["title"]
    assert client.get("/api/rules/pictures/grips.svg?language=si").status_code == 200


# -- Rule sets and levels in the greeting, and a new game's card

SHORT = (Length.BOARD, Length.GAME)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_offered_where_a_game_is_one_of_several(name: str) -> None:
    longer = name in ("icf", "club")
    assert info_of(named(name)).lengths == ((*SHORT, Length.MATCH) if longer else SHORT)


@pytest.mark.parametrize(("games", "lengths"), [(1, SHORT), (3, (*SHORT, Length.MATCH))])
def test_a_match_of_one_game_is_a_game(games: int, lengths: tuple[Length, ...]) -> None:
    rules = custom({"extends": "icf", "games_of_match": games}, "house")
    assert info_of(rules).lengths == lengths


@pytest.mark.parametrize(("law", "clock"), [(1, 3), (2, 3), (3, 3), (4, 4), (15, 15), (1000, 1000)])
def test_a_time_of_the_law_is_offered_unless_a_clock_cannot_be_set_so_short(law: int, clock: int) -> None:
    rules = custom({"extends": "icf", "stroke_seconds": law, "place_seconds": law}, "house")
    assert info_of(rules).clock == ClockPlan(stroke=clock, place=clock)


def test_a_level_is_told_in_degrees_and_in_tenths_of_a_per_cent() -> None:
    hand = changed(LEVELS[0].hand, direction=1.25, speed=0.1234)
    assert level_view(changed(LEVELS[0], name="house", hand=hand)) == LevelInfo(name="house", aim=1.25, power=12.3)


@pytest.mark.parametrize(
    ("contest", "games", "needed"), [("match", 3, 2), ("match", 5, 3), ("game", 3, 1), ("board", 3, 1)]
)
def test_a_card_says_how_many_games_win(contest: Contest, games: int, needed: int) -> None:
    rules = custom({"extends": "icf", "games_of_match": games}, "house")
    card = card_of(header(contest=contest), rules, "name", GameSettings(sitters=(), terms=Terms(seats=())))
    assert (card.games_to_win, card.length) == (needed, Length(contest))
