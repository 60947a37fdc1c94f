"""Games in one server's memory: how many there may be, and what remains after shutdown."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from agreed import KEY, new_game

from carrom import protocol
from carrom.board.seat import Seat
from carrom.server.common import ServerLimits
from carrom.server.play.registry import GameRegistry, Participant
from carrom.server.play.subscribers import Recalled
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.tables.room import _KEPT
from carrom.tokens import hashed

from .evening import GENTLE, Evening

FRIENDS = protocol.Terms(
    seats=tuple(protocol.SeatPlan(seat=each, who=protocol.Who.HERE) for each in (Seat.SOUTH, Seat.NORTH)),
    first_break=Seat.SOUTH,
)


def registry(tables: int) -> GameRegistry:
    return GameRegistry(Store(":memory:"), ServerLimits(games=tables), Random(1), lambda: 1_800_000_000_000)


def a_game(nonce: str) -> protocol.NewGame:
    return new_game(nonce=nonce * 16)


def back_to(place: Participant) -> protocol.Resume:
    return protocol.Resume(game=place.table.room.card.game, key=KEY)


def test_a_game_that_is_found_again_needs_a_table_like_a_new_one() -> None:
    async def evening() -> None:
        here = registry(tables=1)
        first = await here.begin(a_game("a"))
        second = await here.begin(a_game("b"))
        second.table.follow(lambda text: None, None)
        for full in (here.resume(back_to(first)), here.begin(a_game("c"))):
            with pytest.raises(CommandRefused) as refusal:
                await full
            assert refusal.value.code is protocol.Refusal.FULL
        assert (await here.resume(back_to(second))).table is second.table
        await here.close()

    asyncio.run(evening())


def test_the_same_nonce_gives_the_same_game_and_the_table_it_stands_on() -> None:
    async def evening() -> None:
        here = registry(tables=2)
        first = await here.begin(a_game("a"))
        again = await here.begin(a_game("a"))
        assert again.table is first.table
        assert again.yours == first.yours
        await here.close()

    asyncio.run(evening())


def test_the_table_that_was_left_alone_for_longest_is_cleared_first() -> None:
    async def evening() -> None:
        here = registry(tables=2)
        first, second = await here.begin(a_game("a")), await here.begin(a_game("b"))
        await here.resume(back_to(first))
        await here.begin(a_game("c"))
        assert (await here.resume(back_to(first))).table is first.table
        assert (await here.resume(back_to(second))).table is not second.table
        await here.close()

    asyncio.run(evening())


def test_when_the_server_ends_nothing_is_computed_any_more() -> None:
    async def evening() -> None:
        here = registry(tables=1)
        await here.begin(a_game("a"))
        await here.close()
        for threads in (here._threads.strokes, here._threads.thoughts):
            with pytest.raises(RuntimeError, match="after shutdown"):
                threads.submit(int)

    asyncio.run(evening())


def test_a_game_that_ended_in_a_folder_that_does_not_say_so_is_marked_when_it_is_opened() -> None:
    async def evening() -> None:
        here = registry(tables=2)
        chair = await here.begin(a_game("a"))
        name, room = chair.table.room.name, chair.table.room
        resigned = protocol.Resign(nonce="r" * 16, version=room.version, seat=Seat.SOUTH)
        await chair.table.submit(resigned, frozenset(chair.yours))
        assert here._store.games_of([hashed(KEY)])[0].ended is not None
        here._store.games.append(name, (), ended=False)
        here.active.remove(name)
        await here.resume(back_to(chair))
        assert here._store.games_of([hashed(KEY)])[0].ended is not None
        await here.close()

    asyncio.run(evening())


def test_a_record_is_written_in_the_threads_that_strokes_take_turns_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        here = registry(tables=1)
        chair = await here.begin(a_game("a"))
        strokes = here._threads.strokes
        taken, submit = [], strokes.submit
        monkeypatch.setattr(strokes, "submit", lambda work, *args: taken.append(work) or submit(work, *args))
        assert "[Carrom " in await chair.table.record()
        assert len(taken) == 1
        await here.close()

    asyncio.run(evening())


@pytest.mark.parametrize("restarted", [False, True])
def test_who_missed_more_than_is_kept_hears_it_from_the_log_to_the_last_byte(tmp_path: Path, restarted: bool) -> None:
    async def evening() -> None:
        house = Evening(Store(tmp_path / "games.db"))
        south = await house.begins(FRIENDS)
        seen = south.chair.table.room.version
        for _ in range(_KEPT + 3):
            await south.does(protocol.Strike, seat=south.chair.table.room.to_act, stroke=GENTLE)
        if restarted:
            await house.close()
            house = Evening(Store(tmp_path / "games.db"))
        chair = await house.registry.resume(protocol.Resume(game=south.game, key=south.key, version=seen))
        heard: list[str] = []
        chair.table.follow(heard.append, seen, frozenset(chair.yours), None, chair.recalled)
        films = [protocol.encode(each) for each in south.heard if isinstance(each, protocol.Played)]
        assert len(films) == _KEPT + 3
        assert heard[: len(films)] == films
        assert not [each for each in heard if '"type":"snapshot"' in each]
        await house.close()

    asyncio.run(evening())


def test_who_comes_back_while_the_game_goes_on_hears_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        house = Evening()
        south = await house.begins(FRIENDS)
        seen, table = south.chair.table.room.version, south.chair.table
        recall = table.replica.recall

        async def plays() -> None:
            for _ in range(_KEPT + 1):
                await south.does(protocol.Strike, seat=table.room.to_act, stroke=GENTLE)

        async def recalled_slowly(since: int | None, *, films: bool) -> Recalled | None:
            found = await recall(since, films=films)
            if since == seen:
                await plays()
            return found

        await plays()
        monkeypatch.setattr(table.replica, "recall", recalled_slowly)
        chair = await house.registry.resume(protocol.Resume(game=south.game, key=south.key, version=seen))
        heard: list[str] = []
        chair.table.follow(heard.append, seen, frozenset(chair.yours), None, chair.recalled)
        films = [protocol.encode(each) for each in south.heard if isinstance(each, protocol.Played)]
        assert heard[: len(films)] == films
        assert len(films) == 2 * (_KEPT + 1)
        await house.close()

    asyncio.run(evening())


@pytest.mark.parametrize("seen", [-1, 0, 10**6])
def test_who_has_seen_what_cannot_have_been_is_shown_how_the_game_stands(seen: int) -> None:
    async def evening() -> None:
        house = Evening()
        south = await house.begins(FRIENDS)
        await south.does(protocol.Strike, seat=south.chair.table.room.to_act, stroke=GENTLE)
        assert await south.chair.table.replica.recall(seen) is None
        await house.close()

    asyncio.run(evening())
