"""Eligibility for an online tournament: each refusal is one sentence."""

import hmac

from carrom.errors import RefusedRequest
from carrom.protocol.http.lobby import Counting
from carrom.server.lobby.seek import LobbyParty
from carrom.server.tournaments.settings import TournamentSettings
from carrom.tokens import hashed
from carrom.tournament.online.state import OnlineTournament
from carrom.tournament.standings.glicko import Rating


def check_may_join(setting: TournamentSettings, who: LobbyParty, rating: Rating | None, games: int, pool: str) -> None:
    """Raise `RefusedRequest` if a person may not join; `rating` and `games` are theirs in the pool."""
    terms = setting.terms
    if who.bot and not terms.bots:
        raise RefusedRequest("this tournament is not open to bots")
    if who.account is None and (terms.accounts or terms.game.stake is Counting.RATED):
        raise RefusedRequest("this tournament is for people with accounts; sign in to join it")
    if games < terms.games:
        raise RefusedRequest(
            f"this tournament requires {terms.games} rated games in {pool}, and you have {games}; play some first"
        )
    low, high = terms.game.low, terms.game.high
    if low is None and high is None:
        return
    band = f"this tournament requires a rating from {low or 0} to {4000 if high is None else high} in {pool}"
    if rating is None:
        raise RefusedRequest(f"{band}, and you have none in it; play rated games first")
    if not (low or 0) <= round(rating.rating) <= (4000 if high is None else high):
        raise RefusedRequest(f"{band}, and yours is {rating.rating:.0f}")


def check_word(stored: str | None, word: str | None) -> None:
    """Raise `RefusedRequest` if a tournament has an invitation code, whose hash is `stored`, and `word` is not it."""
    if stored is None:
        return
    if not word:
        raise RefusedRequest("this tournament needs an invitation code; ask its organiser for it")
    if not hmac.compare_digest(stored, hashed(word)):
        raise RefusedRequest("this is not the tournament's invitation code; check it and try again")


def check_time(state: OnlineTournament) -> None:
    """Raise `RefusedRequest` if nobody can join any more."""
    if state.stage in ("finished", "cancelled"):
        raise RefusedRequest(f"this tournament was {state.stage}; join another")
    if state.stage == "created":
        return
    if state.terms.kind == "knockout":
        raise RefusedRequest("this knockout has started, so nobody can join it any more")
    if state.terms.kind == "swiss" and state.round > latest_round(state):
        raise RefusedRequest("half of the rounds of this tournament have been drawn, so nobody can join it any more")


def latest_round(state: OnlineTournament) -> int:
    """Return the last round of a Swiss during which players may still join, for the next one."""
    return state.terms.rounds // 2
