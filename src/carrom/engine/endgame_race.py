"""The endgame race: a Markov model of how many turns each side needs to clear its pieces.

Each side has pieces to pocket; the queen is on the board or covered by one side. A success keeps the turn, a failure
passes it. A side that has pocketed a piece may take the queen next and must cover it with the following stroke, or the
queen returns; no side may finish before the queen is covered. The model ignores positions, which the search evaluates.
It gives the value of a due, a lost turn, the queen and the last piece.
"""

from enum import Enum
from functools import lru_cache

from carrom.engine.stakes import MatchStakes

MOST = 12
"""More pieces to pocket than this count as this many."""
SWEEPS = 60
"""Sweeps of value iteration; each multiplies the error by the probability of a miss."""


class Queen(Enum):
    """State of the queen in the race, from the view of the side to strike."""

    BOARD = 0
    MINE = 1
    THEIRS = 2


_FLIPPED = {Queen.BOARD: Queen.BOARD, Queen.MINE: Queen.THEIRS, Queen.THEIRS: Queen.MINE}


class RaceModel:
    """Expected points of the side to strike, for a success probability `p` and the queen's value for each side."""

    def __init__(
        self, p: float, queen_mine: int, queen_theirs: int, just_won: bool = False, ledger: MatchStakes | None = None
    ) -> None:
        """Solve the race; `queen_mine` and `queen_theirs` are the queen's points for either side if it wins.

        With `just_won` a board counts 1 or −1, whatever its points. With a `ledger` the value of a win is the ledger's
        value of its points.
        """
        self._p, self._just_won = p, just_won
        self._entries = None if ledger is None else (ledger.won, ledger.turned.won)
        self._price = (queen_mine, queen_theirs)
        self._worth: dict[tuple[int, int, int, Queen], float] = {}
        self._solve()

    def to_strike(self, mine: int, theirs: int, queen: Queen) -> float:
        """Return the expected points with the strike, when `mine` and `theirs` pieces are still to be pocketed."""
        return self._at(0, min(mine, MOST), min(theirs, MOST), queen)

    def to_wait(self, mine: int, theirs: int, queen: Queen) -> float:
        """Return the expected points when the other side strikes next; `queen` is from my view."""
        return -self._at(1, min(theirs, MOST), min(mine, MOST), _FLIPPED[queen])

    def to_cover(self, mine: int, theirs: int) -> float:
        """Return the expected points with the strike, when the queen is pocketed but not yet covered."""
        return self._covering(0, min(mine, MOST), min(theirs, MOST))

    def _at(self, side: int, own: int, other: int, queen: Queen) -> float:
        """Return the value for `side`, which is to strike."""
        if own <= 0:
            price = self._price[side] if queen is Queen.MINE else 0
            return self._of_win(side, other + price)
        if other <= 0:
            price = self._price[1 - side] if queen is Queen.THEIRS else 0
            return -self._of_win(1 - side, own + price)
        return self._worth.get((side, own, other, queen), 0.0)

    def _of_win(self, side: int, points: int) -> float:
        if self._just_won:
            return 1.0
        if self._entries is None:
            return float(points)
        entries = self._entries[side]
        return entries[min(points, len(entries) - 1)]

    def _passed(self, side: int, own: int, other: int, queen: Queen) -> float:
        return -self._at(1 - side, other, own, _FLIPPED[queen])

    def _covering(self, side: int, own: int, other: int) -> float:
        hit = self._at(side, own - 1, other, Queen.MINE)
        return self._p * hit + (1 - self._p) * self._passed(side, own, other, Queen.BOARD)

    def _strike(self, side: int, own: int, other: int, queen: Queen) -> float:
        if queen is not Queen.BOARD:
            hit = self._at(side, own - 1, other, queen)
        elif own == 1:
            hit = self._covering(side, own, other)
        else:
            hit = max(self._at(side, own - 1, other, queen), self._covering(side, own, other))
        return self._p * hit + (1 - self._p) * self._passed(side, own, other, queen)

    def _solve(self) -> None:
        states = [
            (own, other, queen)
            for queen in (Queen.MINE, Queen.THEIRS, Queen.BOARD)
            for own in range(1, MOST + 1)
            for other in range(1, MOST + 1)
        ]
        for _ in range(SWEEPS):
            change = 0.0
            for own, other, queen in states:
                for side in (0, 1):
                    key = (side, own, other, queen)
                    worth = self._strike(side, own, other, queen)
                    change = max(change, abs(worth - self._worth.get(key, 0.0)))
                    self._worth[key] = worth
            if change < 1e-3:
                return


@lru_cache(maxsize=1_024)
def race(
    p: float, queen_mine: int, queen_theirs: int, just_won: bool = False, ledger: MatchStakes | None = None
) -> RaceModel:
    """Return the solved race for these parameters, cached."""
    return RaceModel(p, queen_mine, queen_theirs, just_won, ledger)
