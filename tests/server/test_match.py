"""Successive boards of a match: changes of seats, whose turn it is, drawn games, extra boards, passes, decisions."""

from random import Random

import pytest
from agreed import friends

from carrom import protocol
from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.position import Point
from carrom.board.rack import with_gaps
from carrom.board.seat import SEATS, Seat
from carrom.board.spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.game.events import Struck
from carrom.game.record import read_record
from carrom.protocol import Length, Refusal, SeatPlan, Who
from carrom.rules.ruleset import NAMES, named
from carrom.tables.proposal import CommandRefused, PendingChange
from carrom.tables.room import Room
from carrom.values import changed

from .test_room import NOW, Table

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
ALL = frozenset(SEATS)
SHORT = 'extends = "icf"\nname = "short"\nboard_limit = 2\n'


CLEARED = (WHITES[0], QUEEN, *WHITES[1:])


def clears(table: Table, men: tuple[Disc, ...] = (), own: tuple[Disc, ...] = CLEARED) -> protocol.Event:
    """Let the breaker pocket all their pieces and the queen in one stroke, and also the pieces in `men`."""
    game = table.room._begun().game
    assert game.position is not None
    assert game.round is not None
    gaps = with_gaps(game.position, 1) if game.state.nominal else None
    fallen = own + men
    rest = gaps or game.position
    for disc in fallen:
        rest = rest.without(disc)
    struck = Struck(
        seat=game.round.turn,
        stroke=Stroke(0, 0, 1_000_000),
        outcome=Outcome(pocketed=fallen, touched=(WHITES[0],)),
        rest=rest if STRIKER in fallen else rest.having(STRIKER, Point(0, 250_000)),
        rack=gaps,
        seed=None if gaps is None else 1,
    )
    return table.commit(table.room._course.after(struck, None, NOW))


def says(table: Table, kind: type, seat: Seat, yours: frozenset[Seat] = ALL, **more: object) -> protocol.Event:
    """Send a command for a seat."""
    return table.do(kind(nonce=table.nonce(), version=table.room.version, seat=seat, **more), yours)


def test_the_row_of_a_board_says_what_its_points_are_made_of() -> None:
    table = Table(friends(SOUTH))
    state = clears(table, BLACKS[:4]).state
    (row,) = state.boards
    assert (row.winner, row.breaker, row.points, row.score) == (SOUTH, SOUTH, 8, (8, 0))
    assert (row.men, row.queen, row.demanded, row.extra) == (5, 3, 0, False)
    assert row.clauses
    assert state.phase is protocol.Phase.BOARD_OVER
    assert state.expected == (protocol.ExpectNext(breaker=NORTH),)


def test_extra_points_that_are_demanded_stand_in_a_column_of_their_own() -> None:
    table = Table(friends(SOUTH))
    state = clears(table, (*BLACKS, STRIKER)).state
    (asked,) = state.expected
    assert isinstance(asked, protocol.ExpectDemand)
    state = says(table, protocol.Demand, asked.seat, points=asked.up_to).state
    (row,) = state.boards
    assert row.men + row.queen + row.demanded == row.points
    assert row.demanded == asked.up_to > 0


def test_a_level_game_goes_to_an_extra_board_after_a_toss_of_its_own() -> None:
    table = Table(friends(SOUTH, rules=SHORT))
    clears(table)
    says(table, protocol.Next, SOUTH)
    assert table.room._begun().game.events[-1].when == NOW // 1000
    state = clears(table).state
    assert [row.score for row in state.boards] == [(12, 0), (12, 12)]
    assert state.phase is protocol.Phase.TOSS
    (asked,) = state.expected
    assert isinstance(asked, protocol.ExpectGuess)
    with pytest.raises(CommandRefused) as refused:
        says(table, protocol.Guess, asked.seat.opposite, hand=protocol.Hand.LEFT)
    assert refused.value.code is Refusal.NOT_NOW
    event = says(table, protocol.Guess, asked.seat, hand=protocol.Hand.LEFT)
    assert isinstance(event, protocol.Acted)
    assert event.act is protocol.Act.TOSSED
    assert event.state.expected == (protocol.ExpectNext(breaker=event.seat),)
    state = says(table, protocol.Next, NORTH).state
    assert (state.board, state.breaker) == (3, event.seat)
    state = clears(table).state
    assert state.boards[-1].extra
    assert state.result is not None
    assert state.result.winner is event.seat


def test_after_a_game_the_players_change_seats_and_keep_what_is_theirs() -> None:
    table = Table(friends(SOUTH, length=Length.MATCH))
    state = says(table, protocol.Resign, SOUTH, what=Length.GAME).state
    assert state.changed_seats
    assert [(each.seat, each.sitter) for each in state.seated] == [(SOUTH, NORTH), (NORTH, SOUTH)]
    assert [(side.seats, side.games) for side in state.sides] == [((NORTH,), 0), ((SOUTH,), 1)]
    first = frozenset({SOUTH})
    state = says(table, protocol.Next, NORTH, first).state
    assert state.turn is SOUTH, "the second game is opened by who did not open the first"
    with pytest.raises(CommandRefused, match="you sit north"):
        says(table, protocol.Strike, SOUTH, first, stroke=Stroke(0, 0, 300_000))
    played = says(table, protocol.Strike, SOUTH, frozenset({NORTH}), stroke=Stroke(0, 0, 300_000))
    assert not played.state.changed_seats
    assert table.restored().snapshot(NOW) == table.room.snapshot(NOW)


def test_partners_move_on_by_one_place_and_their_keys_with_them() -> None:
    table = Table(friends(SOUTH, 4, length=Length.MATCH))
    state = says(table, protocol.Resign, Seat.EAST, what=Length.GAME).state
    assert {each.sitter: each.seat for each in state.seated} == {seat: seat.turned(1) for seat in SEATS}
    state = says(table, protocol.Next, Seat.EAST, frozenset({SOUTH})).state
    breaker = state.turn
    assert breaker is not None
    sitter = next(each.sitter for each in state.seated if each.seat is breaker)
    says(table, protocol.Strike, breaker, frozenset({sitter}), stroke=Stroke(0, 0, 300_000))


def test_a_program_plays_on_from_where_it_sits_after_the_change() -> None:
    seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.PROGRAM, level="beginner"))
    table = Table(changed(friends(SOUTH, length=Length.MATCH), seats=seats))
    says(table, protocol.Resign, SOUTH, what=Length.GAME)
    says(table, protocol.Next, NORTH, frozenset({SOUTH}))
    assert (table.room.to_act, table.room.actor) == (SOUTH, NORTH)


def test_a_decided_match_says_its_games_and_its_winner() -> None:
    table = Table(friends(SOUTH, length=Length.MATCH))
    says(table, protocol.Resign, SOUTH, what=Length.GAME)
    state = says(table, protocol.Resign, NORTH, what=Length.GAME).state
    assert state.result is not None
    assert (state.result.winner, state.result.games, state.result.conceded) == (NORTH, (0, 2), True)
    assert state.expected == ()
    assert read_record(table.room.record()).result is not None


def test_three_passes_each_have_the_board_played_again() -> None:
    table = Table(friends(SOUTH))
    says(table, protocol.Strike, SOUTH, stroke=Stroke(0, 0, 700_000))
    for number in range(6):
        event = says(table, protocol.Pass, (NORTH, SOUTH)[number % 2])
    assert event.state.expected == (protocol.ExpectNext(breaker=SOUTH),)
    (row,) = event.state.boards
    assert (row.winner, row.points) == (None, 0)
    assert says(table, protocol.Next, SOUTH).state.breaker is SOUTH


def test_a_toss_is_answered_by_the_people_it_asks_and_their_choices_are_followed() -> None:
    for seed in range(6):
        table = Table(friends(None))
        table.room._luck = seed
        (asked,) = table.snapshot().state.expected
        assert isinstance(asked, protocol.ExpectGuess)
        won = says(table, protocol.Guess, asked.seat, hand=Random(seed).choice(tuple(protocol.Hand))).state
        (chooses,) = won.expected
        assert isinstance(chooses, protocol.ExpectChoose)
        choice = protocol.Choice.SIDE if seed % 2 else protocol.Choice.BREAK
        state = says(table, protocol.Choose, chooses.seat, what=choice).state
        (sits,) = state.expected
        assert isinstance(sits, protocol.ExpectSit)
        breaks = chooses.seat if choice is protocol.Choice.BREAK else chooses.seat.opposite
        assert sits.seat is (chooses.seat.opposite if choice is protocol.Choice.BREAK else chooses.seat)
        state = says(table, protocol.Sit, sits.seat, swap=True).state
        assert state.turn is breaks.opposite, "who breaks has gone to the other seat"
        assert state.changed_seats


def test_between_a_person_and_a_program_the_person_guesses_and_the_program_breaks_if_it_wins() -> None:
    seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.PROGRAM, level="beginner"))
    won = set()
    for seed in range(8):
        table = Table(changed(friends(None), seats=seats))
        table.room._luck = seed
        state = says(table, protocol.Guess, SOUTH, frozenset({SOUTH}), hand=protocol.Hand.LEFT).state
        won.add(type(state.expected[0]))
    assert won == {protocol.ExpectChoose, protocol.ExpectSit}, "South chooses, or keeps or changes the seats"


def test_three_draw_lots_and_nobody_is_asked() -> None:
    breakers = set()
    for seed in range(12):
        room, _ = Room.begin("game-0001", friends(None, 3, ruleset="three-player"), Random(seed), NOW)
        breakers.add(room.to_act)
    assert breakers == {SOUTH, Seat.EAST, NORTH}


def test_no_law_gives_up_a_board() -> None:
    table = Table(friends(SOUTH, length=Length.MATCH))
    with pytest.raises(CommandRefused, match=r"game or the match \(Law 139\)"):
        table.room.propose(
            protocol.Resign(nonce=table.nonce(), version=table.room.version, seat=SOUTH, what=Length.BOARD), ALL, NOW
        )
    proposal = table.room.propose(
        protocol.Resign(nonce=table.nonce(), version=table.room.version, seat=SOUTH), ALL, NOW
    )
    assert isinstance(proposal, PendingChange)


def test_who_places_too_late_pays_and_who_still_does_not_loses_the_right() -> None:
    table = Table(friends(SOUTH, clock=protocol.ClockPlan(stroke=15, place=10)))
    event = clears(table, (STRIKER,), WHITES[:2])
    (asked,) = event.state.expected
    assert isinstance(asked, protocol.ExpectPlace)
    assert asked.seat is NORTH
    assert event.clock is not None
    assert event.clock.ends - event.clock.starts == 10_000
    lines = []
    while isinstance(table.snapshot().state.expected[0], protocol.ExpectPlace):
        proposal = table.room.timed_out(True, NOW)
        assert proposal is not None
        assert proposal.history.game.events[-1].when == NOW // 1000
        lines.append(table.commit(proposal))
    assert [each.act for each in lines if isinstance(each, protocol.Acted)] == [
        protocol.Act.TIMED_OUT,
        protocol.Act.FORFEITED,
    ]
    late = lines[0].state
    assert late.ruling is not None
    assert "Law 88" in [each.clause for each in late.ruling.findings]
    assert late.sides[1].due == 1
    assert lines[-1].state.turn is SOUTH


def test_what_a_late_placer_has_placed_is_taken_off_again() -> None:
    """Law 88b, on the clock of a simulated board."""
    table = Table(friends(SOUTH, clock=protocol.ClockPlan(stroke=15, place=10)))
    clears(table, (STRIKER,), WHITES[:2])
    before = table.room._begun().game
    first = before.expected[0].disc
    spot = next(iter(placing_spots(before.position, first)))
    says(table, protocol.Place, NORTH, disc=first, at=spot)
    assert first in table.room._begun().game.position.discs
    answer = [table.commit(table.room.timed_out(True, NOW)).act for _ in range(2)]
    assert answer == [protocol.Act.TIMED_OUT, protocol.Act.FORFEITED]
    after = table.room._begun().game
    assert first not in after.position.discs
    assert first in after.round.pocketed
    assert after.round.men_on_board(0) == before.round.men_on_board(0)
    assert after.round.sides[0].due == 0
    assert read_record(table.room.record()).position == after.position


@pytest.mark.parametrize("name", NAMES)
def test_the_clock_asks_the_book_of_every_rule_set_and_never_jams(name: str) -> None:
    count = named(name).parameters.players[0]
    table = Table(friends(SOUTH, count, ruleset=name, clock=protocol.ClockPlan(stroke=15, place=10)))
    says(table, protocol.Strike, SOUTH, stroke=Stroke(0, 0, 700_000))
    turn = table.snapshot().state.turn
    calls = 0
    while (proposal := table.room.timed_out(True, NOW)) is not None:
        event = table.commit(proposal)
        assert isinstance(event, protocol.Acted)
        assert (event.act, event.seat) == (protocol.Act.TIMED_OUT, turn)
        calls += 1
    assert calls == 9


def test_the_card_keeps_the_boards_of_a_game_until_the_next_one_is_begun() -> None:
    table = Table(friends(SOUTH, length=Length.MATCH, rules=SHORT))
    clears(table, BLACKS[:4])
    says(table, protocol.Next, SOUTH)
    state = says(table, protocol.Resign, SOUTH, what=Length.GAME).state
    assert (state.game, state.boards) == (2, ())
    assert [(row.winner, row.points, row.score) for row in state.last_game] == [(SOUTH, 8, (8, 0))]
    assert says(table, protocol.Next, SOUTH).state.last_game == ()


def test_who_may_pass_is_told_how_many_passes_there_were_and_what_follows() -> None:
    table = Table(friends(SOUTH))
    says(table, protocol.Strike, SOUTH, stroke=Stroke(0, 0, 3_000_000))
    lines = []
    for _ in range(3):
        (strike,) = table.snapshot().state.expected
        assert isinstance(strike, protocol.ExpectStrike)
        lines.append((strike.passes, strike.most_passes, strike.passes_clause))
        says(table, protocol.Pass, strike.seat)
    assert lines == [(0, 6, "Law 137"), (1, 6, "Law 137"), (2, 6, "Law 137")]


def test_before_the_rack_is_broken_nothing_is_said_of_passes() -> None:
    (strike,) = Table(friends(SOUTH)).snapshot().state.expected
    assert isinstance(strike, protocol.ExpectStrike)
    assert (strike.may_pass, strike.most_passes, strike.passes_clause) == (False, 0, "")
