"""Seeks created and accepted in one process or across two on one database, and what happens after the game ends."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from server.seeks.people import guest, person, terms

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol.http_lobby import (
    Challenging,
    Counting,
    GameFound,
    LobbyAnswer,
    LobbyChanged,
    LobbySnapshot,
    OwnLobbyState,
    QuickPairing,
    Seeking,
)
from carrom.server.common import ServerLimits
from carrom.server.lobby.feed import STANDS, WHOLE_EVERY, Subscription
from carrom.server.lobby.lobby import CHALLENGE_STANDS, MOST_CHALLENGES, LobbyService
from carrom.server.lobby.results import GameEndListener
from carrom.server.lobby.seeks import CHALLENGE, SEEK, LobbyParty, SeekState
from carrom.server.ops.bus import InProcess
from carrom.server.people.ratings import changes_of, rerated
from carrom.server.play.registry import GameRegistry
from carrom.storage.store import Store
from carrom.tables.proposal import CommandRefused
from carrom.values import changed

ASHA, BALA, CHITRA, DEV = (guest(name) for name in ("Asha", "Bala", "Chitra", "Dev"))
ANNA, BEN, BOT = person("anna"), person("ben"), person("bot", bot=True)
WORD = "w" * 32


def key(who: LobbyParty) -> str:
    return f"key-of-{who.name}".ljust(32, "x")


class Clock:
    """A clock in milliseconds that tests advance."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Process:
    """One process on a store: games, lobby service, and rating updates."""

    def __init__(self, where: Path | str, clock: Clock, bus: InProcess) -> None:
        self.store = Store(where)
        self.registry = GameRegistry(self.store, ServerLimits(), Random(1), clock)
        self.lobby = LobbyService(self.store, self.registry, bus)
        self.rater = GameEndListener(self.store, self.registry)

    async def seek(self, who: LobbyParty, sought=None, partner: str | None = None):
        return await self.lobby.seek(who, key(who), Seeking(terms=sought or terms(), partner=partner))

    async def pair(self, who: LobbyParty):
        return await self.lobby.pair(who, key(who), QuickPairing())

    async def take(self, stored, who: LobbyParty, word: str | None = None):
        return await self.lobby.sit(stored.table, stored.seek.id, who, key(who), word)

    async def close(self) -> None:
        await self.lobby.hub.close()
        await self.rater.close()
        await self.registry.close()
        self.store.close()


def evening(work: Callable[..., Coroutine[Any, Any, None]], tmp_path: Path, processes: int = 1) -> None:
    """Run an asynchronous test with processes that share one database file and a clock."""

    async def all_of_it() -> None:
        clock, bus = Clock(), InProcess()
        there = [Process(tmp_path / "games.db", clock, bus) for _ in range(processes)]
        try:
            await work(*there, clock)
        finally:
            for each in there:
                await each.close()

    asyncio.run(all_of_it())


async def refused(work: Coroutine[Any, Any, Any]) -> str:
    with pytest.raises(CommandRefused) as refusal:
        await work
    return refusal.value.reason


@asynccontextmanager
async def listening(
    at: Process, who: LobbyParty | None, since: str | None = None
) -> AsyncIterator[Callable[[type], Coroutine[Any, Any, Any]]]:
    """Subscribe to the lobby; yields a function that waits for the next line of a type."""
    subscription = Subscription(who, since)
    lines = at.lobby.hub.lines(subscription)

    waiting: list[bytes] = []

    async def next_of(kind: type) -> Any:
        async with asyncio.timeout(10):
            while True:
                while not waiting:
                    waiting.extend((await anext(lines)).splitlines())
                line = waiting.pop(0)
                if line and isinstance(answer := msgspec.json.decode(line, type=LobbyAnswer), kind):
                    return answer

    yield next_of
    await at.lobby.hub.left(subscription)
    with suppress(RuntimeError):
        await lines.aclose()  # type: ignore[attr-defined]


def test_a_seek_is_taken_and_becomes_a_game_that_both_open_with_their_keys(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        taken = await here.take(stored, BALA)
        mine, theirs = await here.lobby.found(taken, ASHA), await here.lobby.found(taken, BALA)
        assert mine is not None
        assert theirs is not None
        assert (mine.game, mine.seat, theirs.seat) == (theirs.game, Seat.SOUTH, Seat.NORTH)
        for who, seat in ((ASHA, Seat.SOUTH), (BALA, Seat.NORTH)):
            chair = await here.registry.resume(protocol.Resume(game=mine.game, key=key(who)))
            assert chair.yours == (seat,)
        card = chair.table.room.card
        assert [each.name for each in card.sitters] == ["Asha", "Bala"]
        assert (card.clock, card.rated) == (protocol.ClockPlan(stroke=15, place=15), False)
        assert (await here.registry.resume(protocol.Resume(game=mine.game))).yours == (), "everybody may look on"

    evening(work, tmp_path)


def test_of_two_who_take_a_seek_at_two_processes_one_has_it_and_the_other_a_sentence(tmp_path: Path) -> None:
    async def work(here: Process, there: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        done = await asyncio.gather(here.take(stored, BALA), there.take(stored, CHITRA), return_exceptions=True)
        faults = [each for each in done if isinstance(each, CommandRefused)]
        (taken,) = [each for each in done if not isinstance(each, CommandRefused)]
        assert [each.reason for each in faults] == ["This seek has just been taken; join another, or create your own."]
        games = {await each.lobby.game_of(taken) for each in (here, there)}
        assert len(games) == 1, "whichever process comes to it begins the same game"

    evening(work, tmp_path, 2)


def test_who_takes_again_since_the_answer_was_lost_has_the_same_game(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        first = await here.lobby.found(await here.take(stored, BALA), BALA)
        assert await here.lobby.found(await here.take(stored, BALA), BALA) == first

    evening(work, tmp_path)


def test_a_second_seek_is_refused_and_the_same_again_is_the_same(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        assert await here.seek(ASHA) == stored
        assert await refused(here.seek(ASHA, terms("club"))) == (
            "You already have an open seek; withdraw it before you create another."
        )
        await here.lobby.give_up(SEEK, stored.seek.id, ASHA)
        await here.lobby.give_up(SEEK, stored.seek.id, ASHA)
        await here.seek(ASHA, terms("club"))

    evening(work, tmp_path)


def test_a_seek_that_nobody_listens_for_is_gone_after_its_time(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        clock.now += STANDS + 1
        assert await refused(here.take(stored, BALA)) == ("This seek has expired; join another, or create your own.")
        assert (await here.pair(BALA)).state is SeekState.OPEN, "and is not taken by quick pairing"

    evening(work, tmp_path)


def test_nobody_withdraws_the_seek_of_somebody_else(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        assert await refused(here.lobby.give_up(SEEK, stored.seek.id, BALA)) == "This seek is not yours."
        assert "There is no seek with that name" in await refused(here.lobby.give_up(SEEK, "no-such-seek", BALA))

    evening(work, tmp_path)


def test_two_who_press_quick_pairing_play_each_other(tmp_path: Path) -> None:
    async def work(here: Process, there: Process, clock: Clock) -> None:
        waiting = await here.pair(ASHA)
        assert waiting.state is SeekState.OPEN
        taken = await there.pair(BALA)
        assert (taken.seek.id, taken.state) == (waiting.seek.id, SeekState.TAKEN)

    evening(work, tmp_path, 2)


def test_two_who_press_at_the_same_instant_and_both_leave_a_seek_are_brought_together(tmp_path: Path) -> None:
    async def work(here: Process, there: Process, clock: Clock) -> None:
        for at, who in ((here, ASHA), (there, BALA)):  # as if neither had seen the other's seek
            await at.lobby._leave(who, key(who), terms(), quick=True)
            clock.now += 1
        async with listening(here, ASHA) as asha, listening(there, BALA) as bala:
            one, other = await asyncio.gather(asha(GameFound), bala(GameFound))
        assert one.game == other.game
        assert {one.seat, other.seat} == {Seat.SOUTH, Seat.NORTH}
        assert [each.state for each in await here.lobby.current(clock.now)] == [SeekState.TAKEN]

    evening(work, tmp_path, 2)


def test_who_sits_down_elsewhere_gives_up_his_own_seek_and_has_it_again_where_that_fails(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        own, other = await here.seek(ASHA), await here.seek(BALA, terms("club"))
        before = here.lobby.seeks.change
        here.lobby.seeks.change = lambda stored, *rest: (
            None if stored.seek.id == other.seek.id else before(stored, *rest)
        )
        assert "This seek is changing too fast" in await refused(here.take(other, ASHA))
        here.lobby.seeks.change = before
        assert (await here.lobby.one(SEEK, own.seek.id)).state is SeekState.OPEN
        assert (await here.take(other, ASHA)).state is SeekState.TAKEN
        assert (await here.lobby.one(SEEK, own.seek.id)).state is SeekState.WITHDRAWN

    evening(work, tmp_path)


def test_two_pairs_who_each_seek_together_play_doubles(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        first = await here.seek(ASHA, terms(players=4), WORD)
        assert first.state is SeekState.GATHERING
        assert "this seek is for another player" in (await refused(here.take(first, CHITRA))).lower()
        first = await here.take(first, BALA, WORD)
        assert first.state is SeekState.OPEN
        second = await here.take(await here.seek(CHITRA, terms(players=4), WORD), DEV, WORD)
        full = await here.take(first, CHITRA)
        assert full.state is SeekState.TAKEN
        sides = [{each.seat for each in full.seek.places if each.who in pair} for pair in ((ASHA, BALA), (CHITRA, DEV))]
        assert sides == [{Seat.SOUTH, Seat.NORTH}, {Seat.EAST, Seat.WEST}]
        assert (await here.lobby.one(SEEK, second.seek.id)).state is SeekState.WITHDRAWN
        found = await here.lobby.found(full, DEV)
        assert found is not None
        assert (await here.registry.resume(protocol.Resume(game=found.game, key=key(DEV)))).yours == (found.seat,)

    evening(work, tmp_path)


def test_nobody_is_taken_along_as_a_partner_who_did_not_come_as_one(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        mine = await here.take(await here.seek(ASHA, terms(players=4)), BALA)
        assert len(mine.seek.places) == 2
        taken = await here.take(await here.seek(CHITRA, terms(players=4)), ASHA)
        assert {each.who for each in taken.seek.places} == {CHITRA, ASHA}
        assert (await here.lobby.one(SEEK, mine.seek.id)).state is SeekState.WITHDRAWN

    evening(work, tmp_path)


def test_a_partner_has_to_be_welcome_at_a_seek_too(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        rated = await here.seek(ANNA, terms(players=4, stake=Counting.RATED))
        await here.take(await here.seek(BEN, terms(players=4), WORD), BALA, WORD)
        assert "needs an account on every side" in await refused(here.take(rated, BEN))
        here.store.database.write(("INSERT INTO account VALUES ('anna', 'a', 'a', 'a', 0, '', 'open', 0, 0)", ()))
        here.store.database.write(("INSERT INTO account VALUES ('dev', 'd', 'd', 'd', 0, '', 'open', 0, 0)", ()))
        here.store.database.write(("INSERT INTO block VALUES ('dev', 'anna', 0)", ()))
        pair = await here.take(await here.seek(BOT, terms(players=4), WORD), person("dev"), WORD)
        assert "you have blocked a player in it" in await refused(here.take(rated, BOT))
        assert (await here.lobby.one(SEEK, pair.seek.id)).state is SeekState.OPEN, "nothing has changed"

    evening(work, tmp_path)


def test_nobody_waits_at_two_seeks(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        first = await here.take(await here.seek(ASHA, terms(players=4)), BALA)
        assert "You have already joined the seek of Asha" in await refused(here.seek(BALA))
        await here.take(await here.seek(CHITRA), BALA)
        there = await here.lobby.one(SEEK, first.seek.id)
        assert (there.state, [each.who for each in there.seek.places]) == (SeekState.OPEN, [ASHA])

    evening(work, tmp_path)


def test_who_gets_up_again_leaves_his_seat_to_others(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA, terms(players=4))
        await here.take(stored, BALA)
        await here.lobby.give_up(SEEK, stored.seek.id, BALA)
        there = await here.lobby.one(SEEK, stored.seek.id)
        assert (there.state, len(there.seek.places)) == (SeekState.OPEN, 1)

    evening(work, tmp_path)


def test_a_challenge_is_for_who_is_named_and_an_invitation_for_who_has_the_word(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.lobby.challenge(ANNA, key(ANNA), Challenging(terms=terms()), BEN)
        assert "is for another player" in await refused(here.take(stored, BALA))
        assert (await here.take(stored, BEN)).state is SeekState.TAKEN
        invitation = await here.lobby.challenge(ASHA, key(ASHA), Challenging(terms=terms(), word=WORD), None)
        assert "is for another player" in await refused(here.take(invitation, BALA, "v" * 32))
        assert (await here.take(invitation, BALA, WORD)).state is SeekState.TAKEN
        assert "challenge has just been taken" in await refused(here.take(invitation, CHITRA, WORD))

    evening(work, tmp_path)


def test_a_challenge_is_declined_cancelled_or_expires(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        asked = [await here.lobby.challenge(ANNA, key(ANNA), Challenging(terms=terms()), BEN) for _ in range(3)]
        await here.lobby.give_up(CHALLENGE, asked[0].seek.id, BEN)
        await here.lobby.give_up(CHALLENGE, asked[1].seek.id, ANNA)
        assert await refused(here.take(asked[0], BEN)) == "This challenge was declined."
        assert "This challenge was withdrawn" in await refused(here.take(asked[1], BEN))
        clock.now += CHALLENGE_STANDS
        assert "This challenge has expired" in await refused(here.take(asked[2], BEN))

    evening(work, tmp_path)


def test_challenges_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        def ask(to: LobbyParty | None):
            return here.lobby.challenge(ANNA, key(ANNA), Challenging(terms=terms()), to)

        assert (
            await refused(ask(None)) == "A challenge needs an opponent: expected `to`, or the `word` of an invitation."
        )
        assert await refused(ask(ANNA)) == "You cannot challenge yourself; expected another player's name."
        four = Challenging(terms=terms(players=4))
        assert "is for two" in await refused(here.lobby.challenge(ANNA, key(ANNA), four, BEN))
        for _ in range(MOST_CHALLENGES):
            await ask(BEN)
        assert "cancel one first" in await refused(ask(BEN))

    evening(work, tmp_path)


async def played(at: Process, game: str, strokes: int, resigns: LobbyParty) -> None:
    """Start a game, play some strokes, and let one player resign."""
    chairs = {who: await at.registry.resume(protocol.Resume(game=game, key=key(who))) for who in (ANNA, BEN, BOT)}
    table = chairs[ANNA].table
    both = frozenset(seat for chair in chairs.values() for seat in chair.yours)
    for number in range(40):
        state = msgspec.json.decode(table.snapshot())["state"]
        if not state["expected"] or (state["strokes"] >= strokes and state["phase"] not in ("toss",)):
            break
        asked = state["expected"][0]
        nonce, seat = f"{game}-{number}".ljust(16, "n")[:60], Seat(asked["seat"])
        how = {"nonce": nonce, "version": table.room.version, "seat": seat}
        match asked["type"]:
            case "guess":
                command = protocol.Guess(**how, hand=protocol.Hand.LEFT)
            case "choose":
                command = protocol.Choose(**how, what=protocol.Choice.BREAK)
            case "sit":
                command = protocol.Sit(**how, swap=False)
            case _:
                command = protocol.Strike(**how, stroke=Stroke(0, 0, 300_000))
        await table.submit(command, both)
    (seat,) = chairs[resigns].yours
    resign = protocol.Resign(nonce=f"r{game}".ljust(16, "n")[:60], version=table.room.version, seat=seat)
    await table.submit(resign, frozenset({seat}))
    await asyncio.gather(*at.rater._tasks)


async def rated_game(at: Process, one: LobbyParty, other: LobbyParty, strokes: int, resigns: LobbyParty) -> str:
    stored = await at.seek(one, terms(stake=Counting.RATED))
    found = await at.lobby.found(await at.take(stored, other), one)
    assert found is not None
    await played(at, found.game, strokes, resigns)
    return found.game


def test_a_rated_game_moves_both_ratings_once_and_nothing_is_taken_back_in_it(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        game = await rated_game(here, ANNA, BEN, 8, BEN)
        anna, ben = here.lobby.ratings.of("anna", "icf.game"), here.lobby.ratings.of("ben", "icf.game")
        assert anna is not None
        assert ben is not None
        assert anna.rating > 1_500_000 > ben.rating
        room = (await here.registry.resume(protocol.Resume(game=game))).table.room
        assert room.card.rated
        undo = protocol.Undo(nonce="u" * 16, version=room.version, seat=Seat.SOUTH)
        with pytest.raises(CommandRefused, match="Nothing is taken back in a rated game"):
            room.check(undo, frozenset({Seat.SOUTH, Seat.NORTH}))
        here.rater._known.clear()
        here.rater.game_ended(room)
        await asyncio.gather(*here.rater._tasks)
        assert here.lobby.ratings.of("anna", "icf.game") == anna

    evening(work, tmp_path)


def test_a_game_that_is_given_up_before_its_first_stroke_rates_nobody(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        game = await rated_game(here, ANNA, BEN, 0, BEN)
        assert not here.lobby.ratings.is_rated(game)
        assert here.lobby.attendance.of(BEN.party).stayed == (True,)

    evening(work, tmp_path)


def test_a_game_with_a_program_counts_in_a_pool_of_its_own(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        await rated_game(here, ANNA, BOT, 8, BOT)
        assert here.lobby.ratings.of("anna", "icf.game") is None
        assert here.lobby.ratings.of("anna", "icf.game.bots") is not None

    evening(work, tmp_path)


def test_a_sweep_rates_what_a_fall_has_left(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        import time

        clock.now = int(time.time() * 1000)
        here.rater.game_ended = lambda room: None  # simulates a crash before the rating update
        game = await rated_game(here, ANNA, BEN, 8, BEN)
        assert not here.lobby.ratings.is_rated(game)
        again = GameEndListener(here.store, here.registry)
        for name in again._unrated():
            await again._swept(name)
        assert here.lobby.ratings.is_rated(game)
        assert again._unrated() == ()

    evening(work, tmp_path)


def test_what_came_to_nothing_is_dropped_after_a_day(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        old = await here.seek(ASHA)
        asked = await here.lobby.challenge(ANNA, key(ANNA), Challenging(terms=terms()), BEN)
        clock.now += 2 * 86_400_000
        fresh = await here.seek(BALA)
        here.rater.begin()
        async with asyncio.timeout(10):
            while here.lobby.seeks.one(CHALLENGE, asked.seek.id) is not None:
                await asyncio.sleep(0.01)
        assert here.lobby.seeks.one(SEEK, old.seek.id) is None
        assert here.lobby.seeks.one(SEEK, fresh.seek.id) is not None

    evening(work, tmp_path)


def test_ratings_are_told_anew_from_the_games_and_are_the_same(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        for winner in (BEN, ANNA, BEN):
            clock.now += 60_000
            game = await rated_game(here, ANNA, BEN, 8, winner)
        here.lobby.ratings.undo(game, clock.now + 5_000)
        database = here.store.database
        before, standing = database.view(changes_of), here.lobby.ratings.of("anna", "icf.game")
        assert rerated(database) == ()
        database.do("DELETE FROM rating_change WHERE game = ? AND kind = ? RETURNING game", (before[0].game, "played"))
        database.do("UPDATE rating SET rating = ? WHERE account = ? RETURNING account", (9, "anna"))
        assert rerated(database) == ("the ratings: 8 changes of 2 people",)
        assert set(database.view(changes_of)) == set(before)
        assert here.lobby.ratings.of("anna", "icf.game") == standing

    evening(work, tmp_path)


def test_games_of_one_second_are_told_anew_in_the_order_in_which_they_were_rated(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        for loser in (ANNA, BEN, BEN, ANNA):
            await rated_game(here, ANNA, BEN, 8, loser)
        log = here.store.database.view(changes_of)
        assert len({each.at for each in log}) == 1
        assert rerated(here.store.database) == ()
        here.store.database.write(("DELETE FROM rating", ()))
        assert rerated(here.store.database) == ("the ratings: 8 changes of 2 people",)
        assert here.store.database.view(changes_of) == log

    evening(work, tmp_path)


def test_who_leaves_often_is_shown_later_and_told_why(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        for number in range(4):
            here.lobby.attendance.note(f"game-{number}", clock.now + number, {ASHA.party: number == 0})
        stored = await here.seek(ASHA)
        assert stored.seek.shown - stored.seek.made == 15_000
        assert "is not shown yet" in await refused(here.take(stored, BALA))
        other = await here.seek(BALA)
        assert "You left 3 of your last 4 games" in await refused(here.take(other, ASHA))
        async with listening(here, ASHA) as asha:
            yours = await asha(OwnLobbyState)
        assert yours.shown == stored.seek.shown

    evening(work, tmp_path)


def test_the_lobby_shows_seeks_and_games_to_whoever_listens(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        await here.seek(ASHA)
        taken = await here.take(await here.seek(BALA), CHITRA)
        found = await here.lobby.found(taken, BALA)
        assert found is not None
        chair = await here.registry.resume(protocol.Resume(game=found.game, key=key(BALA)))
        chair.table.follow(lambda text: None, None, frozenset(chair.yours))
        async with listening(here, DEV) as dev:
            answer = await dev(LobbySnapshot)
        assert [each.sitters[0].name for each in answer.seeks] == ["Asha"]
        (game,) = answer.playing
        assert (game.game, game.names, game.score, game.board) == (found.game, ("Bala", "Chitra"), (0, 0), 1)

    evening(work, tmp_path)


def test_a_subscription_is_sent_a_snapshot_once_and_then_changes(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        asha = await here.seek(ASHA)
        async with listening(here, None) as next_of:
            first = await next_of(LobbySnapshot)
            assert [each.id for each in first.seeks] == [asha.seek.id]
            four = await here.seek(BALA, terms(players=4))
            added = await next_of(LobbyChanged)
            assert [each.id for each in added.seeks.added] == [four.seek.id]
            await here.take(four, CHITRA)
            moved = await next_of(LobbyChanged)
            ((change),) = moved.seeks.changed
            assert [each.name for each in change.sitters] == ["Bala", "Chitra"]
            await here.lobby.give_up(SEEK, asha.seek.id, ASHA)
            gone = await next_of(LobbyChanged)
            assert gone.seeks.removed == (asha.seek.id,)
            assert [added.after, moved.after, gone.after] == [first.version, added.version, moved.version]

    evening(work, tmp_path)


def test_a_client_that_comes_back_is_sent_only_what_it_missed(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        async with listening(here, None) as next_of:
            version = (await next_of(LobbySnapshot)).version
        asha = await here.seek(ASHA)
        async with listening(here, None, version) as next_of:
            missed = await next_of(LobbySnapshot | LobbyChanged)
        assert (type(missed), missed.after) == (LobbyChanged, version)
        assert [each.id for each in missed.seeks.added] == [asha.seek.id]
        for other in (f"{'f' * 16}-1", f"{version.partition('-')[0]}-99"):
            async with listening(here, None, other) as next_of:
                again = await next_of(LobbySnapshot | LobbyChanged)
            assert (type(again), again.version) == (LobbySnapshot, missed.version)

    evening(work, tmp_path)


def test_a_client_that_is_moved_to_another_process_is_sent_a_snapshot_of_the_same_lobby(tmp_path: Path) -> None:
    async def work(here: Process, there: Process, clock: Clock) -> None:
        asha = await here.seek(ASHA)
        async with listening(here, DEV) as next_of:
            before = await next_of(LobbySnapshot)
        clock.now += 1
        bala = await there.seek(BALA)
        async with listening(there, DEV, before.version) as next_of:
            after = await next_of(LobbySnapshot)
            assert [each.id for each in after.seeks] == [asha.seek.id, bala.seek.id]
            assert after.seeks[0] == before.seeks[0]
            await here.lobby.give_up(SEEK, asha.seek.id, ASHA)
            change = await next_of(LobbyChanged)
        assert (change.after, change.seeks.removed) == (after.version, (asha.seek.id,)), "hinted over the bus"

    evening(work, tmp_path, 2)


def test_a_change_that_no_hint_has_announced_is_found_by_the_next_look(tmp_path: Path) -> None:
    async def work(here: Process, there: Process, clock: Clock) -> None:
        there.lobby.hub.hint = lambda: None  # type: ignore[method-assign]
        async with listening(here, None) as next_of:
            await next_of(LobbySnapshot)
            await there.seek(ASHA)
            assert [each.sitters[0].name for each in (await next_of(LobbyChanged)).seeks.added] == ["Asha"]

    evening(work, tmp_path, 2)


def test_the_101st_seek_is_seen_and_taken_by_a_reader(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        for number in range(101):
            clock.now += 1
            last = await here.seek(guest(f"guest-{number}"))
        async with listening(here, DEV) as next_of:
            seen = list((await next_of(LobbySnapshot)).seeks)
            seen += (await next_of(LobbyChanged)).seeks.added
        assert (len(seen), seen[-1].id) == (101, last.seek.id)
        found = await here.lobby.found(await here.take(last, DEV), DEV)
        assert found is not None

    evening(work, tmp_path)


def test_a_reader_that_is_too_slow_is_sent_a_snapshot_and_nothing_is_queued_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carrom.server.lobby.feed.RETAINED_CHANGES", 2)

    async def work(here: Process, clock: Clock) -> None:
        async with listening(here, None) as slow, listening(here, None) as fast:
            await slow(LobbySnapshot)
            await fast(LobbySnapshot)
            for who in (ASHA, BALA, CHITRA, DEV):
                await here.seek(who)
                await fast(LobbyChanged)
            again = await slow(LobbySnapshot | LobbyChanged)
        assert isinstance(again, LobbySnapshot)
        assert len(again.seeks) == 4

    evening(work, tmp_path)


def test_what_concerns_one_reader_is_sent_to_that_reader_alone(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        async with listening(here, ASHA) as asha, listening(here, BALA) as bala:
            assert [(await each(OwnLobbyState)).seek for each in (asha, bala)] == [None, None]
            stored = await here.seek(ASHA)
            yours = await asha(OwnLobbyState)
            assert yours.seek is not None
            assert yours.seek.id == stored.seek.id
            await bala(LobbyChanged)
            await here.take(stored, CHITRA)
            assert (await asha(GameFound)).seek == stored.seek.id
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1.5):
                    await bala(OwnLobbyState | GameFound)

    evening(work, tmp_path)


@pytest.mark.slow
def test_a_program_that_takes_no_changes_is_sent_the_whole_list_now_and_then(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        whole = here.lobby.hub.lines(Subscription(None, whole=True))

        async def seeks() -> list[str]:
            message = msgspec.json.decode(await anext(whole), type=LobbySnapshot)
            return [each.sitters[0].name for each in message.seeks]

        async with asyncio.timeout(10):
            assert await seeks() == []
            await here.seek(ASHA)
            coming = asyncio.ensure_future(seeks())
            await asyncio.sleep(1.5)
            assert not coming.done(), "not so soon after the last list"
            clock.now += WHOLE_EVERY
            assert await coming == ["Asha"]

    evening(work, tmp_path)


def test_only_those_who_have_a_seek_cost_a_statement(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        prolonged: list[tuple[str, ...]] = []
        prolong = here.lobby.seeks.prolong
        here.lobby.seeks.prolong = lambda parties, until: prolonged.append(tuple(parties)) or prolong(parties, until)
        async with listening(here, ASHA) as asha, listening(here, BALA) as bala:
            await asha(OwnLobbyState)
            await bala(OwnLobbyState)
            await here.seek(ASHA)
            await asha(OwnLobbyState)
            prolonged.clear()
            clock.now += 6_000
            while not prolonged:
                await asyncio.sleep(0.05)
            assert prolonged == [(ASHA.party,)]

    evening(work, tmp_path)


def test_who_listens_to_the_lobby_is_let_go_at_once_by_a_server_that_ends(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        async with listening(here, ASHA) as next_of:
            await next_of(OwnLobbyState)
            here.lobby.hub.end()
            with pytest.raises(StopAsyncIteration):
                await next_of(GameFound)
        async with listening(here, ASHA) as next_of:
            with pytest.raises(StopAsyncIteration):
                await next_of(LobbySnapshot)
        there = here.lobby.seeks.one(SEEK, stored.seek.id)
        assert there is not None
        assert there.waits(clock.now), "his seek stands until he is at another server"

    evening(work, tmp_path)


def test_a_seek_outlives_a_short_break_of_the_line_and_not_a_long_one(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ASHA)
        async with listening(here, ASHA) as asha:
            assert (await asha(OwnLobbyState)).seek is not None
        there = await here.lobby.one(SEEK, stored.seek.id)
        assert clock.now < there.until < clock.now + STANDS
        assert changed(there, until=0) == changed(stored, until=0)

    evening(work, tmp_path)


async def found_by(at: Process, one: LobbyParty, other: LobbyParty) -> str:
    """Pair two players; return the ID of their game, which neither has opened yet."""
    found = await at.lobby.found(await at.take(await at.seek(one), other), one)
    assert found is not None
    return found.game


async def ended(at: Process, game: str, clock: Clock) -> None:
    """Advance the clock by two minutes, then wait until a game is over and its results are stored."""
    table = at.registry.active.find(game)
    assert table is not None
    clock.now += 121_000
    table.wake()
    async with asyncio.timeout(10):
        while not table.room.is_over:
            await asyncio.sleep(0.01)
    await asyncio.gather(*at.rater._tasks)


def test_who_stays_away_for_two_minutes_loses_and_who_does_so_three_times_waits(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        for _ in range(2):
            game = await found_by(here, ANNA, BEN)
            chairs = {who: await here.registry.resume(protocol.Resume(game=game, key=key(who))) for who in (ANNA, BEN)}
            table = chairs[ANNA].table
            actor = table.room.actor
            stays, goes = (BEN, ANNA) if actor in chairs[ANNA].yours else (ANNA, BEN)
            table.follow(lambda text: None, None, frozenset(chairs[stays].yours))
            await ended(here, game, clock)
            assert here.lobby.attendance.of(stays.party).stayed[:1] == (True,)
            assert here.lobby.attendance.of(goes.party).stayed[:1] == (False,)
        for number in range(3):
            here.lobby.attendance.note(f"more-{number}", clock.now, {ANNA.party: False})
        manners = here.lobby.attendance.of(ANNA.party)
        assert manners.left >= 3
        stored = await here.seek(ANNA)
        assert stored.seek.shown - stored.seek.made == manners.waits * 1000 >= 15_000

    evening(work, tmp_path)


def test_who_was_gone_when_his_challenge_was_accepted_has_not_left(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        asked = await here.lobby.challenge(ANNA, key(ANNA), Challenging(terms=terms()), BEN)
        found = await here.lobby.found(await here.take(asked, BEN), BEN)
        assert found is not None
        ben = await here.registry.resume(protocol.Resume(game=found.game, key=key(BEN)))
        ben.table.follow(lambda text: None, None, frozenset(ben.yours))
        kinds = {
            "guess": (protocol.Guess, {"hand": protocol.Hand.LEFT}),
            "choose": (protocol.Choose, {"what": protocol.Choice.BREAK}),
        }
        while ben.table.room.actor in ben.yours:
            asked_now = msgspec.json.decode(ben.table.snapshot())["state"]["expected"][0]["type"]
            kind, what = kinds[asked_now]
            how = {"nonce": asked_now.ljust(16, "n"), "version": ben.table.room.version, "seat": ben.yours[0], **what}
            await ben.table.submit(kind(**how), frozenset(ben.yours))
        await ended(here, found.game, clock)
        assert here.lobby.attendance.of(ANNA.party).stayed == (True,)
        assert not here.lobby.ratings.is_rated(found.game)

    evening(work, tmp_path)


def test_who_calls_a_game_off_has_left_it_and_nobody_is_rated(tmp_path: Path) -> None:
    async def work(here: Process, clock: Clock) -> None:
        stored = await here.seek(ANNA, terms(stake=Counting.RATED))
        found = await here.lobby.found(await here.take(stored, BEN), ANNA)
        assert found is not None
        ben = await here.registry.resume(protocol.Resume(game=found.game, key=key(BEN)))
        ben.table.follow(lambda text: None, None, frozenset(ben.yours))
        (seat,) = ben.yours
        abort = protocol.Abort(nonce="a" * 16, version=ben.table.room.version, seat=seat)
        await ben.table.submit(abort, frozenset({seat}))
        await asyncio.gather(*here.rater._tasks)
        assert ben.table.room.is_over
        assert not here.lobby.ratings.is_rated(found.game)
        assert here.lobby.attendance.of(BEN.party).stayed == (False,)
        assert here.lobby.attendance.of(ANNA.party).stayed == (True,)

    evening(work, tmp_path)
