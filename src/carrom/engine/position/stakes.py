"""The stakes of a board: what each result is worth in the game and the match.

A match needs no entry of its own: its games are won one by one, and what is best for the game is best for the match.
"""

from carrom.engine.position.match_equity import MEAN, MOST, EquityTerms, chances, mean_of
from carrom.game.scoring import progress
from carrom.game.scoring.score import board_limit
from carrom.game.state import State
from carrom.values import Value

SHARE = 0.5
"""What the game counts for; the rest are the board's own points. Who played for wins alone won fewer boards: the race
knows too little of how men lie to say when a board is lost."""
PLAIN = 2.0
"""Points by which a board's entries may differ from its own points and still ask for nothing else."""
DECIDED = 1e-6
"""A board that moves the chance to win the game by less is played for its points."""


class MatchStakes(Value, frozen=True):
    """What a board brings one side, in points: its own, and what they would be in an even game that they moved as far.

    Where nobody owns a colour there are no entries: who leads at the end has won, by however little.
    """

    won: tuple[float, ...] = ()
    """By the points it is won with."""
    lost: tuple[float, ...] = ()
    """By the points it is lost with; mostly below nought."""
    again: float = 0.0
    """When it is to be played again."""

    @property
    def turned(self) -> "MatchStakes":
        """The same for the other side."""
        return MatchStakes(tuple(-each for each in self.lost), tuple(-each for each in self.won), -self.again)

    @property
    def is_plain(self) -> bool:
        """Whether the board is played for its own points, as boards of an even game are."""
        entries = zip(self.won[1:], self.lost[1:], strict=True)
        return all(max(abs(won - points), abs(lost + points)) <= PLAIN for points, (won, lost) in enumerate(entries, 1))


def of_state(state: State) -> MatchStakes | None:
    """Return what the board under way brings the side in turn; None where it belongs to no game, or decides nothing.

    A board by itself is played for its points, as boards of an even game are.
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
    """Return what the next board brings a side with these points and boards won, its own first; None: nothing."""
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
