"""The computer player: it pockets easy pieces, avoids fouls, plays from legal spots, places and demands pieces."""

from random import Random

import pytest
from engine.tables import CLUB, ICF, facing, lying, scattered

from carrom.board.disc import QUEEN, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.striker_spots import check_spot, place_fault, placing_spots
from carrom.board.stroke import Stroke
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise, NoiseSample
from carrom.engine.levels import Budget, level_named
from carrom.engine.rollout_kernel import WHITE
from carrom.engine.rollouts import easiest_strokes
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.physics.batch import DISCS, places_of
from carrom.physics.simulate import simulate
from carrom.rules.round import Placing, QueenState, Round, RoundResult, Side, in_rack_order
from carrom.values import changed


def opponent(name: str = "state", simulations: int = 600) -> Engine:
    return Engine(changed(level_named(name), budget=Budget(simulations, 60.0)))


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.NORTH])
@pytest.mark.parametrize("corner", [(-320, 325), (318, 330)])
def test_a_man_hanging_at_a_far_pocket_goes_in(seat, corner):
    man = "W1" if seat is Seat.SOUTH else "B1"
    own = Position.of([(Disc(man), Point(*(1000 * x for x in corner)).turned(seat.quarters))])
    other = "B5" if seat is Seat.SOUTH else "W5"
    situation = facing(Position.of({**{p.disc: p.at for p in own}, Disc(other): Point(0, 0)}), seat)
    stroke = opponent().aim(situation, Random(1)).stroke
    played = simulate(situation.position, stroke, seat, CLUB)
    assert Disc(man) in played.outcome.pocketed


def test_over_random_positions_a_good_player_pockets_most_often():
    hits = 0
    for seed in range(12):
        situation = facing(scattered(seed))
        played = simulate(situation.position, opponent().aim(situation, Random(seed)).stroke, Seat.SOUTH, CLUB)
        hits += any(disc.value[0] in "WQ" for disc in played.outcome.pocketed)
    assert hits >= 9


@pytest.mark.parametrize("name", ["beginner", "club", "machine"])
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.NORTH])
def test_no_stroke_leaves_the_hand_from_an_illegal_spot(name, seat):
    for seed in range(6):
        situation = facing(scattered(seed, men=16), seat)
        stroke = opponent(name, 60).choose(situation, Random(seed))
        check_spot(situation.position, seat, stroke)


def test_a_spot_off_the_middle_of_the_lines_is_found_when_the_middle_is_blocked():
    wall = {
        Disc(name): Point(x, -215_900)
        for name, x in zip(in_rack_order(rack().discs)[1:18], range(-230_000, 231_000, 32_000), strict=False)
    }
    position = Position.of({**wall, Disc.B9: Point(0, 200_000)})
    situation = facing(position, Seat.NORTH)
    check_spot(position, Seat.NORTH, opponent("club", 60).choose(situation, Random(1)))


def test_where_no_back_strokes_are_allowed_none_is_played():
    book = changed(ICF, parameters=changed(ICF.parameters, backward=()))
    behind = facing(lying(W1=(-200, -330), W2=(150, -340), B1=(0, 200)), ruleset=book)
    for seed in range(4):
        assert not opponent("beginner", 100).choose(behind, Random(seed)).is_back_stroke


@pytest.mark.parametrize(("vx", "error"), [(3_000_000, -4.0), (-3_000_000, 4.0)])
def test_an_error_does_not_turn_a_stroke_back_where_no_back_strokes_are_allowed(vx, error):
    flat = Stroke(0, vx, 300_000)
    for backward in ((), ICF.parameters.backward):
        book = changed(ICF, parameters=changed(ICF.parameters, backward=backward))
        situation = facing(lying(W1=(-200, 330), B1=(0, 200)), ruleset=book)
        played = opponent("first-timer").played(situation, flat, NoiseSample(error, 0.0, 0.0))
        assert played.is_back_stroke == bool(backward)
        assert played.vx * vx > 0


def test_the_last_own_man_is_left_alone_while_the_queen_is_on_the_board():
    situation = facing(lying(W1=(-320, 325), B1=(100, -50), B2=(-60, 40), B3=(200, 150), Q=(150, 60)))
    stroke = opponent().aim(situation, Random(1)).stroke
    fallen = simulate(situation.position, stroke, Seat.SOUTH, CLUB).outcome.pocketed
    assert Disc.W1 not in fallen or QUEEN in fallen


def test_the_opponents_last_man_is_left_alone():
    situation = facing(lying(B1=(-320, 325), W1=(180, 100), W2=(60, 180)))
    stroke = opponent().aim(situation, Random(2)).stroke
    assert Disc.B1 not in simulate(situation.position, stroke, Seat.SOUTH, CLUB).outcome.pocketed


def test_an_uncovered_queen_is_covered_if_a_man_hangs():
    position = lying(W1=(-320, 325), W2=(0, 354), B1=(325, 318))
    situation = facing(position, queen=QueenState.PENDING, queen_side=None)
    stroke = opponent().aim(situation, Random(1)).stroke
    assert Disc.W1 in simulate(position, stroke, Seat.SOUTH, CLUB).outcome.pocketed


def test_a_break_touches_the_rack_from_either_seat():
    for seat in (Seat.SOUTH, Seat.NORTH):
        begun = Round.begin(ICF, breaker=seat)
        situation = Situation(begun, rack(seed=3, breaker=seat), CLUB)
        stroke = opponent("club", 40).choose(situation, Random(1))
        assert simulate(situation.position, stroke, seat, CLUB).outcome.touched


def test_the_same_seed_gives_the_same_stroke_and_the_hand_strays_from_the_aim():
    situation = facing(scattered(5))
    player = opponent("club", 200)
    assert player.choose(situation, Random(9)) == player.choose(situation, Random(9))
    aim = player.aim(situation, Random(9)).stroke
    assert player.choose(situation, Random(9)) != aim


def test_out_of_time_there_is_still_a_legal_stroke():
    situation = facing(scattered(5))
    hurried = Engine(changed(level_named("champion"), budget=Budget(6000, 0.0)))
    check_spot(situation.position, Seat.SOUTH, hurried.choose(situation, Random(1)))


def owing(position: Position, disc: Disc, by: Seat, owner: int) -> Situation:
    return facing(position, placings=(Placing(disc, by, owner),))


def ease(position):
    """Return the success probability of South's easiest stroke at the third white piece."""
    found = easiest_strokes(places_of([position]), WHITE, (0,), HandNoise(1.0, 0.1, 700.0), CLUB, STANDARD)
    return float(found[0, 0, DISCS.index(Disc.W3)])


def test_a_due_is_placed_legally_and_harder_than_most_spots():
    position = lying(W1=(120, 200), W2=(-200, 100), B1=(40, -60), B2=(-45, -70), B3=(0, -100), Q=(0, 0))
    situation = owing(position, Disc.W3, Seat.NORTH, 0)
    at = opponent().place(situation)
    assert at is not None
    assert place_fault(position, Disc.W3, at) is None

    def offered(spot: Point) -> float:
        return ease(position.having(Disc.W3, spot))

    spots = placing_spots(position, Disc.W3)[::6]
    easier = sum(offered(spot) >= offered(at) for spot in spots)
    assert easier >= 0.9 * len(spots)


def test_who_places_his_own_man_makes_it_easier_than_who_places_the_others():
    position = lying(W1=(120, 200), B1=(40, -60), B2=(-45, -70), B3=(0, -100))
    own = opponent().place(owing(position, Disc.W3, Seat.SOUTH, 0))
    others = opponent().place(owing(position, Disc.W3, Seat.NORTH, 0))
    assert own is not None
    assert others is not None
    eases = [ease(position.having(Disc.W3, spot)) for spot in (own, others)]
    assert eases[0] > eases[1]


def test_all_extra_points_are_demanded():
    over = facing(lying(W1=(0, 0)), result=RoundResult(winners=(0,), points=3, up_to=2))
    assert opponent().demand(over) == 2
    with pytest.raises(RefusedRequest, match="over"):
        opponent().choose(over, Random(1))


def test_placing_when_no_man_waits_is_refused():
    with pytest.raises(RefusedRequest, match="No piece waits"):
        opponent().place(facing(lying(W1=(0, 0), B1=(50, 50))))


def test_dues_are_counted_as_men_still_to_pocket():
    from carrom.engine.outcome_value import worth

    situation = facing(lying(W1=(0, 0), B1=(50, 50), B2=(90, 90)))
    free = worth(situation.round, 0, 0.7)
    sides = (changed(situation.round.sides[0], due=1), situation.round.sides[1])
    assert isinstance(sides[0], Side)
    assert worth(changed(situation.round, sides=sides), 0, 0.7) < free
