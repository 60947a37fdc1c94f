"""Win probabilities of the game and the match, after a won or a lost board.

Later boards are assumed even (`carrom.engine.stakes`), so the probability of winning the game is linear
in that of winning the board: `lost + win * (won - lost)`.
"""

from carrom.analysis.messages import Stake, Stakes
from carrom.engine.stakes import BRINGS, EquityTerms, chances, match_chance, mean_of
from carrom.game import progress
from carrom.game.game import GameHistory
from carrom.game.score import board_limit
from carrom.practice.setup import SetupPosition, rules_of
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed


class ContestStanding(Value, frozen=True, kw_only=True):
    """The score of a contest between two sides, from one side's view."""

    mine: int = 0
    theirs: int = 0
    target: int = 25
    left: int | None = None
    """Boards of the current game still to be played, including the current one; None: no limit."""
    over: bool = False
    """Whether the current game is decided."""
    won: bool = False
    """Whether this side has won it."""
    games: tuple[int, int] = (0, 0)
    """Games won by either side before the current one."""
    needed: int = 1
    """Games that win the match."""

    def stakes(self) -> Stakes:
        """Return what the current board decides."""
        left = None if self.left is None else self.left - 1
        won = mean_of([between(self.mine + gain, self.theirs, self.target, left) for gain in BRINGS])
        lost = mean_of([between(self.mine, self.theirs + gain, self.target, left) for gain in BRINGS])
        game = Stake(round(won, 4), round(lost, 4))
        match = None if self.needed == 1 else Stake(self._match(won), self._match(lost))
        return Stakes(game=game, match=match)

    def between(self) -> tuple[float, float | None]:
        """Return the win probabilities of the game and the match, between boards."""
        game = float(self.won) if self.over else between(self.mine, self.theirs, self.target, self.left)
        return round(game, 4), None if self.needed == 1 else self._match(game)

    def _match(self, game: float) -> float:
        """Return the win probability of the match from that of the current game; later games are even."""
        mine, theirs = self.games
        won, lost = match_chance(self.needed, mine + 1, theirs), match_chance(self.needed, mine, theirs + 1)
        return round(game * won + (1.0 - game) * lost, 4)


def standing_of(game: GameHistory, side: int) -> ContestStanding | None:
    """Return the score of a game's contest for a side; None for a single board, and where no points decide."""
    state = game.state
    target = target_of(game.rules)
    if state.header.contest not in ("game", "match") or target is None or len(state.sides) != 2:
        return None
    score, limit = progress.game_score(state), board_limit(game.rules, state.header.stage)
    letter, other = ("A", "B") if side == 0 else ("B", "A")
    games = progress.match_score(state).score if state.header.contest == "match" else (0, 0)
    if score.finished and score.winner is not None and state.header.contest == "match":
        games = (games[0] - (score.winner == "A"), games[1] - (score.winner == "B"))
    return ContestStanding(
        mine=score.totals["AB".index(letter)],
        theirs=score.totals["AB".index(other)],
        target=target,
        left=None if limit is None else max(1, limit - state.game.counted),
        over=score.finished,
        won=score.winner == letter,
        games=(games["AB".index(letter)], games["AB".index(other)]),
        needed=progress.best_of_games(state) // 2 + 1,
    )


def standing_after(before: GameHistory, after: GameHistory, side: int) -> ContestStanding | None:
    """Return the score for a side after a stroke that ended a board; None if the board goes on.

    A game decided by the stroke is reported as decided, even if the match's next game has begun.
    """
    old, new = standing_of(before, side), standing_of(after, side)
    if old is None or new is None:
        return None
    if len(after.state.games) > len(before.state.games):
        return changed(new, over=True, won=new.games[0] > old.games[0], games=old.games)
    return new if len(after.state.game.boards) > len(before.state.game.boards) else None


def stakes_of(moment: SetupPosition) -> Stakes | None:
    """Return what the board of a position decides for the side in turn; None before anyone has a point.

    A position does not include the number of boards played, so a limit of boards is ignored.
    """
    target = target_of(rules_of(moment))
    if target is None or len(moment.score) != 2 or not 0 < max(moment.score) < target:
        return None
    return ContestStanding(mine=moment.score[0], theirs=moment.score[1], target=target).stakes()


def target_of(rules: Ruleset) -> int | None:
    """Return the points that win a game of two sides; None if boards are counted or no side owns a colour."""
    figures = rules.parameters
    return figures.target_points if rules.colours_are_owned and figures.boards_won_limit is None else None


def between(mine: int, theirs: int, target: int, left: int | None) -> float:
    """Return the probability of winning a game between boards, with `left` boards to play (None: no limit)."""
    table = chances(EquityTerms(target, left, None), 0, 0)
    return float(table[min(mine, len(table) - 1), min(theirs, len(table) - 1)])
