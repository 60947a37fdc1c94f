"""Several servers on one database: clients of each see and do the same, with any bus or none.

Each test runs with one kind of bus, chosen by the test's name; `CARROM_BUSES=all` runs each test with every kind.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any
from zlib import crc32

import pytest

from carrom import protocol
from carrom.board.seat import Seat
from carrom.errors import NewerVersion
from carrom.protocol import ClockPlan, OfferKind, SeatPlan, Terms, Who, decode_server
from carrom.server.ops.bus import Bus, InProcess
from carrom.server.ops.nats import NatsBus
from carrom.server.ops.pg_notify import PostgresBus
from carrom.tables.proposal import CommandRefused

from ..evening import GENTLE
from ..postgresql import server
from .club import House, until
from .natsserver import nats_server

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
BY_LINK = Terms(seats=(SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.LINK)), first_break=SOUTH)
TIMED = Terms(seats=BY_LINK.seats, first_break=SOUTH, clock=ClockPlan(stroke=60, place=60))
Test = Callable[..., Awaitable[None]]
BUSES = ("postgresql", "nats", "none")


def bus_at(kind: str, address: str) -> Bus:
    """Return one server's bus of this kind."""
    if kind == "nats":
        return NatsBus(nats_server().address, address.split("/")[3].split("?")[0], "nats")
    return PostgresBus(address, "the database") if kind == "postgresql" else InProcess()


def kinds(name: str) -> list[str]:
    """Return the buses that the test with this name runs over."""
    return list(BUSES) if os.environ.get("CARROM_BUSES") == "all" else [BUSES[crc32(name.encode()) % len(BUSES)]]


def houses(test: Test) -> Callable[[str, pytest.MonkeyPatch], None]:
    """Run a test with two servers."""

    @pytest.mark.parametrize("kind", kinds(getattr(test, "__name__", "")))
    @wraps(test)
    def run(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("carrom.server.ops.event_log.EVERY", 0.1)

        async def at_both() -> None:
            address = server().database()
            both = [House(address, bus_at(kind, address)) for _ in range(2)]
            for house in both:
                await house.open()
            try:
                await test(*both)
            finally:
                for house in both:
                    await house.close()

        asyncio.run(at_both())

    del run.__wrapped__  # type: ignore[attr-defined]
    return run


def told(guest: Any) -> list[str]:
    """Return the strokes and acts that a client received, encoded."""
    return [protocol.encode(each) for each in guest.heard if isinstance(each, protocol.Played | protocol.Acted)]


@houses
async def test_friends_at_two_servers_play_one_game_and_a_third_looks_on(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    north = await two.joins(south.game, "key-of-north", name="Ravi")
    await until(lambda: south.chair.table.room.has_begun)
    watcher = await one.comes(south.game)
    players = {SOUTH: south, NORTH: north}
    for count in range(1, 5):
        await until(lambda: south.chair.table.room.version == north.chair.table.room.version)
        turn = south.chair.table.room.actor
        assert turn is not None
        await players[turn].does(protocol.Strike, stroke=GENTLE)
        await until(lambda count=count: len(told(south)) == len(told(north)) == len(told(watcher)) == count)  # type: ignore[misc]
    assert told(south) == told(north) == told(watcher), "the same to the last byte, film or simulated again"
    assert [each.name for each in south.last(protocol.Seats).sitters] == ["South", "Ravi"]
    await until(lambda: all(each.here for each in south.last(protocol.Seats).sitters))
    await until(lambda: north.last(protocol.Seats).watchers == 1)
    north.goes()
    await until(lambda: not south.last(protocol.Seats).sitters[1].here)


@houses
async def test_two_who_act_at_the_same_instant_at_two_servers_act_once(one: House, two: House) -> None:
    seats = tuple(SeatPlan(seat=each, who=Who.HERE) for each in (SOUTH, NORTH))
    here = await one.begins(Terms(seats=seats, first_break=SOUTH))
    there = await two.comes(here.game, key="key-of-south")
    for _ in range(4):
        version, seat = here.chair.table.room.version, here.chair.table.room.to_act
        assert seat is not None
        doing = [
            each.chair.table.submit(
                protocol.Strike(nonce=f"{n}{version:0>16}", version=version, seat=seat, stroke=GENTLE),
                frozenset(each.chair.yours),
            )
            for n, each in enumerate((here, there))
        ]
        done = await asyncio.gather(*doing, return_exceptions=True)
        kinds = sorted(type(each).__name__ for each in done)
        assert kinds == ["Accepted", "CommandRefused"], done
        refused = next(each for each in done if isinstance(each, CommandRefused))
        assert refused.code is protocol.Refusal.STALE
        await until(lambda: here.chair.table.room.version == there.chair.table.room.version)
    assert told(here) == told(there)


@houses
async def test_a_command_that_is_sent_again_to_another_server_is_done_once(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    stroke = protocol.Strike(nonce="once" * 4, version=south.chair.table.room.version, seat=SOUTH, stroke=GENTLE)
    first = await south.chair.table.submit(stroke, frozenset({SOUTH}))
    moved = await two.comes(south.game, key="key-of-south")
    assert await moved.chair.table.submit(stroke, frozenset({SOUTH})) == first
    stored = two.store.games.load(south.game)
    assert stored is not None
    assert [event.nonce for event in stored.events].count(stroke.nonce) == 1
    pause = protocol.Undo(nonce="undo" * 4, version=first.version, seat=SOUTH)
    offered = await moved.chair.table.submit(pause, frozenset({SOUTH}))
    assert await south.chair.table.submit(pause, frozenset({SOUTH})) == offered, (
        "an offer is no event, and kept as well"
    )


@houses
async def test_what_is_done_by_consent_is_agreed_across_servers(one: House, two: House) -> None:
    south = await one.begins(TIMED)
    north = await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    await south.does(protocol.Strike, stroke=GENTLE)
    await until(lambda: len(told(north)) == 1)
    await north.does(protocol.Undo)
    await south.until(protocol.Offered, lambda each: each.by == (NORTH,))
    await south.does(protocol.Undo)
    await north.until(protocol.Acted, lambda each: each.act is protocol.Act.UNDONE)
    await south.does(protocol.Pause)
    await north.until(protocol.Offered, lambda each: each.what is OfferKind.PAUSE and each.by == (SOUTH,))
    await north.does(protocol.Decline, what=OfferKind.PAUSE)
    await south.until(protocol.Offered, lambda each: each.declined is NORTH)
    await north.does(protocol.Pause)
    await south.until(protocol.Offered, lambda each: each.what is OfferKind.PAUSE and each.by == (NORTH,))
    await south.does(protocol.Pause)
    clock = (await north.until(protocol.ClockChanged, lambda each: each.clock and each.clock.paused is not None)).clock
    assert clock is not None
    assert clock.paused == south.last(protocol.ClockChanged).clock.paused  # type: ignore[union-attr]
    await south.does(protocol.Resign, what=protocol.Length.MATCH)
    await until(lambda: north.chair.table.room.is_over)
    await north.does(protocol.Rematch)
    await south.until(protocol.Offered, lambda each: each.what is OfferKind.REMATCH)
    await south.does(protocol.Rematch)
    again = (await north.until(protocol.Rematched)).game
    assert again == south.last(protocol.Rematched).game
    assert (await two.comes(again, key="key-of-north")).seats == (NORTH,)


@houses
async def test_a_turn_ends_at_the_same_time_everywhere(one: House, two: House) -> None:
    south = await one.begins(TIMED)
    north = await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    await south.does(protocol.Strike, stroke=GENTLE)
    await until(lambda: len(told(north)) == 1)
    third = await two.comes(south.game)
    ends = {guest.last(protocol.Played).clock.ends for guest in (south, north)}  # type: ignore[union-attr]
    assert ends == {third.last(protocol.Snapshot).clock.ends}  # type: ignore[union-attr]


@houses
async def test_a_log_that_has_lost_what_was_told_is_told_anew(one: House, two: House) -> None:
    south = await one.begins(BY_LINK)
    north = await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    before = one.store.games.load(south.game)
    await south.does(protocol.Strike, stroke=GENTLE)
    await until(lambda: len(told(north)) == 1)
    with server().line(server().last) as line:  # simulates an asynchronous replica that becomes the primary
        assert before is not None
        row = before.mark
        line.execute("DELETE FROM carrom.event WHERE game = %s AND version > %s", (south.game, row.version))
        line.execute(
            "UPDATE carrom.game SET version = %s, head = %s, seal = %s WHERE id = %s",
            (row.version, row.head, row.seal, south.game),
        )
    for guest in (south, north):
        await until(lambda guest=guest: guest.chair.table.room.version == row.version)  # type: ignore[misc]
        assert guest.last(protocol.Snapshot) is guest.heard[-1]
    await south.does(protocol.Strike, stroke=GENTLE)
    await until(lambda: len(told(north)) == 2)
    assert told(north) == told(south)


@houses
async def test_an_event_that_a_server_does_not_know_closes_that_games_lines_and_no_others(
    one: House, two: House
) -> None:
    south, other = await one.begins(BY_LINK), await one.begins(BY_LINK, nonce="m" * 16)
    await two.joins(south.game, "key-of-north")
    await until(lambda: south.chair.table.room.has_begun)
    parted: list[str] = []
    table = south.chair.table
    table.follow(south.hear, None, frozenset({SOUTH}), lambda: parted.append("south"))
    other.chair.table.follow(other.hear, None, frozenset({SOUTH}), lambda: parted.append("other"))
    newer = protocol.Strike(nonce="newer" * 4, version=table.room.version, seat=SOUTH, stroke=GENTLE)
    proposal = table.room.propose(newer, frozenset({SOUTH}), 0)
    event = proposal.stored[0]  # type: ignore[union-attr]
    from carrom.values import changed

    two.store.games.append(south.game, (changed(event, body=event.body.replace('"struck"', '"flicked"')),))
    await until(lambda: parted == ["south"])
    refused = south.last(protocol.Refused)
    assert refused.code is protocol.Refusal.BROKEN
    assert refused.reason.startswith("This game was continued by another version of carrom")
    with pytest.raises(NewerVersion):
        await one.comes(south.game)
    assert not [each for each in other.heard if isinstance(each, protocol.Refused)]


@houses
async def test_who_comes_back_at_another_server_hears_what_he_missed_and_no_snapshot(one: House, two: House) -> None:
    seats = tuple(SeatPlan(seat=each, who=Who.HERE) for each in (SOUTH, NORTH))
    here = await one.begins(Terms(seats=seats, first_break=SOUTH))
    began = here.chair.table.room.version
    for _ in range(5):
        await here.does(protocol.Strike, seat=here.chair.table.room.to_act, stroke=GENTLE)
    await here.does(protocol.Undo, seat=here.chair.table.room.to_act)
    request = protocol.Resume(game=here.game, key="key-of-south", version=began)
    chair = await two.registry.resume(request)
    heard: list[str] = []
    chair.table.follow(heard.append, began, frozenset(chair.yours), None, chair.recalled)
    messages = [decode_server(text) for text in heard]
    assert not [each for each in messages if isinstance(each, protocol.Snapshot)]
    assert [text for text, each in zip(heard, messages, strict=True) if hasattr(each, "after")] == told(here)


def test_a_nats_that_is_away_is_missed_by_nobody_and_heard_again_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("carrom.server.ops.event_log.EVERY", 0.1)

    async def story() -> None:
        address = server().database()
        buses = [bus_at("nats", address) for _ in range(2)]
        one, two = both = [House(address, bus) for bus in buses]
        for house in both:
            await house.open()
        try:
            south = await one.begins(BY_LINK)
            north = await two.joins(south.game, "key-of-north")
            await until(lambda: south.chair.table.room.has_begun)
            heard: list[bytes] = []
            buses[1].subscribe("game.x", heard.append)
            await asyncio.to_thread(nats_server().stop)
            await until(lambda: caplog.text.count("is unreachable") == 2)
            await south.does(protocol.Strike, stroke=GENTLE)
            await until(lambda: told(north) == told(south) != [])
            await asyncio.to_thread(nats_server().start)
            await until(lambda: caplog.text.count("is reachable again") == 2)

            def hears() -> bool:
                buses[0].publish("game.x", b"again")
                return bool(heard)

            await until(hears)
        finally:
            nats_server().start_if_stopped()
            for house in both:
                await house.close()

    asyncio.run(story())
    assert "changes by other servers arrive up to a second later" in caplog.text
