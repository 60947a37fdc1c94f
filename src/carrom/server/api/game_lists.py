"""Lists of games: search filters, pagination, and one game as a list shows it."""

from carrom.board.seat import Seat
from carrom.errors import CarromError
from carrom.protocol.http.games import GameFilter, GameSearch, GameSummary
from carrom.storage.models import PastGame
from carrom.tables.terms import GameSettings


def line_of(past: PastGame) -> GameSummary | None:
    """Return the list entry of a game; None if its setting cannot be read."""
    try:
        setting = GameSettings.read(past.setting).taken(past.held)
    except CarromError:
        return None
    terms = setting.terms
    return GameSummary(
        game=past.game,
        ruleset=terms.ruleset if terms.rules is None else "custom",
        length=terms.length,
        sitters=setting.sitters,
        yours=tuple(Seat(each.seat) for each in past.seats),
        begun=past.begun * 1000,
        ended=None if past.ended is None else past.ended * 1000,
        last=past.last * 1000,
        version=past.version,
        rated=setting.pool is not None,
    )


def matches(line: GameSummary, which: GameFilter) -> bool:
    """Return whether a game matches a filter."""
    others = [each for each in line.sitters if each.seat not in line.yours]
    against = {name.casefold() for each in others for name in (each.name, each.level or "")}
    everything = " ".join([line.ruleset, line.length, *(f"{each.name} {each.level}" for each in line.sitters)])
    words = which.text.casefold().split() if isinstance(which, GameSearch) else []
    return (
        (which.since is None or line.begun >= which.since)
        and (which.until is None or line.begun <= which.until)
        and (which.vs is None or which.vs.casefold() in against)
        and (which.ruleset is None or which.ruleset == line.ruleset)
        and (which.over is None or which.over == (line.ended is not None))
        and (which.rated is None or which.rated == line.rated)
        and all(word in everything.casefold() for word in words)
    )
