"""Arenas, Swiss tournaments and knockouts of a server, from the first entry to the last place."""

from pathlib import Path

import pytest
from server.seeks.people import guest, person
from server.tournaments.evening import Clock, Process, evening, refused, terms

from carrom.protocol.http_lobby import Sought
from carrom.server.events.tournament_routes import bracket_told
from carrom.server.events.tournaments import LiveTournament, standings_of

PEOPLE = [guest(f"guest{number}") for number in range(1, 13)]


async def with_people(at: Process, number: int, kind: str = "arena", **more: object) -> LiveTournament:
    live = await at.create(PEOPLE[0], terms(kind, **more))
    for each in PEOPLE[:number]:
        await at.join(live.id, each)
    return live


def test_an_arena_of_eight_pairs_everybody_at_its_start_and_again_when_they_are_free(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 8)
        await at.step(live)
        assert live.state.stage == "created"
        await at.step(live, 60)
        assert live.state.stage == "running"
        assert len(live.state.running) == 4
        assert all(each.game for each in live.state.pairings)
        for number in live.state.running:
            await at.play(live, live.state.pairing(number), live.state.pairing(number).b)
        before = {frozenset(each.entries) for each in live.state.pairings}
        await at.step(live)
        assert len(live.state.running) == 4
        assert not before & {frozenset(each.entries) for each in live.state.pairings[4:]}
        assert sorted(each.points for each in live.state.entries) == [0, 0, 0, 0, 2, 2, 2, 2]
        clock.now = live.state.ends or 0
        await at.step(live)
        assert live.state.stage == "finished"
        assert live.setting.outcome is not None
        assert live.setting.outcome.players == 8
        late = live.state.running[0]
        await at.play(live, live.state.pairing(late), live.state.pairing(late).b)
        await at.step(live)
        await at.runner._store_results(live)
        assert live.state.pairing(late).how == "late"
        assert sum(each.points for each in live.state.entries) == 8

    evening(all_of_it, tmp_path / "games.db")


@pytest.mark.slow
def test_a_swiss_of_six_plays_its_rounds_and_ranks_by_points_and_buchholz(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 6, "swiss", rounds=3, between=30)
        await at.step(live, 61)
        for number in (1, 2, 3):
            assert live.state.round == number
            assert len(live.state.running) == 3
            for each in live.state.running:
                pairing = live.state.pairing(each)
                await at.play(live, pairing, max(pairing.entries))
            await at.step(live)
            assert not live.state.running
            await at.step(live, 20)
            assert live.state.round == number, "the pause between two rounds"
            await at.step(live, 10)
        assert live.state.stage == "finished"
        first, *rest = standings_of(live.state)
        assert (first.entry, first.points) == (1, 6)
        assert [each.points for each in rest] == sorted((each.points for each in rest), reverse=True)
        met = [frozenset(each.entries) for each in live.state.pairings]
        assert len(set(met)) == len(met) == 9

    evening(all_of_it, tmp_path / "games.db")


def test_a_knockout_of_five_goes_on_without_the_player_who_does_not_come(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 5, "knockout", between=5, appear=30)
        await at.step(live, 61)
        assert [each.how for each in live.state.pairings].count("bye") == 3
        (number,) = live.state.running
        pairing = live.state.pairing(number)
        here = (await at.games.active.open(str(pairing.game))).follow
        from carrom.board.seat import Seat

        here(lambda text: None, None, frozenset({Seat.SOUTH}))
        await at.step(live, 20)
        assert live.state.pairing(number).result is None
        await at.step(live, 20)
        over = live.state.pairing(number)
        assert (over.result, over.how) == ("first", "absent")
        assert live.state.entry(pairing.b).paused
        assert not live.state.entry(pairing.a).paused
        for _ in range(40):
            await at.step(live, 5)
            for each in live.state.running:
                ahead = live.state.pairing(each)
                if ahead.game:
                    await at.play(live, ahead, max(ahead.entries), strokes=1)
            if live.is_over:
                break
        assert live.state.stage == "finished"
        places = standings_of(live.state)
        assert places[0].entry == 1
        assert [each.place for each in places] == [1, 2, 3, 3, 5]
        shown = bracket_told(live, at.registry.names)
        assert [len(row) for row in shown.rounds] == [4, 2, 1]
        assert [each.bye for each in shown.rounds[0]].count(True) == 3
        ((final,),) = shown.rounds[2:]
        assert (final.entries[final.winner - 1], final.names[final.winner - 1]) == (1, "guest1")
        assert all(each.game for row in shown.rounds for each in row if not each.bye)
        assert live.setting.outcome is not None
        assert [each.name for each in live.setting.outcome.winner] == ["guest1"]

    evening(all_of_it, tmp_path / "games.db")


def test_nobody_wins_a_game_to_which_nobody_comes_and_both_are_paused_until_they_return(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 2, appear=15)
        await at.step(live, 61)
        await at.step(live, 16)
        (only,) = live.state.pairings
        assert (only.result, only.how, only.points) == ("nobody", "absent", (0, 0))
        assert [each.paused for each in live.state.entries] == [True, True]
        await at.step(live, 1)
        assert len(live.state.pairings) == 1
        for each in PEOPLE[:2]:
            await at.join(live.id, each)
        await at.step(live, 1)
        assert len(live.state.pairings) == 2

    evening(all_of_it, tmp_path / "games.db")


def test_four_pairs_play_an_arena_of_doubles(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await at.create(PEOPLE[0], terms(game=Sought(players=4)))
        word = "w" * 32
        await at.join(live.id, PEOPLE[0], partner=word)
        for each in PEOPLE[2:8]:
            await at.join(live.id, each)
        assert await refused(at.join(live.id, PEOPLE[1], partner="x" * 32, entry=1)) == (
            "This pair waits for another partner; ask them for their link."
        )
        await at.join(live.id, PEOPLE[1], partner=word, entry=1)
        assert [len(each.members) for each in live.state.entries] == [2, 2, 2, 2]
        await at.step(live, 61)
        assert len(live.state.running) == 2
        for number in live.state.running:
            pairing = live.state.pairing(number)
            await at.play(live, pairing, pairing.b, strokes=9)
        await at.step(live)
        assert sorted(each.points for each in live.state.entries) == [0, 0, 2, 2]
        game = await at.games.active.open(str(live.state.pairing(1).game))
        assert len(game.room.setting.sitters) == 4

    evening(all_of_it, tmp_path / "games.db")


def test_a_rated_game_of_a_tournament_changes_the_ratings(tmp_path: Path) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        people = [person("anna"), person("ben")]
        for each in people:
            at.store.database.write(
                (
                    "INSERT INTO account (id, name, folded, skeleton, bot, role, state, made, muted) "
                    "VALUES (?, ?, ?, ?, 0, '', 'open', 0, 0) RETURNING id",
                    (each.account, each.name, each.name, each.name),
                )
            )
        live = await at.create(people[0], terms(accounts=True))
        assert "is for people with accounts" in await refused(at.join(live.id, PEOPLE[0]))
        for each in people:
            await at.join(live.id, each)
        await at.step(live, 61)
        pairing = live.state.pairing(1)
        await at.play(live, pairing, pairing.b)
        await at.step(live)
        import asyncio

        for _ in range(100):
            found = at.service._ratings.of("anna", "icf.game")
            if found is not None:
                break
            await asyncio.sleep(0.05)
        assert found is not None
        assert found.games == 1
        room = (await at.games.active.open(str(pairing.game))).room
        assert {each.name for each in room.setting.sitters} == {"anna", "ben"}

    evening(all_of_it, tmp_path / "games.db")
