"""A tie between teams from Pune and Delhi over an in-memory store: captains, their messages, and resignations."""

from random import Random
from typing import Any

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import (
    Accepted,
    BeginRubber,
    ComeToTie,
    JoinTie,
    LineUp,
    NewTie,
    PlayerPlan,
    Resign,
    Resume,
    TeamPlan,
    TieSide,
    TieSnapshot,
    TieTerms,
    Who,
)
from carrom.server.common import ServerLimits
from carrom.server.play.registry import GameRegistry
from carrom.server.play.services import ServerLinks
from carrom.server.play.ties import OpenTies, TieParticipant, TieRegistry, TieTable
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused

FIRST, SECOND, GUEST = "key-of-the-first-captain", "key-of-the-second-captain", "key-of-a-player"
INVITE, WATCH = "invite-to-the-tie", "watch-the-tie"
PUNE = TeamPlan(name="Pune", players=(PlayerPlan(name="Asha"), PlayerPlan(name="Chitra")))
DELHI = TeamPlan(name="Delhi", players=(PlayerPlan(name="Bilal"), PlayerPlan(name="Dev")))
A_SHEET = (("Asha",), ("Chitra",), ("Asha", "Chitra"))
B_SHEET = (("Bilal",), ("Dev",), ("Bilal", "Dev"))
NOW = 1_800_000_000_000


def terms(**more: Any) -> TieTerms:
    """Return the terms of a tie; by default the second team joins by link and brings its players."""
    return TieTerms(**{"teams": (PUNE, TeamPlan(name="Delhi")), **more})


def here(**more: Any) -> TieTerms:
    """Return the terms of a tie between two teams on one screen."""
    return terms(teams=(PUNE, DELHI), captain=Who.HERE, **more)


def new_tie(terms: TieTerms, nonce: str = "t" * 16) -> NewTie:
    """Return the message that creates a tie."""
    return NewTie(nonce=nonce, key=FIRST, invite=INVITE, watch=WATCH, terms=terms)


class Page:
    """One connection: it sends tie messages and records what it receives."""

    def __init__(self, ties: TieRegistry) -> None:
        self.heard: list[protocol.ServerMessage] = []
        self.chair = TieParticipant(ties, lambda text: self.heard.append(protocol.decode_server(text)))

    async def say(self, request: protocol.TieRequest) -> protocol.ServerMessage:
        """Send a request and return the last answer."""
        await self.chair.answer(request)
        return self.heard[-1]

    async def line_up(self, side: str, rubbers: Any, nonce: str = "") -> Accepted:
        """Submit a team's line-up."""
        await self.chair.answer(LineUp(nonce=nonce or f"line-up-of-team-{side}", side=TieSide(side), rubbers=rubbers))
        return next(each for each in reversed(self.heard) if isinstance(each, Accepted))

    async def rubber(self, number: int, nonce: str = "") -> str:
        """Start a rubber and return the ID of its game."""
        await self.chair.answer(BeginRubber(nonce=nonce or f"begin-of-rubber-{number}", rubber=number))
        game = self.tie.rubbers[number - 1].game
        assert game is not None
        return game

    @property
    def tie(self) -> TieSnapshot:
        """The last state of the tie that this page received."""
        return next(each for each in reversed(self.heard) if isinstance(each, TieSnapshot))


class Hall:
    """A server's ties and games over one store; it can be restarted."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or Store(":memory:")
        self.start()

    def start(self) -> None:
        """Start with nothing in memory, as after a power failure."""
        open_ties = OpenTies()
        links = ServerLinks(players_nearby=open_ties.players_nearby)
        self.registry = GameRegistry(self.store, ServerLimits(), Random(1), lambda: NOW, links)
        self.ties = TieRegistry(self.store.ties, self.registry, ServerLimits(), open_ties)

    async def begin(self, agreed: TieTerms) -> Page:
        """Create a tie and return the first captain's page."""
        page = Page(self.ties)
        await page.say(new_tie(agreed))
        return page

    async def come(self, tie: str, key: str | None = None, **words: Any) -> Page:
        """Open a tie and return the page."""
        page = Page(self.ties)
        await page.say(ComeToTie(tie=tie, key=key, **words))
        return page

    async def lead(self, tie: str, team: TeamPlan | None = DELHI) -> Page:
        """Join a tie as the second captain, with a team, and return the page."""
        page = Page(self.ties)
        await page.say(JoinTie(nonce="second-captain-comes", tie=tie, invite=INVITE, key=SECOND, place="B", team=team))
        return page

    async def resign(self, game: str, key: str, seat: Seat, nonce: str = "") -> None:
        """Resign a rubber for the player at a seat."""
        chair = await self.registry.resume(Resume(game=game, key=key))
        command = Resign(nonce=nonce or f"resignation-{game}"[:60], version=chair.table.room.version, seat=seat)
        await chair.table.submit(command, frozenset(chair.yours))

    async def table(self, tie: str) -> TieTable:
        """Return the tie as the server holds it."""
        return await self.ties.come(ComeToTie(tie=tie, watch=WATCH))


async def refused(work: Any) -> CommandRefused:
    """Return the refusal that `work` raises."""
    try:
        await work
    except CommandRefused as refusal:
        return refusal
    raise AssertionError("it was not refused")
