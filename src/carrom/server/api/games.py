"""Games over HTTP: create and join, state, record and strokes."""

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
from carrom.server.api.game_lists import is_meant, line_of
from carrom.server.api.game_outcomes import GameOutcomes
from carrom.server.api.record_import import game_from, room_of, setting_of
from carrom.server.api.rule_books import Json, book_of_a_game, language_of
from carrom.server.api.schemas import Begin, Begun, GameLine, Imported, JoinIt, OfGame, OfStrokeNumber, Search, Which
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.common.server_events import GameCreated
from carrom.server.http.operation import GET, JSON, LINES, POST, RECORD, Call, Nothing, Operation
from carrom.server.http.problem import Stop
from carrom.server.http.responses import marked, saved, told
from carrom.server.identity.principal import Scope
from carrom.server.live_games.registry import GameRegistry, Participant
from carrom.storage.models import StoredSeat
from carrom.storage.store import Store
from carrom.tables.access import Access
from carrom.tables.terms import begun_by
from carrom.tokens import hashed
from carrom.values import Value

GROUP = "Games"
EXPORTED = 50
"""Games in one archive."""
IMPORTED = 2_000_000
"""Bytes of a record that is brought."""
_WHEN = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class GamePolled:
    """A program has asked for the state of a game in which it has a place."""

    place: Participant


class GameRoutes:
    """The games of one server, as programs ask for them."""

    def __init__(self, lobby: GameRegistry, store: Store, new_games: TokenBuckets, outcomes: GameOutcomes) -> None:
        """Look into a server's games; `new_games` counts those that are begun."""
        self._lobby, self._store, self._new_games, self._outcomes = lobby, store, new_games, outcomes

    def operations(self) -> tuple[Operation, ...]:
        """Return their rows of the table."""
        path, one = "/api/games", "/api/games/{id}"
        return (
            Operation(
                "games.begin",
                GROUP,
                POST,
                path,
                "Begin a game: against a program, or with seats that wait for who is invited.",
                self.begin,
                Begun,
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
                "Your games: those of the account, or of the key, that is brought.",
                self.mine,
                GameLine,
                Which,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.search",
                GROUP,
                GET,
                f"{path}/search",
                "Your games in which words stand.",
                self.mine,
                GameLine,
                Search,
                media=LINES,
                scope=Scope.READ,
                cost=5,
            ),
            Operation(
                "games.export",
                GROUP,
                GET,
                f"{path}/export",
                f"The records of your games, {EXPORTED} at most, as an archive of `.carrom` files.",
                self.export,
                str,
                Which,
                media="application/zip",
                scope=Scope.READ,
                cost=50,
            ),
            Operation(
                "games.import",
                GROUP,
                POST,
                f"{path}/import",
                "Bring the record of a simulated game that has ended, to look at it and to have it reviewed.",
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
                "How a game stands, and who is there. Its players and who may look on are told.",
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
                "Its record as text.",
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
                "The rule book that it is played by, somebody's own as well.",
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
                "A past stroke with its film.",
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
                "Take an open seat of a game that you were invited to.",
                self.join,
                Begun,
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
                "The levels of the program, from the weakest up, by which a seat may be taken.",
                self.levels,
                list[str],
                Nothing,
                media=JSON,
                cost=0,
                marked=True,
            ),
        )

    async def seated(self, call: Call, game: str) -> Participant:
        """Return the place that a token opens, or one to look on from; raises `Refuse`."""
        return await self._lobby.resume(protocol.Resume(game=game, key=call.word, watch=call.word), call.account)

    async def begin(self, call: Call) -> Response:
        """Begin a game."""
        asked: Begin = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        words = {name: getattr(asked, name) or _word() for name in ("nonce", "key", "invite", "watch")}
        terms = asked.terms if call.player is None else begun_by(asked.terms, call.player.name)
        chair = await self._lobby.begin(protocol.NewGame(terms=terms, **words), call.account)
        if not chair.yours and chair.table.room.setting.people:
            raise Stop(409, "not-now", "This nonce has begun a game with another key.")
        self._lobby.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, words["key"], words["invite"], words["watch"]), 201)

    async def join(self, call: Call) -> Response:
        """Sit down at an open seat."""
        asked: JoinIt = call.body
        key = asked.key or _word()
        name = asked.name if call.player is None else call.player.name
        request = protocol.Join(
            nonce=_word(), game=call.words.id, invite=asked.invite, key=key, name=name, seat=asked.seat
        )
        chair = await self._lobby.join(request, call.account)
        self._lobby.dispatcher.publish(GameCreated(chair.table.room.name))
        return told(_begun(chair, key))

    async def state(self, call: Call) -> Response:
        """Tell how a game stands; its mark is its version, and a hash of what changes without one."""
        chair = await self.seated(call, call.words.id)
        self._lobby.dispatcher.publish(GamePolled(chair))
        stands = chair.table.snapshot()
        return marked(call.request, stands, f"{chair.table.room.version}-{_beside(stands)}")

    async def record(self, call: Call) -> Response:
        """Give the record."""
        chair = await self.seated(call, call.words.id)
        return saved(await chair.table.record(), f"{call.words.id}.carrom", RECORD)

    async def rules(self, call: Call) -> Response:
        """Tell the rule book."""
        rules, language = (
            (await self.seated(call, call.words.id)).table.room.frozen().rules(),
            language_of(call.request),
        )
        return told(await self._lobby.in_thread(lambda: book_of_a_game(rules, language)))

    async def stroke(self, call: Call) -> Response:
        """Show a past stroke."""
        chair = await self.seated(call, call.words.id)
        return told(await chair.table.replay(protocol.Replay(nonce="0" * 16, stroke=call.words.number)))

    async def mine(self, call: Call) -> Response:
        """List the games of who asks."""
        lines = [msgspec.json.encode(line) + b"\n" for line in await self._outcomes.told(await self._of(call))]
        return Response(b"".join(lines), media_type=LINES, headers={"cache-control": "no-store"})

    async def export(self, call: Call) -> Response:
        """Give the records of the games of who asks."""
        lines = (await self._of(call))[:EXPORTED]
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for line in lines:
                if not line.version:
                    continue
                try:
                    game = await self._lobby.active.recorded(line.game)
                except (KeyError, CarromError):
                    continue  # a damaged one keeps nobody from the others
                text = await self._lobby.in_thread(lambda game=game: write_record(game))  # type: ignore[misc]
                archive.writestr(zipfile.ZipInfo(f"{line.game}.carrom", _WHEN), text)
        return saved(written.getvalue(), "games.zip", "application/zip")

    async def import_(self, call: Call) -> Response:
        """Keep a game that is brought as its record."""
        content: bytes = call.body
        if not self._new_games.take(call.payer):
            wait = self._new_games.wait(call.payer)
            raise Stop(429, "too-fast", "Too many new games; wait a minute.", key="new-games", seconds=wait)
        key, lobby = _word(), self._lobby
        game = await lobby.in_thread(lambda: game_from(content))
        setting = setting_of(game)
        seats = tuple(
            StoredSeat(seat=each.seat, name=each.name, hash=hashed(key), account=call.account)
            for each in setting.sitters
        )
        table = await lobby.arranged(
            _word(), lambda name: room_of(name, game, setting, lobby.chance, lobby.now()), Access(seats=seats)
        )
        await self._lobby.in_thread(lambda: self._store.games.append(table.room.name, (), ended=True))
        return told(Imported(game=table.room.name, key=key, page=f"/game/{table.room.name}"), 201)

    async def levels(self, call: Call) -> Response:
        """Name the levels."""
        from carrom.engine.play.levels import LEVELS

        return marked(call.request, [level.name for level in LEVELS])

    async def _of(self, call: Call) -> list[GameLine]:
        """Return the games of who asks that are meant, the last begun first; raises `Stop` if nobody asks."""
        account, word, which = call.account, call.word, call.words
        if account is None and word is None:
            raise Stop(401, "no-token", "Whose games? Bring a token of an account or the key of a game.")

        def read() -> list[GameLine]:
            found = self._store.games_of_account(account) if account else self._store.games_of((hashed(word or ""),))
            lines = (line_of(past) for past in found)
            return [line for line in lines if line is not None and is_meant(line, which)][: which.max]

        return await self._lobby.in_thread(read)


class _Sitters(Value, frozen=True, forbid_unknown_fields=False):
    """Who sits where, as a card tells it."""

    sitters: msgspec.Raw


class _Beside(Value, frozen=True, forbid_unknown_fields=False):
    """What of a snapshot changes without a new version."""

    card: _Sitters
    offers: msgspec.Raw
    clock: protocol.Clock | None


def _beside(snapshot: str) -> str:
    """Return a hash of who is there, what is offered and whether the clock stands."""
    told = msgspec.json.decode(snapshot, type=_Beside)
    clock = "" if told.clock is None else f"{told.clock.seat} {told.clock.starts} {told.clock.paused}"
    return sha256(bytes(told.card.sitters) + bytes(told.offers) + clock.encode()).hexdigest()[:12]


def _word() -> str:
    """Return a word that nobody can guess."""
    return secrets.token_urlsafe(24)


def _begun(chair: Participant, key: str, invite: str | None = None, watch: str | None = None) -> Begun:
    room = chair.table.room
    return Begun(
        game=room.name,
        yours=chair.yours,
        version=room.version,
        page=f"/game/{room.name}",
        key=key,
        invite=invite,
        watch=watch,
    )
