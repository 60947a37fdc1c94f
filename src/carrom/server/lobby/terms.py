"""Lobby rules (allowed terms, who may join; every refusal is one sentence), and views of what is in the lobby."""

import hmac
from collections.abc import Iterable, Set

from carrom import protocol
from carrom.errors import RefusedRequest
from carrom.protocol.common import ClockPlan, Key
from carrom.protocol.http_lobby import (
    Counting,
    OpenChallenge,
    OpenSeek,
    PlayerRating,
    PoolRating,
    SeekPlayer,
    Sought,
    WatchableGame,
)
from carrom.rules.ruleset import NAMES, named
from carrom.server.lobby.seeks import LobbyParty, Seek, SeekPlace, SeekState, StoredSeek
from carrom.server.people.ratings import AbandonRecord, RatingRow, pool_named, rating_at
from carrom.server.play.live_game import LiveGame
from carrom.tables.history import board_number
from carrom.tables.seats import sitters_of
from carrom.tables.views import info_of
from carrom.tokens import hashed
from carrom.tournament.glicko import Rating

_TABLE = {2: "two", 3: "three", 4: "four"}


def check_terms(terms: Sought, who: LobbyParty, *, teams_are_rated: bool = True) -> None:
    """Raise `RefusedRequest` or `RulesError` if the terms are invalid or not allowed for this party."""
    if terms.ruleset not in NAMES:
        raise RefusedRequest(f"no rule set is called {terms.ruleset!r:.50}; expected one of {', '.join(NAMES)}")
    rules = info_of(named(terms.ruleset))
    if terms.players not in rules.players:
        allowed = " or ".join(_TABLE[each] for each in rules.players if each in _TABLE)
        raise RefusedRequest(f"{terms.ruleset} is not played by {_TABLE[terms.players]}; expected {allowed}")
    if terms.length not in rules.lengths:
        lengths = ", ".join(each.value for each in rules.lengths)
        raise RefusedRequest(f"{terms.ruleset} has no {terms.length.value}; expected one of {lengths}")
    if terms.low is not None and terms.high is not None and terms.low > terms.high:
        raise RefusedRequest(f"no rating lies between {terms.low} and {terms.high}; expected the lower one first")
    if terms.stake is Counting.RATED:
        _check_account(who)
        if terms.players > 2 and not teams_are_rated:
            raise RefusedRequest("only games of two players are rated here; expected players 2, or an unrated game")


def clock_of(terms: Sought) -> ClockPlan:
    """Return the clock of the game: the rule set's default unless the terms name one."""
    return terms.clock or info_of(named(terms.ruleset)).clock


def check_partner(terms: Sought, word: Key | None) -> None:
    """Raise `RefusedRequest` for a partner in a game that is not doubles."""
    if word is not None and terms.players != 4:
        raise RefusedRequest(f"a seek with a partner is for doubles; expected players 4, got {terms.players}")


def check_open(state: SeekState, until: int, now: int, what: str = "seek") -> None:
    """Raise `RefusedRequest` if a seek or challenge can no longer be joined; times in ms since 1970."""
    if state is SeekState.TAKEN:
        raise RefusedRequest(f"this {what} has just been taken; join another, or create your own")
    if state is SeekState.DECLINED:
        raise RefusedRequest(f"this {what} was declined")
    if state is SeekState.WITHDRAWN:
        raise RefusedRequest(f"this {what} was withdrawn; join another, or create your own")
    if until <= now:
        raise RefusedRequest(f"this {what} has expired; join another, or create your own")


def check_may_sit(
    seek: Seek, who: LobbyParty, rating: Rating | None, manners: AbandonRecord, blocked: Set[str], now: int, pool: str
) -> None:
    """Raise `RefusedRequest` if a party may not join another party's open seek.

    `blocked` are the accounts that the party has blocked or that have blocked it; `pool` names the rating pool.
    """
    if seek.seat_of(who.party) is not None:
        raise RefusedRequest("this seek is your own; wait for an opponent, or withdraw it")
    if any(each.who.account in blocked for each in seek.places if each.who.account is not None):
        raise RefusedRequest("you cannot join this seek: you have blocked a player in it, or are blocked by one")
    if seek.terms.stake is Counting.RATED:
        _check_account(who)
    check_band(seek.terms, rating, pool)
    if seek.waits(now):
        raise RefusedRequest("this seek is not shown yet; join another, or create your own")
    if manners.waits:
        raise RefusedRequest(f"{manners.told()}; create your own seek, which others see after that time")


def check_band(terms: Sought, rating: Rating | None, pool: str) -> None:
    """Raise `RefusedRequest` for a rating outside the seek's range."""
    if terms.low is None and terms.high is None:
        return
    low, high = terms.low or 0, 4000 if terms.high is None else terms.high
    band = f"this seek requires a rating from {low} to {high} in {pool}"
    if rating is None:
        raise RefusedRequest(f"{band}, and you have none in it; join another, or create your own")
    if not low <= round(rating.rating) <= high:
        raise RefusedRequest(f"{band}, and yours is {rating.rating:.0f}; join another, or create your own")


def opens(word: Key | None, seek: Seek) -> bool:
    """Return whether a secret is the one that allows its holder to join a seek."""
    return word is not None and seek.word is not None and hmac.compare_digest(seek.word, hashed(word))


def _check_account(who: LobbyParty) -> None:
    if who.account is None:
        raise RefusedRequest("a rated game needs an account on every side; sign in, or play unrated")


# -- views of seeks, challenges, games and ratings ---------------------------------------------------------------------


def rating_view(rating: Rating, games: int = 0) -> PlayerRating:
    """Return the view of a rating, in whole points."""
    return PlayerRating(rating=round(rating.rating), deviation=round(rating.deviation), games=games)


def standings_view(standings: Iterable[RatingRow], at: int) -> tuple[PoolRating, ...]:
    """Return the view of a player's ratings, their deviations grown to the time `at` (ms since 1970)."""
    known = ((pool_named(each.pool), each) for each in standings)
    return tuple(
        PoolRating(pool=pool.told(), rating=rating_view(rating_at(each.value, each.at, at), each.games))
        for pool, each in known
        if pool is not None
    )


def seeker_view(place: SeekPlace) -> SeekPlayer:
    """Return the view of a player at a seek."""
    return SeekPlayer(
        name=place.who.name,
        seat=place.seat,
        account=place.who.account is not None,
        bot=place.who.bot,
        rating=None if place.rating is None else rating_view(place.rating, place.games),
    )


def seek_view(seek: Seek) -> OpenSeek:
    """Return the view of a seek."""
    return OpenSeek(
        id=seek.id,
        terms=seek.terms,
        clock=clock_of(seek.terms),
        sitters=tuple(map(seeker_view, seek.places)),
        open=seek.open,
        since=seek.made,
    )


def challenge_view(stored: StoredSeek) -> OpenChallenge:
    """Return the view of a challenge."""
    seek = stored.seek
    return OpenChallenge(
        id=seek.id,
        terms=seek.terms,
        clock=clock_of(seek.terms),
        by=seeker_view(seek.places[0]),
        to=seek.to_name,
        until=stored.until,
    )


def playing_view(table: LiveGame) -> WatchableGame | None:
    """Return the view of a game for spectators; None if private, not in play, part of a tie, or without players."""
    room = table.room
    if not table.access.open or not room.has_begun or room.is_over or room.setting.tie is not None:
        return None
    if not table.here & room.setting.people:
        return None
    game, setting = room.game, room.setting
    seats = [each.seat for each in setting.sitters]
    return WatchableGame(
        game=room.name,
        ruleset=room.card.ruleset,
        length=room.card.length,
        names=tuple(each.name for each in setting.sitters),
        bots=tuple(each.bot or each.kind is protocol.SitterKind.PROGRAM for each in setting.sitters),
        accounts=tuple(each.account for each in setting.sitters),
        ratings=tuple(each.rating for each in setting.sitters),
        sides=tuple(tuple(seats.index(seat) for seat in sitters_of(game, side)) for side in game.state.sides),
        score=tuple(game.score),
        games=game.games_won if room.card.length is protocol.Length.MATCH else (),
        board=board_number(game),
        rated=setting.pool is not None,
        begun=(game.events[0].when or 0) * 1000,
    )
