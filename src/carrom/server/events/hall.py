"""The venue application: the folder of a hall with its tournaments, score card entry, and role links."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from carrom.errors import CarromError, RefusedRequest, SetupError
from carrom.files import RESERVED, replace
from carrom.game.progress import match_score
from carrom.i18n import LANGUAGES
from carrom.protocol.common import MAX_CLIENT_BYTES
from carrom.protocol.http_tournaments import (
    AskCard,
    CardTotals,
    ClockInfo,
    EventChanged,
    HallRefused,
    HallRequest,
    LinkList,
    Propose,
)
from carrom.rules.ruleset import ruleset
from carrom.server.common import ServerLimits, TokenBuckets
from carrom.server.events.event_writer import SECRET, EventWriter, HallLinks, VoidLink
from carrom.server.events.hall_views import ALL, hall_view, history_view, lines_written
from carrom.server.events.live_feed import LiveFeed
from carrom.server.events.publisher import Publisher, links_view
from carrom.server.events.sheets import FOLDER, FixtureSheets, header_of
from carrom.server.http.championships import SUFFIX, ChampionshipRoutes, event_operations, event_paths
from carrom.server.http.problem import Stop
from carrom.server.http.router import ApiRouter, read_body, told
from carrom.server.http.rule_books import book_operations, text_operations
from carrom.server.http.security import LOOPBACK, Proxies, SecurityMiddleware, host_name
from carrom.server.http.static_files import STATIC, GzipCache, PageFiles, check_static
from carrom.server.play.scoresheet_channel import key_of, sheet_routes
from carrom.tournament.identifiers import Games, in_plain_letters, read_address, write_games
from carrom.tournament.permissions import LinkHolder
from carrom.tournament.state import Championship
from carrom.umpire.table import UmpireTable, hear
from carrom.values import changed, prepare

DRAFTS = "drafts"
"""The folder of tournaments that are being set up."""
LAST = "hall.open"
"""The file with the id of the tournament that was open last."""
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")


class EventFolder:
    """The tournaments of a hall."""

    def __init__(self, root: Path) -> None:
        """Serve the tournaments below `root`, which is created if necessary. Raises `SetupError`."""
        self.root = root
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError as reason:
            raise SetupError(f"{root} cannot be created: {reason.strerror}") from None

    @property
    def drafts(self) -> Path:
        """The folder of the drafts."""
        return self.root / DRAFTS

    def paths(self) -> dict[str, Path]:
        """Return the files of all tournaments by id."""
        return event_paths(self.root)

    def path(self, id: str) -> Path:
        """Return the file of a tournament. Raises `RefusedRequest` if there is none."""
        found = self.paths().get(id)
        if found is None:
            raise RefusedRequest(f"there is no tournament {id!r:.70} in this hall")
        return found

    def new_path(self, id: str) -> Path:
        """Return the file of a tournament that does not exist yet: in a folder of its own, beside its records."""
        return self.root / id / f"{id}{SUFFIX}"

    def last_open(self) -> str:
        """Return the id of the tournament that was open last; empty if there is none."""
        try:
            return (self.root / LAST).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def remember_open(self, id: str) -> None:
        """Open this tournament again after a restart; an empty id opens none. Raises `SetupError`."""
        part = self.root / f"{LAST}.part"
        try:
            part.write_text(f"{id}\n", encoding="utf-8")
            replace(part, self.root / LAST)
        except OSError as reason:
            raise SetupError(f"the folder of the hall cannot be written: {reason.strerror}") from None

    def new_id(self, name: str) -> str:
        """Return an unused id made from a tournament's name: `autumn-open` from `Autumn Open`."""
        word = _NOT_A_LETTER.sub("-", in_plain_letters(name)).strip("-")[:40].strip("-") or "tournament"
        taken = {id.lower() for id in self.paths()} | {path.stem.lower() for path in self.drafts.glob("*.json")}
        taken |= {path.name.lower() for path in self.root.iterdir()} | RESERVED
        return word if word not in taken else next(
            each for number in range(2, len(taken) + 3) if (each := f"{word}-{number}") not in taken
        )  # fmt: skip


def root_of(path: Path) -> Path:
    """Return the folder of the hall to which a tournament's file belongs: the one that holds the secret."""
    folder = path.parent
    is_inside = folder.name == path.name.removesuffix(SUFFIX) and (folder.parent / SECRET).exists()
    return folder.parent if is_inside and not (folder / SECRET).exists() else folder


# -- score card entry: rows typed by a scorer, checked against the laws ------------------------------------------------


_SIDES = ("A", "B")


def card_view(championship: Championship, asked: AskCard) -> CardTotals:
    """Return the totals of a score card; raises `RefusedRequest` for an impossible board."""
    address = read_address(asked.fixture)
    fixture = championship.fixture(address)
    if not fixture.b:
        raise RefusedRequest(f"{address} is a bye and is not played")
    header = changed(header_of(championship, address, fixture), first_break=_SIDES[asked.first - 1])
    table = UmpireTable.begin(header, ruleset(championship.details.rules))
    scores = []
    for number, row in enumerate(asked.rows, 1):
        queen = _SIDES[row.queen - 1]
        try:
            table, _ = hear(table, f"board {_SIDES[row.winner - 1]} {row.men} queen {queen}")
        except RefusedRequest as reason:
            raise RefusedRequest(f"board {number}: {reason}") from None
        games = _games(table)
        scores.append(games[-1] if games else (0, 0))
    if asked.timed and not table.game.is_over:
        table, _ = hear(table, "time")
    games, result = _games(table), table.game.result
    winner = 0 if result is None or len(result.winners) != 1 else _SIDES.index(result.winners[0]) + 1
    line = ""
    if table.game.is_over:
        boards = _boards(table)
        line = f"{write_games(games)}{' clock' if asked.timed else ''} boards={boards[0]}-{boards[1]}"
    return CardTotals(
        scores=tuple(scores),
        games=games,
        over=table.game.is_over,
        winner=winner,
        line=line,
        said=table.standing[0],
    )


def _games(table: UmpireTable) -> Games:
    """Return the points of every game that has started."""
    return tuple((each.score[0], each.score[1]) for each in match_score(table.game.state).games)


def _boards(table: UmpireTable) -> tuple[int, int]:
    """Return the number of boards won by each side."""
    won = [board.winners for game in table.game.state.games for board in game.boards if not board.replay]
    return won.count(("A",)), won.count(("B",))


# -- the application: pages, championship data, and role links ---------------------------------------------------------


BEAT = 10.0
"""Seconds of silence after which a stream sends a comment as a heartbeat."""
HALL = 4404
"""Close code of a websocket: this server runs a tournament, and no games."""
_LONGEST_REASON = 123
"""Maximum bytes of the reason for closing a websocket (RFC 6455 §5.5)."""
_requests: msgspec.json.Decoder[Propose | AskCard] = msgspec.json.Decoder(HallRequest)
Answering = Callable[[Request], Awaitable[Response]]


class HallApp:
    """Everything that a venue serves."""

    def __init__(
        self,
        path: Path,
        secret: bytes,
        *,
        hides: bool = False,
        window: float | None = None,
        folder: Path | None = None,
        publish: Path | None = None,
    ) -> None:
        """Serve a championship; `hides` omits running scores for the public, `folder` has the other championships.

        If `publish` is given, the public pages are written to that folder after each change.

        Raises `RecordError` or `SetupError`.
        """
        self.path = path
        self.book = EventWriter(path)
        self.links = HallLinks(secret, self.book.id)
        self.live = LiveFeed(self.book) if window is None else LiveFeed(self.book, window=window, count=window)
        self.desk = FixtureSheets(path.parent / FOLDER, self.book, self.links, self.live.notice)
        self.events = ChampionshipRoutes(folder or path.parent, lambda: (self.book.id, self.book.championship))
        self.pages = Publisher(self.book, publish, self._check_organiser)
        self.hides = hides
        self.reach: tuple[str, ...] = ()
        """Addresses of the page for phones; the first one is in links and QR codes made on this computer."""

    def routes(self) -> list[Route]:
        """Return the routes of a venue."""
        return [
            Route("/api/live", self._all_live),
            Route("/api/live/{board:int}", self._one_live),
            Route("/api/stream", self._stream),
            Route("/api/hall", refusing(self._told)),
            Route("/api/hall", refusing(self._said), methods=["POST"]),
            Route("/api/hall/history", refusing(self._history)),
            Route("/api/hall/links", refusing(self._links)),
            *self.pages.routes(refusing),
            *sheet_routes(self.desk),
        ]

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Open the sheets in progress; at the end close all files."""
        await self.desk.take_up_all()
        self.pages.start()
        yield
        await self.pages.close()
        await self.live.close()
        await self.desk.close()
        await self.book.close()

    def holder(self, request: Request) -> LinkHolder:
        """Return the holder of the request's link; raises `VoidLink`."""
        return self.links.holder(self.book.championship, key_of(request) or "")

    def _check_organiser(self, request: Request) -> None:
        who = self.holder(request)
        if who.role != "organiser":
            raise RefusedRequest(f"only the organiser publishes pages; this link is the {who.role}'s")

    def _hidden(self, request: Request) -> bool:
        """Return whether running scores are hidden from the client."""
        if not self.hides:
            return False
        try:
            return self.holder(request).role not in ALL
        except VoidLink:
            return True

    async def refuse_games(self, socket: WebSocket) -> None:
        """Close the websocket of a page for games, and tell it which championship this address holds now.

        A browser can still have the page of a game server that had this address before, from its store or in an open
        tab. A refused handshake would not tell it why, and it would try again for ever.
        """
        await socket.accept()
        id = self.book.id
        await socket.close(HALL, id if len(id.encode()) <= _LONGEST_REASON else "")

    async def _all_live(self, request: Request) -> Response:
        return told(self.live.told(self._hidden(request)))

    async def _one_live(self, request: Request) -> Response:
        number = request.path_params["board"]
        boards = self.book.championship.details.boards
        if not 1 <= number <= max(boards, 1):
            return told(HallRefused(reason=f"there is no table {number}; the hall has {boards}"), 404)
        return told(self.live.board(number, self._hidden(request)))

    async def _stream(self, request: Request) -> Response:
        board = request.query_params.get("board", "")
        only = int(board) if board.isascii() and board.isdigit() and len(board) < 4 else 0
        body = self._news(only, self._hidden(request))
        return StreamingResponse(body, media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def _news(self, only: int, hidden: bool) -> AsyncIterator[bytes]:
        """Yield every board and clock, then each that changes, and the championship's version whenever it grows."""
        sent: dict[int, bytes] = {}
        seen: tuple[int, int] | None = None
        clocks: tuple[ClockInfo, ...] | None = None
        with self.live.reading() as news:
            yield b"retry: 2000\n\n"
            while True:
                news.clear()
                for board in self.live.boards(hidden):
                    text = msgspec.json.encode(board)
                    if only in (0, board.board) and sent.get(board.board) != text:
                        sent[board.board] = text
                        yield b"data: " + text + b"\n\n"
                result = self.live.clocks()
                if result.clocks != clocks:
                    clocks = result.clocks
                    yield b"data: " + msgspec.json.encode(result) + b"\n\n"
                now = self.book.version, len(self.desk.matters)
                if seen != now:
                    seen = now
                    yield b"data: " + msgspec.json.encode(EventChanged(version=now[0])) + b"\n\n"
                try:
                    await asyncio.wait_for(news.wait(), BEAT)
                except TimeoutError:
                    yield b": here\n\n"

    async def _told(self, request: Request) -> Response:
        who = self.holder(request)
        at = self.book.championship, self.book.id, who, int(time.time()), self.desk.matters
        view = await asyncio.to_thread(hall_view, *at)
        return told(changed(view, torn=self.book.torn) if self.book.torn and who.role in ALL else view)

    async def _said(self, request: Request) -> Response:
        who = self.holder(request)
        asked = await _read(request)
        if isinstance(asked, AskCard):
            return told(await asyncio.to_thread(card_view, self.book.championship, asked))
        # The file records who used a nonce, so nobody receives the answer to another holder's proposal.
        written = await self.book.propose(asked.nonce, who, asked.line)
        at = self.book.championship, asked.nonce, written, _language(request)
        return told(await asyncio.to_thread(lines_written, *at))

    async def _history(self, request: Request) -> Response:
        who = self.holder(request)
        if who.role not in ALL:
            raise RefusedRequest(
                f"the history is for the organiser, the referee and scorers; this link is the {who.role}'s"
            )
        return told(await asyncio.to_thread(history_view, self.book.championship, _language(request)))

    async def _links(self, request: Request) -> Response:
        who = self.holder(request)
        if who.role != "organiser":
            raise RefusedRequest(f"only the organiser can list links; this link is the {who.role}'s")
        base = address_for_phones(request, self.reach)
        found: LinkList = await asyncio.to_thread(
            links_view, self.book.championship, self.links, base, request.query_params.get("of", "")
        )
        return told(found)


def address_for_phones(request: Request, reach: tuple[str, ...]) -> str:
    """Return the address of the page for links: the one of the request, or of the network if that is this computer."""
    if reach and host_name(request.headers.get("host", "")) in LOOPBACK:
        return reach[0].rstrip("/")
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def _language(request: Request) -> str:
    """Return the language that a request asks for; English if it is unknown."""
    language = request.query_params.get("language", "en")
    return language if language in LANGUAGES else "en"


async def _read(request: Request) -> Propose | AskCard:
    """Return the message in a request's body; raises `RefusedRequest` or `Stop`."""
    try:
        return _requests.decode(await read_body(request, MAX_CLIENT_BYTES))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise RefusedRequest(f"the message cannot be decoded: {fault}") from None


def refusing(answering: Answering) -> Answering:
    """Return an endpoint that turns refusals into error responses."""

    async def answer(request: Request) -> Response:
        try:
            return await answering(request)
        except VoidLink as reason:
            return told(HallRefused(reason=f"{reason}.", void=True), 401)
        except Stop as refusal:
            return told(HallRefused(reason=refusal.problem.detail), refusal.problem.status)
        except CarromError as reason:
            return told(HallRefused(reason=f"{reason}."), 409)

    return answer


def hall_page(folder: Path, id: str) -> PageFiles:
    """Return the built client for a venue: marked with the championship `id`, and without games."""
    return PageFiles(folder, lambda content: content.replace(b"<html", f'<html data-hall="{id}"'.encode(), 1))


def hall_routes(hall: HallApp, static: Path, limits: ServerLimits, clock: Callable[[], float]) -> list[Any]:
    """Return every route of an open tournament, with its pages."""
    return [
        *hall.routes(),
        Route("/ws", _no_games),
        WebSocketRoute("/ws", hall.refuse_games),
        *ApiRouter(limits, clock).routes((*event_operations(hall.events), *book_operations(), *text_operations())),
        Route("/", lambda _: RedirectResponse(f"/events/{hall.book.id}")),
        Mount("/", hall_page(static, hall.book.id)),
    ]


def hall_application(
    hall: HallApp,
    *,
    static: Path = STATIC,
    names: frozenset[str] = LOOPBACK,
    any_address: bool = False,
    limits: ServerLimits = ServerLimits(),  # noqa: B008 (a frozen value)
    clock: Callable[[], float] = time.monotonic,
    proxies: Proxies = Proxies(),  # noqa: B008 (immutable, trusts no proxy)
) -> SecurityMiddleware:
    """Return the application of a venue; raises `SetupError` if the built client is missing."""
    prepare()
    check_static(static)
    inner = Starlette(routes=hall_routes(hall, static, limits, clock), lifespan=hall.lifespan)
    requests = TokenBuckets(limits.requests, clock)
    return SecurityMiddleware(
        GzipCache(inner), names=names, any_address=any_address, requests=requests, proxies=proxies
    )


async def _no_games(_: Request) -> Response:
    return PlainTextResponse("A venue has score sheets of wooden boards only; use `carrom serve` for games.\n", 404)
