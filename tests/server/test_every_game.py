"""Random legal play in every rule set and number of players: it can be followed, restored, recorded and verified."""

from random import Random

import pytest
from agreed import friends

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import level
from carrom.game.events import Conceded
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.protocol import Length, Who
from carrom.rules.ruleset import NAMES, named
from carrom.tables.history import TableHistory
from carrom.values import changed

from .test_room import NOW, Table

ALL = frozenset(SEATS)
ACTS = 40
GAMES = [
    (name, count, length)
    for name in NAMES
    for count in named(name).parameters.players
    for length in ((Length.BOARD, Length.MATCH) if named(name).parameters.games_of_match > 1 else (Length.GAME,))
]
ALONE = 'extends = "points"\nplayers = [1, 2]\nname = "alone"\n'


def act(table: Table, state: protocol.State, chance: Random) -> protocol.GameCommand:
    """Return a random legal command, now and then an undo or a pass."""
    mine = state.seated[0].seat
    common = {"nonce": table.nonce(), "version": table.room.version}
    if state.can_undo and (not state.expected or chance.random() < 0.05):
        return protocol.Undo(**common, seat=mine)
    match state.expected[0]:
        case protocol.ExpectStrike(seat=seat, intervals=intervals, may_pass=may_pass):
            if may_pass and chance.random() < 0.05:
                return protocol.Pass(**common, seat=seat)
            interval = chance.choice(intervals)
            x = chance.randint(interval.lo, interval.hi)
            stroke = Stroke.aimed(x, chance.uniform(-50, 50), chance.uniform(0.5, 6.0), interval.y)
            return protocol.Strike(**common, seat=seat, stroke=stroke)
        case protocol.ExpectPlace(seat=seat, disc=disc, spots=spots):
            if chance.random() < 0.2:
                return protocol.Waive(**common, seat=seat)
            return protocol.Place(**common, seat=seat, disc=disc, at=chance.choice(spots))
        case protocol.ExpectDemand(seat=seat, up_to=up_to):
            return protocol.Demand(**common, seat=seat, points=chance.randint(0, up_to))
        case protocol.ExpectGuess(seat=seat):
            return protocol.Guess(**common, seat=seat, hand=chance.choice(tuple(protocol.Hand)))
        case protocol.ExpectChoose(seat=seat):
            return protocol.Choose(**common, seat=seat, what=chance.choice(tuple(protocol.Choice)))
        case protocol.ExpectSit(seat=seat):
            return protocol.Sit(**common, seat=seat, swap=chance.random() < 0.5)
        case _:
            return protocol.Next(**common, seat=mine)


def plays(table: Table, chance: Random, acts: int = ACTS) -> protocol.State:
    """Play at random, and check after each step what holds in every game."""
    state = table.snapshot().state
    for _ in range(acts):
        before = table.room.version
        event = table.do(act(table, state, chance), ALL)
        assert event.version > before == event.after
        state = event.state
        assert {each.sitter for each in state.seated} == {each.seat for each in table.room.card.sitters}
        assert {seat for side in state.sides for seat in side.seats} == {each.seat for each in state.seated}
        lying = {disc for disc in state.position.discs if disc.value != "Q"}
        down = {disc for side in state.sides for disc in side.pocketed}
        assert not lying & down
    return state


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(("name", "count", "length"), GAMES)
def test_a_game_of_every_kind_can_be_followed_restored_recorded_and_verified(
    name: str, count: int, length: Length
) -> None:
    chance = Random(f"{name}/{count}/{length}")
    table = Table(friends(None, count, ruleset=name, length=length))
    state = plays(table, chance)
    assert table.restored().snapshot(NOW) == table.room.snapshot(NOW)
    assert len(table.room.missed(table.room.version - 1) or ()) == 1
    resign = protocol.Resign(nonce=table.nonce(), version=table.room.version, seat=state.seated[0].seat)
    over = table.do(resign, ALL).state if state.result is None else state
    assert over.result is not None
    record = read_record(table.room.record())
    assert list(divergences(record)) == []
    assert TableHistory.fold(record.events).game == record
    for number in (1, over.strokes):
        if number:
            answer = protocol.decode_server(
                table.restored().replayed(protocol.Replay(nonce=table.nonce(), stroke=number))
            )
            assert isinstance(answer, protocol.Replayed)
            assert answer.state.strokes == number
            assert answer.state.position == answer.position


@pytest.mark.slow(first=2)
@pytest.mark.parametrize(("name", "count"), sorted({(name, count) for name, count, _ in GAMES}))
def test_programs_play_in_every_seat_of_every_game(name: str, count: int) -> None:
    people = friends(None, count, ruleset=name)
    seats = tuple(protocol.SeatPlan(seat=each.seat, who=Who.PROGRAM, level="beginner") for each in people.seats)
    table, chance, player = Table(changed(people, seats=seats)), Random(2), level("beginner")
    assert table.snapshot().state.expected, "nobody is asked about the toss"
    asked = set()
    for _ in range(24):
        seat = table.room.to_act
        if seat is None:
            break
        asked.add(table.room.actor)
        table.commit(table.room.program_act(player, seat, chance, lambda: NOW))
    assert len(asked) == count
    assert list(divergences(read_record(table.room.record()))) == []


def test_programs_among_themselves_go_from_board_to_board_unasked() -> None:
    terms = friends(None, length=Length.MATCH)
    seats = tuple(protocol.SeatPlan(seat=each.seat, who=Who.PROGRAM, level="beginner") for each in terms.seats)
    table = Table(changed(terms, seats=seats))
    table.commit(table.room._course.after(Conceded(side="A", what="game"), None, NOW))
    state = table.snapshot().state
    assert (state.game, state.phase) == (2, protocol.Phase.BREAK)


def test_who_plays_alone_is_asked_every_time() -> None:
    table = Table(friends(None, 1, rules=ALONE, length=Length.BOARD))
    state = plays(table, Random(4), 20)
    assert {side.seats for side in state.sides} == {(Seat.SOUTH,)}


def test_a_handicap_takes_men_off_before_each_board() -> None:
    table = Table(friends(handicap=(2, 0)))
    state = table.snapshot().state
    assert [side.on_board for side in state.sides] == [7, 9]
    assert len(state.position) == 17
    plays(table, Random(5), 20)
    assert table.room.card.handicap == (2, 0)


def test_a_game_of_doubles_asks_all_four_in_turn() -> None:
    table = Table(friends(Seat.SOUTH, 4))
    chance, asked = Random(3), set()
    for _ in range(30):
        state = table.snapshot().state
        asked.add(state.turn)
        table.do(act(table, state, chance), ALL)
    assert asked >= set(SEATS)


def test_house_rules_are_played_and_their_record_needs_no_file() -> None:
    rules = 'extends = "icf"\nname = "club night"\nqueen_points = 5\nboard_limit = 3\n'
    table = Table(friends(rules=rules, surface="slow"))
    plays(table, Random(6), 15)
    card = table.room.card
    assert (card.ruleset, card.board_limit, card.surface) == ("club night", 3, "slow")
    game = read_record(table.room.record())
    assert game.rules.parameters.queen_points == 5
    assert list(divergences(game)) == []
