"""The stakes of a board: what each result is worth in the game, from the probability of winning it.

A match needs no stakes of its own: its games are independent, and what is best for the game is best for the match."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.game import progress
from carrom.game.score import board_limit
from carrom.game.state import State
from carrom.values import Value

# -- match equity: the probability of winning a game from its score ----------------------------------------------------
# Each board brings its winner points by the distribution `POINTS`.


POINTS = (0, 139, 76, 56, 268, 121, 81, 43, 40, 44, 47, 95, 140)
"""How many of 1,150 self-play boards brought the winner 0, 1, 2 … 12 points, for aim errors of 0.1° to 3°."""
BRINGS = range(len(POINTS))
"""The points that a board can bring."""
MOST = 14
"""The most points that a board brings under any rule set."""
MEAN = sum(points * count for points, count in enumerate(POINTS)) / sum(POINTS)
"""The mean points of a board."""
Table = NDArray[np.float64]


class EquityTerms(Value, frozen=True):
    """How a game of two sides that own colours is won."""

    target: int | None
    """Points that win the game."""
    boards: int | None
    """Number of boards after which the side in the lead wins."""
    wins: int | None
    """Won boards that win the game."""


def mean_of(by_points: Sequence[float]) -> float:
    """Return the mean of values given for 0, 1, 2 … points of a board."""
    return sum(count * by_points[points] for points, count in enumerate(POINTS)) / sum(POINTS)


def chances(terms: EquityTerms, mine: int, theirs: int) -> Table:
    """Return the win probability of a game by both sides' points, after `mine` and `theirs` won boards."""
    if terms.boards is None and terms.wins is None:
        return _endless(terms.target or 1)
    if terms.wins is None:
        return _played(terms, mine + theirs, 0)
    return _played(terms, mine, theirs)


@cache
def _played(terms: EquityTerms, mine: int, theirs: int) -> Table:
    """Return the table after these boards; unless won boards decide, only their sum matters and is passed as `mine`."""
    size = (MOST * (terms.boards or 1) if terms.target is None else terms.target) + MOST
    table = np.full((size, size), 0.5)
    ahead, behind = np.tril(np.ones((size, size)), -1) > 0, np.triu(np.ones((size, size)), 1) > 0
    if terms.wins is not None and max(mine, theirs) >= terms.wins:
        table[:] = float(mine > theirs)
    elif terms.boards is not None and mine + theirs >= terms.boards:
        table[ahead], table[behind] = 1.0, 0.0
    else:
        won = _played(terms, mine + 1, theirs)
        lost = won if terms.wins is None else _played(terms, mine, theirs + 1)
        table = _before(won, lost)
    return _reached(table, terms.target)


@cache
def _endless(target: int) -> Table:
    """Return the table of a game that is won by points only."""
    table = _reached(np.full((target + MOST, target + MOST), 0.5), target)
    for _ in range(2 * target):
        table = _reached(_before(table, table), target)
    return table


def _before(won: Table, lost: Table) -> Table:
    """Return the table before a board that either side wins with probability ½, from the tables after it."""
    found, size = np.zeros_like(won), len(won)
    for points, count in enumerate(POINTS):
        further = np.minimum(np.arange(size) + points, size - 1)
        found += count * 0.5 * (won[further, :] + lost[:, further])
    return found / sum(POINTS)


def _reached(table: Table, target: int | None) -> Table:
    """Return the table with decided games filled in: the side that has reached the target has won."""
    if target is not None:
        table[target:, :] = 1.0
        table[:, target:] = 0.0
        table[target:, target:] = 0.5
    return table


@cache
def match_chance(needed: int, mine: int, theirs: int) -> float:
    """Return the probability of winning `needed` games first, from the games that both sides have won."""
    if mine >= needed or theirs >= needed:
        return float(mine >= needed)
    return 0.5 * (match_chance(needed, mine + 1, theirs) + match_chance(needed, mine, theirs + 1))


# -- the stakes --------------------------------------------------------------------------------------------------------


SHARE = 0.5
"""Weight of the game's win probability; the rest is the board's own points. With a weight of 1 the engine won fewer
boards, because the race model cannot tell from the layout when a board is lost."""
PLAIN = 2.0
"""Points by which an entry may differ from the board's own points and still count as plain."""
DECIDED = 1e-6
"""A board that changes the game's win probability by less than this is played for its points."""


class MatchStakes(Value, frozen=True):
    """Value of a board's results for one side, in points: a mix of its own points and its effect on the game.

    There are no entries in rule sets without owned colours, where the lead at the end decides.
    """

    won: tuple[float, ...] = ()
    """Value of winning, by the points won."""
    lost: tuple[float, ...] = ()
    """Value of losing, by the points lost; mostly negative."""
    again: float = 0.0
    """Value of a replay."""

    @property
    def turned(self) -> "MatchStakes":
        """The same stakes for the other side."""
        return MatchStakes(tuple(-each for each in self.lost), tuple(-each for each in self.won), -self.again)

    @property
    def is_plain(self) -> bool:
        """Whether the entries differ so little from the board's own points that it is played for those."""
        entries = zip(self.won[1:], self.lost[1:], strict=True)
        return all(max(abs(won - points), abs(lost + points)) <= PLAIN for points, (won, lost) in enumerate(entries, 1))


def of_state(state: State) -> MatchStakes | None:
    """Return the stakes of the current board for the side in turn.

    Returns None for a board that belongs to no game or cannot change it: it is played for its points.
    """
    if state.playing is None:
        return None
    if progress.is_points_game(state):
        return MatchStakes()
    if state.header.contest == "board":
        return None
    mover, best_of = state.playing.mover, progress.best_of_boards(state)
    stand = progress.game_score(state)
    if best_of is not None:
        terms = EquityTerms(None, None, best_of // 2 + 1)
    else:
        figures = state.rules.parameters
        terms = EquityTerms(
            figures.target_points, board_limit(state.rules, state.header.stage), figures.boards_won_limit
        )
    totals = (0, 0) if best_of is not None else stand.totals
    return of_scores(terms, *(_seen(each, mover) for each in (totals, stand.won)))


def _seen(pair: tuple[int, int], mover: int) -> tuple[int, int]:
    return (pair[0], pair[1]) if mover == 0 else (pair[1], pair[0])


def of_scores(terms: EquityTerms, points: tuple[int, int], boards: tuple[int, int]) -> MatchStakes | None:
    """Return the stakes of the next board from points and won boards, own side first; None if it decides nothing."""
    (mine, theirs), (own, other) = points, boards
    after_win, after_loss = chances(terms, own + 1, other), chances(terms, own, other + 1)
    rows, columns = after_win.shape
    won = [float(after_win[min(mine + gain, rows - 1), min(theirs, columns - 1)]) for gain in range(MOST + 1)]
    lost = [float(after_loss[min(mine, rows - 1), min(theirs + gain, columns - 1)]) for gain in range(MOST + 1)]
    good, bad = (mean_of(each) for each in (won, lost))
    if good - bad < DECIDED:
        return None
    middle, scale = (good + bad) / 2, 2 * MEAN / (good - bad)
    now = float(chances(terms, own, other)[min(mine, rows - 1), min(theirs, columns - 1)])
    brings = [
        tuple(round(SHARE * scale * (each - middle) + (1.0 - SHARE) * sign * gain, 6) for gain, each in enumerate(side))
        for side, sign in ((won, 1), (lost, -1))
    ]
    return MatchStakes(brings[0], brings[1], round(SHARE * scale * (now - middle), 6))
