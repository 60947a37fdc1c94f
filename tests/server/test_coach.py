"""The coach in a game: available on one screen, refused if the players sit at different screens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import SeatPlan, Terms, Who
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.store import Store
from carrom.tables.terms import GameSettings
from carrom.tables.views import is_at_one_screen

HEADERS = {"host": "127.0.0.1:8137"}
KEY = "k" * 32
INVITE, WATCH = "i" * 32, "w" * 32
GENTLE = Stroke(0, 0, 700_000)
START = "c1_W1.300000.300000_W2.-100000.150000_B1.-100000.50000_B2.-200000.-50000_Q.0.0"


class Cold(KernelWarmup):
    """A kernel warm-up that never runs."""

    def begin(self, told: Any) -> None:
        """Do nothing."""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    (tmp_path / "index.html").write_text("<!doctype html><title>Carrom</title>")
    app = application(Store(":memory:"), static=tmp_path, warmth=Cold())
    with TestClient(app, headers=HEADERS) as found:
        yield found


def terms(*who: Who, **more: Any) -> Terms:
    seats = zip((Seat.SOUTH, Seat.NORTH), who, strict=True)
    plans = tuple(SeatPlan(seat=seat, who=one, level="casual" if one is Who.PROGRAM else None) for seat, one in seats)
    return Terms(seats=plans, length=protocol.Length.BOARD, first_break=Seat.SOUTH, position=START, **more)


class Played:
    """A game in which South has struck once."""

    def __init__(self, client: TestClient, *who: Who) -> None:
        self.client = client
        with client.websocket_connect("/ws", headers=HEADERS) as socket:
            self.socket = socket
            self.hear(protocol.Welcome)
            begin = protocol.NewGame(nonce="n" * 16, key=KEY, invite=INVITE, watch=WATCH, terms=terms(*who))
            self.say(begin)
            self.name = self.hear(protocol.Joined).game
            shot = self.hear(protocol.Snapshot)
            if Who.LINK in who:
                self.join()
                shot = self.hear(protocol.Snapshot)
            self.card = shot.card
            self.say(
                protocol.Strike(nonce="s" * 16, version=shot.version, seat=Seat.SOUTH, stroke=GENTLE, meant=GENTLE)
            )
            self.hear(protocol.Played)

    def join(self) -> None:
        """Join as a friend from another browser, with a separate key."""
        with self.client.websocket_connect("/ws", headers=HEADERS) as other:
            other.send_text(protocol.encode(protocol.Join(nonce="j" * 16, game=self.name, invite=INVITE, key="o" * 32)))
            while not isinstance(protocol.decode_server(other.receive_text()), protocol.Snapshot):
                pass

    def say(self, message: protocol.ClientMessage) -> None:
        self.socket.send_text(protocol.encode(message))

    def hear(self, kind: type[Any]) -> Any:
        while True:
            message = protocol.decode_server(self.socket.receive_text())
            assert not isinstance(message, protocol.Refused), message
            if isinstance(message, kind):
                return message

    def asked(self, word: str | None, query: str = "stroke=1") -> Any:
        headers = {} if word is None else {"authorization": f"Bearer {word}"}
        return self.client.get(f"/api/coach/{self.name}?{query}", headers=headers)


@pytest.mark.slow
def test_a_coach_tells_of_a_stroke_while_a_game_against_a_program_goes_on(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.PROGRAM)
    assert game.card.coach
    told = [protocol.decode_streamed(line) for line in game.asked(KEY, "stroke=1&hand=club").text.splitlines()]
    assert all(isinstance(each, protocol.StrokeReviewed) for each in told)
    last = told[-1]
    assert (last.number, last.seat, last.played) == (1, Seat.SOUTH, GENTLE)
    assert last.is_known
    assert last.moment is not None
    assert last.stakes is None  # one board alone has no effect on a match


@pytest.mark.slow
def test_who_sits_at_one_screen_may_have_a_coach_and_others_at_it_may_not(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.HERE)
    assert game.card.coach
    assert game.asked(None).status_code == 401
    assert game.asked("x" * 32).status_code == 401
    watching = game.asked(WATCH)
    assert (watching.status_code, "only to the players" in watching.text) in ((401, False), (409, True))
    for query, words in (("stroke=9", "There is no stroke 9: 1 have been played."), ("stroke=0", "no stroke 0")):
        assert words in game.asked(KEY, query).text
    assert game.asked(KEY, "hand=-2&stroke=1").status_code == 422


def test_nobody_is_coached_while_people_who_sit_apart_play_each_other(client: TestClient) -> None:
    game = Played(client, Who.ME, Who.LINK)
    assert not game.card.coach
    for key in (KEY, "o" * 32):
        refused = game.asked(key)
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith(
            "Coaching is available only to the players, in games against the computer"
        )


def test_only_terms_that_name_no_guest_and_no_tie_let_a_coach_speak() -> None:
    def told(*who: Who, **more: Any) -> bool:
        return is_at_one_screen(GameSettings(sitters=GameSettings.of(terms(*who)).sitters, terms=terms(*who), **more))

    assert told(Who.ME, Who.PROGRAM)
    assert told(Who.ME, Who.HERE)
    assert not told(Who.ME, Who.LINK)
    assert not told(Who.PROGRAM, Who.PROGRAM)
    tie = protocol.RubberOf(tie="tie-00001", rubber=1, teams=("A", "B"))
    assert not told(Who.ME, Who.HERE, tie=tie)
