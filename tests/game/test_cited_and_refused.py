"""What a board cites only where it counted, and what a refusal names to choose from."""

import pytest
from strategies_game import header

from carrom.data import changed
from carrom.errors import RefusedRequest
from carrom.game.clauses import Topic, clause
from carrom.game.event import RoundBegun, Undone
from carrom.game.game import Game
from carrom.game.score import Board, Ending, Side, worth
from carrom.rules.ruleset import ruleset

ICF = ruleset("icf")


@pytest.mark.parametrize(
    ("before", "queen", "points", "cited"), [(21, None, 6, False), (22, None, 3, True), (22, "B", 3, False)]
)
def test_the_queens_cap_is_cited_where_it_takes_the_queen_away(
    before: int, queen: Side | None, points: int, cited: bool
) -> None:
    lost = worth(ICF, Board(winner="A", men_left=3, queen=queen, special=Ending.LOSS_OF_BOARD), before)
    assert (lost.points, clause(ICF, Topic.QUEEN_CAP) in lost.clauses) == (points, cited)


def test_what_cannot_be_taken_back_names_what_can() -> None:
    game = Game.begin(changed(header(), first_break="A"))
    with pytest.raises(RefusedRequest, match="cannot go back to event 0; expected there is nothing to take back"):
        game.apply(Undone(to=0))
    begun = game.apply(RoundBegun(breaker=game.header.players[0].seat))
    with pytest.raises(RefusedRequest, match=r"cannot go back to event 1; expected one of 0 to 0"):
        begun.apply(Undone(to=1))
