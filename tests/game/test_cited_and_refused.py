"""A ruling cites a clause only where it mattered, and a refusal lists the choices."""

import pytest
from strategies_game import header

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RefusedRequest
from carrom.game.commands import events_of, outcome, plain, read_stroke
from carrom.game.events import Awarded, Noticed, RoundBegun, Undone
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, score_match
from carrom.game.score import Board, Ending, ScoringTopic, Side, Stage, check_board, clause, worth
from carrom.rules.custom import custom
from carrom.rules.ruleset import ruleset
from carrom.values import changed

ICF = ruleset("icf")


@pytest.mark.parametrize(
    ("before", "queen", "points", "cited"), [(21, None, 6, False), (22, None, 3, True), (22, "B", 3, False)]
)
def test_the_queens_cap_is_cited_where_it_takes_the_queen_away(
    before: int, queen: Side | None, points: int, cited: bool
) -> None:
    lost = worth(ICF, Board(winner="A", men_left=3, queen=queen, special=Ending.LOSS_OF_BOARD), before)
    assert (lost.points, clause(ICF, ScoringTopic.QUEEN_CAP) in lost.clauses) == (points, cited)


def test_what_cannot_be_taken_back_names_what_can() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    with pytest.raises(RefusedRequest, match="cannot go back to event 0: nothing has been done yet"):
        game.apply(Undone(to=0))
    begun = game.apply(RoundBegun(breaker=game.header.players[0].seat))
    with pytest.raises(RefusedRequest, match=r"cannot go back to event 1; expected 0$"):
        begun.apply(Undone(to=1))


def test_a_last_man_ends_the_board_only_where_he_does_not_come_back() -> None:
    house = custom({"extends": "club", "last_own_before_queen": "return"}, "house")
    own = Board(winner="A", men_left=3, special=Ending.LAST_OWN_BEFORE_QUEEN)
    theirs = Board(winner="A", men_left=3, special=Ending.OPPONENT_LAST)
    check_board(ruleset("club"), own)
    check_board(house, theirs)
    with pytest.raises(Contradiction, match="in house no board ends like that"):
        check_board(house, own)
    other = custom({"extends": "club", "others_last": "return"}, "other")
    check_board(other, own)
    with pytest.raises(Contradiction, match="in other no board ends like that"):
        check_board(other, theirs)


def test_a_game_that_follows_an_open_one_is_refused_with_the_number_of_the_open_one() -> None:
    games = [GameEntry(score=(25, 12)), GameEntry(boards=()), GameEntry(score=(25, 12))]
    with pytest.raises(Contradiction, match="game 3 cannot follow: game 2 is not finished"):
        score_match(ICF, games, "A", Stage.EARLY)


@pytest.mark.parametrize(
    ("discs", "said"),
    [
        ((), "nothing"),
        (WHITES[:1], "one white"),
        (WHITES[:2], "two whites"),
        ((*WHITES[:2], BLACKS[0]), "two whites and one black"),
        ((*WHITES[:3], *BLACKS[:2], QUEEN), "three whites, two blacks and the queen"),
        ((*WHITES[:1], *BLACKS[:1], QUEEN, STRIKER), "one white, one black, the queen and the striker"),
    ],
)
def test_what_lies_or_fell_is_said_with_and_before_the_last(discs: tuple[Disc, ...], said: str) -> None:
    assert plain(discs) == said


def test_a_miss_with_fallen_men_is_refused_with_the_first_of_them() -> None:
    game = GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=Seat.SOUTH))
    assert game.round is not None
    with pytest.raises(RefusedRequest, match=r"^miss and one white off the board contradict each other; expected one$"):
        outcome(read_stroke(("w1", "b1", "miss")), game.round)
    with pytest.raises(RefusedRequest, match=r"^miss and one white off"):
        outcome(read_stroke(("w1", "miss", "slip")), game.round)


@pytest.mark.parametrize(("scores", "cited"), [((), False), (((25, 12),), True), (((12, 25),), True)])
def test_what_wins_a_match_is_cited_as_soon_as_a_game_is_won(scores: tuple[tuple[int, int], ...], cited: bool) -> None:
    stand = score_match(ICF, [GameEntry(score=score) for score in scores], "A", Stage.EARLY)
    assert (clause(ICF, ScoringTopic.MATCH) in stand.clauses) is cited


def test_a_single_game_is_awarded_before_it_has_begun_like_the_whole_contest() -> None:
    over = GameHistory.begin(header()).apply(Awarded(side="B", law="Law 143", what="game"))
    assert over.result is not None
    assert (over.result.winners, over.result.how) == (("B",), "loss")


def test_everything_but_the_beginning_can_be_typed_to_be_taken_back_at_once() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    for line in ("play", "w1", "-"):
        for event in events_of(game, line):
            game = game.apply(event)
    assert [events_of(game, f"undo {steps}") for steps in (1, 2, 3)] == [(Undone(to=to),) for to in (2, 1, 0)]
    with pytest.raises(RefusedRequest, match="cannot take back 4; expected 1 to 3"):
        events_of(game, "undo 4")


def test_the_wrong_man_noticed_late_is_the_last_that_fell() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    for line in ("play", "w1 b3", "w1 s", "place all", "late wrong-man"):
        for event in events_of(game, line):
            game = game.apply(event)
    assert game.events[-1] == Noticed(what="wrong-man", disc=BLACKS[2], instead=WHITES[0])
