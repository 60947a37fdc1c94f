"""The operations of the API that the client uses, with the types of their bodies and answers.

`tests/client/test_operations.py` compares every one with the server's OpenAPI description.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from carrom import protocol
from carrom.protocol.http.games import (
    All,
    Begin,
    Challenged,
    GameSummary,
    Here,
    JoinIt,
    OpenedGame,
    PlayingNow,
    RematchState,
)
from carrom.protocol.http.lobby import (
    ChallengeMade,
    Challenging,
    Done,
    GameFound,
    Giving,
    LobbyChanged,
    LobbySnapshot,
    OwnLobbyState,
    QuickPairing,
    Seeking,
    SeekMade,
    Sitting,
)
from carrom.protocol.http.tournaments import (
    TournamentBracket,
    TournamentEnd,
    TournamentGame,
    TournamentGames,
    TournamentJoining,
    TournamentList,
    TournamentMaking,
    TournamentOwn,
    TournamentStandings,
    TournamentState,
    TournamentView,
)

Reply = TypeVar("Reply", covariant=True)


@dataclass(frozen=True)
class Operation(Generic[Reply]):
    """One operation: its name and address in the API's description, and the types that it takes and returns."""

    name: str
    method: str
    path: str
    answers: Any
    """The type of the answer, or of each line of it; `str` for text."""
    body: Any = None

    @cached_property
    def _decoder(self) -> "msgspec.json.Decoder[Any]":
        return msgspec.json.Decoder(self.answers)

    def decode(self, content: bytes) -> Reply:
        """Return an answer, or a line of one. Raises `msgspec.DecodeError` for anything else."""
        found: Reply = self._decoder.decode(content)
        return found


def _post(name: str, path: str, body: Any, answers: Any) -> Operation[Any]:
    return Operation(name, "POST", path, answers, body)


def _get(name: str, path: str, answers: Any) -> Operation[Any]:
    return Operation(name, "GET", path, answers)


GAME = "/api/games/{id}"
BEGIN: Operation[OpenedGame] = _post("games.begin", "/api/games", Begin, OpenedGame)
JOIN: Operation[OpenedGame] = _post("games.join", f"{GAME}/join", JoinIt, OpenedGame)
MINE: Operation[GameSummary] = _get("games.mine", "/api/games", GameSummary)
STATE: Operation[protocol.Snapshot] = _get("games.state", GAME, protocol.Snapshot)
RECORD: Operation[str] = _get("games.record", f"{GAME}.carrom", str)
COMMAND: Operation[protocol.Accepted] = _post(
    "games.command", f"{GAME}/commands", protocol.GameCommand, protocol.Accepted
)
ABORT: Operation[protocol.Accepted] = _post("games.abort", f"{GAME}/abort", None, protocol.Accepted)
REMATCH: Operation[RematchState] = _post("games.rematch", f"{GAME}/rematch", None, RematchState)
STREAM: Operation[protocol.ServerMessage] = _get("games.stream", f"{GAME}/stream", protocol.ServerMessage)
EVENTS: Operation[Here | Challenged | All] = _get("stream.events", "/api/stream/events", Here | Challenged | All)
PLAYING: Operation[PlayingNow] = _get("account.playing", "/api/account/playing", PlayingNow)
LEVELS: Operation[list[str]] = _get("levels", "/api/levels", list[str])

LobbyLine = LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound
LOBBY: Operation[LobbyLine] = _get("lobby.changes", "/api/lobby/changes", LobbyLine)
SEEK: Operation[GameFound | SeekMade] = _post("lobby.seek", "/api/seeks", Seeking, GameFound | SeekMade)
QUICK: Operation[GameFound | SeekMade] = _post("lobby.pair", "/api/seeks/quick", QuickPairing, GameFound | SeekMade)
TAKE: Operation[GameFound | SeekMade] = _post("lobby.take", "/api/seeks/{id}/take", Sitting, GameFound | SeekMade)
WITHDRAW: Operation[Done] = _post("lobby.withdraw", "/api/seeks/{id}/withdraw", Giving, Done)
CHALLENGE: Operation[ChallengeMade] = _post("lobby.challenge", "/api/challenges", Challenging, ChallengeMade)
ACCEPT: Operation[GameFound | SeekMade] = _post(
    "lobby.accept", "/api/challenges/{id}/accept", Sitting, GameFound | SeekMade
)
DECLINE: Operation[Done] = _post("lobby.decline", "/api/challenges/{id}/decline", Giving, Done)

TOURNAMENT = "/api/tournaments/{id}"
TOURNAMENTS: Operation[TournamentList] = _get("tournaments.list", "/api/tournaments", TournamentList)
CREATE: Operation[TournamentView] = _post("tournaments.create", "/api/tournaments", TournamentMaking, TournamentView)
VIEW: Operation[TournamentView] = _get("tournaments.get", TOURNAMENT, TournamentView)
ENTER: Operation[TournamentOwn] = _post("tournaments.join", f"{TOURNAMENT}/join", TournamentJoining, TournamentOwn)
LEAVE: Operation[TournamentOwn] = _post("tournaments.withdraw", f"{TOURNAMENT}/withdraw", Giving, TournamentOwn)
START: Operation[TournamentView] = _post("tournaments.start", f"{TOURNAMENT}/start", Giving, TournamentView)
CANCEL: Operation[TournamentView] = _post("tournaments.cancel", f"{TOURNAMENT}/cancel", Giving, TournamentView)
STANDINGS: Operation[TournamentStandings] = _get(
    "tournaments.standings", f"{TOURNAMENT}/standings", TournamentStandings
)
GAMES: Operation[TournamentGames] = _get("tournaments.games", f"{TOURNAMENT}/games", TournamentGames)
BRACKET: Operation[TournamentBracket] = _get("tournaments.bracket", f"{TOURNAMENT}/bracket", TournamentBracket)
RESULTS: Operation[TournamentGame | TournamentEnd] = _get(
    "tournaments.results", f"{TOURNAMENT}/results", TournamentGame | TournamentEnd
)
FOLLOW: Operation[TournamentState | TournamentOwn] = _get(
    "tournaments.stream", f"{TOURNAMENT}/stream", TournamentState | TournamentOwn
)

OPERATIONS: tuple[Operation[Any], ...] = (
    BEGIN, JOIN, MINE, STATE, RECORD, COMMAND, ABORT, REMATCH, STREAM, EVENTS, PLAYING, LEVELS, LOBBY, SEEK, QUICK,
    TAKE, WITHDRAW, CHALLENGE, ACCEPT, DECLINE, TOURNAMENTS, CREATE, VIEW, ENTER, LEAVE, START, CANCEL, STANDINGS,
    GAMES, BRACKET, RESULTS, FOLLOW,
)  # fmt: skip
"""Every operation of the client."""
