"""Vectorized boards: racks, strokes, placings, refusals."""

import numpy as np
import pytest

from carrom.arrays import BoardOptions, Boards, Status, Table, layout
from carrom.arrays.boards import aimed_strokes, random_strokes
from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import SEATS, Seat
from carrom.board.striker_spots import placing_spots, spot_fault
from carrom.board.stroke import Stroke
from carrom.errors import CarromError, IllegalStroke, RefusedRequest, RulesError
from carrom.rules.round import Phase, Round
from carrom.rules.rulesets import named
from carrom.values import changed

ICF = named("icf")
STRAIGHT = Stroke(0, 0, 3_000_000)


def boards(count: int = 8, **given: object) -> Boards:
    """Return boards with their racks set up."""
    made = Boards(count, **{"threads": 1, **given})
    made.reset(np.arange(count))
    return made


def owing(made: Boards) -> None:
    """Set board 0 to a position in which a pocketed striker has to be paid for with pocketed pieces."""
    position = Position.of({Disc.W1: Point(0, 100_000), Disc.B1: Point(0, 200_000), Disc.Q: Point(100_000, 0)})
    down = tuple(disc for disc in Disc if disc not in position and disc is not Disc.S)
    round = Round.begin(ICF, made.seating)
    sides = tuple(changed(side, pocketed_before=True) for side in round.sides)
    after = changed(round, sides=sides, phase=Phase.PLAY, on_board=position.discs, pocketed=down, turns=4)
    made.load(0, after, position)


INTO_THE_POCKET = Stroke.aimed(0, -30.08, 4.0)


def test_racks_are_those_of_the_board_by_their_seeds():
    made = boards(4)
    made.reset(np.array([3, 2**40, 7, 8]), np.array([True, True, False, False]), Seat.NORTH)
    assert made.position(0) == rack(270, 3, Seat.NORTH)
    assert made.position(1) == rack(270, 2**40, Seat.NORTH)
    assert made.position(3) == rack(270, 3)
    assert made.round(0) == Round.begin(ICF, made.seating, Seat.NORTH)


def test_the_number_of_threads_changes_nothing():
    found = []
    for threads in (1, 2, 4):
        made, dice = boards(200, threads=threads), np.random.default_rng(1)
        for _ in range(6):
            made.step(aimed_strokes(made, dice))
        found.append((made.info.tobytes(), made.places.tobytes(), made.queues.tobytes()))
    assert found[0] == found[1] == found[2]


def test_a_share_of_the_lines_is_always_legal():
    made, dice = boards(64), np.random.default_rng(2)
    for _ in range(5):
        for share in (0.0, 1.0, 0.5):
            strokes = made.aimed(np.full(64, share), random_strokes(made, dice))
            for b in np.nonzero(made.status == Status.STRIKE)[0]:
                seat = SEATS[made.info[b, layout.TURN]]
                assert spot_fault(made.position(b), seat, int(strokes[b, 0]), int(strokes[b, 3])) is None
        made.step(random_strokes(made, dice))


@pytest.mark.parametrize(
    ("stroke", "said"),
    [
        (Stroke(0, 0, 0), "no speed"),
        (Stroke(0, 13_000_000, 0), "at most 12 m/s"),
        (Stroke(300_000, 0, 1_000_000), "beyond the ends"),
        (Stroke(205_000, 0, 1_000_000), "partly on a base circle"),
        (Stroke(0, 0, 1_000_000, y=6_000), "does not touch both"),
        (Stroke(0, 0, 1_000_000, spin=10**8), "spin"),
    ],
)
def test_a_stroke_that_nobody_may_play_is_refused_and_nothing_changes(stroke, said):
    made = boards(4)
    before = made.info.tobytes(), made.places.tobytes()
    with pytest.raises(IllegalStroke, match=said):
        made.step([STRAIGHT, STRAIGHT, stroke, STRAIGHT])
    assert (made.info.tobytes(), made.places.tobytes()) == before


def test_a_striker_on_a_man_is_refused():
    made = boards(1)
    made.load(0, Round.begin(ICF, made.seating), rack().having(Disc.W1, Point(10_000, -252_600)))
    with pytest.raises(IllegalStroke, match="would overlap W1"):
        made.step([STRAIGHT])


@pytest.mark.parametrize(
    "strokes", [[STRAIGHT], np.full((4, 5), np.nan), np.zeros((4, 6), dtype=np.int64), np.zeros((3, 5), dtype=np.int64)]
)
def test_strokes_of_another_shape_or_of_no_numbers_are_refused(strokes):
    with pytest.raises(CarromError, match="expected"):
        boards(4).step(strokes)


@pytest.mark.parametrize("shares", [np.full(4, np.nan), np.full(4, 1.1), np.full(4, -0.1), np.zeros(3)])
def test_shares_outside_the_lines_are_refused(shares):
    with pytest.raises(IllegalStroke, match="4 numbers from 0 to 1"):
        boards(4).aimed(shares, np.zeros((4, 5), dtype=np.int64))


def test_unknown_books_players_tables_and_surfaces_are_refused():
    with pytest.raises(RulesError, match="no rule set is called"):
        Boards(1, "nine-men")
    with pytest.raises(RulesError, match="3 players"):
        Boards(1, "icf", 3)
    with pytest.raises(RulesError, match="the table is not of 'icf'"):
        Boards(1, "icf", options=BoardOptions(Table(named("club"))))
    with pytest.raises(ValueError, match="2 surfaces for 3 boards"):
        Boards(3, surface=("club", "slow"))
    with pytest.raises(ValueError, match="0 boards"):
        Boards(0)
    with pytest.raises(ValueError, match="seeds of shape"):
        Boards(2).reset([1, 2, 3])
    with pytest.raises(RulesError, match="not of 'icf'"):
        Boards(1).load(0, Round.begin(named("club")), None)


def test_where_somebody_decides_a_board_waits_for_a_due_to_be_placed():
    made = boards(1, options=BoardOptions(auto_settle=False))
    owing(made)
    made.step([INTO_THE_POCKET])
    assert made.status[0] == Status.PLACE
    due = made.round(0).placings[0].disc
    with pytest.raises(RefusedRequest, match="not inside the outer circle"):
        made.place(0, Point(0, 300_000))
    with pytest.raises(RefusedRequest, match="waits for place"):
        made.demand(0, 1)
    spot = placing_spots(made.position(0), due)[3]
    made.place(0, spot)
    assert made.status[0] == Status.STRIKE
    assert made.position(0)[due] == spot
    assert made.round(0).turn is Seat.NORTH
    with pytest.raises(RefusedRequest, match="waits for strike"):
        made.place(0, spot)


def test_a_placer_may_waive():
    made = boards(1, options=BoardOptions(auto_settle=False))
    owing(made)
    made.step([INTO_THE_POCKET])
    made.waive(0)
    assert made.status[0] == Status.STRIKE
    assert made.info[0, layout.STROKES] == 1
    assert len(made.position(0)) == 3


def test_boards_that_wait_for_no_stroke_are_left_as_they_are():
    made = boards(2, options=BoardOptions(auto_settle=False))
    owing(made)
    made.step([INTO_THE_POCKET, STRAIGHT])
    before = made.round(0)
    made.step([STRAIGHT, Stroke(0, 0, 2_000_000)])
    assert made.round(0) == before
    assert made.info[1, layout.STROKES] == 2
