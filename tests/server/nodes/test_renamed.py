"""After a player is renamed, no server shows the old name: in games, records and lists, with or without a bus."""

import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count

import pytest
from agreed import WATCH, friends, new_game
from api.people import Town, town
from websockets.sync.client import ClientConnection, connect

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import TieTerms, decode_server, encode
from carrom.server.common import Dispatcher
from carrom.server.ops.bus import InProcess
from carrom.server.ops.event_log import MultiNode
from carrom.server.people import accounts as accounts_module
from carrom.server.people.accounts import AccountService
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.routes import Accounts
from carrom.storage.store import Store

from ..postgresql import server
from ..teams import B_SHEET, DELHI, INVITE
from .conftest import line, says, signs_in

_NUMBERS = count()
Towns = tuple[Town, Town]


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Towns]:
    """Two servers on one PostgreSQL database without a bus between them."""
    address = server().database()
    with pytest.MonkeyPatch.context() as patched, ExitStack() as both:
        patched.setattr(accounts_module, "EVERY", 0.2)
        places = []
        for number in range(2):
            store = Store(address)
            dispatcher, accounts = Dispatcher(), Accounts(store.database)
            company = MultiNode(store.database, InProcess(), dispatcher)
            folder = tmp_path_factory.mktemp(f"apart{number}")
            places.append(
                both.enter_context(town(folder, store, company=company, dispatcher=dispatcher, accounts=accounts))
            )
        yield places[0], places[1]


def begins(at: Town, word: str, nonce: str) -> tuple[ClientConnection, str]:
    """Start a public game of two people on one screen."""
    opened = line(at, word)
    opened.send(encode(new_game(friends(watching=True), nonce=nonce, key=f"key-{nonce}")))
    while not isinstance(message := decode_server(str(opened.recv(timeout=20))), protocol.Joined):
        pass
    return opened, message.game


def watches(at: Town, game: str) -> ClientConnection:
    """Watch a game as a guest."""
    url = at.client.base_url
    opened = connect(f"ws://{url.host}:{url.port}/ws", legacy=True)
    opened.send(encode(protocol.Resume(game=game, watch=WATCH)))
    return opened


def until_stopped(opened: ClientConnection, name: str) -> None:
    """Wait until a connection receives a list of players that contains this name."""
    until = time.monotonic() + 10
    while (left := until - time.monotonic()) > 0:
        message = decode_server(str(opened.recv(timeout=left)))
        if isinstance(message, protocol.Seats | protocol.Snapshot):
            sitters = message.sitters if isinstance(message, protocol.Seats) else message.card.sitters
            if name in [each.name for each in sitters]:
                return
    raise AssertionError(f"nobody is called {name}")


def texts(at: Town, game: str) -> str:
    """Return everything that a server shows a spectator of a game, as text."""
    by = {"authorization": f"Bearer {WATCH}"}
    answer = [at.client.get(f"/games/{game}.{kind}", headers=by) for kind in ("carrom", "json")]
    answer.append(at.client.get("/api/games/live"))
    assert {each.status_code for each in answer} == {200}
    return "\n".join(each.text for each in answer)


def deletes(at: Town, word: str, name: str) -> str:
    says(at, word, "/delete", {"name": name})
    return "Former player"


def renames_on_the_page(at: Town, word: str, name: str) -> str:
    moderator = signs_in(at, "Uma")
    people = AccountService(at.store.database)
    uma = people.called("Uma")
    assert uma is not None
    Moderation(people).promote(OPERATOR, uma, "keeps order", up=True)
    doing = {"what": "rename", "about": name, "name": f"Neu{name[3:]}", "why": "a test"}
    says(at, moderator, "/moderation", doing)
    return f"Neu{name[3:]}"


def nowhere(at: Town, game: str, name: str, seconds: float = 10) -> None:
    """Wait until a server no longer shows a player's name in a game."""
    until = time.monotonic() + seconds
    while name in (answer := texts(at, game)):
        assert time.monotonic() < until, answer
        time.sleep(0.05)


Act = Callable[[Town, str, str], str]


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("act", [deletes, renames_on_the_page])
@pytest.mark.parametrize("how", ["towns", "apart"])
def test_a_name_that_is_given_up_at_one_server_is_gone_at_both(
    how: str, act: Act, request: pytest.FixtureRequest
) -> None:
    here, there = request.getfixturevalue(how)
    name = f"Vikram{next(_NUMBERS)}"
    word = signs_in(here, name)
    player, game = begins(here, word, f"running-{name}".ljust(16, "x"))
    former, ended = begins(here, word, f"ended-{name}".ljust(16, "x"))
    at_version, whole = _version(there, ended), protocol.Length.GAME
    former.send(encode(protocol.Resign(nonce="resigns-" * 2, version=at_version, seat=Seat.SOUTH, what=whole)))
    lines = [watches(at, each) for at in (here, there) for each in (game, ended)]
    for opened in lines:
        until_stopped(opened, name)
    for at in (here, there):
        assert name in texts(at, game)
    new = act(here, word, name)
    assert name not in texts(here, game)
    for opened in lines:
        until_stopped(opened, new)
    for at in (here, there):
        for each in (game, ended):
            nowhere(at, each, name)
            assert new in texts(at, each)
    for opened in (player, former, *lines):
        opened.close()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """One server on SQLite."""
    folder = tmp_path_factory.mktemp("alone")
    store = Store(folder / "games.db")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(accounts_module, "EVERY", 0.2)
        with town(folder, store, accounts=Accounts(store.database)) as place:
            yield place


def renames_in_the_terminal(at: Town, word: str, name: str) -> str:
    people = AccountService(at.store.database)
    account = people.called(name)
    assert account is not None
    Moderation(people).rename(OPERATOR, account, f"Neu{name[3:]}", "a test")
    return f"Neu{name[3:]}"


@pytest.mark.parametrize("act", [deletes, renames_on_the_page, renames_in_the_terminal])
@pytest.mark.parametrize("leaves", [False, True])
def test_a_name_that_is_given_up_is_gone_while_the_server_runs(alone: Town, act: Act, leaves: bool) -> None:
    name = f"Vikram{next(_NUMBERS)}"
    word = signs_in(alone, name)
    player, game = begins(alone, word, f"running-{name}".ljust(16, "x"))
    watcher = watches(alone, game)
    until_stopped(watcher, name)
    if leaves:
        player.close()
        watcher.close()
    new = act(alone, word, name)
    if not leaves:
        until_stopped(watcher, new)
    nowhere(alone, game, name)
    assert new in texts(alone, game)
    for opened in (player, watcher):
        opened.close()


def test_games_that_are_exported_name_no_former_player(alone: Town) -> None:
    name = f"Vikram{next(_NUMBERS)}"
    word, asha = signs_in(alone, name), alone.person(f"Asha{next(_NUMBERS)}")
    player, game = begins(alone, word, f"running-{name}".ljust(16, "x"))
    alone.store.database.write(
        ("UPDATE seat SET account = ? WHERE game = ? AND seat = 'north'", (f"id-of-{asha.name}", game))
    )
    says(alone, word, "/delete", {"name": name})
    with zipfile.ZipFile(io.BytesIO(alone.client.get("/api/games/export", headers=asha.headers).content)) as archive:
        (record,) = (archive.read(each).decode() for each in archive.namelist())
    assert name not in record
    assert "Former player" in record
    player.close()


def _version(at: Town, game: str) -> int:
    answer = at.client.get(f"/games/{game}.json", headers={"authorization": f"Bearer {WATCH}"})
    return int(json.loads(answer.text)["version"])


def in_tie(at: Town, word: str | None, request: protocol.TieRequest) -> tuple[ClientConnection, protocol.TieSnapshot]:
    """Send a tie request on a new connection, and return the connection and the tie's state."""
    url = at.client.base_url
    opened = connect(f"ws://{url.host}:{url.port}/ws", legacy=True) if word is None else line(at, word)
    opened.send(encode(request))
    return opened, until_tie(opened, lambda answer: True)


def until_tie(opened: ClientConnection, so: Callable[[protocol.TieSnapshot], bool]) -> protocol.TieSnapshot:
    until = time.monotonic() + 10
    while (left := until - time.monotonic()) > 0:
        message = decode_server(str(opened.recv(timeout=left)))
        if isinstance(message, protocol.TieSnapshot) and so(message):
            return message
    raise AssertionError("the tie does not come to stand so")


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("how", ["towns", "apart"])
def test_a_deleted_account_is_named_in_no_tie_its_line_ups_or_its_rubbers(
    how: str, request: pytest.FixtureRequest
) -> None:
    here, there = request.getfixturevalue(how)
    name, key = f"Vikram{next(_NUMBERS)}", f"captain-of-{next(_NUMBERS)}"
    word, captain = signs_in(here, name), signs_in(here, f"Captain{next(_NUMBERS)}")
    pune = protocol.TeamPlan(
        name="Pune", players=(protocol.PlayerPlan(name=name, who=protocol.Who.LINK), protocol.PlayerPlan(name="Chitra"))
    )
    terms = TieTerms(teams=(pune, DELHI), captain=protocol.Who.HERE)
    tie_nonce = f"tie-{key}".ljust(16, "x")
    leads, message = in_tie(
        here, captain, protocol.NewTie(nonce=tie_nonce, key=key, invite=INVITE, watch=WATCH, terms=terms)
    )
    tie = message.tie
    joining = protocol.JoinTie(nonce=f"join-{key}".ljust(16, "x"), tie=tie, invite=INVITE, key=f"own-{key}", place="A1")
    player, _ = in_tie(here, word, joining)
    sheets = {"A": ((name,), ("Chitra",), (name, "Chitra")), "B": B_SHEET}
    for side, rubbers in sheets.items():
        nonce = f"line-{side}-{key}".ljust(16, "x")
        leads.send(encode(protocol.LineUp(nonce=nonce, side=protocol.TieSide(side), rubbers=rubbers)))
    leads.send(encode(protocol.BeginRubber(nonce=f"begin-{key}".ljust(16, "x"), rubber=1)))
    game = until_tie(leads, lambda message: message.rubbers[0].game is not None).rubbers[0].game
    watcher, seen = in_tie(there, None, protocol.ComeToTie(tie=tie, watch=WATCH))
    assert name in encode(seen)
    says(here, word, "/delete", {"name": name})
    for opened in (leads, watcher):
        message = until_tie(opened, lambda message: name not in encode(message))
        assert message.teams[0].players[0].name == "Former player"
        assert message.rubbers[0].players[0] == ("Former player",)
        assert message.rubbers[2].players[0] == ("Former player", "Chitra")
    by = {"authorization": f"Bearer {WATCH}"}
    for at in (here, there):
        assert game is not None
        nowhere(at, game, name)
        assert name not in at.client.get(f"/ties/{tie}.json", headers=by).text
        with zipfile.ZipFile(io.BytesIO(at.client.get(f"/ties/{tie}.zip", headers=by).content)) as archive:
            written = {each: archive.read(each).decode() for each in archive.namelist()}
        assert set(written) == {"tie.carrom-tie", "rubber-1.carrom"}
        assert name not in "".join(written.values())
        assert all("Former player" in each for each in written.values())
    for opened in (leads, player, watcher):
        opened.close()
