"""Whole boards at the level of the laws: invariants of every round."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.board.disc import BLACKS, QUEEN, RACKED, STRIKER, WHITES
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RefusedRequest
from carrom.rules.judge import judge, judge_call, judge_pass
from carrom.rules.phases import Demand, Demanded, NoRoom, Placed, PlaceDue, Waived, apply, expected
from carrom.rules.round import Phase, QueenState, Round, RoundResult
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.ruling import Call, Turn
from carrom.rules.settle import settle
from carrom.values import changed

from .boards import begin, sensible, steps, tables, waiting_queen, wild

MOST_STEPS = 4_000
seeds = st.integers(0, 2**32 - 1)
books = st.sampled_from(NAMES)


def check(round: Round) -> None:
    """Check the invariants of a round."""
    pocketed = Counter(round.pocketed)
    assert pocketed + Counter(round.on_board) == Counter(RACKED), "men are conserved"
    assert (QUEEN in round.on_board) == (round.queen is QueenState.BOARD) or round.result is not None
    assert (round.queen_side is not None) == (round.queen is QueenState.COVERED) or round.result is not None
    for placing in round.placings:
        assert placing.disc in round.pocketed
        assert placing.by in round.seats
    for index, side in enumerate(round.sides):
        assert side.due >= 0
        if side.colour is not None:
            assert len(round.in_pockets(index)) + round.men_on_board(index) == 9
        assert set(side.taken) <= set(round.pocketed)
    if round.result is None:
        assert expected(round), "there is always something to do before the end"
        if not round.placings:
            assert round.men_on_board(round.mover) > 0
    assert not (waiting_queen(round) and round.result is None and round.struck is False and not round.placings)


def check_end(round: Round) -> None:
    """Check the result against the rule set's maximum."""
    rules, result = round.ruleset.parameters, round.result
    assert result is not None
    if result.replay:
        assert result.winners == ()
        return
    if round.ruleset.colours_are_owned:
        assert 1 <= result.points <= (rules.board_max or 0)
        assert len(result.winners) == 1
    else:
        most = 9 * (rules.black_points + rules.white_points) + rules.queen_points
        assert sum(side.points for side in round.sides) <= most
        totals = [side.score + side.points for side in round.sides]
        assert result.points == max(totals)
        assert list(result.winners) == [index for index, total in enumerate(totals) if total == max(totals)]


@settings(max_examples=6 * settings.default.max_examples, deadline=None)
@given(books, seeds)
def test_the_laws_say_something_about_everything_that_can_happen(name: str, seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice(tables(name))
    last = None
    for count, (round, ruling) in enumerate(steps(begin(name, seats, rng), rng, wild, calls=True)):
        check(round)
        if ruling is not None:
            assert ruling.findings or ruling.turn is Turn.CONTINUE
            assert ruling.why.endswith(".")
            assert "None" not in ruling.why
        last = round
        assert count < MOST_STEPS
    assert last is not None
    check_end(last)


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("name", NAMES)
def test_seeded_rounds_of_a_sensible_player_end(name: str) -> None:
    """150 rounds in each rule set, a thousand in all."""
    for seed in range(150):
        rng = random.Random(seed)
        seats = rng.choice(tables(name))
        played = list(islice(steps(begin(name, seats, rng), rng, sensible), MOST_STEPS))
        assert len(played) < MOST_STEPS
        last = played[-1][0]
        check(last)
        check_end(last)


def turned(round: Round, quarters: int) -> Round:
    """Return the same round with every player moved round the board by quarter turns."""
    return changed(
        round,
        sides=tuple(changed(side, seats=tuple(seat.turned(quarters) for seat in side.seats)) for side in round.sides),
        breaker=round.breaker.turned(quarters),
        turn=round.turn.turned(quarters),
        placings=tuple(changed(p, by=p.by.turned(quarters)) for p in round.placings),
    )


@settings(max_examples=3 * settings.default.max_examples, deadline=None)
@given(books, seeds, st.integers(1, 3))
def test_where_the_players_sit_changes_nothing_else(name: str, seed: int, quarters: int) -> None:
    rng, same = random.Random(seed), random.Random(seed)
    seats = rng.choice(tables(name))
    start = begin(name, seats, rng)
    same.setstate(rng.getstate())
    here = steps(start, rng, wild, calls=True)
    there = steps(turned(start, quarters), same, wild, calls=True)
    for (one, ruling), (other, twin) in zip(here, there, strict=True):
        assert turned(one, quarters) == other
        assert ruling is None or (twin is not None and ruling.why == twin.why and ruling.clauses == twin.clauses)


@pytest.mark.slow
@settings(max_examples=3 * settings.default.max_examples, deadline=None)
@given(st.sampled_from(("icf", "classic-29", "club", "eight-rounds", "team-event")), seeds)
def test_swapping_the_sides_changes_nothing_else(name: str, seed: int) -> None:
    """The order in which sides are listed has no other effect."""
    rng, same = random.Random(seed), random.Random(seed)
    start = begin(name, tables(name)[0], rng)
    same.setstate(rng.getstate())
    swapped = changed(start, sides=start.sides[::-1])
    here, there = steps(start, rng, wild), steps(swapped, same, wild)
    for (one, ruling), (other, twin) in zip(here, there, strict=True):
        assert one.sides == other.sides[::-1]
        assert one.on_board == other.on_board
        assert ruling is None or (twin is not None and ruling.why == twin.why)


@settings(max_examples=3 * settings.default.max_examples, deadline=None)
@given(books, seeds)
def test_a_refused_outcome_leaves_the_round_as_it_was(name: str, seed: int) -> None:
    rng = random.Random(seed)
    for round, _ in steps(begin(name, tables(name)[0], rng), rng, wild):
        gone = [disc for disc in RACKED if disc not in round.on_board]
        if not gone or round.placings or round.result is not None:
            continue
        before = hash((round.on_board, round.pocketed, round.sides, round.queen))
        with pytest.raises(Contradiction, match="was not on the board"):
            judge(round, changed(wild(round, rng), pocketed=(gone[0],), jumped=()))
        assert hash((round.on_board, round.pocketed, round.sides, round.queen)) == before


def test_nothing_can_be_played_in_a_board_that_is_over() -> None:
    rng = random.Random(3)
    *_, (last, _) = steps(begin("icf", tables("icf")[0], rng), rng)
    with pytest.raises(RefusedRequest, match="over"):
        judge(last, sensible(last, rng))
    assert expected(last) == ()


def test_a_round_is_refused_to_players_who_do_not_fit_it() -> None:
    from carrom.errors import RulesError

    with pytest.raises(RulesError, match="three-player is played by 3"):
        Round.begin(ruleset("three-player"))
    with pytest.raises(RulesError, match="opposite"):
        Round.begin(ruleset("icf"), ((Seat.SOUTH,), (Seat.EAST,)))
    with pytest.raises(RulesError, match="breaker"):
        Round.begin(ruleset("icf"), breaker=Seat.EAST)


def cleared(name: str, clears: Seat, with_queen: bool = True) -> RoundResult:
    """Return the result of a board that one side clears in one turn after an uneventful break."""
    round = Round.begin(ruleset(name))
    if clears is Seat.NORTH:
        round = settle(round, judge(round, Outcome(touched=(BLACKS[0],))))
        round = changed(
            round,
            queen=QueenState.COVERED,
            queen_side=0,
            on_board=tuple(d for d in round.on_board if d is not QUEEN),
            pocketed=(QUEEN,),
        )
    men = list(WHITES if clears is Seat.SOUTH else BLACKS)
    fallen = [(men[0],), (men[1], QUEEN) if clears is Seat.SOUTH else (men[1],), *((disc,) for disc in men[2:])]
    for discs in fallen:
        round = settle(round, judge(round, Outcome(pocketed=discs, touched=discs[:1])))
    assert round.result is not None
    return round.result


def test_clearing_in_the_first_turn_is_a_slam() -> None:
    white, black = cleared("icf", Seat.SOUTH), cleared("icf", Seat.NORTH)
    assert (white.slam, white.points) == ("white", 12)
    assert (black.slam, black.points) == ("black", 9)


def test_a_board_that_the_other_forfeits_in_the_first_turn_is_no_slam() -> None:
    round = Round.begin(ruleset("icf"))
    for discs in (WHITES[:1], (WHITES[1], QUEEN)):
        round = settle(round, judge(round, Outcome(pocketed=discs, touched=discs[:1])))
    ruling = judge_call(round, Call(what="seat", side=1, after_stroke=True))
    assert ruling.result is not None
    assert (ruling.result.winners, ruling.result.slam) == ((0,), None)


def test_three_passes_each_in_a_row_have_the_board_played_again() -> None:
    round = Round.begin(ruleset("icf"))
    round = settle(round, judge(round, Outcome(touched=(BLACKS[0],))))
    for count in range(6):
        assert round.result is None, count
        ruling = judge_pass(round)
        round = settle(round, ruling)
    assert ruling.clauses[0] == "Law 137"
    assert round.result is not None
    assert round.result.replay


def test_the_break_cannot_be_passed() -> None:
    with pytest.raises(RefusedRequest, match="break"):
        judge_pass(Round.begin(ruleset("icf")))


def test_extra_points_are_demanded_by_the_gainer_and_never_beyond_the_maximum() -> None:
    round = changed(Round.begin(ruleset("icf")), phase=Phase.PLAY)
    lying = tuple(d for d in round.on_board if d not in WHITES[1:])
    round = changed(round, on_board=lying, pocketed=WHITES[1:])
    round = changed(round, sides=(changed(round.sides[0], pocketed_before=True), round.sides[1]))
    ended = settle(round, judge(round, Outcome(pocketed=(WHITES[0], STRIKER))))
    assert expected(ended) == (Demand(Seat.NORTH, 1),)
    with pytest.raises(RefusedRequest, match="north may demand"):
        apply(ended, Demanded(Seat.SOUTH, 1))
    with pytest.raises(RefusedRequest, match="0 to 1"):
        apply(ended, Demanded(Seat.NORTH, 2))
    assert apply(ended, Demanded(Seat.NORTH, 1)).result == RoundResult(winners=(1,), points=4)


def test_a_due_is_placed_waived_or_found_no_room_for() -> None:
    round = changed(
        Round.begin(ruleset("icf")), phase=Phase.PLAY, on_board=RACKED[:1] + RACKED[3:], pocketed=WHITES[:2]
    )
    round = changed(round, sides=(changed(round.sides[0], pocketed_before=True), round.sides[1]))
    owing = settle(round, judge(round, Outcome(pocketed=(STRIKER,))))
    assert expected(owing) == (PlaceDue(Seat.NORTH, WHITES[1], 1),)
    with pytest.raises(RefusedRequest, match="north places W2"):
        apply(owing, Placed(Seat.SOUTH, WHITES[1]))
    with pytest.raises(RefusedRequest, match="W2 is to be placed now, not W1"):
        apply(owing, Placed(Seat.NORTH, WHITES[0]))
    assert WHITES[1] in apply(owing, Placed(Seat.NORTH, WHITES[1])).on_board
    assert apply(owing, Waived(Seat.NORTH)).sides[0].due == 0
    waiting = apply(owing, NoRoom(Seat.NORTH))
    assert waiting.sides[0].due == 1
    again = settle(waiting, judge(waiting, Outcome(touched=(BLACKS[0],))))
    assert expected(again) == (PlaceDue(Seat.NORTH, WHITES[1], 1),)


def test_a_due_without_room_is_asked_for_again_after_the_next_stroke() -> None:
    """Interpretation C77: a due piece without room is not placed before the next stroke."""
    round = Round.begin(ruleset("icf"))
    round = settle(round, judge(round, Outcome(pocketed=WHITES[:1], touched=WHITES[:1])))
    round = settle(round, judge(round, Outcome(pocketed=(STRIKER,), moved=True)))
    round = apply(round, NoRoom(round.placings[0].by))
    assert (round.sides[0].due, round.placings) == (1, ())
    round = settle(round, judge(round, Outcome(touched=WHITES[1:2])))
    assert (round.sides[0].due, [placing.disc for placing in round.placings]) == (0, [WHITES[0]])
