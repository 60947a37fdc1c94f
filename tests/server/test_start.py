"""The start of a board: the rack's gaps are secret until the first stroke; a given position is exact."""

from random import Random

import pytest
from agreed import friends

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.notation import read_position, write_position
from carrom.board.rack import JITTER, nominal_rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RefusedRequest
from carrom.game.events import RoundBegun, Struck
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences
from carrom.protocol import Length, Refusal
from carrom.tables.proposal import CommandRefused, PendingChange
from carrom.tables.room import Room
from carrom.values import changed

from .test_room import BOTH, GENTLE, NOW, SOUTH, TOUCH, Table

FEW = "c1_Q.0.0_W1.100000.100000_W2.-100000.50000_B1.50000.-100000"
NOMINAL = nominal_rack()


def test_until_the_break_is_struck_everybody_is_shown_the_nominal_rack() -> None:
    racks = {write_position(Table().snapshot().state.position)}
    for seed in range(5):
        room, stored = Room.begin(f"game-{seed:04}", friends(), Random(seed), NOW)
        snapshot = protocol.decode_server(room.snapshot(NOW))
        assert isinstance(snapshot, protocol.Snapshot)
        assert snapshot.state is not None
        racks.add(write_position(snapshot.state.position))
        assert room.frozen()._begun().game.position == NOMINAL, "the program thinks about nothing else"
        assert "seed" not in room.record()
        assert '"seed":null' in stored[-1].body
    assert racks == {write_position(NOMINAL)}


def test_the_first_stroke_draws_the_gaps_and_stores_them() -> None:
    table = Table()
    played = table.strike(stroke=TOUCH)
    assert isinstance(played, protocol.Played)
    before = played.motion.before.without(Disc.S)
    assert before != NOMINAL
    for lying in before:
        assert abs(lying.at.x - NOMINAL[lying.disc].x) <= JITTER
        assert abs(lying.at.y - NOMINAL[lying.disc].y) <= JITTER
    again = table.restored()
    request = protocol.Replay(nonce=table.nonce(), stroke=1)
    replayed = protocol.decode_server(again.replayed(request))
    assert isinstance(replayed, protocol.Replayed)
    assert replayed.motion == played.motion
    game = read_record(table.room.record())
    assert list(divergences(game)) == []
    assert game.position == played.state.position


def test_a_missed_break_leaves_the_drawn_gaps_to_be_seen() -> None:
    table = Table()
    played = table.strike(stroke=GENTLE)
    assert isinstance(played, protocol.Played)
    assert played.state.position == played.motion.before.without(Disc.S) != NOMINAL
    second = table.strike(stroke=GENTLE)
    assert isinstance(second, protocol.Played)
    assert second.motion.before.without(Disc.S) == played.state.position


def test_whoever_takes_the_break_back_does_not_know_the_next_gaps() -> None:
    table = Table()
    first = table.strike(stroke=TOUCH)
    undone = table.undo()
    assert undone.state.position == NOMINAL
    second = table.strike(stroke=TOUCH)
    assert isinstance(first, protocol.Played)
    assert isinstance(second, protocol.Played)
    assert first.motion.before != second.motion.before


def test_gaps_that_no_chance_draws_are_refused() -> None:
    table = Table()
    table.strike(stroke=TOUCH)
    events = read_record(table.room.record()).events
    before, struck = GameHistory.fold(events[:-1]), events[-1]
    assert isinstance(struck, Struck)
    assert struck.rack is not None
    far = struck.rack.without(Disc.W1).having(Disc.W1, NOMINAL[Disc.W9])
    for rack, said in (
        (None, "draws the gaps"),
        (struck.rack.without(Disc.Q), "other discs"),
        (far, "W1 is further off"),
    ):
        with pytest.raises(RefusedRequest, match=said):
            before.apply(changed(struck, rack=rack))
    after = before.apply(struck)
    with pytest.raises(RefusedRequest, match="only the first stroke"):
        after.apply(changed(struck, seat=after.expected[0].seat))  # type: ignore[union-attr]


def test_a_record_of_before_with_its_gaps_in_the_rack_goes_on() -> None:
    table = Table()
    begun = read_record(table.room.record())
    drawn = [
        RoundBegun(breaker=SOUTH, position=nominal_rack(), seed=None, angle=None)
        if isinstance(each, RoundBegun)
        else each
        for each in begun.events
    ]
    game = GameHistory.fold(drawn)
    assert not game.state.nominal
    assert read_record(write_record(game)) == game


def test_a_start_from_a_position_is_exact_and_counts_what_is_gone_as_pocketed() -> None:
    table = Table(friends(position=FEW, length=Length.BOARD))
    state = table.snapshot().state
    assert write_position(state.position) == FEW
    assert state.phase is protocol.Phase.PLAY
    assert [side.on_board for side in state.sides] == [2, 1]
    assert [len(side.pocketed) for side in state.sides] == [7, 8]
    played = table.strike(stroke=TOUCH)
    assert isinstance(played, protocol.Played)
    assert played.motion.before.without(Disc.S) == read_position(FEW)
    assert list(divergences(read_record(table.room.record()))) == []
    assert table.restored().snapshot(NOW) == table.room.snapshot(NOW)


def test_a_queen_that_is_gone_has_been_covered_by_the_side_that_begins() -> None:
    state = Table(friends(Seat.NORTH, position=FEW.replace("_Q.0.0", ""))).snapshot().state
    assert (state.queen.where, state.queen.seat) == (protocol.QueenWhere.COVERED, Seat.NORTH)


def test_only_the_first_board_begins_with_the_position() -> None:
    table = Table(friends(position=FEW, length=Length.MATCH))
    proposal = table.room.propose(
        protocol.Resign(nonce=table.nonce(), version=table.room.version, seat=SOUTH, what=Length.GAME), BOTH, NOW
    )
    assert isinstance(proposal, PendingChange)
    state = table.commit(proposal).state
    assert (state.game, [side.games for side in state.sides]) == (2, [0, 1])
    nexts = protocol.Next(nonce=table.nonce(), version=table.room.version, seat=SOUTH)
    assert len(table.do(nexts).state.position) == 19


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("c2_Q.0.0", "begins with"),
        ("c1_Q.0.0", "a side without pieces"),
        ("c1_Q.0.0_W1.90000.0", "a side without pieces"),
        ("c1_W1.0.0_B1.100.0", "cannot be played"),
        ("c1_W1.90000.0_B1.0.0_S.0.-90000", "holds the striker"),
        ("c1_W1.900000.0_B1.0.0", "cannot be played"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_in_one_sentence(position: str, said: str) -> None:
    with pytest.raises(CommandRefused, match=said) as caught:
        Table(friends(position=position))
    assert caught.value.code is Refusal.ILLEGAL


def test_what_the_first_stroke_draws_follows_from_nothing_that_is_told() -> None:
    racks = set()
    for seed in range(4):
        room, _ = Room.begin("game-0001", friends(), Random(seed), NOW)
        strike = protocol.Strike(nonce="s" * 16, version=room.version, seat=SOUTH, stroke=Stroke(0, 0, 700_000))
        proposal = room.propose(strike, BOTH, NOW)
        assert isinstance(proposal, PendingChange)
        struck = proposal.history.game.events[-1]
        assert isinstance(struck, Struck)
        assert struck.rack is not None
        racks.add(write_position(struck.rack))
    assert len(racks) == 4
