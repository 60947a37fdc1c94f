"""Friends who join by link, offers that need consent, presence, and spectators, who cannot act."""

import asyncio
from typing import Any, get_args

import pytest
from agreed import WATCH

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.position import Point
from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.protocol import OfferKind, Refusal, SeatPlan, Terms, Who
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused

from .evening import GENTLE, Evening, Guest, in_a_loop

SOUTH, NORTH, EAST = Seat.SOUTH, Seat.NORTH, Seat.EAST
BY_LINK = Terms(seats=(SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.LINK)), first_break=SOUTH)
DOUBLES = Terms(
    seats=tuple(SeatPlan(seat=seat, who=Who.ME if seat is SOUTH else Who.LINK) for seat in SEATS), first_break=SOUTH
)


async def two(evening: Evening, terms: Terms = BY_LINK) -> tuple[Guest, Guest]:
    """Return two friends who have started a game by link."""
    south = await evening.begins(terms)
    return south, await evening.joins(south.game, "key-of-north", name="Ravi")


async def refused(command: Any) -> CommandRefused:
    """Return the refusal of a command."""
    with pytest.raises(CommandRefused) as caught:
        await command
    assert caught.value.reason.endswith((".", "?"))
    return caught.value


@in_a_loop
async def test_a_game_by_link_begins_when_no_seat_is_open_and_not_before() -> None:
    evening = Evening()
    south = await evening.begins(DOUBLES)
    before = south.last(protocol.Snapshot)
    assert (before.version, before.state) == (0, None)
    assert [each.kind.value for each in before.card.sitters] == ["human", "open", "open", "open"]
    assert (await refused(south.does(protocol.Strike, stroke=GENTLE))).code is Refusal.NOT_NOW
    await evening.joins(south.game, "key-of-west", Seat.WEST, name="  Wim\n ")
    await evening.joins(south.game, "key-of-north")
    assert south.last(protocol.Snapshot).state is None
    assert [each.name for each in south.last(protocol.Seats).sitters] == ["South", "East", "North", "Wim"]
    last = await evening.joins(south.game, "key-of-late")
    assert last.seats == (NORTH,)
    state = south.last(protocol.Snapshot).state
    assert state is not None
    assert state.turn is SOUTH
    assert len(state.seated) == 4
    await evening.close()


@in_a_loop
async def test_a_seat_is_taken_once_and_joining_again_with_the_same_key_changes_nothing() -> None:
    evening = Evening()
    south, north = await two(evening)
    assert (await refused(evening.joins(south.game, "key-of-third"))).code is Refusal.NOT_NOW
    assert (await refused(evening.joins(south.game, "key-of-third", NORTH))).code is Refusal.NOT_NOW
    version = south.chair.table.room.version
    again = await evening.joins(south.game, "key-of-north", name="Somebody else")
    assert (again.chair.yours, again.chair.table.room.version) == (north.chair.yours, version)
    assert south.last(protocol.Seats).sitters[1].name == "Ravi"
    await evening.close()


@in_a_loop
async def test_without_the_invitation_nobody_sits_down_and_without_a_word_nobody_looks_on() -> None:
    evening = Evening()
    south = await evening.begins(BY_LINK)
    for coming in (
        evening.joins(south.game, "key-of-north", invite="another-word"),
        evening.joins("game-that-never-was", "key-of-north"),
        evening.comes(south.game),
        evening.comes(south.game, key="key-of-nobody"),
        evening.comes(south.game, watch="another-word"),
    ):
        assert (await refused(coming)).code is Refusal.UNKNOWN_GAME
    assert (await evening.comes(south.game, watch=WATCH)).chair.yours == ()
    await evening.close()


@in_a_loop
async def test_a_game_open_to_watchers_lets_everybody_look_on() -> None:
    evening = Evening()
    south = await evening.begins(Terms(seats=BY_LINK.seats, watching=True))
    assert (await evening.comes(south.game)).chair.yours == ()
    assert south.last(protocol.Seats).watchers == 1
    await evening.close()


@in_a_loop
async def test_after_a_restart_seats_are_as_they_were_and_a_full_game_begins() -> None:
    store = Store(":memory:")
    evening = Evening(store)
    south = await evening.begins(DOUBLES)
    await evening.joins(south.game, "key-of-east", EAST, name="Elif")
    for key, seat in (("key-of-north", NORTH), ("key-of-west", Seat.WEST)):
        assert store.games.take_seat(south.game, seat, key, "0" * 64), (
            "a server that was killed right after it took the seat"
        )
    later = Evening(store)
    back = await later.comes(south.game, key="key-of-south")
    assert back.state.turn is SOUTH
    assert [each.name for each in back.last(protocol.Seats).sitters] == ["South", "Elif", "key-of-north", "key-of-west"]
    assert (await later.comes(south.game, key="key-of-east")).seats == (EAST,)
    await evening.close()
    await later.close()


@in_a_loop
async def test_everybody_is_told_who_is_here() -> None:
    evening = Evening()
    south, north = await two(evening)
    assert [each.here for each in south.last(protocol.Seats).sitters] == [True, True]
    north.goes()
    assert [each.here for each in south.last(protocol.Seats).sitters] == [True, False]
    watcher = await evening.comes(south.game, watch=WATCH)
    assert watcher.last(protocol.Snapshot).card.sitters == south.last(protocol.Seats).sitters
    assert south.last(protocol.Seats).watchers == 1
    again = await evening.comes(south.game, key="key-of-north")
    assert [each.here for each in south.last(protocol.Seats).sitters] == [True, True]
    assert again.seats == (NORTH,)
    await evening.close()


@in_a_loop
async def test_who_comes_again_where_he_is_already_disturbs_nobody() -> None:
    evening = Evening()
    south, _ = await two(evening)
    message = len(south.heard)
    again = await evening.comes(south.game, key="key-of-north")
    assert again.last(protocol.Seats) == south.last(protocol.Seats)
    assert len(south.heard) == message
    again.goes()
    assert len(south.heard) == message, "another page of his is still here"
    await evening.close()


@in_a_loop
async def test_an_undo_is_offered_and_done_when_all_have_agreed() -> None:
    evening = Evening()
    south, north = await two(evening)
    await south.does(protocol.Strike, stroke=GENTLE)
    version = south.chair.table.room.version
    await south.does(protocol.Undo)
    assert south.chair.table.room.version == version
    assert north.last(protocol.Offered) == protocol.Offered(what=OfferKind.UNDO, by=(SOUTH,))
    late = await evening.comes(south.game, key="key-of-north")
    assert late.last(protocol.Snapshot).offers == (protocol.Offered(what=OfferKind.UNDO, by=(SOUTH,)),)
    await north.does(protocol.Undo)
    assert south.chair.table.room.version == version + 1
    assert south.last(protocol.Acted).act is protocol.Act.UNDONE
    assert south.last(protocol.Acted).after == version
    await evening.close()


@in_a_loop
async def test_an_offer_is_declined_taken_back_or_lapses_with_the_next_stroke() -> None:
    evening = Evening()
    south, north = await two(evening)
    await south.does(protocol.Strike, stroke=GENTLE)
    await south.does(protocol.Undo)
    await north.does(protocol.Decline, what=OfferKind.UNDO)
    assert south.last(protocol.Offered) == protocol.Offered(what=OfferKind.UNDO, by=(), declined=NORTH)
    assert (await refused(north.does(protocol.Decline, what=OfferKind.UNDO))).code is Refusal.NOT_NOW
    await south.does(protocol.Undo)
    await south.does(protocol.Decline, what=OfferKind.UNDO)
    await south.does(protocol.Undo)
    await south.does(protocol.Strike, stroke=GENTLE)
    assert north.last(protocol.Offered) == protocol.Offered(what=OfferKind.UNDO, by=())
    version = south.chair.table.room.version
    await north.does(protocol.Undo)
    assert south.chair.table.room.version == version, "the first offer is off the table"
    await evening.close()


@in_a_loop
async def test_alone_with_the_program_an_undo_needs_nobodys_consent() -> None:
    evening = Evening()
    seats = (SeatPlan(seat=SOUTH, who=Who.ME), SeatPlan(seat=NORTH, who=Who.PROGRAM, level="beginner"))
    south = await evening.begins(Terms(seats=seats, first_break=SOUTH))
    await south.does(protocol.Strike, stroke=GENTLE)
    await south.does(protocol.Undo)
    assert south.last(protocol.Acted).act is protocol.Act.UNDONE
    await evening.close()


@in_a_loop
async def test_the_same_is_played_again_with_the_same_keys_once_all_have_agreed() -> None:
    evening = Evening()
    south, north = await two(evening)
    assert (await refused(south.does(protocol.Rematch))).code is Refusal.NOT_NOW
    await south.does(protocol.Resign)
    await south.does(protocol.Rematch)
    await north.does(protocol.Rematch)
    name = south.last(protocol.Rematched).game
    assert north.last(protocol.Rematched).game == name != south.game
    again = [await evening.comes(name, key=key) for key in ("key-of-south", "key-of-north")]
    assert [each.seats for each in again] == [(SOUTH,), (NORTH,)]
    assert again[0].last(protocol.Snapshot).card.terms == south.last(protocol.Snapshot).card.terms
    assert [each.name for each in again[0].last(protocol.Seats).sitters] == ["South", "Ravi"]
    await north.does(protocol.Rematch)
    await south.does(protocol.Rematch)
    assert south.last(protocol.Rematched).game == name, "one rematch a game"
    await evening.close()


@in_a_loop
async def test_who_looks_on_can_do_nothing() -> None:
    evening = Evening()
    south, _ = await two(evening)
    watcher = await evening.comes(south.game, watch=WATCH)
    room = south.chair.table.room
    before = room.version, room.snapshot(evening.now)
    more: dict[Any, dict[str, Any]] = {
        protocol.Strike: {"stroke": GENTLE},
        protocol.Place: {"disc": Disc.W1, "at": Point(50_000, 0)},
        protocol.Demand: {"points": 1},
        protocol.Guess: {"hand": protocol.Hand.LEFT},
        protocol.Choose: {"what": protocol.Choice.BREAK},
        protocol.Sit: {"swap": True},
        protocol.Decline: {"what": OfferKind.UNDO},
    }
    for kind in get_args(protocol.GameCommand):
        for seat in SEATS:
            assert (await refused(watcher.does(kind, seat, **more.get(kind, {})))).code is Refusal.NOT_YOURS
    table = south.chair.table
    for deed in (
        lambda: table.aim(watcher.hear, SOUTH, GENTLE, frozenset()),
        lambda: table.say(SOUTH, protocol.Phrase.SORRY, frozenset()),
    ):
        with pytest.raises(CommandRefused):
            deed()
    assert (room.version, room.snapshot(evening.now)) == before
    await evening.close()


@in_a_loop
async def test_an_aim_reaches_the_others_at_most_ten_times_a_second_and_the_last_one_always() -> None:
    evening = Evening()
    south, north = await two(evening)
    for speed in range(50):
        south.chair.table.aim(south.hear, SOUTH, Stroke(0, 0, speed), frozenset({SOUTH}))
    last = await north.until(protocol.Aimed, lambda each: each.stroke == Stroke(0, 0, 49))
    aims = [each for each in north.heard if isinstance(each, protocol.Aimed)]
    assert aims == [protocol.Aimed(seat=SOUTH, stroke=Stroke(0, 0, 0)), last]
    assert not [each for each in south.heard if isinstance(each, protocol.Aimed)], "nobody is told of his own aim"
    await evening.close()


@in_a_loop
async def test_a_phrase_is_heard_by_all_at_the_table() -> None:
    evening = Evening()
    south, north = await two(evening)
    watcher = await evening.comes(south.game, watch=WATCH)
    south.chair.table.say(NORTH, protocol.Phrase.WELL_PLAYED, frozenset({NORTH}))
    for guest in (south, north, watcher):
        assert guest.last(protocol.Spoken) == protocol.Spoken(seat=NORTH, phrase=protocol.Phrase.WELL_PLAYED)
    await evening.close()


@in_a_loop
async def test_a_consent_that_is_sent_again_is_not_given_twice() -> None:
    evening = Evening()
    south, north = await two(evening)
    await south.does(protocol.Strike, stroke=GENTLE)
    table = south.chair.table
    undo = protocol.Undo(nonce="u" * 16, version=table.room.version, seat=SOUTH)
    first = await table.submit(undo, frozenset({SOUTH}))
    await north.does(protocol.Decline, what=OfferKind.UNDO)
    assert await table.submit(undo, frozenset({SOUTH})) == first
    assert table.room.snapshot(0).count("offered") == 0
    await asyncio.sleep(0)
    assert south.last(protocol.Offered).by == ()
    await evening.close()
