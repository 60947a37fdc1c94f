"""A client of the HTTP API in one file, with the standard library alone. docs/how-to/api.md explains the requests.

game = Client("http://127.0.0.1:8137").begin_against("club")
for told in game.stream():
    print(told["type"], told.get("version"))
"""

import http.client
import json
import secrets
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

Json = dict[str, Any]
PATIENCE = 25.0
"""Seconds without a byte after which a line is dead: a stream says something every seven."""
PAUSE = 1.0
"""Seconds until a stream that broke is opened again."""
PASSING = (502, 503, 504)


class Refused(Exception):
    """A request that was not followed; nothing has changed (RFC 9457)."""

    def __init__(self, problem: Json) -> None:
        """Keep the sentence, and what a program looks at."""
        super().__init__(problem.get("detail", "The server refused."))
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "")
        self.key: str = problem.get("key", "")
        self.seconds: int = problem.get("seconds", 0)


class Client:
    """A server, asked with a token of an account, the key of a game, or nothing."""

    def __init__(self, address: str, token: str | None = None) -> None:
        """Ask at an address such as `http://127.0.0.1:8137`."""
        self.address, self.token = address.rstrip("/"), token

    def call(self, method: str, path: str, body: Json | str | None = None, **query: object) -> Any:
        """Return the answer of an operation; waits where a limit says so. Raises `Refused`."""
        while True:
            line, answer = self._asked(method, path, body, query)
            try:
                content = answer.read()
                if answer.status == 429:
                    time.sleep(float(answer.headers.get("retry-after", "1")))
                    continue
                if answer.status >= 400:
                    raise Refused(_problem(content, answer.status))
                kind = answer.headers.get_content_type()
                if kind == "application/x-ndjson":
                    return [json.loads(each) for each in content.splitlines() if each.strip()]
                if kind == "application/json":
                    return json.loads(content)
                return content.decode() if kind.startswith(("text/", "image/svg")) else content
            finally:
                line.close()

    def lines(self, path: str, **query: object) -> Iterator[Json]:
        """Yield the lines of a stream until it ends. Raises `Refused`, and `OSError` where the line is dead."""
        line, answer = self._asked("GET", path, None, query)
        try:
            if answer.status != 200:
                raise Refused(_problem(answer.read(), answer.status))
            while text := answer.readline():
                if text.strip():
                    yield json.loads(text)
        finally:
            line.close()

    def begin(self, terms: Json) -> "Game":
        """Begin a game by terms (docs/reference/protocol.md, `Terms`)."""
        words = {"nonce": secrets.token_urlsafe(24), "key": secrets.token_urlsafe(24)}
        begun = self.call("POST", "/api/games", {"terms": terms, **words})
        return Game(self, begun["game"], begun["key"], begun["yours"], begun["invite"])

    def begin_against(self, level: str, **terms: object) -> "Game":
        """Begin a game in the south against a level of the program in the north."""
        seats = [{"seat": "south", "who": "me"}, {"seat": "north", "who": "program", "level": level}]
        return self.begin({"seats": seats, "first_break": "south", **terms})

    def join(self, game: str, invite: str, name: str = "") -> "Game":
        """Take an open seat of a game."""
        words = {"invite": invite, "name": name, "key": secrets.token_urlsafe(24)}
        joined = self.call("POST", f"/api/games/{game}/join", words)
        return Game(self, joined["game"], joined["key"], joined["yours"])

    def events(self) -> Iterator[Json]:
        """Yield all that happens to who holds the token: first every game under way, then what changes."""
        while True:
            try:
                yield from self.lines("/api/stream/events")
            except OSError:
                time.sleep(PAUSE)

    def account(self) -> Json:
        """Return who the token is of, what it lets do, and its ratings."""
        return dict(self.call("GET", "/api/account"))

    def tokens(self) -> list[Json]:
        """Return the tokens of the account: what each lets do, and until when."""
        return list(self.call("GET", "/api/tokens")["tokens"])

    def give_back(self) -> None:
        """Give the token back: it opens nothing any more."""
        self.call("POST", "/api/tokens/end")

    def playing(self) -> list[Json]:
        """Return the games under way of who holds the token, and whose turn it is in each."""
        return list(self.call("GET", "/api/account/playing")["games"])

    def games_of(self, name: str, **which: object) -> list[Json]:
        """Return the games of a person that everybody may look at (`rated`, `vs`, `since`, `max` and so on)."""
        return list(self.call("GET", f"/api/users/{quote(name)}/games", **which))

    def live(self, **which: object) -> list[Json]:
        """Return the games that are played now and that everybody may look on."""
        return list(self.call("GET", "/api/games/live", **which)["games"])

    def tv(self) -> Iterator[Json]:
        """Yield the game that is shown to whoever asks for none, as it goes on, and then the next one."""
        yield from self.lines("/api/tv/feed")

    def lobby(self, view: "Lobby | None" = None) -> Iterator[Json]:
        """Yield the lobby's lines for ever, each already applied to `view`; a seek stands while its maker reads this.

        A stream that breaks goes on after the last version; where a change is missing, a new snapshot follows.
        """
        view = view or Lobby()
        while True:
            try:
                for line in self.lines("/api/lobby/changes", since=view.version):
                    if not view.apply(line):
                        break
                    yield line
                else:
                    time.sleep(PAUSE)
            except OSError:
                time.sleep(PAUSE)

    def seek(self, name: str = "", **terms: object) -> "Game | Json":
        """Leave a seek on terms (`ruleset`, `length`, `players`, `stake` and so on); return it, or its game."""
        return self._in_lobby("/api/seeks", name, terms=terms)

    def quick(self, name: str = "", **kind: object) -> "Game | Json":
        """Take the best waiting seek of a kind (`ruleset`, `length`, `players`), or leave one."""
        return self._in_lobby("/api/seeks/quick", name, **kind)

    def take(self, seek: str, name: str = "") -> "Game | Json":
        """Sit down at a seek."""
        return self._in_lobby(f"/api/seeks/{seek}/take", name)

    def withdraw(self, seek: str) -> None:
        """Give a seek up."""
        self.call("POST", f"/api/seeks/{seek}/withdraw", self._key())

    def challenge(self, to: str | None = None, name: str = "", **terms: object) -> Json:
        """Ask a person for a game, or whoever brings the `word` that is returned beside the challenge."""
        word = None if to else secrets.token_urlsafe(24)
        body = {**self._key(), "name": name, "to": to, "word": word, "terms": terms}
        return {**self.call("POST", "/api/challenges", body)["challenge"], "word": word}

    def accept(self, challenge: str, word: str | None = None, name: str = "") -> "Game | Json":
        """Accept a challenge, or an invitation by its word."""
        return self._in_lobby(f"/api/challenges/{challenge}/accept", name, word=word)

    def decline(self, challenge: str) -> None:
        """Decline a challenge, or cancel one's own."""
        self.call("POST", f"/api/challenges/{challenge}/decline", self._key())

    def game(self, name: str, *yours: str) -> "Game":
        """Return a game that the token opens, as the stream of events or the lobby names it."""
        return Game(self, name, self.token or "", list(yours))

    def _in_lobby(self, path: str, name: str, **body: object) -> "Game | Json":
        found = self.call("POST", path, {**self._key(), "name": name, **body})
        return self.game(found["game"], found["seat"]) if found["type"] == "game" else dict(found["seek"])

    def _key(self) -> Json:
        """Return how a guest says who he is: by a key of his own, made if need be, which opens his seats as well."""
        self.token = self.token or secrets.token_urlsafe(24)
        return {} if self.token.startswith("carrom_") else {"key": self.token}

    def judge(self, case: Json) -> Json:
        """Return the law's decision on a case of the casebook."""
        return dict(self.call("POST", "/api/judge", case))

    def simulate(self, position: Json | str, stroke: Json | str, seat: str = "south", surface: str = "club") -> Json:
        """Return where everything comes to rest after a stroke."""
        asked = {"position": position, "stroke": stroke, "seat": seat, "surface": surface}
        return dict(self.call("POST", "/api/simulate", asked))

    def _asked(
        self, method: str, path: str, body: Json | str | None, query: Json
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send a request; one that may be sent again is, as long as nobody answers or the server is about to end."""
        where = urlsplit(self.address)
        kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        content = body if isinstance(body, str | None) else json.dumps(body)
        known = {name: value for name, value in query.items() if value is not None}
        address = f"{where.path}{path}" + (f"?{urlencode(known)}" if known else "")
        for pause in (0.2, 1, 3, None):
            line = kind(where.netloc, timeout=PATIENCE)
            try:
                line.request(method, address, content, headers)
                answer = line.getresponse()
                if answer.status not in PASSING or pause is None:
                    return line, answer
            except OSError:
                if pause is None:
                    raise
            line.close()
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")


class Lobby:
    """The open seeks and the games to look on, put together from a snapshot and the changes after it."""

    def __init__(self) -> None:
        """Begin empty, before the first snapshot."""
        self.version: str | None = None
        self.seeks: dict[str, Json] = {}
        self.playing: dict[str, Json] = {}

    def apply(self, line: Json) -> bool:
        """Apply a line; return False where a change is missing, so that a new snapshot is needed."""
        if line["type"] == "lobby":
            self.seeks = {each["id"]: each for each in line["seeks"]}
            self.playing = {each["game"]: each for each in line["playing"]}
        elif line["type"] == "changes":
            if line["after"] != self.version:
                self.version = None
                return False
            for there, change, id in ((self.seeks, line["seeks"], "id"), (self.playing, line["playing"], "game")):
                there |= {each[id]: each for each in change["added"]}
                for each in change["changed"]:
                    there[each[id]] = {**there[each[id]], **each}
                for name in change["removed"]:
                    there.pop(name, None)
        else:
            return True
        self.version = line["version"]
        return True


class Game:
    """A game that a key opens."""

    def __init__(self, client: Client, name: str, key: str, yours: list[str], invite: str | None = None) -> None:
        """Act for the players `yours`, named by their seats at the beginning."""
        self.name, self.key, self.yours, self.invite = name, key, yours, invite
        self._client = Client(client.address, key)
        self._path = f"/api/games/{name}"

    def state(self) -> Json:
        """Return how it stands (docs/reference/protocol.md, `Snapshot`)."""
        return dict(self._client.call("GET", self._path))

    def record(self) -> str:
        """Return its record, as a `.carrom` file holds it."""
        return str(self._client.call("GET", f"{self._path}.carrom"))

    def stream(self) -> Iterator[Json]:
        """Yield how it stands, then everything that happens, for ever: a line that breaks is taken up again.

        An event is not yielded again. After a break the state comes first if it has changed, then the missed events.
        """
        seen: int | None = None
        while True:
            try:
                for lines in self._client.lines(f"{self._path}/stream", since=seen):
                    version = lines.get("version")
                    if version is not None and lines["type"] in ("snapshot", "played", "acted"):
                        if seen is not None and version <= seen:
                            continue
                        if seen is None or lines["type"] != "snapshot":
                            seen = version
                    yield lines
            except OSError:
                time.sleep(PAUSE)

    def act(self, version: int, type: str, seat: str, **what: object) -> int:
        """Do something at a version of the game, and return the version that it led to. Raises `Refused`."""
        command = {"type": type, "nonce": secrets.token_urlsafe(24), "version": version, "seat": seat, **what}
        return int(self._client.call("POST", f"{self._path}/commands", command)["version"])

    def abort(self) -> None:
        """Call the game off before its first stroke. Raises `Refused`."""
        self._client.call("POST", f"{self._path}/abort")

    def rematch(self) -> "Game | None":
        """Ask for the same again, or agree to it; return the new game once all have."""
        again = self._client.call("POST", f"{self._path}/rematch")["game"]
        return None if again is None else Game(self._client, again, self.key, self.yours)


def _problem(content: bytes, status: int) -> Json:
    """Return the problem that an answer tells, whoever has answered."""
    try:
        return dict(json.loads(content))
    except ValueError:
        return {"status": status, "detail": content.decode("utf-8", "replace").strip()[:200]}
