"""The stored settings of an online tournament, and the checks of its terms; every refusal is one sentence."""

from carrom.errors import RefusedRequest
from carrom.protocol.http.tournaments import TournamentKind, TournamentTerms
from carrom.protocol.terms import Length
from carrom.server.lobby.rules import check_terms
from carrom.server.lobby.seek import LobbyParty
from carrom.server.ratings.pools import Pool
from carrom.tables.terms import on_one_line
from carrom.tournament.format import Match
from carrom.tournament.online.events import Member
from carrom.tournament.online.state import OnlineTerms
from carrom.values import Value, changed

FARTHEST = 30 * 86_400_000
"""Milliseconds until the latest possible start."""
MOST_SWISS, MOST_KNOCKOUT = 400, 512
"""The most entries that one round can be drawn for."""
_MATCHES: dict[Length, Match] = {Length.BOARD: "game", Length.GAME: "game", Length.MATCH: "best-of-3"}


class TournamentOutcome(Value, frozen=True, kw_only=True):
    """What a list shows of a tournament that is over."""

    players: int
    winner: tuple[Member, ...] = ()
    """The only winner; empty if several share the first place."""
    cancelled: bool = False


class TournamentSettings(Value, frozen=True, kw_only=True):
    """What is stored with a tournament besides its events."""

    terms: TournamentTerms
    by: Member
    """Its creator."""
    locked: bool = False
    """Whether an invitation code is needed."""
    address: str = ""
    """Hash of the address of a guest or a new account that created it, until it is over."""
    outcome: TournamentOutcome | None = None

    @property
    def size(self) -> int:
        """The persons of an entry."""
        return self.terms.game.players // 2


def checked(terms: TournamentTerms, who: LobbyParty, now: int, *, teams_are_rated: bool) -> TournamentTerms:
    """Return terms with their texts on one line. Raises `RefusedRequest` or `RulesError`."""
    check_terms(terms.game, who, teams_are_rated=teams_are_rated)
    if terms.game.players not in (2, 4):
        raise RefusedRequest(f"a tournament is for players 2, or 4 in pairs; got {terms.game.players}")
    name, about = on_one_line(terms.name), on_one_line(terms.about)
    if not name:
        raise RefusedRequest("the tournament has no name; expected one line of 1 to 60 characters")
    if terms.starts > now + FARTHEST:
        raise RefusedRequest("the start is too far away; expected a time within the next 30 days")
    if terms.starts < now - 60_000:
        raise RefusedRequest("the start is in the past; expected a time from now on")
    most = {TournamentKind.SWISS: MOST_SWISS, TournamentKind.KNOCKOUT: MOST_KNOCKOUT}.get(terms.kind, terms.most)
    return changed(terms, name=name, about=about, most=min(terms.most, most), starts=max(terms.starts, now))


def online_terms(id: str, terms: TournamentTerms) -> OnlineTerms:
    """Return the terms that the tournament's course depends on."""
    return OnlineTerms(
        kind=terms.kind.value,
        starts=terms.starts,
        rules=terms.game.ruleset,
        match=_MATCHES[terms.game.length],
        size=terms.game.players // 2,
        lasts=terms.minutes * 60_000,
        rounds=terms.rounds,
        between=terms.between * 1000,
        every=terms.every * 60_000,
        lot=id,
    )


def pool_of(terms: TournamentTerms, *, bots: bool) -> str:
    """Return the name of the rating pool of the tournament's games."""
    game = terms.game
    return Pool(ruleset=game.ruleset, length=game.length, players=game.players, bots=bots).name
