"""The stakes of a board: what each result is worth in the game.

A match needs no stakes of its own: its games are independent, and what is best for the game is best for the match.
"""

from carrom.engine.position.match_equity import MEAN, MOST, EquityTerms, chances, mean_of
from carrom.game.scoring import progress
from carrom.game.scoring.score import board_limit
from carrom.game.state import State
from carrom.values import Value

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
