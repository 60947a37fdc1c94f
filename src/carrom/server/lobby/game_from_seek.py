"""Create the game from a full seek: its settings and seat tokens."""

from carrom.protocol import Sitter, SitterKind
from carrom.protocol.terms import SeatPlan, Terms, Who
from carrom.server.lobby.rules import clock_of
from carrom.server.lobby.seek import Seek, SeekPlace, is_rated
from carrom.server.ratings.pools import Pool
from carrom.server.ratings.update import are_teams_rated
from carrom.storage.models import StoredSeat
from carrom.tables.access import Access
from carrom.tables.terms import PLACES, GameSettings, called
from carrom.tokens import hashed

PATIENCE = 120
"""Seconds after which a disconnected player whose turn it is loses the game."""


def pool_of(seek: Seek) -> Pool:
    """Return the rating pool of a seek's game; whether the game is rated is decided elsewhere."""
    terms, bots = seek.terms, any(each.who.bot for each in seek.places)
    return Pool(ruleset=terms.ruleset, length=terms.length, players=terms.players, bots=bots)


def setting_of(seek: Seek) -> GameSettings:
    """Return the settings of the game for a full seek: open to spectators, with a limit on absence."""
    places = {each.seat: each for each in seek.places}
    names = {seat: called(places[seat].who.name, seat) for seat in PLACES[seek.terms.players]}
    pool = pool_of(seek)
    counts = is_rated(seek) and (not pool.is_of_teams or are_teams_rated())
    sitters = (
        Sitter(
            seat=seat,
            name=name,
            kind=SitterKind.HUMAN,
            here=False,
            bot=places[seat].who.bot,
            rating=rating_of(places[seat]),
        )
        for seat, name in names.items()
    )
    terms = Terms(
        ruleset=seek.terms.ruleset,
        length=seek.terms.length,
        seats=tuple(SeatPlan(seat=seat, who=Who.LINK, name=name) for seat, name in names.items()),
        clock=clock_of(seek.terms),
        forfeit_after=PATIENCE,
        guide=seek.terms.guide,
        watching=True,
    )
    return GameSettings(sitters=tuple(sitters), terms=terms, found=True, pool=pool.name if counts else None)


def rating_of(place: SeekPlace) -> int | None:
    """Return a seated player's rating in whole points; None without a rating."""
    return None if place.rating is None else round(place.rating.rating)


def door_of(seek: Seek) -> Access:
    """Return who may access the game: each player their seat, by key or account; everybody as a spectator."""
    seats = (
        StoredSeat(seat=each.seat, name=called(each.who.name, each.seat), hash=each.hash, account=each.who.account)
        for each in sorted(seek.places, key=lambda each: PLACES[seek.terms.players].index(each.seat))
    )
    return Access(seats=tuple(seats), open=True)


def nonce_of(table: str, seek: Seek) -> str:
    """Return a nonce derived from the seek, so that any process creates the same game."""
    return hashed(f"{table} {seek.id}")
