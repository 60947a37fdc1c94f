"""Link previews: which details of a page other sites see, and which they must not."""

import html
import re
import struct
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from agreed import friends
from api.serving import GENEROUS, HERE, Cold, serving
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.notation import read_position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.draw.pixels import preview_png
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.http.positions import game_preview
from carrom.server.ops.app import application
from carrom.storage.store import Store
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.training.puzzles import puzzle_of
from carrom.values import changed

DISCS = (f"W{n}.{(n - 5) * 60000}.200000_B{n}.{(n - 5) * 60000}.100000" for n in range(1, 10))
FULL = "_".join(["c1_S.0.-252600_Q.0.0", *DISCS])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("static"), GENEROUS) as found:
        yield found


def begun(client: TestClient, names: tuple[str, str] = ("Asha", "Ben"), **more: Any) -> dict[str, Any]:
    seats = (
        SeatPlan(seat=Seat.SOUTH, who=Who.ME, name=names[0]),
        SeatPlan(seat=Seat.NORTH, who=Who.HERE, name=names[1]),
    )
    terms = Terms(seats=seats, first_break=Seat.SOUTH, **more)
    answer = client.post("/api/games", content=msgspec.json.encode({"terms": terms}))
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def played(client: TestClient, game: dict[str, Any], seat: Seat, stroke: Stroke) -> None:
    bearer = {"authorization": f"Bearer {game['key']}"}
    version = client.get(f"/api/games/{game['game']}", headers=bearer).json()["version"]
    strike = protocol.Strike(nonce=f"stroke-at-{version:06}", version=version, seat=seat, stroke=stroke)
    answer = client.post(f"/api/games/{game['game']}/commands", content=protocol.encode(strike), headers=bearer)
    assert answer.status_code == 200, answer.text


def tags(client: TestClient, path: str, **headers: str) -> dict[str, str]:
    page = client.get(path, headers=headers)
    found = re.findall(r'<meta (?:property|name)="([a-z:]+)" content="([^"]*)" />', page.text)
    return {name: html.unescape(content) for name, content in found}


@pytest.mark.parametrize("page", ["game", "analysis"])
def test_a_private_game_looks_like_a_game_that_does_not_exist(client, page):
    game = begun(client)
    played(client, game, Seat.SOUTH, Stroke(0, 0, 300_000))
    nowhere = tags(client, f"/{page}/no-such-game-at-all")
    assert nowhere["og:title"] == "Carrom"
    for query in ("", "?stroke=1", f"?watch={game['watch']}", f"?key={game['key']}"):
        shown = client.get(f"/{page}/{game['game']}{query}").text
        assert "Asha" not in shown
        assert "S." not in shown
        assert tags(client, f"/{page}/{game['game']}{query}") == nowhere


def test_a_private_game_stays_private_when_its_players_bring_their_keys(client):
    game = begun(client)
    for word in (game["key"], game["watch"]):
        assert tags(client, f"/game/{game['game']}", authorization=f"Bearer {word}")["og:title"] == "Carrom"


def test_a_game_that_is_not_in_memory_is_as_private_or_open_as_before(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>Carrom</title>")

    def server() -> TestClient:
        store = Store(tmp_path / "games.db")
        return TestClient(application(store, static=tmp_path, limits=GENEROUS, warmth=Cold()), base_url=HERE)

    with server() as first:
        private, public = begun(first), begun(first, watching=True)
        played(first, public, Seat.SOUTH, Stroke(0, 0, 300_000))
    with server() as second:
        assert tags(second, f"/game/{private['game']}")["og:title"] == "Carrom"
        assert tags(second, f"/game/{public['game']}?stroke=1")["og:title"] == "Asha – Ben"


def test_a_game_that_anybody_may_watch_is_shown_by_its_players_and_score(client):
    game = begun(client, watching=True)
    played(client, game, Seat.SOUTH, Stroke(0, 0, 300_000))
    shown = tags(client, f"/game/{game['game']}")
    assert shown["og:title"] == "Asha – Ben"
    assert shown["og:description"] == "Board 1, score 0–0. The official Laws."
    at = tags(client, f"/game/{game['game']}?stroke=1")
    assert at["og:description"].startswith("Stroke 1, board 1, score 0–0")
    assert "S.0.-" in at["og:image"]
    assert client.get(at["og:image"]).headers["content-type"] == "image/png"
    beyond = tags(client, f"/game/{game['game']}?stroke=99")
    assert beyond == shown


def test_a_rated_game_in_play_is_shown_before_its_last_stroke():
    room, _ = Room.begin("game-0001", friends(), Random(1), 0)

    def strike(number: int) -> None:
        seat = room.to_act
        assert seat is not None
        command = protocol.Strike(
            nonce=f"stroke-number-{number:02}", version=room.version, seat=seat, stroke=Stroke(0, 0, 300_000)
        )
        change = room.propose(command, frozenset((Seat.SOUTH, Seat.NORTH)), 0)
        assert isinstance(change, PendingChange)
        room.apply(change)

    for number in range(2):
        strike(number)
    assert game_preview(room, None).description.startswith("Board 1")
    room.agree(changed(room.setting, pool="singles"))
    assert game_preview(room, None) == game_preview(room, 2)
    assert game_preview(room, None).description.startswith("Stroke 2")


@pytest.mark.parametrize("stroke", ["", "0", "-1", "1e9", "99999999999999999999", "1;drop", "%00"])
def test_an_odd_number_of_a_stroke_shows_the_game_as_it_stands(client, stroke):
    game = begun(client, watching=True)
    assert tags(client, f"/game/{game['game']}?stroke={stroke}") == tags(client, f"/game/{game['game']}")


def test_a_name_cannot_break_out_of_its_tag(client):
    game = begun(client, watching=True, names=('"><script>alert(1)</script>', "Ben"))
    page = client.get(f"/game/{game['game']}").text
    assert "<script>alert" not in page
    assert tags(client, f"/game/{game['game']}")["og:title"].startswith('"><script>')


def test_a_puzzle_is_shown_without_its_solution(client):
    shown, puzzle = tags(client, "/puzzles/1"), puzzle_of(1)
    assert shown["og:title"] == "Carrom puzzle 1"
    assert shown["og:description"] == f"You play white from the bottom. Find the best stroke. Rating {puzzle.rating}."
    assert puzzle.position in shown["og:image"]
    assert puzzle.best not in str(shown)
    assert puzzle.name not in str(shown)
    assert tags(client, "/puzzles/99999")["og:title"] == "Carrom"


def test_a_position_is_shown_by_its_link(client):
    shown = tags(client, "/analysis?p=c1_W1.0.0_Q.100000.0")
    assert shown["og:description"] == "2 pieces on the board. Open it to analyse the strokes."
    for bad in ("c1_W1.0.0_W2.0.0", "c9", "x" * 5000, ""):
        assert tags(client, f"/analysis?p={bad}")["og:title"] == "Carrom"


def test_the_addresses_are_those_of_the_server_that_was_asked(client):
    assert tags(client, "/")["og:image"] == "http://127.0.0.1:8137/api/position.png"
    assert tags(client, "/")["twitter:card"] == "summary_large_image"


def test_a_page_with_a_preview_is_answered_once_only(client):
    first = client.get("/puzzles/1")
    assert client.get("/puzzles/1", headers={"if-none-match": first.headers["etag"]}).status_code == 304
    assert client.get("/puzzles/2").headers["etag"] != first.headers["etag"]


def test_the_picture_is_a_small_png_with_an_etag(client):
    answer = client.get(f"/api/position.png?p={FULL}")
    assert answer.headers["content-type"] == "image/png"
    assert len(answer.content) <= 60_000
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    etag = {"if-none-match": answer.headers["etag"]}
    assert client.get(f"/api/position.png?p={FULL}", headers=etag).status_code == 304
    for bad in ("c1_W1.0.0_W2.0.0", "c9", "x" * 5000):
        assert client.get(f"/api/position.png?p={bad}").status_code == 422


def test_the_picture_has_the_size_and_the_colours_of_the_board():
    png = preview_png(read_position("c1_W1.0.0"))
    width, height, depth, kind = struct.unpack(">2I2B", png[16:26])
    assert (width, height, depth, kind) == (1200, 630, 8, 3)
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        body = png[at + 4 : at + 8 + length]
        assert zlib.crc32(body) == struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0]
        chunks[body[:4]] = body[4:]
        at += 12 + length
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == 630 * 1201

    def colour(x: int, y: int) -> tuple[int, ...]:
        index = rows[y * 1201 + 1 + x]
        return tuple(chunks[b"PLTE"][3 * index : 3 * index + 3])

    assert min(colour(600, 310)) > 200, "a white piece lies in the middle"
    assert max(colour(10, 10)) < 50, "the ground is dark"
    surface = colour(600, 240)
    assert surface[0] > surface[2] > 120, "wood around it"
