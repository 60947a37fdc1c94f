"""Matchmaking: the waiting seek that fits a player best.

Two who press at the same moment both find nothing and both leave a seek. From then on the younger looks again whenever
the lobby changes, and sits down at the older: the older never moves, so that they do not miss each other.
"""

from collections.abc import Callable, Iterable

from carrom.protocol.http.lobby import Sought
from carrom.server.lobby.rules import clock_of
from carrom.server.lobby.seek import Seek
from carrom.tournament.standings.glicko import Rating
from carrom.values import changed

_UNKNOWN = 1500.0
"""What somebody without a rating is taken for when the nearest is looked for."""


def kind(terms: Sought) -> tuple[str, str, int]:
    """Return what two terms must share to be the same game, whatever the clock and the stake."""
    return terms.ruleset, terms.length, terms.players


def is_unhurried(terms: Sought) -> bool:
    """Whether a seek's clock is the law's, or slower: nobody who only pressed a button is hurried more."""
    law = clock_of(changed(terms, clock=None))
    return terms.clock is None or (terms.clock.stroke >= law.stroke and terms.clock.place >= law.place)


def age(seek: Seek) -> tuple[int, str]:
    """Return what orders seeks from the oldest on, the same for everybody."""
    return seek.shown, seek.id


def best(seeks: Iterable[Seek], wish: Sought, rating: Rating | None, may: Callable[[Seek], bool]) -> Seek | None:
    """Return the seek to sit down at: of those that `may` lets him take the nearest in rating, then the oldest.

    Seeks where somebody waits for one more come before those that would still wait.
    """
    found = [each for each in seeks if kind(each.terms) == kind(wish) and is_unhurried(each.terms) and may(each)]
    mine = _UNKNOWN if rating is None else rating.rating

    def order(seek: Seek) -> tuple[int, float, int, str]:
        theirs = [place.rating.rating if place.rating else _UNKNOWN for place in seek.places]
        return len(seek.open), abs(sum(theirs) / len(theirs) - mine), *age(seek)

    return min(found, key=order, default=None)


def moves_to(mine: Seek, seeks: Iterable[Seek], may: Callable[[Seek], bool]) -> Seek | None:
    """Return the older seek that the maker of a waiting one sits down at instead; None: he goes on waiting."""
    older = (each for each in seeks if each.id != mine.id and age(each) < age(mine))
    return best(older, mine.terms, mine.places[0].rating, may)
