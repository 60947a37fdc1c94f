"""HTTP routes of online tournaments."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta
from starlette.responses import Response

from carrom.protocol import Refusal
from carrom.protocol.http.lobby import Giving
from carrom.protocol.http.tournaments import (
    TournamentBracket,
    TournamentEnd,
    TournamentGame,
    TournamentGames,
    TournamentId,
    TournamentJoining,
    TournamentList,
    TournamentMaking,
    TournamentOwn,
    TournamentStandings,
    TournamentState,
    TournamentView,
)
from carrom.server.api.play import Streams
from carrom.server.common.rate_limit import TokenBuckets
from carrom.server.http.operation import GET, LINES, POST, Operation, OperationRequest
from carrom.server.http.responses import told
from carrom.server.http.security import client_address
from carrom.server.identity.principal import Scope
from carrom.server.lobby.caller import Caller, Callers
from carrom.server.tournaments.live import LiveTournament
from carrom.server.tournaments.schemas import (
    bracket_told,
    game_told,
    own_told,
    past_told,
    row_told,
    state_told,
    summary_told,
)
from carrom.server.tournaments.service import TournamentService
from carrom.server.tournaments.subscriptions import Reader, TournamentSubscriptions
from carrom.tables.errors import CommandRefused
from carrom.values import Value

GROUP = "Tournaments"
ROOT = "/api/tournaments"
_CREATING = 5.0
"""How many times as much as joining one counts creating a tournament."""


class OfTournament(Value, frozen=True, kw_only=True):
    """The path parameter of a tournament."""

    id: TournamentId


class OfTournamentList(Value, frozen=True, kw_only=True):
    """The query of the list."""

    max: Annotated[int, Meta(ge=0, le=100)] = 30
    """The most tournaments that are over."""


class OfPage(Value, frozen=True, kw_only=True):
    """A page of the standings or the games of a tournament."""

    id: TournamentId
    first: Annotated[int, Meta(ge=1, le=100_000)] = 1
    """The first row, from 1."""
    max: Annotated[int, Meta(ge=1, le=200)] = 100
    """The most rows."""


class OfGames(Value, frozen=True, kw_only=True):
    """A page of the games of a tournament, of one round or one entry if they are given."""

    id: TournamentId
    first: Annotated[int, Meta(ge=1, le=100_000)] = 1
    """The first row, from 1."""
    max: Annotated[int, Meta(ge=1, le=200)] = 100
    """The most rows."""
    round: Annotated[int, Meta(ge=1, le=100)] | None = None
    entry: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class TournamentRoutes:
    """The HTTP operations on tournaments."""

    def __init__(
        self,
        service: TournamentService,
        subscriptions: TournamentSubscriptions,
        callers: Callers,
        joining: TokenBuckets,
        streams: Callable[[], Streams],
        now: Callable[[], int],
    ) -> None:
        """Serve a service; `joining` limits how often each payer creates, joins and withdraws."""
        self._service, self._subscriptions, self._callers = service, subscriptions, callers
        self._joining, self._streams, self._now = joining, streams, now
        self._names = service.registry.names

    async def list(self, call: OperationRequest) -> Response:
        """Return the tournaments of the server."""
        past = await self._service.registry.past(call.words.max)
        over = {each.id for each in past}  # perhaps by another process, and not yet in this one's memory
        open = [each for each in self._service.registry.unfinished() if each.id not in over]
        winners = [member for each in past if each.setting.outcome for member in each.setting.outcome.winner]
        await self._names.load([*(each.setting.by for each in open), *(each.setting.by for each in past), *winners])
        running = [each for each in open if each.state.stage == "running"]
        created = [each for each in open if each.state.stage != "running"]
        found = [summary_told(each, self._names) for each in (*running, *created)]
        return told(TournamentList(tournaments=(*found, *(past_told(each, self._names) for each in past))))

    async def create(self, call: OperationRequest) -> Response:
        """Create a tournament."""
        wish: TournamentMaking = call.body
        by = await self._speaker(call, wish.key, wish.name, _CREATING)
        live = await self._service.create(by, wish.terms, wish.word, _address(call))
        return told(await self._view(live, by.who.party, moderates=False))

    async def get(self, call: OperationRequest) -> Response:
        """Return a tournament, and the caller's own situation in it."""
        live = await self._service.registry.open(call.words.id)
        return told(await self._view(live, await self._party(call), moderates=_moderates(call)))

    async def join(self, call: OperationRequest) -> Response:
        """Join, or return after a pause."""
        wish: TournamentJoining = call.body
        by = await self._speaker(call, wish.key, wish.name)
        live = await self._service.join(call.words.id, by, wish, _address(call))
        return told(await self._own(live, by, call))

    async def withdraw(self, call: OperationRequest) -> Response:
        """Withdraw before the start, or pause."""
        by = await self._speaker(call, call.body.key, "")
        return told(await self._own(await self._service.withdraw(call.words.id, by.who), by, call))

    async def start(self, call: OperationRequest) -> Response:
        """Start a tournament before its time."""
        by = await self._speaker(call, call.body.key, "")
        live = await self._service.start(call.words.id, by.who, moderates=_moderates(call))
        return told(await self._view(live, by.who.party, moderates=_moderates(call)))

    async def cancel(self, call: OperationRequest) -> Response:
        """Cancel a tournament, or end it."""
        by = await self._speaker(call, call.body.key, "")
        live = await self._service.cancel(call.words.id, by.who, moderates=_moderates(call))
        return told(await self._view(live, by.who.party, moderates=_moderates(call)))

    async def standings(self, call: OperationRequest) -> Response:
        """Return a page of the standings."""
        words: OfPage = call.words
        live = await self._service.registry.open(words.id)
        places = await self._subscriptions.places(live)
        page = places[words.first - 1 : words.first - 1 + words.max]
        rows = tuple(row_told(live, each, self._names) for each in page)
        return told(TournamentStandings(rows=rows, total=len(places)))

    async def games(self, call: OperationRequest) -> Response:
        """Return a page of the games, the latest first."""
        words: OfGames = call.words
        live = await self._service.registry.open(words.id)
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        found = [
            each
            for each in reversed(live.state.pairings)
            if words.round in (None, each.round) and (words.entry is None or words.entry in each.entries)
        ]
        page = found[words.first - 1 : words.first - 1 + words.max]
        return told(TournamentGames(games=tuple(game_told(live, each, self._names) for each in page), total=len(found)))

    async def bracket(self, call: OperationRequest) -> Response:
        """Return the bracket of a knockout."""
        live = await self._service.registry.open(call.words.id)
        await self._names.load(member for entry in live.state.entries for member in entry.members)
        return told(bracket_told(live, self._names))

    async def results(self, call: OperationRequest) -> Response:
        """Stream the results of a tournament."""
        live = await self._service.registry.open(call.words.id)
        lines = self._streams().opened(call.payer)
        self._subscriptions.read_results(live, lines)
        return lines.answer()

    async def stream(self, call: OperationRequest) -> Response:
        """Stream a tournament; its reader is present."""
        live = await self._service.registry.open(call.words.id)
        party = await self._party(call)
        lines = self._streams().opened(call.payer)
        manages = self._service.manages(live, party, moderates=_moderates(call))
        await self._subscriptions.read(live, Reader(lines, party, manages=manages))
        return lines.answer()

    async def _view(self, live: LiveTournament, party: str | None, *, moderates: bool) -> TournamentView:
        places = await self._subscriptions.places(live)
        tv = self._subscriptions.tv(live)
        state = state_told(live, places, tv, self._names, self._now())
        manages = self._service.manages(live, party, moderates=moderates)
        yours = TournamentOwn(manages=manages)
        entry = None if party is None else live.state.entry_of(party)
        if party is not None and entry is not None:
            place = next((each for each in places if each.entry == entry.number), None)
            is_here = entry.number in self._subscriptions.present(live)
            yours = own_told(live, entry, party, place, self._names, is_here=is_here, manages=manages)
        return TournamentView(tournament=state, yours=yours)

    async def _own(self, live: LiveTournament, by: Caller, call: OperationRequest) -> TournamentOwn:
        return (await self._view(live, by.who.party, moderates=_moderates(call))).yours

    async def _party(self, call: OperationRequest) -> str | None:
        """Return the caller as the lobby knows them; None for a reader without account or key."""
        known = call.known
        if known is not None and not known.may(Scope.SEEKS):
            return None
        who = await self._callers.listener(call.request.headers, call.word)
        return None if who is None else who.party

    async def _speaker(self, call: OperationRequest, key: str | None, name: str, cost: float = 1.0) -> Caller:
        if call.known is not None and call.known.muted:
            muted = "A moderator has muted this account for some days; it cannot join tournaments until then."
            raise CommandRefused(Refusal.NOT_YOURS, muted)
        if (wait := self._joining.wait(call.payer, cost)) > 0:
            slow = "Too many requests to tournaments; wait a few seconds."
            raise CommandRefused(Refusal.TOO_FAST, slow, key="seeks", seconds=wait)
        self._joining.take(call.payer, cost)
        return await self._callers.speaker(call.request.headers, key, name, Scope.SEEKS)

    def operations(self) -> tuple[Operation, ...]:
        """Return the operations for the API's table of routes."""
        one = f"{ROOT}/{{id}}"

        def read(name: str, path: str, sentence: str, does: Callable[..., Any], answers: Any, words: Any) -> Operation:
            return Operation(f"tournaments.{name}", GROUP, GET, path, sentence, does, answers, words, cost=2)

        def act(name: str, path: str, sentence: str, does: Callable[..., Any], body: Any, answers: Any) -> Operation:
            words = OfTournament if "{id}" in path else Operation._field_defaults["words"]
            return Operation(
                f"tournaments.{name}",
                GROUP,
                POST,
                path,
                sentence,
                does,
                answers,
                words,
                body,
                scope=Scope.SEEKS,
                cost=2,
            )

        def stream(name: str, path: str, sentence: str, does: Callable[..., Any], answers: Any) -> Operation:
            return Operation(
                f"tournaments.{name}", GROUP, GET, path, sentence, does, answers, OfTournament, media=LINES,
                endless=True, cost=5,
            )  # fmt: skip

        return (
            read(
                "list",
                ROOT,
                "The online tournaments: those that run, those to come, and the latest that are over.",
                self.list,
                TournamentList,
                OfTournamentList,
            ),
            act(
                "create",
                ROOT,
                "Create an online tournament. The same terms by the same creator give the same tournament.",
                self.create,
                TournamentMaking,
                TournamentView,
            ),
            read(
                "get",
                one,
                "An online tournament, and your own situation in it.",
                self.get,
                TournamentView,
                OfTournament,
            ),
            act(
                "join",
                f"{one}/join",
                "Join an online tournament, or return after a pause. In doubles, join with a partner's secret, or be "
                "given the next partner who comes without one.",
                self.join,
                TournamentJoining,
                TournamentOwn,
            ),
            act(
                "withdraw",
                f"{one}/withdraw",
                "Leave an online tournament before its start; later, pause until you join again.",
                self.withdraw,
                Giving,
                TournamentOwn,
            ),
            act(
                "start",
                f"{one}/start",
                "Start your tournament before its time.",
                self.start,
                Giving,
                TournamentView,
            ),
            act(
                "cancel",
                f"{one}/cancel",
                "Cancel your tournament; if it runs, it is over and its standings stay.",
                self.cancel,
                Giving,
                TournamentView,
            ),
            read(
                "standings", f"{one}/standings", "A page of the standings.", self.standings, TournamentStandings, OfPage
            ),
            read(
                "games", f"{one}/games", "A page of the games, the latest first.", self.games, TournamentGames, OfGames
            ),
            read(
                "bracket",
                f"{one}/bracket",
                "The bracket of a knockout, round by round.",
                self.bracket,
                TournamentBracket,
                OfTournament,
            ),
            stream(
                "results",
                f"{one}/results",
                "The results of a tournament: first all so far, then each new one, until it is over.",
                self.results,
                TournamentGame | TournamentEnd,
            ),
            stream(
                "stream",
                f"{one}/stream",
                "A tournament's state, and your own situation with the game you have to play; then every change. In an "
                "arena you are paired while you read this stream.",
                self.stream,
                TournamentState | TournamentOwn,
            ),
        )


def _address(call: OperationRequest) -> str:
    return client_address(call.request.scope)


def _moderates(call: OperationRequest) -> bool:
    return call.known is not None and call.known.moderates
