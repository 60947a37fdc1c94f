"""Views of seeks, challenges, games and ratings in the lobby."""

from collections.abc import Iterable

from carrom import protocol
from carrom.protocol.http.lobby import OpenChallenge, OpenSeek, PlayerRating, PoolRating, SeekPlayer, WatchableGame
from carrom.server.live_games.table import LiveGame
from carrom.server.lobby.rules import clock_of
from carrom.server.lobby.seek import Seek, SeekPlace
from carrom.server.lobby.seek_store import StoredSeek
from carrom.server.ratings.pools import pool_named
from carrom.server.ratings.store import RatingRow
from carrom.server.ratings.update import now as as_sure_as_now
from carrom.tables.log.history import board_number
from carrom.tables.seats import sitters_of
from carrom.tournament.standings.glicko import Rating


def rating_told(rating: Rating, games: int = 0) -> PlayerRating:
    """Return the view of a rating, in whole points."""
    return PlayerRating(rating=round(rating.rating), deviation=round(rating.deviation), games=games)


def standings_told(standings: Iterable[RatingRow], at: int) -> tuple[PoolRating, ...]:
    """Return the view of a player's ratings, their deviations grown to the time `at` (ms since 1970)."""
    known = ((pool_named(each.pool), each) for each in standings)
    return tuple(
        PoolRating(pool=pool.told(), rating=rating_told(as_sure_as_now(each.value, each.at, at), each.games))
        for pool, each in known
        if pool is not None
    )


def seeker_told(place: SeekPlace) -> SeekPlayer:
    """Return the view of a player at a seek."""
    return SeekPlayer(
        name=place.who.name,
        seat=place.seat,
        account=place.who.account is not None,
        bot=place.who.bot,
        rating=None if place.rating is None else rating_told(place.rating, place.games),
    )


def seek_told(seek: Seek) -> OpenSeek:
    """Return the view of a seek."""
    return OpenSeek(
        id=seek.id,
        terms=seek.terms,
        clock=clock_of(seek.terms),
        sitters=tuple(map(seeker_told, seek.places)),
        open=seek.open,
        since=seek.made,
    )


def challenge_told(kept: StoredSeek) -> OpenChallenge:
    """Return the view of a challenge."""
    seek = kept.seek
    return OpenChallenge(
        id=seek.id,
        terms=seek.terms,
        clock=clock_of(seek.terms),
        by=seeker_told(seek.places[0]),
        to=seek.to_name,
        until=kept.until,
    )


def playing_told(table: LiveGame) -> WatchableGame | None:
    """Return the view of a game for spectators; None if private, not in play, part of a tie, or without players."""
    room = table.room
    if not table.door.open or not room.has_begun or room.is_over or room.setting.tie is not None:
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
