"""One game as its players see it, without sockets, clocks or disks."""

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from agreed import against, friends
from bench.rooms_played import bytes_of, played
from hypothesis import given
from hypothesis import strategies as st

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import SimulationDiverged
from carrom.game.events import Placed, Ruled, Undone, Waived, decode_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.protocol import Refusal
from carrom.rules.phases import PlaceDue
from carrom.server.common import NamedLocks
from carrom.storage.database import StoredGame
from carrom.tables.commands import CommandHandler
from carrom.tables.history import TableHistory
from carrom.tables.log import KEPT, STEP, CompressedSequence
from carrom.tables.proposal import AlreadyDone, CommandRefused, PendingChange
from carrom.tables.room import _KEPT, Room, SeenCommands
from carrom.tables.turn_clock import who_called_off
from carrom.tables.views import with_film
from carrom.values import grown

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
BOTH = frozenset({SOUTH, NORTH})
WHEN = 1_800_000_000
NOW = WHEN * 1000
GENTLE = Stroke(0, 0, 300_000)
"""Too weak to reach the rack: a failed attempt at the break, and quick to simulate."""
TOUCH = Stroke(0, 0, 700_000)
"""Just strong enough to touch the rack."""


class Table:
    """A room whose proposals are committed at once, as if the store had accepted them."""

    def __init__(self, terms: protocol.Terms | None = None) -> None:
        self.room, self.stored = Room.begin("game-0001", terms or friends(), Random(1), NOW)
        self._count = 0

    def nonce(self) -> str:
        self._count += 1
        return f"nonce-{self._count:016d}"

    def do(self, command: protocol.GameCommand, yours: frozenset[Seat] = BOTH) -> protocol.Event:
        proposal = self.room.propose(command, yours, NOW)
        assert isinstance(proposal, PendingChange)
        return self.commit(proposal)

    def commit(self, proposal: PendingChange) -> protocol.Event:
        self.stored += proposal.stored
        answer = self.room.apply(with_film(proposal))
        assert answer is not None
        message = protocol.decode_server(answer)
        assert isinstance(message, protocol.Played | protocol.Acted)
        return message

    def strike(self, seat: Seat = SOUTH, stroke: Stroke = GENTLE) -> protocol.Event:
        return self.do(protocol.Strike(nonce=self.nonce(), version=self.room.version, seat=seat, stroke=stroke))

    def undo(self) -> protocol.Event:
        return self.do(protocol.Undo(nonce=self.nonce(), version=self.room.version, seat=SOUTH))

    def snapshot(self) -> protocol.Snapshot:
        message = protocol.decode_server(self.room.snapshot(NOW))
        assert isinstance(message, protocol.Snapshot)
        return message

    def restored(self) -> Room:
        stored = StoredGame(game="game-0001", begun=WHEN, setting=self.room.setting.text(), events=self.stored)
        return Room.restored(stored, Random(2), NOW)


class Dummy:
    """A computer player that always plays the same gentle stroke and places on the first spot."""

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        return GENTLE

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        return None

    def demand(self, game: GameHistory, seat: Seat) -> int:
        return 0


@pytest.fixture
def table() -> Table:
    return Table()


def refusal(table: Table, command: protocol.GameCommand, yours: frozenset[Seat] = BOTH) -> CommandRefused:
    before = table.room.version, table.room.snapshot(NOW)
    with pytest.raises(CommandRefused) as caught:
        table.room.propose(command, yours, NOW)
    assert (table.room.version, table.room.snapshot(NOW)) == before
    assert caught.value.reason.endswith((".", "?"))
    return caught.value


def test_a_new_game_is_racked_and_waits_for_the_breaker(table: Table) -> None:
    snapshot = table.snapshot()
    assert snapshot.state.phase is protocol.Phase.BREAK
    assert snapshot.state.turn is SOUTH
    assert len(snapshot.state.position) == 19
    (expected,) = snapshot.state.expected
    assert isinstance(expected, protocol.ExpectStrike)
    assert (expected.attempt, expected.attempts) == (1, 3)
    assert len(expected.intervals) == 3
    assert snapshot.state.sides[0].colour is protocol.Colour.WHITE
    assert not snapshot.state.can_undo
    assert snapshot.version == len(table.stored)


def test_the_other_seat_may_break_and_then_has_white() -> None:
    state = Table(friends(NORTH)).snapshot().state
    assert (state.turn, state.breaker) == (NORTH, NORTH)
    assert state.sides[1].colour is protocol.Colour.WHITE


def test_a_toss_goes_either_way() -> None:
    won = set()
    for seed in range(20):
        room, _ = Room.begin(f"game-{seed:04}", friends(None), Random(seed), NOW)
        guesser = room.to_act
        assert guesser is not None
        guess = protocol.Guess(nonce="g" * 16, version=room.version, seat=guesser, hand=protocol.Hand.LEFT)
        proposal = room.propose(guess, BOTH, NOW)
        assert isinstance(proposal, PendingChange)
        room.apply(proposal)
        won.add((guesser, room.to_act == guesser))
    assert won == {(SOUTH, True), (SOUTH, False), (NORTH, True), (NORTH, False)}


def test_a_stroke_is_answered_with_its_film_its_ruling_and_the_state(table: Table) -> None:
    before = table.room.version
    played = table.strike()
    assert isinstance(played, protocol.Played)
    assert played.version == before + 1 == table.room.version
    assert played.motion.stroke == GENTLE
    assert played.motion.duration > 0
    assert played.motion.keyframes
    assert played.past.number == 1
    assert played.ruling.turn is protocol.Turn.RETRY
    assert played.ruling.findings
    assert played.state.ruling == played.ruling
    assert isinstance(played.state.expected[0], protocol.ExpectStrike)
    assert played.state.expected[0].attempt == 2


def test_a_command_that_comes_again_is_acknowledged_and_not_done_again(table: Table) -> None:
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=SOUTH, stroke=GENTLE)
    version = table.do(command).version
    assert table.room.propose(command, BOTH, NOW) == AlreadyDone(version)
    assert table.restored().propose(command, BOTH, NOW) == AlreadyDone(version)


def test_nobody_plays_from_a_seat_that_is_not_his(table: Table) -> None:
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=SOUTH, stroke=GENTLE)
    assert refusal(table, command, frozenset({NORTH})).code is Refusal.NOT_YOURS


def test_a_stroke_out_of_turn_is_refused(table: Table) -> None:
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=NORTH, stroke=GENTLE)
    assert refusal(table, command).code is Refusal.NOT_NOW


def test_a_command_for_an_older_version_is_refused(table: Table) -> None:
    table.strike()
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version - 1, seat=SOUTH, stroke=GENTLE)
    assert refusal(table, command).code is Refusal.STALE


@pytest.mark.parametrize(
    "stroke",
    [
        Stroke(190_000, 0, 1_000_000),
        Stroke(10**18, 0, 1_000_000),
        Stroke(0, 0, 0),
        Stroke(0, 0, 12_000_001),
        Stroke(0, 0, 10**30),
        Stroke(0, 0, 1_000_000, 5_000),
        Stroke(0, 0, 1_000_000, 0, 10**12),
    ],
    ids=["cut moon", "far away", "no speed", "too fast", "absurd", "off the lines", "absurd spin"],
)
def test_an_impossible_stroke_is_refused_with_the_reason(table: Table, stroke: Stroke) -> None:
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=SOUTH, stroke=stroke)
    assert refusal(table, command).code is Refusal.ILLEGAL


def test_placing_waiving_demanding_and_racking_are_refused_when_not_due(table: Table) -> None:
    common = {"version": table.room.version}
    commands: tuple[protocol.GameCommand, ...] = (
        protocol.Place(nonce=table.nonce(), seat=NORTH, disc=Disc.W1, at=Point(50_000, 0), **common),
        protocol.Waive(nonce=table.nonce(), seat=NORTH, **common),
        protocol.Demand(nonce=table.nonce(), seat=NORTH, points=1, **common),
        protocol.Next(nonce=table.nonce(), seat=SOUTH, **common),
        protocol.Undo(nonce=table.nonce(), seat=SOUTH, **common),
    )
    for command in commands:
        assert refusal(table, command).code is Refusal.NOT_NOW


def test_a_pass_hands_over_the_turn(table: Table) -> None:
    early = protocol.Pass(nonce=table.nonce(), version=table.room.version, seat=SOUTH)
    assert refusal(table, early).code is Refusal.NOT_NOW
    state = table.strike(stroke=TOUCH).state
    assert state.turn is NORTH
    assert isinstance(state.expected[0], protocol.ExpectStrike)
    assert state.expected[0].may_pass
    acted = table.do(protocol.Pass(nonce=table.nonce(), version=table.room.version, seat=NORTH))
    assert isinstance(acted, protocol.Acted)
    assert (acted.act, acted.seat, acted.state.turn) == (protocol.Act.PASSED, NORTH, SOUTH)


def test_an_undo_is_an_event_that_shortens_the_history_and_deletes_nothing(table: Table) -> None:
    first = table.snapshot()
    table.strike()
    stored = len(table.stored)
    undone = table.undo()
    assert isinstance(undone, protocol.Acted)
    assert undone.act is protocol.Act.UNDONE
    assert undone.version == stored + 1 == len(table.stored)
    assert undone.state == first.state
    assert table.snapshot().history == ()
    assert [event.version for event in table.stored] == list(range(1, stored + 2))


def test_after_an_undo_another_stroke_is_the_first_of_the_history(table: Table) -> None:
    table.strike()
    table.undo()
    played = table.strike(stroke=Stroke(50_000, 0, 300_000))
    assert isinstance(played, protocol.Played)
    assert played.past.number == 1
    assert played.state.strokes == 1


def test_against_the_program_an_undo_takes_its_answer_back_too() -> None:
    table = Table(against())
    mine = frozenset({SOUTH})
    table.strike()
    before = table.strike().state
    table.strike()
    assert table.room.to_act is NORTH
    answer = table.commit(table.room.program_act(Dummy(), NORTH, Random(1), lambda: NOW))
    assert isinstance(answer, protocol.Played)
    assert answer.motion.seat is NORTH
    undone = table.do(protocol.Undo(nonce=table.nonce(), version=table.room.version, seat=SOUTH), mine)
    assert undone.state == before


def test_before_any_act_of_a_person_there_is_nothing_to_undo() -> None:
    table = Table(against(first=NORTH))
    table.commit(table.room.program_act(Dummy(), NORTH, Random(1), lambda: NOW))
    assert not table.snapshot().state.can_undo
    command = protocol.Undo(nonce=table.nonce(), version=table.room.version, seat=SOUTH)
    assert refusal(table, command).code is Refusal.NOT_NOW


def test_resigning_ends_the_game_for_the_other_side_and_can_be_taken_back(table: Table) -> None:
    acted = table.do(protocol.Resign(nonce=table.nonce(), version=table.room.version, seat=SOUTH))
    assert isinstance(acted, protocol.Acted)
    assert (acted.act, acted.seat) == (protocol.Act.RESIGNED, SOUTH)
    assert acted.state.result is not None
    assert (acted.state.result.winner, acted.state.result.conceded) == (NORTH, True)
    assert acted.state.phase is protocol.Phase.GAME_OVER
    assert acted.state.expected == ()
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=SOUTH, stroke=GENTLE)
    assert refusal(table, command).code is Refusal.NOT_NOW
    assert table.undo().state.result is None


def test_a_client_that_missed_events_gets_exactly_those(table: Table) -> None:
    seen = table.room.version
    events = [table.strike(), table.undo()]
    assert [protocol.decode_server(text) for text in table.room.missed(seen) or ()] == events
    assert table.room.missed(table.room.version) == ()


@pytest.mark.parametrize("seen", [None, 0, 10**6])
def test_a_client_whose_version_is_not_kept_gets_a_snapshot(table: Table, seen: int | None) -> None:
    table.strike()
    assert table.room.missed(seen) is None


def test_only_the_last_messages_are_kept() -> None:
    table = Table()
    seen = table.room.version
    for _ in range(_KEPT):
        table.strike()
        table.undo()
    assert len(table.room.missed(table.room.version - _KEPT) or ()) == _KEPT
    assert table.room.missed(seen) is None


def test_a_room_restored_from_its_events_is_the_same(table: Table) -> None:
    table.strike()
    table.strike()
    table.undo()
    table.strike(stroke=Stroke(10_000, 0, 400_000))
    assert table.restored().snapshot(NOW) == table.room.snapshot(NOW)
    assert table.restored().version == table.room.version


def test_a_past_stroke_is_shown_again_as_it_was(table: Table) -> None:
    played = table.strike()
    assert isinstance(played, protocol.Played)
    answer = protocol.decode_server(table.restored().replayed(protocol.Replay(nonce=table.nonce(), stroke=1)))
    assert isinstance(answer, protocol.Replayed)
    assert (answer.motion, answer.past, answer.ruling) == (played.motion, played.past, played.ruling)
    assert answer.position == played.state.position
    assert (answer.before.phase, answer.before.strokes) == (protocol.Phase.BREAK, 0)
    assert answer.state == played.state


def test_a_stroke_that_was_not_played_cannot_be_shown(table: Table) -> None:
    with pytest.raises(CommandRefused, match="no stroke 1"):
        table.room.replayed(protocol.Replay(nonce=table.nonce(), stroke=1))


def test_an_unknown_level_is_refused_with_the_levels_there_are() -> None:
    with pytest.raises(CommandRefused, match="first-timer"):
        Table(against("grandmaster"))


def test_the_record_reads_back_to_the_same_game(table: Table) -> None:
    table.strike()
    table.undo()
    table.strike()
    game = read_record(table.room.record())
    assert len(game.events) == table.room.version
    assert game.position == table.snapshot().state.position


def pass_until_a_board_is_to_be_racked(table: Table) -> protocol.Next:
    table.strike(seat=table.snapshot().state.expected[0].seat, stroke=TOUCH)
    for _ in range(20):
        expected = table.snapshot().state.expected[0]
        if isinstance(expected, protocol.ExpectNext):
            return protocol.Next(nonce=table.nonce(), version=table.room.version, seat=SOUTH)
        table.do(protocol.Pass(nonce=table.nonce(), version=table.room.version, seat=expected.seat))
    raise AssertionError("passing does not end the board")


def test_asking_what_would_happen_changes_nothing_not_even_chance(table: Table) -> None:
    racks, boards = [], [table.snapshot().state.board]
    for _ in range(2):
        command = pass_until_a_board_is_to_be_racked(table)
        first, second = (table.room.propose(command, BOTH, NOW) for _ in range(2))
        assert isinstance(first, PendingChange)
        assert isinstance(second, PendingChange)
        assert first.stored == second.stored, "the same, however often it is asked for"
        boards.append(table.snapshot().state.board)
        table.commit(first)
        boards.append(table.snapshot().state.board)
        breaker = table.snapshot().state.breaker
        strike = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=breaker, stroke=GENTLE)
        asked = [table.room.propose(strike, BOTH, NOW) for _ in range(2)]
        assert asked[0] == asked[1]
        played = table.commit(asked[0])  # type: ignore[arg-type]
        assert isinstance(played, protocol.Played)
        racks.append(played.motion.before.without(Disc.S))
    assert racks[0] != racks[1], "each board has gaps of its own"
    assert boards == [1, 1, 2, 2, 3], "a board is the last one until the next is racked"


@pytest.mark.parametrize(
    ("said", "heard"),
    [("no man is due.", "No man is due."), ("who plays?", "Who plays?"), ("Wait", "Wait."), ("é bien!", "É bien!")],
)
def test_a_refusal_has_its_capital_and_its_full_stop(said: str, heard: str) -> None:
    assert CommandRefused(Refusal.NOT_NOW, said).reason == str(CommandRefused(Refusal.NOT_NOW, said)) == heard


def test_a_stroke_that_the_simulator_cannot_finish_is_told_with_what_to_report(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def diverge(*asked: object, **more: object) -> None:
        raise SimulationDiverged("x0.vx0.vy1 on c1")

    monkeypatch.setattr("carrom.tables.commands.strike", diverge)
    command = protocol.Strike(nonce=table.nonce(), version=table.room.version, seat=SOUTH, stroke=GENTLE)
    refused = refusal(table, command)
    assert refused.code is Refusal.BROKEN
    assert "please report: x0.vx0.vy1 on c1" in refused.reason


@pytest.mark.parametrize("at", [None, Point(50_000, 0)])
def test_a_program_that_may_place_a_man_does_so_or_waives_it(
    table: Table, monkeypatch: pytest.MonkeyPatch, at: Point | None
) -> None:
    class Placer(Dummy):
        def place(self, game: GameHistory, seat: Seat) -> Point | None:
            return at

    awaited = PlaceDue(seat=NORTH, disc=Disc.W1, left=1)
    monkeypatch.setattr(table.room, "_history", SimpleNamespace(game=SimpleNamespace(expected=(awaited,))))
    monkeypatch.setattr(CommandHandler, "after", lambda course, event, *rest: event)
    event = table.room.program_act(Placer(), NORTH, Random(1), lambda: NOW)
    if at is None:
        assert event == Waived(seat=NORTH, when=WHEN)
    else:
        assert event == Placed(seat=NORTH, disc=Disc.W1, at=at, when=WHEN)


def aborted(table: Table, seat: Seat = NORTH) -> protocol.Abort:
    return protocol.Abort(nonce=table.nonce(), version=table.room.version, seat=seat)


def test_a_game_is_called_off_before_its_first_stroke_and_nobody_has_won() -> None:
    table = Table()
    assert table.snapshot().state.can_abort
    answer = table.do(aborted(table))
    assert isinstance(answer, protocol.Acted)
    assert (answer.act, answer.seat, answer.state.can_abort) == (protocol.Act.ABORTED, NORTH, False)
    result = answer.state.result
    assert result is not None
    assert (result.winner, result.aborted, result.forfeited, result.conceded) == (None, True, False, False)
    assert who_called_off(table.room.game) is NORTH
    assert table.restored().is_over
    again = read_record(table.room.record())
    assert who_called_off(again) is NORTH


def test_once_a_stroke_was_played_a_game_is_no_longer_called_off() -> None:
    table = Table()
    table.strike()
    assert not table.snapshot().state.can_abort
    with pytest.raises(
        CommandRefused, match="before its first stroke, and 1 stroke has been played; resign it"
    ) as refused:
        table.do(aborted(table))
    assert refused.value.code is Refusal.NOT_NOW
    assert not table.room.is_over


def test_who_looks_on_calls_nothing_off() -> None:
    table = Table()
    with pytest.raises(CommandRefused, match="You look on"):
        table.do(aborted(table), frozenset())


# -- The strokes of a game's history: those still in force after rulings and undos

RECORD = Path(__file__).parents[1] / "playthroughs" / "simulated.carrom"


def test_a_board_sent_back_to_its_start_shows_no_stroke_of_it() -> None:
    game = read_record(RECORD.read_text(encoding="utf-8"))
    history = TableHistory.fold(game.events)
    assert len(history.strokes) == len(game.strokes) > 10
    noted = history.apply(Ruled(clause="Law 140", reason="a lamp fell", author="Ravi"))
    assert noted.strokes == history.strokes
    back = noted.apply(Ruled(clause="Law 140", reason="a lamp fell", author="Ravi", back_to=1))
    assert (back.strokes, back.version) == ((), history.version + 2)
    undone = back.apply(Undone(to=4))
    assert undone.strokes == history.strokes[:3]
    assert undone.game.state.round == TableHistory.fold(game.events[:5]).game.state.round


# -- A room's store of nonces behaves like a dictionary, in a fraction of the memory


@given(st.dictionaries(st.text(min_size=1, max_size=9), st.integers(1, 3000), max_size=40), st.text(max_size=9))
def test_a_nonce_is_known_by_its_version_and_no_other_is(known: dict[str, int], other: str) -> None:
    nonces = SeenCommands(known)
    for nonce, version in known.items():
        assert nonces.get(nonce) == version
    assert nonces.get(other) == known.get(other)
    nonces.add(f"{other} more", 3001)
    assert nonces.get(f"{other} more") == 3001


def test_a_hash_that_begins_within_another_is_not_taken_for_one() -> None:
    nonces = SeenCommands({"one": 1, "two": 2})
    nonces._hashes = bytearray(b"?" * 8 + bytes(nonces._hashes[16:]) + b"?" * 8)
    assert nonces.get("two") is None


# -- Compressed event sequences behave like tuples; they keep game rooms small in memory


@given(
    st.lists(st.integers(-(2**63), 2**63 - 1) | st.text(), max_size=80),
    st.integers(1, 7),
    st.integers(0, 90),
    st.data(),
)
def test_a_ledger_is_what_a_tuple_of_the_same_is(
    values: list[object], steps: int, first: int, data: st.DataObject
) -> None:
    whole, row = tuple(values), CompressedSequence[object](steps)
    for value in whole:
        row = grown(row, value)  # type: ignore[arg-type, assignment]
    assert row == whole == CompressedSequence.of(values, steps)
    assert (len(row), hash(row), repr(row), bool(row)) == (len(whole), hash(whole), repr(whole), bool(whole))
    cut = data.draw(st.slices(len(whole)))
    assert row[cut] == whole[cut]
    for at in range(-len(whole), len(whole)):
        assert row[at] == whole[at]
    short = row.first(first)
    assert short == whole[:first]
    assert grown(short, "more") == (*whole[:first], "more")  # type: ignore[arg-type]


@pytest.mark.parametrize("at", [3, -4])
def test_a_value_beyond_the_end_is_none(at: int) -> None:
    with pytest.raises(IndexError, match="for 3 values"):
        CompressedSequence.of((1, 2, 3), 1)[at]


def test_a_game_whose_old_events_are_packed_is_the_game() -> None:
    game = read_record(RECORD.read_text(encoding="utf-8"))
    history = TableHistory.fold(game.events)
    assert isinstance(history.game.events, CompressedSequence)
    assert history.game.events._old > len(history.game.events) // 2
    assert history.game == game
    assert write_record(history.game) == write_record(game)
    assert GameHistory.fold(history.game.events) == game


def test_asking_for_the_newest_unpacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    row = CompressedSequence.of(tuple(range(4 * STEP + KEPT)), 3)
    monkeypatch.setattr(CompressedSequence, "_values", None)
    assert (row[-1], row[-KEPT:], row[len(row) :]) == (len(row) - 1, (len(row) - 2, len(row) - 1), ())


@pytest.mark.slow
def test_a_room_in_the_middle_of_a_match_is_small() -> None:
    room, stored = played(135, 1)
    assert bytes_of(room, apart=played(2, 1)) < 70_000
    assert TableHistory.fold(tuple(decode_event(each.body) for each in stored)).game == room.game


# -- Named locks, which exist only while someone holds or awaits them


def test_who_wants_the_same_lock_waits_and_no_other_does() -> None:
    locks, inside, done = NamedLocks(), [], []

    async def holds(name: str, number: int) -> None:
        async with locks.of(name):
            assert name not in inside
            inside.append(name)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            inside.remove(name)
            done.append((name, number))

    async def all_of_them() -> None:
        await asyncio.gather(*(holds("a", number) for number in range(4)), holds("b", 0))

    asyncio.run(all_of_them())
    assert done.index(("b", 0)) < 3
    assert [each for each in done if each[0] == "a"] == [("a", number) for number in range(4)]
    assert not locks._locks
    assert not locks._wanted


def test_a_lock_is_given_back_by_who_fails() -> None:
    locks = NamedLocks()

    async def fails() -> None:
        async with locks.of("a"):
            raise OSError

    async def in_turn() -> list[object]:
        return await asyncio.gather(fails(), fails(), return_exceptions=True)

    assert [type(each) for each in asyncio.run(in_turn())] == [OSError, OSError]
    assert not locks._locks
