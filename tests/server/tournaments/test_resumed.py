"""What was decided is done once: after a crash at any moment, and with two processes on one database."""

import asyncio
from pathlib import Path

import pytest
from server.tournaments.evening import Clock, Process, evening, terms
from server.tournaments.test_runner import PEOPLE, with_people

from carrom.server.events.tournament_routes import past_view
from carrom.server.events.tournaments import LiveTournament


def games_in(at: Process) -> int:
    return int(at.store.database.ask("SELECT COUNT(*) FROM game", ())[0][0])


class Killed(BaseException):
    """The process dies here."""


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("where", ["before the games", "after some games", "before a result"])
def test_after_a_crash_every_pairing_has_one_game_and_every_game_one_result(tmp_path: Path, where: str) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 8)
        clock.now += 61_000

        async def dies(*_: object) -> None:
            raise Killed

        if where == "before the games":
            at.runner._create_games = dies  # type: ignore[method-assign]
        elif where == "after some games":
            created, count = at.runner._created, 0

            async def some(*words: object) -> str | None:
                nonlocal count
                count += 1
                if count > 2:
                    raise Killed
                return await created(*words)  # type: ignore[arg-type]

            at.runner._created = some  # type: ignore[method-assign]
        if where != "before a result":
            with pytest.raises(Killed):
                await at.runner.step(live)
        else:
            await at.runner.step(live)
            for number in live.state.running:
                await at.play(live, live.state.pairing(number), live.state.pairing(number).a)
        new = Process(tmp_path / "games.db", clock)
        await new.runner._sweep()
        again = await new.registry.open(live.id)
        await new.runner.step(again)
        assert len(again.state.pairings) == (8 if where == "before a result" else 4)
        assert all(each.game for each in again.state.pairings)
        assert games_in(new) == len(again.state.pairings)
        if where == "before a result":
            assert [each.result for each in again.state.pairings[:4]] == ["second"] * 4
        await new.close()

    evening(all_of_it, tmp_path / "games.db")


@pytest.mark.parametrize("stored", [True, False])
def test_a_list_shows_how_a_tournament_ended_also_after_a_crash_at_its_end(tmp_path: Path, stored: bool) -> None:
    async def all_of_it(at: Process, clock: Clock) -> None:
        live = await with_people(at, 4)
        await at.step(live, 61)
        for number in live.state.running:
            await at.play(live, live.state.pairing(number), live.state.pairing(number).a)
        cancelled = await with_people(at, 1, name="Alone")
        clock.now = live.state.ends or 0

        async def dies() -> None:
            raise Killed

        if not stored:
            live.keep_outcome = dies  # type: ignore[method-assign]
            with pytest.raises(Killed):
                await at.runner.step(live)
        else:
            await at.runner.step(live)
        await at.runner.step(cancelled)
        new = Process(tmp_path / "games.db", clock)
        past = {each.id: each.setting.outcome for each in await new.registry.past(10)}
        ended, alone = past[live.id], past[cancelled.id]
        assert ended is not None
        assert (ended.players, ended.winner, ended.cancelled) == (4, (), False), "two share the first place"
        assert alone is not None
        assert (alone.players, alone.cancelled) == (1, True)
        answer = {each.id: past_view(each, new.registry.names).stage.value for each in await new.registry.past(10)}
        assert answer == {live.id: "finished", cancelled.id: "cancelled"}
        await new.close()

    evening(all_of_it, tmp_path / "games.db")


def test_two_processes_decide_every_pairing_once(tmp_path: Path) -> None:
    async def all_of_it(one: Process, other: Process, clock: Clock) -> None:
        live = await one.create(PEOPLE[0], terms())
        there = await other.registry.open(live.id)
        for at, each in enumerate(PEOPLE[:8]):
            await (one, other)[at % 2].join(live.id, each)
        clock.now += 61_000

        async def steps(at: Process, own: LiveTournament) -> None:
            for _ in range(4):
                await at.runner.step(own)

        await asyncio.gather(steps(one, live), steps(other, there))
        await live.look()
        await there.look()
        assert live.state == there.state
        assert len(live.state.pairings) == len(live.state.running) == 4
        assert games_in(one) == 4
        members = [member.party for entry in live.state.entries for member in entry.members]
        assert len(members) == len(set(members)) == 8

    evening(all_of_it, tmp_path / "games.db", processes=2)
