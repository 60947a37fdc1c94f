"""How a board's outcome changes the chances of winning the game and the match."""

import pytest

from carrom.analysis.win_chances import ContestStanding, Stake, between, stakes_of, standing_after, standing_of
from carrom.board.seat import Seat
from carrom.game.events import BoardKept, Header, Player
from carrom.game.game import GameHistory
from carrom.game.score import Board
from carrom.practice.setup import SetupPosition

PLAYERS = (Player(name="Asha", seat=Seat.SOUTH, side="A"), Player(name="Bilal", seat=Seat.NORTH, side="B"))
POSITION = "c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000"


def kept(*boards: tuple[str, int], contest: str = "game") -> GameHistory:
    """Return a game in which these boards were played: the winner, and the loser's pieces left."""
    game = GameHistory.begin(Header(players=PLAYERS, contest=contest, first_break="A", surface=None))
    for winner, men in boards:
        breaker = game.expected[0].breakers[0]
        game = game.apply(BoardKept(breaker=breaker, board=Board(winner=winner, men_left=men, queen=winner)))
    return game


def test_the_game_is_nearer_to_who_has_more_points():
    assert between(0, 0, 25, None) == between(20, 20, 25, None) == 0.5
    assert between(0, 20, 25, None) < between(10, 20, 25, None) < between(24, 20, 25, None) < between(25, 20, 25, None)
    assert between(27, 3, 25, None) == 1.0
    assert ContestStanding(mine=24).stakes().game.won == 1.0


def test_the_chance_of_the_game_is_between_that_of_a_lost_and_of_a_won_board():
    stake = Stake(won=0.8, lost=0.2)
    assert [stake.of(win) for win in (0.0, 0.25, 1.0)] == [0.2, 0.35, 0.8]


def test_the_last_board_of_a_game_decides_it_by_the_lead():
    assert ContestStanding(mine=20, theirs=0, left=1).stakes().game.lost == 1.0
    assert ContestStanding(mine=0, theirs=20, left=1).stakes().game.won == 0.0
    assert ContestStanding(mine=24, theirs=24, left=1).stakes().game.won == 1.0
    assert between(7, 7, 25, 0) == 0.5


def test_a_board_weighs_more_the_nearer_the_end_is():
    early, late = (
        ContestStanding(mine=0, theirs=0, left=8).stakes().game,
        ContestStanding(mine=20, theirs=20, left=2).stakes().game,
    )
    assert early.lost < 0.5 < early.won
    assert late.won - late.lost > 2 * (early.won - early.lost)


def test_a_match_is_won_by_games():
    stakes = ContestStanding(games=(1, 0), needed=2).stakes()
    assert stakes.match is not None
    assert 0.5 < stakes.match.lost < stakes.match.won < 1.0
    decider = ContestStanding(mine=3, theirs=20, games=(1, 1), needed=2).stakes()
    assert decider.match == decider.game


def test_a_games_standing_is_read_from_its_boards():
    game = kept(("A", 5), ("B", 2))
    mine, theirs = standing_of(game, 0), standing_of(game, 1)
    assert mine == ContestStanding(mine=8, theirs=5, left=6)
    assert theirs == ContestStanding(mine=5, theirs=8, left=6)
    assert standing_of(kept(contest="board"), 0) is None


def test_a_game_that_is_decided_counts_for_the_match_once():
    before = kept(("A", 9), ("A", 9), contest="match")
    game = kept(("A", 9), ("A", 9), ("A", 9), contest="match")
    won, lost = standing_after(before, game, 0), standing_after(before, game, 1)
    assert (won.over, won.won, won.games) == (True, True, (0, 0))
    assert won.between() == (1.0, pytest.approx(0.75))
    assert lost.between() == (0.0, pytest.approx(0.25))
    assert standing_of(game, 0) == ContestStanding(left=8, games=(1, 0), needed=2)
    assert standing_after(game, game, 0) is None


def test_a_match_that_is_over_is_won():
    played = [("A", 9)] * 5
    before, game = kept(*played, contest="match"), kept(*played, ("A", 9), contest="match")
    assert game.is_over
    assert standing_after(before, game, 0).between() == (1.0, 1.0)
    assert standing_after(before, game, 1).between() == (0.0, 0.0)
    assert standing_of(game, 0).games == (1, 0), "games before the last one"


def test_a_moment_tells_what_hangs_on_it_once_somebody_has_points():
    assert stakes_of(SetupPosition(position=POSITION)) is None
    assert stakes_of(SetupPosition(position=POSITION, score=(0, 0))) is None
    answer = stakes_of(SetupPosition(position=POSITION, score=(22, 14)))
    assert answer.game.lost < 0.6 < answer.game.won
    assert stakes_of(SetupPosition(position=POSITION, score=(25, 14))) is None
    assert stakes_of(SetupPosition(position=POSITION, rules="points", score=(3, 1))) is None
