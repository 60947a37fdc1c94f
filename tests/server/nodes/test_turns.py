"""Clocks, computer players and starts of games across several servers: each thing happens once."""

import asyncio
import threading
from random import Random
from typing import Any

import pytest

from carrom import protocol
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import NewerVersion
from carrom.game.events import GameBegun, decode_event
from carrom.game.game import GameHistory
from carrom.protocol import ClockPlan, SeatPlan, Terms, Who
from carrom.tables.history import check_physics, played_again
from carrom.values import changed

from ..evening import GENTLE
from ..postgresql import server
from .club import House, until
from .test_company import BY_LINK, NORTH, SOUTH, houses, told

QUICK = Terms(seats=BY_LINK.seats, first_break=SOUTH, clock=ClockPlan(stroke=3, place=3))
AGAINST = Terms(
    seats=(SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.PROGRAM, level="club")), first_break=NORTH
)


class Counted:
    """A computer player that counts how often it has to choose a stroke."""

    def __init__(self) -> None:
        self.times, self.may = 0, threading.Event()

    def choose(self, game: GameHistory, seat: Seat, rng: Random) -> Stroke:
        self.times += 1
        assert self.may.wait(20)
        return GENTLE

    def place(self, game: GameHistory, seat: Seat) -> Point | None:
        return None

    def demand(self, game: GameHistory, seat: Seat) -> int:
        return 0


@pytest.mark.slow(first=1)
@houses
async def test_time_that_is_over_is_called_once_and_told_everywhere(one: House, two: House) -> None:
    south = await one.begins(QUICK)
    north = await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    version = south.chair.table.room.version
    for guest in (south, north):
        await guest.until(protocol.Acted, lambda each: each.act is protocol.Act.TIMED_OUT)
    await until(lambda: south.chair.table.room.version == north.chair.table.room.version > version)
    assert told(south)[:1] == told(north)[:1]
    stored = one.store.games.load(south.game)
    assert stored is not None
    assert stored.events[version].body.count("slow-stroke") == 1
    assert stored.events[version + 1 :] == () or "slow-stroke" in stored.events[-1].body


@houses
async def test_a_server_that_has_just_come_lets_nobodys_time_be_over(one: House, two: House) -> None:
    south = await one.begins(QUICK)
    await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    clock = south.chair.table.room.clock(one.registry.now())
    assert clock is not None
    late = two.company.fellows
    late._fair_since = clock.ends  # type: ignore[attr-defined]
    watch: Any = two.registry.active.find(south.game).timer  # type: ignore[union-attr]
    due = watch._clock_due()
    assert due is not None
    assert due[0] == clock.ends + (clock.ends - clock.starts)


@houses
async def test_where_another_server_has_a_program_to_think_this_one_waits_and_takes_over(
    one: House, two: House
) -> None:
    programs: list[Counted] = []
    with pytest.MonkeyPatch.context() as patch:

        def counted(_: str) -> Counted:
            programs.append(Counted())
            return programs[-1]

        patch.setattr("carrom.server.play.registry.player_named", counted)
        patch.setattr("carrom.server.play.replica.GRACE", 0.8)
        south = await one.begins(AGAINST)
        await until(lambda: programs[0].times == 1)
        await until(lambda: one.company.fellows.ask(f"game.{south.game}") is not None)
        await asyncio.sleep(0.3)
        watcher = await two.comes(south.game)
        await asyncio.sleep(0.3)
        assert programs[1].times == 0, "the other has it to think"
        await until(lambda: programs[1].times == 1)
        programs[1].may.set()
        await until(lambda: len(told(south)) >= 1 and len(told(watcher)) >= 1)
        programs[0].may.set()
        await until(lambda: south.chair.table.room.actor is SOUTH)
        await until(lambda: watcher.chair.table.room.version == south.chair.table.room.version)
        assert told(south) == told(watcher), "what was thought twice was played once"


@houses
async def test_a_game_and_its_rematch_are_begun_once_whoever_hears_it(one: House, two: House) -> None:
    both = await asyncio.gather(one.begins(BY_LINK), two.begins(BY_LINK))
    assert both[0].game == both[1].game
    north = await two.joins(both[0].game, "key-of-north")
    await until(lambda: both[0].chair.table.room.has_begun)
    assert both[1].chair.table is north.chair.table


@houses
async def test_one_seat_that_two_want_at_two_servers_has_one_of_them(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    done = await asyncio.gather(
        one.joins(south.game, "key-of-asha"), two.joins(south.game, "key-of-ravi"), return_exceptions=True
    )
    assert sum(not isinstance(each, BaseException) for each in done) == 1, done
    await until(lambda: south.chair.table.room.has_begun)


@houses
async def test_aims_and_phrases_are_passed_on_where_there_is_a_bus(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    north = await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)

    def passed_on() -> bool:
        south.chair.table.aim(south.hear, SOUTH, GENTLE, frozenset({SOUTH}))
        south.chair.table.say(SOUTH, protocol.Phrase.GOOD_LUCK, frozenset({SOUTH}))
        return {protocol.Aimed, protocol.Spoken} <= set(map(type, north.heard))

    if type(one.registry.bus).__name__ != "InProcess":
        await until(passed_on)  # messages may be lost until the bus knows its subscribers
        assert north.last(protocol.Aimed).stroke == GENTLE
        assert north.last(protocol.Spoken).phrase is protocol.Phrase.GOOD_LUCK


@houses
async def test_newer_physics_and_another_end_of_a_stroke_are_known_as_such(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    await south.does(protocol.Strike, stroke=GENTLE)
    stored = one.store.games.load(south.game)
    assert stored is not None
    begun = decode_event(stored.events[0].body)
    assert isinstance(begun, GameBegun)
    check_physics(begun)
    with pytest.raises(NewerVersion, match="it uses physics version 99"):
        check_physics(changed(begun, header=changed(begun.header, physics="99")))
    history = south.chair.table.room._history
    assert history is not None
    played_again(history)
    shown = history.shown
    assert shown is not None
    moved = changed(history, shown=changed(shown, rest=shown.before))
    with pytest.raises(NewerVersion, match="gives a different result"):
        played_again(moved)


@houses
async def test_all_go_by_the_clock_of_the_database_and_one_that_jumps_changes_nothing(one: House, two: House) -> None:
    def apart() -> int:
        return abs(one.company.fellows.now() - two.company.fellows.now())

    await until(lambda: apart() < 200)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("carrom.server.ops.cluster.time.time", lambda: 0.0)
        await one.company.sweep.once()  # type: ignore[union-attr]
        assert apart() < 200
        with server().line(server().last) as line:
            asked = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            (theirs,) = line.execute(asked).fetchone() or (0,)
        assert abs(one.company.fellows.now() - theirs) < 500
