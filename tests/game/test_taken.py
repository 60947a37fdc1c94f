"""The interpretation of C14 in which the loser pays for a board lost by pocketing their own last piece."""

from pathlib import Path

from carrom.board.disc import MEN, Kind
from carrom.board.outcome import Outcome
from carrom.game.score import Board, Ending, Gain, score_game
from carrom.rules.judge import judge
from carrom.rules.round import Round, RoundResult
from carrom.rules.ruleset import ruleset


def test_the_last_own_man_may_cost_points_instead_of_giving_them(tmp_path: Path) -> None:
    path = tmp_path / "strict.toml"
    path.write_text('extends = "club"\nlast_own_points = "taken"\n')
    rules = ruleset(str(path))
    round = Round.begin(rules)
    whites = tuple(disc for disc in MEN if disc.kind is Kind.WHITE)
    ruling = judge(round, Outcome(pocketed=whites, touched=whites[:1]))
    assert ruling.result == RoundResult(winners=(1,), points=12, taken=True)
    assert "you lose 12 points" in ruling.why
    boards = [
        Board(winner="A", men_left=4, queen="A"),
        Board(winner="B", men_left=5, special=Ending.LAST_OWN_BEFORE_QUEEN),
        Gain("A", 3, taken=True),
    ]
    assert score_game(rules, boards, "A").running == ((7, 0), (0, 0), (0, 0))
