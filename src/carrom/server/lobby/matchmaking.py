"""Matchmaking: the waiting seek that fits a player best.

Two players who use quick pairing at the same moment may both find nothing and both leave a seek. On every later change
of the lobby the maker of the newer seek searches again and joins the older one. The older seek never moves, so the two
cannot swap places.
"""

from collections.abc import Callable, Iterable

from carrom.protocol.http.lobby import Sought
from carrom.server.lobby.rules import clock_of
from carrom.server.lobby.seek import Seek
from carrom.tournament.standings.glicko import Rating
from carrom.values import changed

_UNKNOWN = 1500.0
"""The rating assumed for a player without one when ratings are compared."""


def kind(terms: Sought) -> tuple[str, str, int]:
    """Return what two terms must share to be the same kind of game; clock and stake do not matter."""
    return terms.ruleset, terms.length, terms.players


def is_unhurried(terms: Sought) -> bool:
    """Return whether a seek's clock is the default or slower, so that quick pairing never gives a faster clock."""
    law = clock_of(changed(terms, clock=None))
    return terms.clock is None or (terms.clock.stroke >= law.stroke and terms.clock.place >= law.place)


def age(seek: Seek) -> tuple[int, str]:
    """Return a sort key that orders seeks from oldest to newest, the same at every process."""
    return seek.shown, seek.id


def best(seeks: Iterable[Seek], wish: Sought, rating: Rating | None, may: Callable[[Seek], bool]) -> Seek | None:
    """Return the best seek to join among those that `may` allows; None if there is none.

    Seeks with fewer open seats come first, then the nearest rating, then the oldest seek.
    """
    found = [each for each in seeks if kind(each.terms) == kind(wish) and is_unhurried(each.terms) and may(each)]
    mine = _UNKNOWN if rating is None else rating.rating

    def order(seek: Seek) -> tuple[int, float, int, str]:
        theirs = [place.rating.rating if place.rating else _UNKNOWN for place in seek.places]
        return len(seek.open), abs(sum(theirs) / len(theirs) - mine), *age(seek)

    return min(found, key=order, default=None)


def moves_to(mine: Seek, seeks: Iterable[Seek], may: Callable[[Seek], bool]) -> Seek | None:
    """Return the older seek that the maker of a waiting seek should join instead; None to keep waiting."""
    older = (each for each in seeks if each.id != mine.id and age(each) < age(mine))
    return best(older, mine.terms, mine.places[0].rating, may)
