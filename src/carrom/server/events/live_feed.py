"""The public live feed of a venue: every board's score after a delay for undo, frozen during an appeal.

A sheet is published in its state of three seconds ago, unless that was undone in the meantime. A board whose umpire is
disconnected stays, with the time of the last message.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from carrom.protocol.http_scoresheet import SheetRole, SheetState
from carrom.protocol.http_tournaments import BoardState, LiveBoard, LiveBoards, LiveClocks, LiveSide
from carrom.server.events.event_writer import EventWriter
from carrom.server.http.championships import clocks_view
from carrom.server.play.scoresheet_channel import SheetChannel
from carrom.tournament.csv_tables import drawn_fixtures
from carrom.tournament.identifiers import Address
from carrom.tournament.printing import score_of
from carrom.tournament.state import Championship, Fixture
from carrom.tournament.venue import Open, is_called, on_board
from carrom.values import Value, changed

WINDOW = 3.0
"""Delay in seconds during which a line can be undone before it is public."""
COUNT = 20.0
"""Seconds after the end of a board for counting pieces, unless the next line comes first."""


class BoardFacts(Value, frozen=True, kw_only=True):
    """The public facts of a score sheet."""

    version: int
    sides: tuple[LiveSide, ...]
    game: int
    board: int
    queen: str


def facts_of(given: SheetState) -> BoardFacts:
    """Return the public facts of a score sheet."""
    turn = given.awaits.player if given.playing else ""
    names = {side: [each.name for each in given.players if each.side == side] for side in range(len(given.sides))}
    sides = tuple(
        LiveSide(
            name=side.name,
            colour=side.colour or "",
            men=side.men,
            due=side.due,
            score=side.score,
            games=side.games,
            strikes=bool(turn) and turn in names.get(at, ()),
        )
        for at, side in enumerate(given.sides)
    )
    return BoardFacts(version=given.version, sides=sides, game=given.game, board=given.board, queen=given.queen)


class _Watched:
    """A published score sheet."""

    def __init__(self, room: SheetChannel) -> None:
        self.room = room
        self.published: BoardFacts | None = None
        self.heard: int | None = None
        self.frozen = False
        self.looking: asyncio.Task[None] | None = None


class LiveFeed:
    """The boards of a venue, and the clients of the live feed."""

    def __init__(
        self, book: EventWriter, *, window: float = WINDOW, count: float = COUNT, now: Callable[[], float] = time.time
    ) -> None:
        """Publish with a delay of `window` seconds."""
        self._book, self._window, self._count, self._now = book, window, count, now
        self._sheets: dict[str, _Watched] = {}
        self._readers: set[asyncio.Event] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, address: Address, room: SheetChannel) -> None:
        """Publish a sheet's current state after the delay, if it has not been undone by then."""
        stored = self._sheets.get(str(address.fixture))
        watched = stored if stored is not None and stored.room is room else _Watched(room)
        self._sheets[str(address.fixture)] = watched
        task = asyncio.ensure_future(self._publish(watched))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _publish(self, watched: _Watched) -> None:
        room = watched.room
        result = await room.told(SheetRole.READER, None, "en")
        watched.heard = result.heard
        if result.open:
            watched.frozen = True
            self._wake()
            return
        if watched.frozen:
            watched.frozen = False
            self._wake()
        ended = result.ended is not None and not result.playing and result.result is None
        await asyncio.sleep(max(self._window, self._count if ended and room.sheet.version == result.version else 0))
        facts = facts_of(result)
        in_force = facts.version <= 1 or facts.version - 1 in room.sheet.game.line
        if in_force and not watched.frozen and (watched.published is None or self._follows(watched, facts)):
            watched.published = facts
            self._wake()

    @staticmethod
    def _follows(watched: _Watched, facts: BoardFacts) -> bool:
        """Return whether the facts are newer than the published ones."""
        assert watched.published is not None
        return facts.version > watched.published.version

    def boards(self, hidden: bool = False) -> tuple[LiveBoard, ...]:
        """Return every board; `hidden` omits the scores of running games (Law 128)."""
        at = self._book.championship
        count = at.details.boards or max((each.board for each in _fixtures(at)), default=0)
        return tuple(self.board(number, hidden) for number in range(1, count + 1))

    def board(self, number: int, hidden: bool = False) -> LiveBoard:
        """Return one board."""
        at = self._book.championship
        there = on_board(at, number)
        watched = None if there is None else self._sheets.get(str(there.address))
        result = _told(at, number, there, watched.published if watched else None)
        if watched is not None:
            result = changed(result, heard=watched.room.heard or watched.heard, frozen=watched.frozen)
        if hidden and result.state is BoardState.PLAYING:
            result = changed(result, hidden=True, sides=tuple(changed(side, score=None) for side in result.sides))
        return result

    def told(self, hidden: bool = False) -> LiveBoards:
        """Return all boards with the name of the championship."""
        return LiveBoards(
            event=self._book.id,
            name=self._book.championship.details.name,
            now=int(self._now()),
            boards=self.boards(hidden),
            clocks=self.clocks().clocks,
        )

    def clocks(self) -> LiveClocks:
        """Return the clocks of the rounds in play, with the server's time."""
        now = int(self._now())
        return LiveClocks(now=now, clocks=clocks_view(self._book.championship, now))

    @contextmanager
    def reading(self) -> Iterator[asyncio.Event]:
        """Follow the feed in a block: the event is set whenever a board or the championship changes."""
        news = asyncio.Event()
        self._readers.add(news)
        self._book.follow(news)
        try:
            yield news
        finally:
            self._readers.discard(news)
            self._book.leave(news)

    async def close(self) -> None:
        """Stop publishing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _wake(self) -> None:
        for news in self._readers:
            news.set()


def _fixtures(championship: Championship) -> Iterator[Fixture]:
    for stage in championship.stages:
        for round in stage.rounds:
            yield from round.fixtures


def _free(championship: Championship, number: int) -> LiveBoard:
    """Return a board without a current fixture, with its last result."""
    last = max(
        (
            (fixture.finish.when, address, stage, fixture)
            for stage, address, fixture in drawn_fixtures(championship, None)
            if fixture.board == number and fixture.finish is not None
        ),
        key=lambda each: each[0],
        default=None,
    )
    sides: tuple[LiveSide, ...] = ()
    if last is not None:
        games = last[3].finish.games if last[3].finish else ()
        sides = tuple(_bare(championship.name(id)) for id in (last[3].a, last[3].b))
        if len(games) == 1:
            sides = tuple(changed(side, score=games[0][at]) for at, side in enumerate(sides))
    return LiveBoard(
        board=number,
        fixture=str(last[1]) if last else "",
        stage=last[2].terms.title if last else "",
        round=last[1].round if last else 0,
        state=_empty(championship, number, last is not None),
        result=score_of(last[2], last[3]) if last else "",
        umpire="",
        sides=sides,
        game=0,
        game_board=0,
        queen="",
        frozen=False,
        hidden=False,
        heard=None,
        version=0,
    )


def _empty(championship: Championship, number: int, has_result: bool) -> BoardState:
    if number in championship.closed:
        return BoardState.CLOSED
    return BoardState.OVER if has_result else BoardState.FREE


def _state(fixture: Fixture) -> BoardState:
    if fixture.has_begun:
        return BoardState.PLAYING
    return BoardState.CALLED if is_called(fixture) else BoardState.WAITING


def _bare(name: str) -> LiveSide:
    return LiveSide(name=name, colour="", men=0, due=0, score=None, games=0, strikes=False)


def _told(championship: Championship, number: int, there: Open | None, facts: BoardFacts | None) -> LiveBoard:
    """Return a board from its fixture and the facts of its sheet."""
    if there is None:
        return _free(championship, number)
    fixture = there.fixture
    names = [championship.name(id) for id in (fixture.a, fixture.b)]
    bare = tuple(map(_bare, names))
    umpires = {each.id: each.name for each in championship.umpires}
    return LiveBoard(
        board=number,
        fixture=str(there.address),
        stage=championship.stage(there.address.stage).terms.title,
        round=there.address.round,
        state=_state(fixture),
        result="",
        umpire=umpires.get(fixture.umpire, ""),
        sides=facts.sides if facts else bare,
        game=facts.game if facts else 0,
        game_board=facts.board if facts else 0,
        queen=facts.queen if facts else "",
        frozen=False,
        hidden=False,
        heard=None,
        version=facts.version if facts else 0,
    )
