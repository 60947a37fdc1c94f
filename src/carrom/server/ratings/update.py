"""Rating update after one game: Glicko-2 for two players, OpenSkill for more.

Each game is rated separately as soon as it is over. Between games a player's deviation grows with time, from 60 to
about 110 in a year, and it never falls below 45. OpenSkill (Plackett-Luce, Weng and Lin 2011) is used on Glicko's
scale, so that ratings of both kinds are comparable.
"""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from carrom.errors import SetupError
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
from carrom.values import Value

PERIODS_A_DAY = 0.21436
"""Rating periods per day, as Lichess measured for chess; the default volatility fits it."""
LEAST = 45.0
"""The smallest deviation of a rating."""
SURE = 110.0
"""The largest deviation of a rating on a leaderboard."""
_DAY = 86_400_000
_FIRST, _SPREAD, _CHANCE, _DRIFT = 1500.0, 350.0, 175.0, 3.0
"""OpenSkill's mu, sigma, beta and tau on Glicko's scale: beta is half of sigma, as in OpenSkill's defaults."""


class RatedPlayer(Value, frozen=True, kw_only=True):
    """A player of a game: their rating before it, and when it last changed (ms since 1970)."""

    account: str
    side: int
    """The index of the player's side."""
    before: Rating = Rating()
    at: int | None = None


def new_ratings(players: Sequence[RatedPlayer], shares: Sequence[float], at: int, *, teams: bool) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the order of the players.

    `shares` is each side's score: 1 for a win, 0 for a loss, ½ each for a draw; `at` is ms since 1970. Raises
    `SetupError` for teams if OpenSkill is not installed.
    """
    if teams:
        return _of_teams(players, shares)
    one, other = players
    return _met(one, other, shares[one.side], at), _met(other, one, shares[other.side], at)


def now(rating: Rating, since: int | None, at: int) -> Rating:
    """Return a rating at a time: its deviation grows while no games are played."""
    return rated(rating, (), elapsed=_periods(since, at))


def are_teams_rated() -> bool:
    """Return whether OpenSkill is installed."""
    return find_spec("openskill") is not None


def _met(mine: RatedPlayer, theirs: RatedPlayer, share: float, at: int) -> Rating:
    other = now(theirs.before, theirs.at, at)
    found = rated(mine.before, (RatedResult(other, share),), elapsed=_periods(mine.at, at))
    return Rating(found.rating, max(LEAST, found.deviation), found.volatility)


def _periods(since: int | None, at: int) -> float:
    return 0.0 if since is None else max(0, at - since) / _DAY * PERIODS_A_DAY


def _of_teams(players: Sequence[RatedPlayer], shares: Sequence[float]) -> tuple[Rating, ...]:
    model = _model()
    sides = [[each for each in players if each.side == side] for side in range(len(shares))]
    teams = [[model.rating(mu=each.before.rating, sigma=each.before.deviation) for each in side] for side in sides]
    after = model.rate(teams, scores=list(shares))
    found = {
        each.account: Rating(new.mu, max(LEAST, min(new.sigma, _SPREAD)), each.before.volatility)
        for side, news in zip(sides, after, strict=True)
        for each, new in zip(side, news, strict=True)
    }
    return tuple(found[each.account] for each in players)


@cache
def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise SetupError(
            "Games of three or four players are unrated, because OpenSkill is missing: install carrom[ratings]."
        ) from None
    return PlackettLuce(mu=_FIRST, sigma=_SPREAD, beta=_CHANCE, tau=_DRIFT)
