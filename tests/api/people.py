"""Test accounts of people and bots with API tokens, and a server to send their requests to."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from api.serving import GENEROUS, Cold, listening_to
from starlette.testclient import TestClient

from carrom.server.common import RateLimit, ServerLimits
from carrom.server.ops.app import application
from carrom.server.people.models import Account, Token, added, done
from carrom.server.people.sessions import EVERYTHING, TOKEN, Authenticator, Scope
from carrom.server.people.usernames import folded, skeleton
from carrom.storage.store import Store
from carrom.tokens import hashed
from carrom.values import changed

FAR = 4_000_000_000
FREELY = changed(GENEROUS, seeks=RateLimit(1e6, 1e6), streams=16)


def signed(store: Store, name: str, *scopes: Scope, bot: bool = False) -> dict[str, str]:
    """Create an account with a token (all scopes unless given); return the authorization header."""
    word = f"{TOKEN}{name}-{'t' * 24}"
    id = f"id-of-{name}"
    account = Account(id, name, folded(name), skeleton(name), int(bot), "", "open", 1, 0)
    token = Token(hashed(word), id, "a program", " ".join(sorted(scopes or EVERYTHING)), 1, 0, FAR)
    done(store.database, added(account), added(token))
    return {"authorization": f"Bearer {word}"}


class Someone:
    """A client with an account's token."""

    def __init__(self, client: httpx.Client | TestClient, name: str, headers: dict[str, str]) -> None:
        self.client, self.name, self.headers = client, name, headers

    def asks(self, path: str, **words: Any) -> Any:
        answer = self.client.get(path, headers=self.headers, params=words)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def lists(self, path: str, **words: Any) -> list[Any]:
        answer = self.client.get(path, headers=self.headers, params=words)
        assert answer.status_code == 200, answer.text
        return [httpx.Response(200, text=line).json() for line in answer.text.splitlines() if line]

    def says(self, path: str, **body: Any) -> Any:
        answer = self.client.post(path, headers=self.headers, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def is_refused(self, path: str, **body: Any) -> tuple[int, str]:
        answer = self.client.post(path, headers=self.headers, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["detail"]

    def acts(self, game: str, type: str, **what: Any) -> Any:
        """Send a command in a game, from the seat that the player now has."""
        now = self.asks(f"/api/games/{game}")
        sitters = now["card"]["sitters"]
        mine = next(each["seat"] for each in sitters if each["name"] == self.name)
        here = {each["sitter"]: each["seat"] for each in (now["state"] or {"seated": ()})["seated"]}
        version, nonce = now["version"], f"{self.name}-{type}-{now['version']}".ljust(16, "0")
        said = {"type": type, "nonce": nonce, "version": version, "seat": here.get(mine, mine), **what}
        return self.says(f"/api/games/{game}/commands", **said)


class Town:
    """A server with accounts enabled, and a way to create people on it."""

    def __init__(self, client: httpx.Client | TestClient, store: Store) -> None:
        self.client, self.store = client, store

    def person(self, name: str, *scopes: Scope, bot: bool = False) -> Someone:
        return Someone(self.client, name, signed(self.store, name, *scopes, bot=bot))


@contextmanager
def town(folder: Path, store: Store | None = None, limits: ServerLimits = FREELY, **words: Any) -> Iterator[Town]:
    """Run a server with accounts enabled on a local port; the store is a file in `folder` unless given."""
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    found = store or Store(folder / "games.db")
    app = application(
        found,
        static=folder,
        limits=limits,
        warmth=Cold(),
        visitors=Authenticator(found.database),
        events=folder,
        **words,
    )
    with listening_to(app) as client:
        yield Town(client, found)
