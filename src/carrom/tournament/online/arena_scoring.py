"""Points of an arena: 2 for a win and 1 for a draw, doubled on a streak of two wins; and its standings.

A streak begins with two wins in succession; from then on each game counts double until one is not won. A win by the
opponent's absence, or in a game of fewer than `FEWEST_STROKES` strokes, is worth a plain win and leaves the streak as
it is, so that nobody gains by an arranged resignation. A game that ends after the arena does not count.
"""

from collections.abc import Iterable

from carrom.tournament.online.events import Ending, Result
from carrom.tournament.online.state import Entry
from carrom.values import Value, changed

WIN, DRAW, STREAK = 2, 1, 2
"""Points of a win and of a draw, and the wins in succession after which they are doubled."""
FEWEST_STROKES = 8
"""The fewest strokes, of both sides together, of a game that counts for a streak."""
_MOST_SCORES = 20


def is_on_streak(entry: Entry) -> bool:
    """Return whether an entry's next game counts double."""
    return entry.run >= STREAK


def scored(entry: Entry, share: float, how: Ending, strokes: int) -> Entry:
    """Return an entry after a game that it won (`share` 1), drew (½) or lost (0), with its points as the last score."""
    if how == "late":
        return entry
    is_plain = how == "absent" or strokes < FEWEST_STROKES
    double = 2 if is_on_streak(entry) and not is_plain else 1
    points = double * (WIN if share == 1 else DRAW if share else 0)
    won = share == 1
    run = entry.run + (not is_plain) if won else 0
    return changed(
        entry,
        points=entry.points + points,
        played=entry.played + 1,
        won=entry.won + won,
        run=run,
        scores=(*entry.scores[1 - _MOST_SCORES :], points),
    )


def shares(result: Result) -> tuple[float, float]:
    """Return the shares of both entries: 1 for a win, ½ for a draw, 0 for a loss."""
    return {"first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5), "nobody": (0.0, 0.0)}[result]


class ArenaPlace(Value, frozen=True):
    """A place in the standings of an arena."""

    entry: int
    place: int


def arena_standings(entries: Iterable[Entry]) -> tuple[ArenaPlace, ...]:
    """Return the standings: by points, then wins, then fewer games; entries level in all of these share a place."""

    def key(entry: Entry) -> tuple[int, int, int]:
        return -entry.points, -entry.won, entry.played

    ranked = sorted(entries, key=lambda each: (*key(each), each.number))
    found: list[ArenaPlace] = []
    before: Entry | None = None
    for at, each in enumerate(ranked, 1):
        level = before is not None and key(before) == key(each)
        found.append(ArenaPlace(each.number, found[-1].place if level else at))
        before = each
    return tuple(found)
