"""Turn clocks: when a player's time starts, what exceeding it costs, and when it costs nothing."""

import asyncio
import time

import pytest
from agreed import against, friends

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import ClockPlan, SeatPlan, Terms, Who
from carrom.server.ops.cluster import LocalPresence
from carrom.storage.store import Store

from .evening import GENTLE, NOW, Evening, Guest, in_a_loop

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
PLAN = ClockPlan(stroke=15, place=10)
TOUCH = Stroke(0, 0, 700_000)


async def sits(evening: Evening, terms: Terms | None = None) -> Guest:
    return await evening.begins(terms or friends(clock=PLAN))


async def out_of_time(guest: Guest) -> None:
    """Let the time of the player to act run out."""
    clock = guest.chair.table.room.clock(guest.evening.now)
    assert clock is not None
    guest.evening.now = clock.ends
    await guest.chair.table._time_is_up(guest.chair.table.room.version, None)


@in_a_loop
async def test_a_turn_begins_when_the_film_of_the_last_stroke_has_ended() -> None:
    evening = Evening()
    south = await sits(evening)
    first = south.last(protocol.Snapshot).clock
    assert first == protocol.Clock(seat=SOUTH, starts=NOW, ends=NOW + 15_000, now=NOW)
    evening.now += 4000
    await south.does(protocol.Strike, stroke=TOUCH)
    played = south.last(protocol.Played)
    film = played.motion.duration // 1000
    assert played.at == NOW + 4000
    assert played.clock == protocol.Clock(
        seat=NORTH, starts=NOW + 4000 + film, ends=NOW + 19_000 + film, now=NOW + 4000
    )
    await evening.close()


@in_a_loop
async def test_a_game_without_a_clock_hurries_nobody() -> None:
    evening = Evening()
    south = await evening.begins(friends())
    await south.does(protocol.Strike, stroke=GENTLE)
    assert south.last(protocol.Played).clock is None
    assert south.last(protocol.Snapshot).clock is None
    await evening.close()


@in_a_loop
async def test_who_is_too_late_with_a_stroke_owes_what_the_law_says_and_keeps_the_turn() -> None:
    evening = Evening()
    south = await sits(evening)
    await south.does(protocol.Strike, stroke=TOUCH)
    await out_of_time(south)
    message = south.last(protocol.Acted)
    assert (message.act, message.seat) == (protocol.Act.TIMED_OUT, NORTH)
    assert message.state.ruling is not None
    assert "Law 50" in [each.clause for each in message.state.ruling.findings]
    assert (message.state.turn, message.state.sides[1].due) == (NORTH, 1)
    assert message.clock is not None
    assert message.clock.ends - message.clock.starts == 15_000
    await evening.close()


@in_a_loop
async def test_who_is_away_is_called_late_once_and_who_is_here_at_most_as_often_as_he_has_men() -> None:
    for leaves, calls in ((True, 1), (False, 9)):
        evening = Evening()
        seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.LINK))
        south = await evening.begins(Terms(seats=seats, first_break=SOUTH, clock=PLAN))
        north = await evening.joins(south.game, "key-of-north")
        await south.does(protocol.Strike, stroke=TOUCH)
        if leaves:
            north.goes()
        for _ in range(12):
            await out_of_time(south)
        message = [each for each in south.heard if isinstance(each, protocol.Acted)]
        assert len(message) == calls
        await evening.close()


@in_a_loop
async def test_the_alarm_rings_by_itself() -> None:
    evening = Evening()
    south = await sits(evening, friends(clock=ClockPlan(stroke=3, place=3)))
    await south.does(protocol.Strike, stroke=TOUCH)
    evening.now += 60_000
    south.chair.table.wake()
    message = await south.until(protocol.Acted)
    assert message.act is protocol.Act.TIMED_OUT
    async with asyncio.timeout(10):
        while south.chair.table._alarm is None:  # the alarm is set again for the next turn
            await asyncio.sleep(0.001)
    await evening.close()


@in_a_loop
async def test_a_program_is_never_late() -> None:
    evening = Evening()
    south = await evening.begins(against(clock=PLAN, first=NORTH))
    south.goes()
    assert south.chair.table.timer._clock_due() is None
    await evening.close()


@in_a_loop
async def test_a_players_lag_is_given_back_up_to_half_a_second() -> None:
    evening = Evening()
    south = await sits(evening)
    watch = south.chair.table.timer
    for lag, given in ((-5, 0), (120, 120), (9999, 500)):
        south.chair.table.timer.lags(frozenset({SOUTH}), lag)
        assert watch._clock_due() == (NOW + 15_000 + given, None)
    await evening.close()


@in_a_loop
async def test_an_outage_costs_nobody_time() -> None:
    store = Store(":memory:")
    evening = Evening(store)
    south = await sits(evening)
    await south.does(protocol.Strike, stroke=TOUCH)
    await evening.close()
    later = Evening(store)
    later.now = NOW + 3_600_000
    back = await later.comes(south.game, key="key-of-south")
    clock = back.last(protocol.Snapshot).clock
    assert clock is not None
    assert (clock.starts, clock.ends) == (later.now, later.now + 15_000)
    await later.close()


@in_a_loop
async def test_a_paused_clock_stands_and_goes_on_with_what_was_left() -> None:
    store = Store(":memory:")
    evening = Evening(store)
    south = await sits(evening)
    evening.now += 5000
    await south.does(protocol.Pause)
    clock = south.last(protocol.ClockChanged).clock
    assert clock is not None
    assert clock.paused == 10_000
    evening.now += 100_000
    await south.chair.table._time_is_up(south.chair.table.room.version, None)
    assert not [each for each in south.heard if isinstance(each, protocol.Acted)]
    await south.does(protocol.Pause)
    clock = south.last(protocol.ClockChanged).clock
    assert clock is not None
    assert (clock.paused, clock.ends) == (None, evening.now + 10_000)
    await south.does(protocol.Pause)
    await evening.close()
    later = Evening(store)
    back = await later.comes(south.game, key="key-of-south")
    clock = back.last(protocol.Snapshot).clock
    assert clock is not None
    assert clock.paused == 15_000, "a pause outlives the server"
    await later.close()


@in_a_loop
async def test_an_absent_player_loses_the_match_only_where_that_was_agreed_and_only_while_he_is_asked() -> None:
    evening = Evening()
    seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.LINK))
    south = await evening.begins(Terms(seats=seats, first_break=SOUTH, forfeit_after=60))
    north = await evening.joins(south.game, "key-of-north")
    north.goes()
    watch = south.chair.table.timer
    assert watch._absence_due(south.chair.table.here) is None, "South is asked, not he"
    evening.now += 50_000
    await south.does(protocol.Strike, stroke=TOUCH)
    film = south.last(protocol.Played).motion.duration // 1000
    assert watch._absence_due(south.chair.table.here) == (NOW + 110_000 + film, NORTH)
    evening.now += 3_600_000
    south.chair.table.wake()
    message = await south.until(protocol.Acted)
    assert (message.act, message.seat) == (protocol.Act.FORFEITED, NORTH)
    assert message.state.result is not None
    assert (message.state.result.winner, message.state.result.forfeited) == (SOUTH, True)
    await evening.close()


@in_a_loop
async def test_who_comes_back_in_time_has_not_stayed_away() -> None:
    evening = Evening()
    seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.LINK))
    south = await evening.begins(Terms(seats=seats, first_break=SOUTH, forfeit_after=60))
    north = await evening.joins(south.game, "key-of-north")
    await south.does(protocol.Strike, stroke=TOUCH)
    north.goes()
    version = south.chair.table.room.version
    await evening.comes(south.game, key="key-of-north")
    await south.chair.table._time_is_up(version, NORTH)
    assert south.chair.table.room.version == version
    await evening.close()


@in_a_loop
async def test_a_stroke_that_was_heard_in_time_counts_however_long_it_waited() -> None:
    evening = Evening()
    south = await sits(evening)
    table = south.chair.table
    command = protocol.Strike(nonce="s" * 16, version=table.room.version, seat=SOUTH, stroke=GENTLE)
    async with asyncio.timeout(20):
        await asyncio.gather(
            table.submit(command, frozenset({SOUTH}), NOW + 14_999), table._time_is_up(table.room.version, None)
        )
    assert [type(each) for each in south.heard if isinstance(each, protocol.Acted)] == []
    await evening.close()


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_machines_clock_that_jumps_takes_no_time_from_anybody(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    really, before = time.time_ns, LocalPresence().now()
    monkeypatch.setattr(time, "time_ns", lambda: really() + hours * 3_600_000_000_000)
    monkeypatch.setattr(time, "time", lambda: really() / 1e9 + hours * 3_600)
    assert 0 <= LocalPresence().now() - before < 60_000
    assert abs(before - really() / 1e6) < 60_000, "it is the time all the same"
