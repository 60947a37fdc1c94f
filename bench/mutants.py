"""Generate slightly malformed messages and requests for `carrom bench malformed_messages`."""

import importlib
import json
import re
from random import Random
from typing import Any

import msgspec
from bench.chaos_players import awaited

from carrom import protocol
from carrom.board.seat import Seat

AWAITED = 0.06
"""Share of messages derived from the command that the game expects."""
WHOLE, RAW = 0.1, 0.15
"""Shares of messages sent unchanged, and of those with changed bytes; all others have a changed value."""
RARE = ("try-the-program", "new-game", "new-tie-against-the-program", "resign")
"""Messages that run the engine for tenths of a second, or end the game; each is drawn `SELDOM` times less often."""
SELDOM = 10
PLACES = ("/api/position.svg", "/api/games", "/api/games/{game}", "/api/puzzles/1", "/api/rules/icf")


class Mutants:
    """A generator of mutants, deterministic for a seed as long as the games develop in the same way."""

    def __init__(self, chance: Random, paths: tuple[tuple[str, str], ...] = ()) -> None:
        """Load the golden messages; `paths` are methods and paths of API operations, with parameters in braces."""
        self._mutate = importlib.import_module("fuzz.mutate")
        doors = importlib.import_module("fuzz.doors")
        folder = doors.TESTS / "messages" / "client"
        named = {path.stem: json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))}
        self._chance, self._paths = chance, paths
        self._messages: tuple[Any, ...] = tuple(named.values())
        self._drawn = [each for name, each in named.items() for _ in range(1 if name in RARE else SELDOM)]
        self._cases = tuple(json.loads(case) for case in doors.cases())
        self._lines: tuple[Any, ...] = doors.LINES
        self._begins = {"terms": named["new-game"]["terms"]}

    def message(self, place: "Place") -> bytes | str:
        """Return a message to send in a game."""
        chance = self._chance
        act = self._awaited(place) if chance.random() < AWAITED else None
        given = self._golden(place) if act is None else act
        kind = chance.random()
        if kind < WHOLE or (act is not None and chance.random() < 0.5):
            return json.dumps(given)
        if kind < WHOLE + RAW:
            made = bytes(self._mutate.raw(chance, json.dumps(given).encode()))
            return made if chance.random() < 0.5 else made.decode("utf-8", "replace")
        return json.dumps(self._mutate.tree(chance, given, self._messages)).encode("utf-8", "surrogatepass")

    def request(self, place: "Place") -> tuple[str, str, bytes | None]:
        """Return a method, a path and a body."""
        chance, mutate = self._chance, self._mutate
        kind = chance.randrange(8)
        if kind == 0:
            return "POST", "/api/games", self._body(self._begins)
        if kind == 1:
            return "POST", f"/api/games/{place.game}/commands", self._body(self._awaited(place) or self._golden(place))
        if kind == 2:
            return "POST", "/api/judge", self._body(chance.choice(self._cases))
        if kind == 3:
            return "POST", "/api/simulate", self._body(chance.choice(self._lines))
        if kind == 4:
            return "POST", "/api/games/import", bytes(mutate.raw(chance, b'[Carrom "2"]\n[Rules "icf"]\n'))
        if kind == 5 and self._paths:
            method, path = chance.choice(self._paths)
            filled = re.sub(r"\{\w+\}", lambda _: self._word(place), path)
            return method, sendable(filled), None if method == "GET" else self._body(chance.choice(self._messages))
        query = mutate.text(chance, "p=c1_Q.0.0&seat=east&labels=true&size=200")
        return "GET", sendable(f"{chance.choice(PLACES).replace('{game}', place.game)}?{query}"), None

    def _awaited(self, place: "Place") -> Any:
        """Return the command that a game expects, or None if there is none."""
        act = None if place.state is None else awaited(self._chance, place.state, place.version, set(Seat))
        return None if act is None else msgspec.to_builtins(act)

    def _golden(self, place: "Place") -> Any:
        """Return a golden message with this game's id, key and version."""
        real = {"game": place.game, "key": place.key, "version": place.version, "nonce": self.word()}
        return {name: real.get(name, value) for name, value in self._chance.choice(self._drawn).items()}

    def word(self) -> str:
        """Return a new random nonce."""
        return self._chance.randbytes(16).hex()

    def _word(self, place: "Place") -> str:
        """Return a value for a path parameter."""
        kind = self._chance.random()
        return place.game if kind < 0.5 else str(self._mutate.text(self._chance, place.game if kind < 0.75 else "1"))

    def _body(self, given: Any) -> bytes:
        if self._chance.random() < 0.2:
            return bytes(self._mutate.raw(self._chance, json.dumps(given).encode()))
        made = self._mutate.tree(self._chance, given, self._messages)
        return json.dumps(made).encode("utf-8", "surrogatepass")


class Place:
    """The last known state of a game in which mutants act."""

    def __init__(self) -> None:
        self.game, self.key = "", ""
        self.version = 0
        self.state: protocol.State | None = None


def sendable(path: str) -> str:
    """Escape all characters of a path that an HTTP request line cannot contain."""
    return "".join(
        letter if letter.isascii() and letter.isprintable() and letter != " " else f"%{ord(letter) % 256:02X}"
        for letter in path
    )
