"""The lobby's change log: snapshots, changes, versions, and what a reconnecting client receives."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from server.seeks.people import NOW, guest, seek, terms
from server.serving import page
from starlette.testclient import TestClient

from carrom.board.seat import Seat
from carrom.protocol.common import ClockPlan, Length
from carrom.protocol.http_lobby import (
    LobbyAnswer,
    LobbyChanged,
    LobbySnapshot,
    OpenSeek,
    PlayerRating,
    SeekPlayer,
    WatchableGame,
)
from carrom.server.common import RateLimit, ServerLimits
from carrom.server.lobby import feed
from carrom.server.lobby.feed import PAGE, ChangeLog, is_version
from carrom.server.lobby.terms import seek_view
from carrom.server.ops.app import application
from carrom.storage.store import Store
from carrom.values import changed

PROCESS, OTHER = "0123456789abcdef", "fedcba9876543210"
LONG_NAME = "\N{BLACK CHESS QUEEN}" * 10 + "𝔸" * 30
SEATS = (Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST)


def a_seek(name: str) -> OpenSeek:
    return seek_view(seek(guest(name), id=f"seek-of-{name}"))


def a_game(name: str, board: int = 1) -> WatchableGame:
    return WatchableGame(
        game=f"the-game-{name}",
        ruleset="icf",
        length=Length.GAME,
        names=("Asha", "Bala"),
        sides=((0,), (1,)),
        score=(0, 0),
        games=(),
        board=board,
        rated=False,
        begun=NOW,
    )


class Client:
    """A client's state, built from the lines it reads, as docs/how-to/api.md describes."""

    def __init__(self) -> None:
        self.version: str | None = None
        self.seeks: dict[str, OpenSeek] = {}
        self.playing: dict[str, WatchableGame] = {}

    def read(self, *lines: bytes) -> "Client":
        for line in b"".join(lines).splitlines():
            answer = msgspec.json.decode(line, type=LobbyAnswer)
            if isinstance(answer, LobbySnapshot):
                self.seeks = {each.id: each for each in answer.seeks}
                self.playing = {each.game: each for each in answer.playing}
            else:
                assert isinstance(answer, LobbyChanged)
                assert answer.after == self.version, "a change is missing"
                self._apply(answer)
            self.version = answer.version
        return self

    def _apply(self, answer: LobbyChanged) -> None:
        self.seeks |= {each.id: each for each in answer.seeks.added}
        for each in answer.seeks.changed:
            self.seeks[each.id] = changed(self.seeks[each.id], sitters=each.sitters, open=each.open)
        for id in answer.seeks.removed:
            del self.seeks[id]
        self.playing |= {each.game: each for each in answer.playing.added}
        for each in answer.playing.changed:
            before = self.playing[each.game]
            self.playing[each.game] = changed(before, score=each.score, games=each.games, board=each.board)
        for game in answer.playing.removed:
            del self.playing[game]


def decoded(line: bytes) -> LobbyChanged:
    return msgspec.json.decode(line, type=LobbyChanged)


def since(log: ChangeLog, number: int) -> bytes:
    line = log.since(number)
    assert line is not None
    return line


def test_a_seek_that_is_added_changed_or_removed_is_one_change_each() -> None:
    log = ChangeLog(PROCESS)
    asha, bala = a_seek("Asha"), a_seek("Bala")
    moved = changed(bala, open=())
    assert log.update([asha], [])
    assert decoded(since(log, 0)).seeks.added == (asha,)
    assert log.update([asha, bala], [])
    assert log.update([asha, moved], [])
    (change,) = decoded(since(log, 2)).seeks.changed
    assert (change.id, change.open) == ("seek-of-Bala", ())
    assert log.update([moved], [])
    answer = decoded(since(log, 3))
    assert (answer.seeks.removed, answer.after, answer.version) == (("seek-of-Asha",), f"{PROCESS}-3", f"{PROCESS}-4")


def test_a_state_that_is_the_same_is_no_change() -> None:
    log = ChangeLog(PROCESS)
    assert log.update([a_seek("Asha")], [a_game("one")])
    assert not log.update([a_seek("Asha")], [a_game("one")])
    assert (log.number, since(log, 1)) == (1, b"")


def test_the_score_of_a_game_is_sent_without_the_rest_of_it() -> None:
    log = ChangeLog(PROCESS)
    log.update([], [a_game("one")])
    log.update([], [changed(a_game("one"), board=2, score=(8, 0))])
    line = since(log, 1)
    assert [(each.game, each.board, each.score) for each in decoded(line).playing.changed] == [
        ("the-game-one", 2, (8, 0))
    ]
    assert b"Asha" not in line
    log.update([], [changed(a_game("one"), names=("Former player", "Bala"))])
    assert [each.names for each in decoded(since(log, 2)).playing.added] == [("Former player", "Bala")]


def test_a_client_that_follows_or_comes_back_has_the_same_as_a_new_one() -> None:
    log, following, away = ChangeLog(PROCESS), Client(), Client()
    seen = 0
    for step in range(40):
        seeks = [a_seek(str(number)) for number in range(step % 7, step % 11)]
        games = [a_game(str(number), board=1 + step % 3) for number in range(step % 5)]
        if step == 0:
            following.read(*log.snapshot())
            away.read(*log.snapshot())
        log.update(seeks, games)
        following.read(since(log, seen))
        seen = log.number
        if step % 9 == 0:
            number = log.number_of(away.version)
            assert number is not None
            away.read(since(log, number))
            new = Client().read(*log.snapshot())
            for client in (following, away):
                assert (client.version, client.seeks, client.playing) == (log.version, new.seeks, new.playing)


@pytest.mark.parametrize("count", [0, 1, PAGE, PAGE + 1, 3 * PAGE + 7])
def test_a_snapshot_of_many_seeks_comes_in_pages_and_only_the_last_has_the_version(count: int) -> None:
    log = ChangeLog(PROCESS)
    log.update([a_seek(str(number)) for number in range(count)], [])
    pages = log.snapshot()
    assert len(pages) == max(1, -(-count // PAGE))
    versions = [msgspec.json.decode(page)["version"] for page in pages]
    assert versions == [None] * (len(pages) - 1) + [log.version]
    assert len(Client().read(*pages).seeks) == count
    assert len(msgspec.json.decode(log.whole())["seeks"]) == count


def test_a_client_behind_what_is_retained_gets_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "RETAINED_CHANGES", 3)
    log = ChangeLog(PROCESS)
    for number in range(5):
        log.update([a_seek(str(number))], [])
    assert [log.since(number) is None for number in range(6)] == [True, True, False, False, False, False]
    monkeypatch.setattr(feed, "RETAINED_BYTES", 500)
    log.update([a_seek("last")], [])
    assert (log.since(4) is None, log.since(5) is None) == (True, False)


def test_names_that_are_no_longer_used_are_not_sent_again_to_a_client_that_comes_back() -> None:
    log = ChangeLog(PROCESS)
    log.update([a_seek("Former")], [])
    log.update([], [])
    assert b"Former" in since(log, 0)
    log.forget()
    assert log.since(0) is None
    assert since(log, log.number) == b""
    assert b"Former" not in b"".join(log.snapshot())


@pytest.mark.parametrize(
    ("version", "number"),
    [
        (f"{PROCESS}-1", 1),
        (f"{PROCESS}-0", 0),
        (f"{PROCESS}-2", None),
        (f"{PROCESS}-999999999999999", None),
        (f"{OTHER}-1", None),
        (None, None),
        ("nonsense", None),
    ],
)
def test_a_version_of_another_process_or_of_the_future_resumes_nothing(version: str | None, number: int | None) -> None:
    log = ChangeLog(PROCESS)
    log.update([a_seek("Asha")], [])
    assert log.number_of(version) == number


@pytest.mark.parametrize(
    "text", ["", "7", PROCESS, f"{PROCESS}-", f"{PROCESS}-x", f"{PROCESS}-٣", f" {PROCESS}-1", f"{PROCESS}-1\n"]
)
def test_what_is_no_version_is_known_by_its_form(text: str) -> None:
    assert not is_version(text)
    assert is_version(f"{PROCESS}-12")


def test_one_change_is_at_most_a_kilobyte_even_with_the_longest_names() -> None:
    sitters = tuple(
        SeekPlayer(
            name=LONG_NAME,
            seat=seat,
            account=True,
            bot=True,
            rating=PlayerRating(rating=2450, deviation=110, games=12345),
        )
        for seat in SEATS
    )
    sought = terms(
        "eight-rounds", length=Length.MATCH, players=4, low=1000, high=2000, clock=ClockPlan(stroke=600, place=600)
    )
    alone = changed(seek_view(seek(guest("x"), sought, id="s" * 16)), sitters=sitters[:1])
    sizes: list[int] = []
    log = ChangeLog(PROCESS)

    def measure(*seeks: OpenSeek) -> None:
        number = log.number
        log.update(seeks, [])
        sizes.append(len(since(log, number)))

    measure(alone)
    measure(changed(alone, sitters=sitters[:2], open=SEATS[2:]))
    measure(changed(alone, sitters=sitters[:3], open=SEATS[3:]))
    measure()
    measure(changed(alone, sitters=sitters[:2], open=SEATS[2:]))  # two players seeking the other two
    assert max(sizes) <= 1024, sizes


def test_everybody_is_sent_the_same_bytes() -> None:
    log = ChangeLog(PROCESS)
    log.update([a_seek("Asha")], [])
    same: tuple[Callable[[], object], ...] = (lambda: log.snapshot()[0], log.whole, lambda: log.since(0))
    for each in same:
        assert each() is each(), "serialised once"


# -- The lobby over HTTP, as API clients use it

KEYS = ("a" * 32, "b" * 32)


@pytest.fixture
def client(tmp_path: Path):
    app = application(Store(":memory:"), static=page(tmp_path / "static"), limits=ServerLimits(seeks=RateLimit(12, 0)))
    with TestClient(app, base_url="http://localhost") as found:
        yield found


def said(client: TestClient, address: str, **body: object) -> tuple[int, dict[str, object]]:
    answer = client.post(address, json=body)
    return answer.status_code, msgspec.json.decode(answer.content)


def test_two_programs_seek_and_take_and_have_one_game(client: TestClient) -> None:
    status, made = said(client, "/api/seeks/quick", key=KEYS[0], name="Asha")
    assert (status, made["type"]) == (200, "seek")
    status, found = said(client, "/api/seeks/quick", key=KEYS[1], name="Bala")
    assert (status, found["type"], found["seat"]) == (200, "game", "north")
    answer = client.get(f"/games/{found['game']}.json", headers={"authorization": f"Bearer {KEYS[0]}"})
    assert [each["name"] for each in answer.json()["card"]["sitters"]] == ["Asha", "Bala"]


@pytest.mark.parametrize(
    ("address", "body", "status", "sentence"),
    [
        ("/api/seeks", {"terms": {}}, 422, "A guest needs a key"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"ruleset": "billiards"}}, 422, "No rule set is called 'billiards'"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"stake": "rated"}}, 422, "A rated game needs an account"),
        ("/api/seeks", {"key": KEYS[0], "terms": {"players": 7}}, 422, "Expected `int` <= 4"),
        ("/api/seeks/no-such-seek/take", {"key": KEYS[0]}, 404, "There is no seek with that name"),
        ("/api/challenges", {"key": KEYS[0], "to": "Nobody", "terms": {}}, 422, "There is no account named 'Nobody'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    client: TestClient, address: str, body: dict[str, object], status: int, sentence: str
) -> None:
    found, problem = said(client, address, **body)
    assert found == status
    assert sentence in str(problem["detail"])


def test_a_flood_of_seeks_is_told_to_wait(client: TestClient) -> None:
    answers = [said(client, "/api/seeks/quick", key=KEYS[0])[0] for _ in range(13)]
    assert answers == [200] * 12 + [429]


def test_a_leaderboard_that_is_none_says_what_one_is_called(client: TestClient) -> None:
    assert client.get("/api/leaderboards").json()["pools"] == []
    assert client.get("/api/leaderboards/icf.game").json()["leaders"] == []
    answer = client.get("/api/leaderboards/chess.game")
    assert (answer.status_code, "such as icf.game" in answer.json()["detail"]) == (404, True)


@pytest.mark.parametrize("since", ["7", "", "x" * 16, "0123456789abcdef-", "0123456789ABCDEF-1", "%00", "1" * 65])
def test_a_version_that_is_none_is_refused_in_one_sentence(client: TestClient, since: str) -> None:
    answer = client.get(f"/api/lobby/changes?since={since}")
    assert (answer.status_code, answer.json()["detail"].count(".")) == (422, 1)
    assert "since=" in answer.json()["detail"]
