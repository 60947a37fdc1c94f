"""Strokes and requests on a board set up by hand."""

from random import Random

import pytest

from carrom.board.disc import Disc, Kind
from carrom.board.notation import read_position, write_position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.levels import LEVELS
from carrom.errors import CarromError, Contradiction, IllegalPosition, IllegalStroke, RefusedRequest, RulesError
from carrom.physics.surface import surface
from carrom.practice.play import PracticeResult, answered, fallen, tried, what_if
from carrom.practice.setup import Facts, SetupPosition, fault_of, moment_of, round_of, spans
from carrom.rules.round import Phase, QueenState
from carrom.rules.ruleset import NAMES, named
from carrom.rules.ruling import Turn

READY = "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000"
STRAIGHT = Stroke(0, 1_180_000, 2_000_000)


def played(moment: SetupPosition, stroke: Stroke, **options: object) -> PracticeResult:
    """Return the result of a stroke; by default it is played exactly."""
    asked = {"legal": True, "judged": True, "hand": None, "rng": Random(1), **options}
    return tried(moment, stroke, surface("club"), **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("position", "said", "discs"),
    [
        ("c1_W4.0.0_B2.28800.0", "W4 overlaps B2 by 3 mm", {"W4", "B2"}),
        ("c1_W4.0.0_B2.31300.0", "W4 overlaps B2 by 0.5 mm", {"W4", "B2"}),
        ("c1_W4.360000.0", "W4 reaches 6 mm into the frame", {"W4"}),
        ("c1_W4.345000.345000", "W4 lies over a pocket and would fall", {"W4"}),
    ],
)
def test_discs_that_cannot_lie_so_are_told_in_millimetres(position, said, discs):
    fault = fault_of(read_position(position))
    assert fault is not None
    assert said in fault.sentence
    assert {disc.value for disc in fault.discs} == discs


def test_discs_that_touch_can_lie_so():
    assert fault_of(read_position("c1_W4.0.0_B2.31800.0")) is None


def test_a_free_striker_may_stand_where_the_law_forbids_it_but_on_no_disc():
    position = read_position("c1_W1.0.-252600")
    free, legal = (spans(named("icf"), position, Seat.SOUTH, each) for each in (False, True))
    assert min(span.low for span in free) < min(span.low for span in legal)
    assert not any(span.low <= 0 <= span.high for span in (*free, *legal))
    with pytest.raises(IllegalStroke, match="in the way"):
        played(SetupPosition(position="c1_W1.0.-252600"), Stroke(0, 0, 1_000_000), legal=False, judged=False)


def test_a_stroke_without_the_law_takes_what_falls_and_asks_nothing():
    after = played(SetupPosition(position=READY), STRAIGHT, judged=False)
    assert after.ruling is after.round is None
    assert fallen(after) == (Disc.W1,)
    assert Disc.W1 not in after.position


def test_a_stroke_with_the_law_brings_a_ruling():
    after = played(SetupPosition(position=READY), STRAIGHT)
    assert after.ruling is not None
    assert after.ruling.turn is Turn.CONTINUE


def test_a_striker_may_not_stand_between_circle_and_line():
    with pytest.raises(IllegalStroke):
        played(SetupPosition(position=READY), Stroke(200_000, 0, 1_000_000))


def test_discs_that_overlap_are_not_played():
    with pytest.raises(IllegalPosition, match="W1 overlaps W2"):
        played(SetupPosition(position="c1_W1.0.0_W2.1000.0"), STRAIGHT)


def test_a_hand_strays_and_the_same_chance_strays_the_same_way():
    beginner = LEVELS[0].hand
    once, again = (played(SetupPosition(position=READY), STRAIGHT, hand=beginner, rng=Random(7)) for _ in range(2))
    other = played(SetupPosition(position=READY), STRAIGHT, hand=beginner, rng=Random(8))
    assert once.stroke.x not in (STRAIGHT.x, other.stroke.x), "the place strays, too, where it stays legal"
    assert played(SetupPosition(position=READY), STRAIGHT, legal=False, judged=False).stroke == STRAIGHT
    assert once.stroke == again.stroke != STRAIGHT
    assert other.stroke != once.stroke


def test_a_due_comes_back_to_the_board_at_once_nearest_to_the_centre():
    after = what_if(SetupPosition(position=READY), Facts(falls=(Disc.S,), touched=False))
    assert [disc for disc in after.position.discs if disc not in read_position(READY)] != []
    assert after.round is not None
    assert after.round.turn is Seat.NORTH
    assert not after.round.placings


def test_the_queen_falls_and_waits_for_her_cover_and_the_board_goes_on_from_there():
    after = what_if(SetupPosition(position=READY), Facts(falls=(Disc.Q,)))
    assert after.round is not None
    assert after.round.queen is QueenState.PENDING
    going_on = moment_of(after.round, after.position)
    covered = what_if(going_on, Facts(falls=(Disc.W1,)))
    assert covered.round is not None
    assert covered.round.queen is QueenState.COVERED
    missed = what_if(going_on, Facts())
    assert Disc.Q in missed.position


def test_a_last_man_ends_the_board():
    after = what_if(SetupPosition(position="c1_W1.0.0_B1.100000.0", queen="mover"), Facts(falls=(Disc.W1,)))
    assert after.round is not None
    assert after.round.result is not None
    assert after.round.result.winners == (0,)


def test_a_disc_that_is_not_on_the_board_cannot_fall():
    with pytest.raises(Exception, match="W9"):
        what_if(SetupPosition(position=READY), Facts(falls=(Disc.W9,)))


def test_a_direct_strike_needs_a_man_of_the_opponent():
    with pytest.raises(RefusedRequest, match="none fell"):
        what_if(SetupPosition(position=READY), Facts(falls=(Disc.W1,), direct=True))


def test_a_direct_strike_costs_in_the_29_point_game_only():
    facts = Facts(falls=(Disc.B1,))
    moment = SetupPosition(rules="classic-29", position=READY)
    spared, struck = what_if(moment, facts), what_if(moment, Facts(falls=(Disc.B1,), direct=True))
    assert spared.ruling is not None
    assert struck.ruling is not None
    assert spared.ruling.clauses != struck.ruling.clauses


@pytest.mark.parametrize("rules", NAMES)
def test_the_program_plays_on_any_board_by_any_book(rules):
    after = answered(SetupPosition(rules=rules, position=READY), "beginner", surface("club"), Random(3))
    assert after.round is not None
    assert after.stroke is not None
    assert set(after.position.discs) == set(after.round.on_board), write_position(after.position)


# -- A position set up by hand: the round it implies, and contradictions in it

FEW = "c1_Q.0.0_W1.100000.0_B1.-100000.0_B2.-100000.60000"


def test_what_is_not_on_the_board_lies_in_the_pockets():
    round = round_of(SetupPosition(position=FEW))
    assert (round.men_on_board(0), round.men_on_board(1)) == (1, 2)
    assert len(round.pocketed) == 15
    assert round.sides[0].pocketed_before
    assert round.phase is Phase.PLAY


def test_the_colours_and_the_turn_are_as_they_are_said():
    round = round_of(SetupPosition(position=FEW, turn=Seat.NORTH, white=Seat.NORTH))
    assert round.sides[round.mover].colour is Kind.WHITE
    assert round.turn is Seat.NORTH


def test_the_score_and_what_is_owed_are_told_by_the_side_in_turn_first():
    full = "_".join(["c1", "Q.0.0", *(f"W{n}.{n * 33000 - 160000}.90000" for n in range(1, 10)), "B1.0.-90000"])
    round = round_of(SetupPosition(position=full, due=(2, 0), score=(7, 20)))
    assert (round.sides[0].due, round.sides[1].due) == (2, 0)
    assert [side.score for side in round.sides] == [7, 20]


def test_a_queen_that_is_off_the_board_is_somebodys():
    off = FEW.replace("Q.0.0_", "")
    assert round_of(SetupPosition(position=off, queen="pending")).queen is QueenState.PENDING
    assert round_of(SetupPosition(position=off, queen="opponent")).queen_side == 1


def test_in_a_points_game_the_counters_that_are_down_are_the_side_in_turns():
    round = round_of(SetupPosition(rules="points", position=FEW))
    assert round.sides[0].points == 8 * 10 + 7 * 5
    assert round.sides[1].points == 0


@pytest.mark.parametrize("rules", NAMES)
def test_a_moment_goes_on_as_the_round_it_was(rules):
    round = round_of(SetupPosition(rules=rules, position=FEW))
    again = moment_of(round, read_position(FEW))
    assert round_of(again) == round
    assert again.position == FEW


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (SetupPosition(position="c1_Q.0.0"), "there is no piece on the board"),
        (SetupPosition(position=FEW, due=(1,)), "owes 1 although 8 of its pieces are pocketed"),
        (
            SetupPosition(position=FEW, queen="mover"),
            "the queen is on the board, but is said to be 'mover'; expected board",
        ),
        (SetupPosition(position=FEW.replace("Q.0.0_", "")), "expected pending, mover, opponent, aside"),
        (SetupPosition(position=FEW.replace("Q.0.0_", ""), queen="aside"), "does not exist in icf"),
        (SetupPosition(position=FEW, queen="gone"), "expected one of board, pending, mover, opponent, aside"),
        (SetupPosition(position=FEW, attempt=1), "the rack is unbroken, but some discs are not on the board"),
        (SetupPosition(position=FEW, turn=Seat.EAST), "nobody sits east"),
        (SetupPosition(position=FEW, white=Seat.EAST), "nobody sits east: white is played by one of south, north"),
        (SetupPosition(position=FEW, score=(25,)), "with 25 the game is won already"),
        (SetupPosition(position=FEW, kept="{"), "the stored state of this board cannot be read"),
    ],
)
def test_facts_that_cannot_be_true_together_are_refused_with_what_contradicts(moment, said):
    with pytest.raises(Contradiction, match=said.replace("(", r"\(")):
        round_of(moment)


def test_a_board_that_was_changed_after_it_was_kept_is_refused():
    stored = moment_of(round_of(SetupPosition(position=FEW)), read_position(FEW)).kept
    with pytest.raises(Contradiction, match="set it up again"):
        round_of(SetupPosition(position=FEW + "_W2.0.200000", kept=stored))


def test_no_file_and_no_unknown_name_is_a_rule_book():
    with pytest.raises(RulesError, match=r"no rule book is called 'mine.toml'"):
        round_of(SetupPosition(rules="mine.toml", position=FEW))


def test_a_text_that_is_no_position_is_refused():
    with pytest.raises(CarromError, match='begins with "c1"'):
        round_of(SetupPosition(position="W1"))
    assert Disc.W1 in round_of(SetupPosition(position=FEW)).on_board
