"""Win chances of game and match, for a board won or lost.

Boards to come are taken as even (`carrom.engine.position.match_equity`). So the chance of the game is a straight line
in the chance of the board: `lost + win * (won - lost)`.
"""

from carrom.analysis.messages import Stake, Stakes
from carrom.engine.position.match_equity import BRINGS, EquityTerms, chances, match_chance, mean_of
from carrom.game.game import Game
from carrom.game.scoring import progress
from carrom.game.scoring.score import board_limit
from carrom.practice.setup import SetupPosition, rules_of
from carrom.rules.ruleset import Ruleset
from carrom.values import Value, changed


class Standing(Value, frozen=True, kw_only=True):
    """How a contest of two sides stands, seen by one of them."""

    mine: int = 0
    theirs: int = 0
    target: int = 25
    left: int | None = None
    """Boards of the running game that may still be played, one that is under way among them; None: no limit."""
    over: bool = False
    """Whether the running game is decided."""
    won: bool = False
    """Whether this side has won it."""
    games: tuple[int, int] = (0, 0)
    """Games won by either side before the running one."""
    needed: int = 1
    """Games that win the match."""

    def stakes(self) -> Stakes:
        """Return what hangs on the board under way."""
        left = None if self.left is None else self.left - 1
        won = mean_of([between(self.mine + gain, self.theirs, self.target, left) for gain in BRINGS])
        lost = mean_of([between(self.mine, self.theirs + gain, self.target, left) for gain in BRINGS])
        game = Stake(round(won, 4), round(lost, 4))
        match = None if self.needed == 1 else Stake(self._match(won), self._match(lost))
        return Stakes(game=game, match=match)

    def between(self) -> tuple[float, float | None]:
        """Return the chances of the game and of the match, with no board under way."""
        game = float(self.won) if self.over else between(self.mine, self.theirs, self.target, self.left)
        return round(game, 4), None if self.needed == 1 else self._match(game)

    def _match(self, game: float) -> float:
        """Return the chance of the match where the running game is won with that chance; games to come are even."""
        mine, theirs = self.games
        won, lost = match_chance(self.needed, mine + 1, theirs), match_chance(self.needed, mine, theirs + 1)
        return round(game * won + (1.0 - game) * lost, 4)


def standing_of(game: Game, side: int) -> Standing | None:
    """Return how a game's contest stands for a side; None for a single board, and where no points decide."""
    state = game.state
    target = target_of(game.rules)
    if state.header.contest not in ("game", "match") or target is None or len(state.sides) != 2:
        return None
    score, limit = progress.game_score(state), board_limit(game.rules, state.header.stage)
    letter, other = ("A", "B") if side == 0 else ("B", "A")
    games = progress.match_score(state).score if state.header.contest == "match" else (0, 0)
    if score.finished and score.winner is not None and state.header.contest == "match":
        games = (games[0] - (score.winner == "A"), games[1] - (score.winner == "B"))
    return Standing(
        mine=score.totals["AB".index(letter)],
        theirs=score.totals["AB".index(other)],
        target=target,
        left=None if limit is None else max(1, limit - state.game.counted),
        over=score.finished,
        won=score.winner == letter,
        games=(games["AB".index(letter)], games["AB".index(other)]),
        needed=progress.best_of_games(state) // 2 + 1,
    )


def standing_after(before: Game, after: Game, side: int) -> Standing | None:
    """Return how the contest stands for a side once a stroke has ended a board; None where it has not.

    A game that was decided by it is told as decided, though the next one of a match has been opened.
    """
    old, new = standing_of(before, side), standing_of(after, side)
    if old is None or new is None:
        return None
    if len(after.state.games) > len(before.state.games):
        return changed(new, over=True, won=new.games[0] > old.games[0], games=old.games)
    return new if len(after.state.game.boards) > len(before.state.game.boards) else None


def stakes_of(moment: SetupPosition) -> Stakes | None:
    """Return what hangs on the board of a moment, for the side in turn; None where nobody has a point yet.

    A moment does not say how many boards were played, so that no limit of boards is reckoned with.
    """
    target = target_of(rules_of(moment))
    if target is None or len(moment.score) != 2 or not 0 < max(moment.score) < target:
        return None
    return Standing(mine=moment.score[0], theirs=moment.score[1], target=target).stakes()


def target_of(rules: Ruleset) -> int | None:
    """Return the points that win a game of two sides; None where boards are counted, or nobody owns a colour."""
    figures = rules.parameters
    return figures.target_points if rules.colours_are_owned and figures.boards_won_limit is None else None


def between(mine: int, theirs: int, target: int, left: int | None) -> float:
    """Return the chance to win a game from these scores with no board under way and so many left, None: no limit."""
    table = chances(EquityTerms(target, left, None), 0, 0)
    return float(table[min(mine, len(table) - 1), min(theirs, len(table) - 1)])
