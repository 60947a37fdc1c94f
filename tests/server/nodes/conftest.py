"""Two servers shared by the tests here, and helpers to sign in and out."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from api.people import Town, town
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from carrom.server.common import Dispatcher
from carrom.server.ops.event_log import MultiNode
from carrom.server.ops.nats import NatsBus
from carrom.server.people import accounts as accounts_module
from carrom.server.people.accounts import AccountService, password_of
from carrom.server.people.routes import Accounts
from carrom.server.people.sessions import PLAIN_COOKIE, new_id, seconds
from carrom.server.people.usernames import named
from carrom.storage.store import Store

from ..postgresql import server
from .natsserver import nats_server


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Town, Town]]:
    """Two servers with accounts on PostgreSQL and NATS; only bus messages tell them that a session has ended."""
    address = server().database()
    word = address.split("/")[3].split("?")[0]
    with pytest.MonkeyPatch.context() as patched, ExitStack() as both:
        patched.setattr(accounts_module, "EVERY", 3600.0)
        places = []
        for number in range(2):
            store = Store(address)
            dispatcher = Dispatcher()
            company = MultiNode(store.database, NatsBus(nats_server().address, word, "nats"), dispatcher)
            folder, accounts = tmp_path_factory.mktemp(f"static{number}"), Accounts(store.database)
            places.append(
                both.enter_context(town(folder, store, company=company, dispatcher=dispatcher, accounts=accounts))
            )
        while not has_ended(signed_out_at(places[0], places[1]), 0.1):
            pass  # messages are lost until both are connected to NATS
        yield places[0], places[1]


def signs_in(at: Town, name: str) -> str:
    """Sign up, or sign in if the account exists; return the session cookie's value."""
    people = AccountService(at.store.database)
    account = people.called(name)
    if account is not None:
        return people.sign_in(account, "another browser").word
    return people.sign_up(named(name), password_of(new_id(), "hash", seconds()), "a browser").word


def line(at: Town, word: str) -> ClientConnection:
    """Open a websocket with a session cookie."""
    url = at.client.base_url
    cookie = {"cookie": f"{PLAIN_COOKIE}={word}"}
    opened = connect(f"ws://{url.host}:{url.port}/ws", additional_headers=cookie, legacy=True)
    assert '"welcome"' in str(opened.recv(timeout=20))
    return opened


def says(at: Town, word: str, path: str, body: Any = None) -> httpx.Response:
    headers = {"cookie": f"{PLAIN_COOKIE}={word}", "content-type": "application/json"}
    answer = at.client.post(f"/me{path}", content=json.dumps(body), headers=headers)
    assert answer.status_code == 200, answer.text
    return answer


def signed_out_at(here: Town, there: Town) -> ClientConnection:
    """Return a websocket at one server whose session was ended at another."""
    word = signs_in(here, "Zoya")
    opened = line(there, word)
    says(here, word, "/sign-out")
    return opened


def has_ended(opened: ClientConnection, seconds: float = 20) -> bool:
    """Return whether a websocket closes in time."""
    try:
        while True:
            opened.recv(timeout=seconds)
    except ConnectionClosed:
        return True
    except TimeoutError:
        opened.close()
        return False


def goes_on(opened: ClientConnection) -> bool:
    opened.send('{"type":"ping"}')
    return '"pong"' in str(opened.recv(timeout=20))
