"""HTTP operations on games: create, join, list, export, import, state, record and strokes."""

import io
import secrets
import zipfile
from dataclasses import dataclass
from hashlib import sha256

import msgspec
from starlette.responses import Response

from carrom import protocol
from carrom.errors import CarromError
from carrom.game.notation.record import write_record
from carrom.protocol.http.games import (
    Begin,
    GameFilter,
    GameSearch,
    GameSummary,
    Imported,
    JoinIt,
    OfGame,
    OfStrokeNumber,
    OpenedGame,
)
from carrom.server.api.game_lists import line_of, matches
from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.api.rule_books import Json, book_of_a_game, language_of
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.common.server_events import GameCreated
from carrom.server.http.operation import GET, JSON, LINES, POST, RECORD, Nothing, Operation, OperationRequest
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked, saved, told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.storage.models import StoredSeat
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.record_import import difference_in, game_from, room_of, setting_of, strokes_of
from carrom.tables.terms import begun_by
from carrom.tokens import hashed
from carrom.values import Value

GROUP = "Games"
EXPORTED = 50
"""Maximum number of games in one archive."""
IMPORTED = 2_000_000
"""Maximum size of an imported record in bytes."""
_WHEN = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class GamePolled:
    """A program has asked for the state of a game in which it has a place."""

    place: Participant


class GameRoutes:
    """Handlers for games, for API clients."""

    def __init__(self, lobby: GameRegistry, store: Store, new_games: TokenBuckets, outcomes: GameOutcomes) -> None:
        """Serve the games of `lobby`; `new_games` limits how many are created."""
        self._lobby, self._store, self._new_games, self._outcomes = lobby, store, new_games, outcomes

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations on games."""
        path, one = "/api/games", "/api/games/{id}"
        return (
            Operation(
                "games.begin",
                GROUP,
                POST,
                path,
                "Create a game against the computer, or with seats open to people you invite.",
                self.begin,
                OpenedGame,
                body=Begin,
                scope=Scope.PLAY,
                cost=5,
                status=201,
                longest=protocol.MAX_CLIENT_BYTES,
            ),
            Operation(
                "games.mine",
                GROUP,
                GET,
                path,
                "List the games of your account or of the key you send.",
                self.mine,
                GameSummary,
                GameFilter,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.search",
                GROUP,
                GET,
                f"{path}/search",
                "Search your games by words.",
                self.mine,
                GameSummary,
                GameSearch,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.export",
                GROUP,
                GET,
                f"{path}/export",
                f"Download the records of your games, at most {EXPORTED}, as an archive of `.carrom` files.",
                self.export,
                str,
                GameFilter,
                media="application/zip",
                scope=Scope.READ,
                cost=50,
            ),
            Operation(
                "games.import",
                GROUP,
                POST,
                f"{path}/import",
                "Import the record of a finished simulated game, to view it and have it reviewed.",
                self.import_,
                Imported,
                body=bytes,
                scope=Scope.PLAY,
                cost=50,
                status=201,
                longest=IMPORTED,
            ),
            Operation(
                "games.state",
                GROUP,
                GET,
                one,
                "The state of a game and the players who are connected, for players and spectators.",
                self.state,
                protocol.Snapshot,
                OfGame,
                scope=Scope.READ,
                marked=True,
            ),
            Operation(
                "games.record",
                GROUP,
                GET,
                f"{one}.carrom",
                "The game's record as text.",
                self.record,
                str,
                OfGame,
                media=RECORD,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.rules",
                GROUP,
                GET,
                f"{one}/rules",
                "The rule book of the game, including a custom one.",
                self.rules,
                Json,
                OfGame,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.stroke",
                GROUP,
                GET,
                f"{one}/strokes/{{number}}",
                "A past stroke with its replay.",
                self.stroke,
                protocol.Replayed,
                OfStrokeNumber,
                scope=Scope.READ,
                cost=2,
            ),
            Operation(
                "games.join",
                GROUP,
                POST,
                f"{one}/join",
                "Take an open seat of a game that you are invited to.",
                self.join,
                OpenedGame,
                OfGame,
                JoinIt,
                scope=Scope.PLAY,
                cost=2,
            ),
            Operation(
                "levels",
                GROUP,
                GET,
                "/api/levels",
                "The levels of the computer player, weakest first, as a seat may name them.",
                self.levels,
                list[str],
                Nothing,
                media=JSON,
                cost=0,
                marked=True,
            ),
        )

    async def seated(self, call: OperationRequest, game: str) -> Participant:
        """Return the participant that the caller's token opens, as player or spectator; raises `CommandRefused`."""
        return await self._lobby.resume(protocol.Resume(game=game, key=call.word, watch=call.word), call.account)

    async def begin(self, call: OperationRequest) -> Response:
        """Create a game."""
        asked: Begin = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        words = {name: getattr(asked, name) or _word() for name in ("nonce", "key", "invite", "watch")}
        terms = asked.terms if call.player is None else begun_by(asked.terms, call.player.name)
        chair = await self._lobby.begin(protocol.NewGame(terms=terms, **words), call.account)
        if not chair.yours and chair.table.room.setting.people:
            raise Stop(409, "not-now", "This nonce was already used to create a game with another key.")
        self._lobby.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, words["key"], words["invite"], words["watch"]), 201)

    async def join(self, call: OperationRequest) -> Response:
        """Take an open seat."""
        asked: JoinIt = call.body
        key = asked.key or _word()
        name = asked.name if call.player is None else call.player.name
        request = protocol.Join(
            nonce=_word(), game=call.words.id, invite=asked.invite, key=key, name=name, seat=asked.seat
        )
        chair = await self._lobby.join(request, call.account)
        self._lobby.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, key))

    async def state(self, call: OperationRequest) -> Response:
        """Return a game's state; its ETag is the version and a hash of what changes without a new version."""
        chair = await self.seated(call, call.words.id)
        self._lobby.dispatcher.publish(GamePolled(chair))
        stands = chair.table.snapshot()
        return marked(call.request, stands, f"{chair.table.room.version}-{_unversioned_hash(stands)}")

    async def record(self, call: OperationRequest) -> Response:
        """Return the record."""
        chair = await self.seated(call, call.words.id)
        return saved(await chair.table.record(), f"{call.words.id}.carrom", RECORD)

    async def rules(self, call: OperationRequest) -> Response:
        """Return the rule book."""
        rules, language = (
            (await self.seated(call, call.words.id)).table.room.frozen().rules(),
            language_of(call.request),
        )
        return told(await self._lobby.in_thread(lambda: book_of_a_game(rules, language)))

    async def stroke(self, call: OperationRequest) -> Response:
        """Return a past stroke."""
        chair = await self.seated(call, call.words.id)
        return told(await chair.table.replay(protocol.Replay(nonce="0" * 16, stroke=call.words.number)))

    async def mine(self, call: OperationRequest) -> Response:
        """List the caller's games."""
        lines = [msgspec.json.encode(line) + b"\n" for line in await self._outcomes.with_results(await self._of(call))]
        return Response(b"".join(lines), media_type=LINES, headers={"cache-control": "no-store"})

    async def export(self, call: OperationRequest) -> Response:
        """Return the records of the caller's games."""
        lines = (await self._of(call))[:EXPORTED]
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for line in lines:
                if not line.version:
                    continue
                try:
                    game = await self._lobby.active.recorded(line.game)
                except (KeyError, CarromError):
                    continue  # one damaged game does not stop the export
                text = await self._lobby.in_thread(lambda game=game: write_record(game))  # type: ignore[misc]
                archive.writestr(zipfile.ZipInfo(f"{line.game}.carrom", _WHEN), text)
        return saved(written.getvalue(), "games.zip", "application/zip")

    async def import_(self, call: OperationRequest) -> Response:
        """Store an imported game under a new id."""
        content: bytes = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        key, lobby = _word(), self._lobby
        game = await lobby.in_thread(lambda: game_from(content))
        difference = await lobby.in_thread(lambda: difference_in(game, content))
        setting = setting_of(game)
        seats = tuple(
            StoredSeat(seat=each.seat, name=each.name, hash=hashed(key), account=call.account)
            for each in setting.sitters
        )
        table = await lobby.arranged(
            _word(), lambda name: room_of(name, game, setting, lobby.chance, lobby.now()), Access(seats=seats)
        )
        await lobby.in_thread(lambda: self._store.games.append(table.room.name, (), ended=True))
        name = table.room.name
        imported = Imported(game=name, key=key, page=f"/game/{name}", strokes=strokes_of(game), difference=difference)
        return told(imported, 201)

    async def levels(self, call: OperationRequest) -> Response:
        """List the levels of the computer player."""
        from carrom.engine.play.levels import LEVELS

        return marked(call.request, [level.name for level in LEVELS])

    async def _of(self, call: OperationRequest) -> list[GameSummary]:
        """Return the caller's games that match the filter, newest first; raises `Stop` (401) if there is no caller."""
        account, word, which = call.account, call.word, call.words
        if account is None and word is None:
            raise Stop(401, "no-token", "Authentication is required: send an account's token or a game's key.")

        def read() -> list[GameSummary]:
            found = self._store.games_of_account(account) if account else self._store.games_of((hashed(word or ""),))
            lines = (line_of(past) for past in found)
            return [line for line in lines if line is not None and matches(line, which)][: which.max]

        return await self._lobby.in_thread(read)


class _Sitters(Value, frozen=True, forbid_unknown_fields=False):
    """The sitters of a game card, undecoded."""

    sitters: msgspec.Raw


class _Unversioned(Value, frozen=True, forbid_unknown_fields=False):
    """The parts of a snapshot that change without a new version."""

    card: _Sitters
    offers: msgspec.Raw
    clock: protocol.Clock | None


def _unversioned_hash(snapshot: str) -> str:
    """Return a hash of who is there, the open offers and the state of the clock."""
    parts = msgspec.json.decode(snapshot, type=_Unversioned)
    clock = "" if parts.clock is None else f"{parts.clock.seat} {parts.clock.starts} {parts.clock.paused}"
    return sha256(bytes(parts.card.sitters) + bytes(parts.offers) + clock.encode()).hexdigest()[:12]


def _word() -> str:
    """Return a random secret of 192 bits."""
    return secrets.token_urlsafe(24)


def _begun(chair: Participant, key: str, invite: str | None = None, watch: str | None = None) -> OpenedGame:
    room = chair.table.room
    return OpenedGame(
        game=room.name,
        yours=chair.yours,
        version=room.version,
        page=f"/game/{room.name}",
        key=key,
        invite=invite,
        watch=watch,
    )
