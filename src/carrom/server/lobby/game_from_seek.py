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
"""Seconds for which a game waits for a player who is asked to act and has gone, before he loses it."""


def pool_of(seek: Seek) -> Pool:
    """Return the pool in which the game of a seek counts, if it does."""
    terms, bots = seek.terms, any(each.who.bot for each in seek.places)
    return Pool(ruleset=terms.ruleset, length=terms.length, players=terms.players, bots=bots)


def setting_of(seek: Seek) -> GameSettings:
    """Return the setting of the game that a full seek becomes: everybody may look on, nobody is waited for for ever."""
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
    """Return the rating of somebody who sits at a seek, in whole points; None where he has none."""
    return None if place.rating is None else round(place.rating.rating)


def door_of(seek: Seek) -> Access:
    """Return what opens the game: to each his seat, by his key and by his account; to everybody to look on."""
    seats = (
        StoredSeat(seat=each.seat, name=called(each.who.name, each.seat), hash=each.hash, account=each.who.account)
        for each in sorted(seek.places, key=lambda each: PLACES[seek.terms.players].index(each.seat))
    )
    return Access(seats=tuple(seats), open=True)


def nonce_of(table: str, seek: Seek) -> str:
    """Return the nonce that begins the game of a seek, whichever process begins it."""
    return hashed(f"{table} {seek.id}")
