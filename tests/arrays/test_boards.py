"""Vectorized boards: racks, strokes, placings, refusals."""

import random

import numpy as np
import pytest
from arrays.agree import compare, custom_sets

from carrom.arrays import BoardOptions, Boards, Branches, Status, Table, law_table, layout
from carrom.arrays.boards import aimed_strokes, random_strokes
from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import SEATS, Seat
from carrom.board.striker_spots import placing_spots, spot_fault
from carrom.board.stroke import Stroke
from carrom.envs.config import terms
from carrom.envs.play import Play
from carrom.errors import CarromError, IllegalStroke, RefusedRequest, RulesError
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import racked
from carrom.physics.surface import surface
from carrom.rules.custom import custom
from carrom.rules.round import Phase, Round
from carrom.rules.rulesets import NAMES, named
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


# -- Vectorized boards agree with games after every stroke, in every rule set, even in crowded and rare positions

PLAYERS = {"team-event": 4, "three-player": 3}


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", NAMES)
def test_a_step_is_what_a_game_says(name):
    found = compare(named(name), PLAYERS.get(name, 2), 400, seed=5, count=48)
    assert found.differences == []
    assert found.met["placed"] > 10


@pytest.mark.parametrize("name", ["icf", "points"])
def test_a_step_of_doubles_is_what_a_game_says(name):
    assert compare(named(name), 4, 300, seed=6, count=48).differences == []


def test_a_step_is_the_same_interpreted(monkeypatch):
    monkeypatch.setattr("carrom.physics.kernel.compiled.is_native", lambda: False)
    assert compare(named("icf"), 2, 12, seed=7, count=4).differences == []


def test_a_decision_that_is_not_the_laws_is_noticed(monkeypatch):
    right = law_table.decision

    def wrong(round, ruling):
        row = list(right(round, ruling))
        row[law_table.layout.CHARGED] = 0
        return tuple(row)

    monkeypatch.setattr(law_table, "decision", wrong)
    assert compare(named("icf"), 2, 2_000, seed=5, count=48).differences


# -- Custom rule sets on vectorized boards: random parameters, switches and clauses agree with games of 1 to 4 players


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("number", range(8))
def test_a_step_by_rules_of_ones_own_is_what_a_game_says(number):
    rules, players = next(custom_sets(random.Random(number)))
    assert compare(rules, players, 60, seed=number, count=20).differences == []


OTHER_READINGS = [
    ("icf", {"earlier_man_covers": True, "others_end_turn": True}),
    ("classic-29", {"earlier_man_covers": True, "last_man_covers": False}),
    ("team-event", {"paying_men_free_queen": True, "striker_with_several": "two", "strokes_per_turn": 2}),
    ("three-player", {"earlier_man_covers": True, "last_counter_before_queen": "plays-on", "no_room_dues": "lapse"}),
    ("points", {"same_stroke_covers": False, "last_counter_before_queen": "plays-on", "faulty_break_costs": False}),
    ("icf", {"striker_with_queen_and_nine": "always", "both_last_after_queen": "other", "no_room_dues": "lapse"}),
]


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(("base", "changes"), OTHER_READINGS)
def test_a_step_by_other_readings_is_what_a_game_says(base, changes):
    rules = custom({"extends": base, **changes}, "house")
    assert compare(rules, rules.parameters.players[0], 400, seed=3, count=20).differences == []


def test_sets_of_ones_own_are_played_by_one_to_four():
    sets = custom_sets(random.Random(0))
    assert {next(sets)[1] for _ in range(120)} == {1, 2, 3, 4}


def test_a_handicap_of_the_rules_takes_its_men_off_the_rack_in_arrays_and_in_games():
    rules = custom({"extends": "icf", "handicap": [0, 2]}, "lenient")
    boards = Boards(1, rules, threads=1)
    boards.reset([7])
    game = GameHistory.begin(header_of(rules, 2, "board", "club", None, "A", None, ()), rules)
    game = game.apply(racked(game, 7))
    assert boards.position(0) == game.position
    assert len(game.position) == 17
    assert boards.round(0) == game.round
    play = Play(terms(rules, 2, "board", "club", None, "nearest", 10), 4)
    play.act_by(np.array([0.0, 0.0, 0.9]))
    assert play.field.boards.position(0) == play.game.position


# -- Many strokes from each board in one call: the same bits as one board after the other

K, M = 5, 3


def started(rules="icf", **given):
    """Return boards some strokes into their games, and M strokes for each."""
    boards = Boards(K, rules, **given)
    boards.reset(np.arange(K))
    dice = np.random.default_rng(4)
    for _ in range(6):
        boards.step(aimed_strokes(boards, dice))
    return boards, np.stack([aimed_strokes(boards, dice) for _ in range(M)], axis=1)


def copy_of(boards, **given):
    """Return other boards in the same state."""
    found = Boards(K, boards.rules, surface=boards.surfaces, options=BoardOptions(table=boards.table), **given)
    for mine, other in ((found.info, boards.info), (found.places, boards.places), (found.queues, boards.queues)):
        mine[...] = other
    return found


REBOUNDING = [
    surface({"disc_tangential_restitution": 0.2 * k, "frame_tangential_restitution": 0.1 * k}) for k in range(K)
]


@pytest.mark.parametrize("grounds", ["club", [surface({"friction": 0.08 + 0.01 * k}) for k in range(K)], REBOUNDING])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_branch_has_the_bits_of_a_step_of_its_own(grounds, threads):
    boards, strokes = started(surface=grounds, threads=threads)
    before = boards.info.copy(), boards.places.copy(), boards.queues.copy()
    branches = Branches(boards, M)
    branches.step(strokes)
    assert all((a == b).all() for a, b in zip(before, (boards.info, boards.places, boards.queues), strict=True))
    for m in range(M):
        one = copy_of(boards)
        one.step(strokes[:, m])
        assert (branches.info[:, m] == one.info).all()
        assert (branches.places[:, m] == one.places).all()
        assert (branches.fell[:, m] == one.seen.fell).all()
        assert (branches.rest[:, m] == one.seen.rest).all()


def test_a_kept_branch_is_where_the_board_goes_on():
    boards, strokes = started("points")
    branches, choice = Branches(boards, M), np.array([0, 1, 2, 0, 1])
    one = copy_of(boards)
    one.step(strokes[np.arange(K), choice])
    branches.step(strokes)
    branches.keep(choice)
    for mine, other in ((boards.info, one.info), (boards.places, one.places)):
        assert (mine == other).all()
    assert [boards.round(k) for k in range(K)] == [one.round(k) for k in range(K)]
    dice = np.random.default_rng(9)
    strokes = aimed_strokes(boards, dice)
    boards.step(strokes)
    one.step(strokes)
    assert (boards.places == one.places).all(), "the queues were kept, too"


def test_outcomes_alone_are_those_of_a_step_and_rule_nothing():
    boards, strokes = started()
    branches = Branches(boards, M)
    branches.step(strokes)
    rest, fell = branches.rest.copy(), branches.fell.copy()
    branches.strike(strokes)
    assert (branches.rest == rest).all()
    assert (branches.fell == fell).all()
    assert (branches.info == boards.info[:, None]).all()


def test_boards_that_wait_for_no_stroke_are_left_as_they_are_branches():
    boards, strokes = started()
    boards.info[1, 0] = Status.OVER
    branches = Branches(boards, M)
    branches.step(strokes)
    assert (branches.info[1] == boards.info[1]).all()
    assert (branches.info[0] != boards.info[0]).any()


def test_wrong_input_is_refused_with_what_was_expected():
    boards, strokes = started()
    branches = Branches(boards, M)
    with pytest.raises(IllegalStroke, match=r"shape \(5, 2, 5\); expected \(5, 3, 5\)"):
        branches.step(strokes[:, :2])
    with pytest.raises(IllegalStroke, match="expected integers"):
        branches.step(strokes.astype(float))
    off = strokes.copy()
    off[2, 1, 0] = 300_000
    with pytest.raises(IllegalStroke):
        branches.step(off)
    with pytest.raises(ValueError, match="whole number from 1"):
        Branches(boards, 0)
    with pytest.raises(ValueError, match="whole numbers from 0 to 2"):
        branches.keep(np.full(K, 3))
