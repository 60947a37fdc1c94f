"""Who may create and join which seeks, and how quick pairing chooses."""

import pytest
from server.seeks.people import NOW, guest, person, seek, terms

from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.protocol.common import ClockPlan, Length
from carrom.protocol.http_lobby import Counting
from carrom.rules.ruleset import NAMES
from carrom.server.lobby.lobby import best, moves_to
from carrom.server.lobby.seeks import SeekState, is_rated
from carrom.server.lobby.terms import check_may_sit, check_open, check_partner, check_terms, clock_of
from carrom.server.people.ratings import AbandonRecord, manners
from carrom.tournament.glicko import Rating
from carrom.values import changed

ASHA, BALA, CHITRA, DEV = (guest(name) for name in ("Asha", "Bala", "Chitra", "Dev"))
ANNA, BEN = person("anna"), person("ben")
FAITHFUL = AbandonRecord()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (terms("billiards"), "no rule set is called 'billiards'; expected one of icf"),
        (terms("three-player", players=2), "three-player is not played by two; expected three"),
        (terms(players=3), "icf is not played by three; expected two or four"),
        (terms("points", length=Length.MATCH), "points has no match; expected one of board, game"),
        (terms(low=1700, high=1500), "no rating lies between 1700 and 1500; expected the lower one first"),
        (terms(stake=Counting.RATED), "a rated game needs an account on every side; sign in, or play unrated"),
    ],
)
def test_terms_that_no_rule_set_can_give_are_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(RefusedRequest, match=sentence):
        check_terms(wrong, ASHA)


@pytest.mark.parametrize("ruleset", NAMES)
def test_every_rule_set_can_be_sought_and_has_the_laws_clock(ruleset):
    wanted = terms(ruleset, players=3 if ruleset == "three-player" else 2)
    check_terms(wanted, ANNA)
    assert clock_of(wanted) == ClockPlan(stroke=15, place=15)


def test_where_teams_are_not_rated_doubles_are_sought_unrated():
    wanted = terms(players=4, stake=Counting.RATED)
    check_terms(wanted, ANNA)
    with pytest.raises(RefusedRequest, match="only games of two players are rated here"):
        check_terms(wanted, ANNA, teams_are_rated=False)


def test_a_partner_is_sought_for_doubles_alone():
    check_partner(terms(players=4), "w" * 16)
    with pytest.raises(RefusedRequest, match="a seek with a partner is for doubles; expected players 4, got 2"):
        check_partner(terms(), "w" * 16)


@pytest.mark.parametrize(
    ("state", "until", "sentence"),
    [
        (SeekState.TAKEN, NOW + 1, "this challenge has just been taken"),
        (SeekState.WITHDRAWN, NOW + 1, "this challenge was withdrawn"),
        (SeekState.DECLINED, NOW + 1, "this challenge was declined"),
        (SeekState.OPEN, NOW, "this challenge has expired"),
    ],
)
def test_what_is_not_there_any_more_says_what_became_of_it(state, until, sentence):
    check_open(SeekState.OPEN, NOW + 1, NOW)
    with pytest.raises(RefusedRequest, match=sentence):
        check_open(state, until, NOW, "challenge")


def may_sit(at, who, rating=None, *, how=FAITHFUL, blocked=frozenset(), now=NOW):
    check_may_sit(at, who, rating, how, blocked, now, "icf.game")


def test_nobody_takes_his_own_seek():
    with pytest.raises(RefusedRequest, match="this seek is your own"):
        may_sit(seek(ASHA), ASHA)


def test_people_who_have_blocked_each_other_do_not_meet():
    may_sit(seek(ANNA), BEN)
    with pytest.raises(RefusedRequest, match="you have blocked a player in it, or are blocked by one"):
        may_sit(seek(ANNA), BEN, blocked={"anna"})


def test_a_rated_seek_is_taken_by_people_with_accounts_and_becomes_a_rated_game():
    rated = seek(ANNA, terms(stake=Counting.RATED))
    with pytest.raises(RefusedRequest, match="needs an account on every side"):
        may_sit(rated, ASHA)
    may_sit(rated, BEN)
    assert is_rated(rated.with_place(BEN, "hash", None))


def test_a_seek_for_either_is_rated_only_where_all_have_accounts():
    either = seek(ANNA)
    assert is_rated(either.with_place(BEN, "hash", None))
    assert not is_rated(either.with_place(ASHA, "hash", None))
    assert not is_rated(seek(ANNA, terms(stake=Counting.UNRATED)).with_place(BEN, "hash", None))


@pytest.mark.parametrize(
    ("rating", "sentence"),
    [
        (None, "requires a rating from 1400 to 1600 in icf.game, and you have none in it"),
        (Rating(1399), "from 1400 to 1600 in icf.game, and yours is 1399"),
        (Rating(1601), "and yours is 1601"),
    ],
)
def test_a_rating_outside_the_band_is_refused_with_both_numbers(rating, sentence):
    banded = seek(ANNA, terms(low=1400, high=1600))
    may_sit(banded, BEN, Rating(1400))
    may_sit(banded, BEN, Rating(1600))
    with pytest.raises(RefusedRequest, match=sentence):
        may_sit(banded, BEN, rating)


def test_who_left_two_of_his_games_takes_seeks_and_who_left_three_waits_and_is_told_why():
    may_sit(seek(ASHA), BALA, how=manners([False, False] + [True] * 8))
    often = manners([False, True, False, True, False, False])
    assert often.waits == 30
    with pytest.raises(RefusedRequest, match="you left 4 of your last 6 games, so a seek of yours is shown after 30"):
        may_sit(seek(ASHA), BALA, how=often)


def test_a_game_played_to_its_end_makes_the_wait_shorter_and_old_sins_are_forgotten():
    sins = [False] * 4 + [True] * 6
    waits = [manners([True] * number + sins).waits for number in range(11)]
    assert waits == [30, 30, 30, 30, 30, 30, 30, 15, 0, 0, 0]


def test_a_seek_of_somebody_who_waits_is_not_taken_before_its_time():
    late = seek(ASHA, shown=NOW + 15_000)
    with pytest.raises(RefusedRequest, match="not shown yet"):
        may_sit(late, BALA)
    may_sit(late, BALA, now=NOW + 15_000)


def test_a_seek_of_somebody_who_need_not_wait_is_taken_at_once_at_a_server_whose_clock_is_behind():
    may_sit(seek(ASHA, shown=NOW), BALA, now=NOW - 40)


def test_in_doubles_the_other_side_fills_before_the_partners_seat():
    at = seek(ASHA, terms(players=4))
    seats = []
    for who in (BALA, CHITRA, DEV):
        at = at.with_place(who, f"hash of {who.name}", None)
        seats.append(at.places[-1].seat)
    assert seats == [Seat.EAST, Seat.NORTH, Seat.WEST]
    assert at.is_full
    with pytest.raises(RefusedRequest, match="just been taken"):
        at.with_place(guest("Esha"), "hash", None)


def test_a_partner_sits_across_and_two_who_come_together_take_the_other_side():
    at = seek(ASHA, terms(players=4)).with_place(BALA, "hash", None, partner=True)
    assert at.seat_of(BALA.party) is Seat.NORTH
    pair = seek(CHITRA, terms(players=4)).with_place(DEV, "hash", None, partner=True)
    full = at.with_pair(pair.places)
    assert full.is_full
    assert {full.seat_of(CHITRA.party), full.seat_of(DEV.party)} == {Seat.EAST, Seat.WEST}
    with pytest.raises(RefusedRequest, match="no free side for two players"):
        at.with_place(guest("Esha"), "hash", None).with_pair(pair.places)
    with pytest.raises(RefusedRequest, match="one of you has already joined this seek"):
        at.with_pair(seek(CHITRA, terms(players=4)).with_place(ASHA, "hash", None, partner=True).places)


def test_three_sit_down_in_the_order_of_play():
    at = seek(ASHA, terms("three-player", players=3)).with_place(BALA, "hash", None)
    assert at.open == (Seat.NORTH,)
    assert at.with_place(CHITRA, "hash", None).is_full


def anybody(_):
    return True


def test_quick_pairing_takes_the_nearest_in_rating_then_the_oldest():
    far, near = seek(ANNA, rating=1900, made=NOW - 9), seek(BEN, rating=1550)
    assert best([far, near], terms(), Rating(1500), anybody) is near
    old, young = seek(ASHA, made=NOW - 9), seek(BALA)
    assert best([young, old], terms(), None, anybody) is old


def test_quick_pairing_takes_only_the_same_game_with_a_clock_that_hurries_nobody():
    hurried = seek(BALA, terms(clock=ClockPlan(stroke=3, place=15)))
    slow = seek(CHITRA, terms(clock=ClockPlan(stroke=60, place=30)))
    others = [seek(ASHA, terms("club")), seek(DEV, terms(length=Length.BOARD)), seek(ANNA, terms(players=4)), hurried]
    assert best(others, terms(), None, anybody) is None
    assert best([*others, slow], terms(), None, anybody) is slow
    assert best([slow], terms(), None, lambda _: False) is None


def test_quick_pairing_prefers_the_table_that_waits_for_one_more():
    empty = seek(ASHA, terms(players=4), made=NOW - 9)
    waiting = seek(BALA, terms(players=4)).with_place(CHITRA, "hash", None).with_place(DEV, "hash", None)
    assert best([empty, waiting], terms(players=4), None, anybody) is waiting


def test_of_two_that_wait_the_younger_moves_and_the_older_never():
    old, young = seek(ASHA, made=NOW - 1, quick=True), seek(BALA, quick=True)
    assert moves_to(young, [old, young], anybody) is old
    assert moves_to(old, [old, young], anybody) is None
    same = changed(young, id="a", made=NOW - 1, shown=NOW - 1)
    both = (moves_to(old, [old, same], anybody), moves_to(same, [old, same], anybody))
    assert both.count(None) == 1, "at the same millisecond one of the two still moves"
