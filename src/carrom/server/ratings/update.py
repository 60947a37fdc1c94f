"""Rating update after one game: Glicko-2 for two players, OpenSkill for more.

Each game is rated by itself as soon as it is over. Between two games of somebody's his deviation grows with the time,
from 60 to about 110 in a year, and it never falls below 45: nobody is known better than that. OpenSkill
(Plackett-Luce, Weng and Lin 2011) works on Glicko's scale here, so that its numbers read alike.
"""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from carrom.errors import SetupError
from carrom.tournament.standings.glicko import RatedResult, Rating, rated
from carrom.values import Value

PERIODS_A_DAY = 0.21436
"""How many rating periods a day has, as Lichess measured it for chess; the default volatility fits it."""
LEAST = 45.0
"""The least deviation of a rating."""
SURE = 110.0
"""The deviation up to which somebody stands on a leaderboard."""
_DAY = 86_400_000
_FIRST, _SPREAD, _CHANCE, _DRIFT = 1500.0, 350.0, 175.0, 3.0
"""OpenSkill's mu, sigma, beta and tau on Glicko's scale: beta is half of sigma, as in its own defaults."""


class RatedPlayer(Value, frozen=True, kw_only=True):
    """One who played: his rating before, and when it last moved (ms since 1970)."""

    account: str
    side: int
    """Which of the sides he played for."""
    before: Rating = Rating()
    at: int | None = None


def new_ratings(players: Sequence[RatedPlayer], shares: Sequence[float], at: int, *, teams: bool) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the order of the players.

    `shares` is what each side had of it: 1 for a win, 0 for a loss, ½ each for a draw; `at` is ms since 1970. Raises
    `SetupError` for teams where OpenSkill is not installed.
    """
    if teams:
        return _of_teams(players, shares)
    one, other = players
    return _met(one, other, shares[one.side], at), _met(other, one, shares[other.side], at)


def now(rating: Rating, since: int | None, at: int) -> Rating:
    """Return a rating as sure as it is at a moment: without games one knows less of it."""
    return rated(rating, (), elapsed=_periods(since, at))


def are_teams_rated() -> bool:
    """Whether OpenSkill is installed."""
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
            "Games of three and four are rated by OpenSkill: install carrom[ratings]; until then they are unrated."
        ) from None
    return PlackettLuce(mu=_FIRST, sigma=_SPREAD, beta=_CHANCE, tau=_DRIFT)
