"""The replicated log: each step is stored, then applied; a conflict is read and decided on again."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from carrom.errors import CommitUncertain, StoreError
from carrom.server.ops.bus import InProcess
from carrom.server.ops.cluster import LocalPresence
from carrom.server.ops.event_log import LATEST, TRIES, Append, ChangeSetting, ReplicatedLog, Step, TakeSeat
from carrom.storage.database import EventBatch, StoredEvent, StoredGame, StoredSeat, Tail
from carrom.storage.store import Store

NAME = "game-0001"


class Words:
    """The state of a log of words; `seen` holds what a subscriber was sent, and what was stored at that moment."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.words: list[str] = []
        self.setting, self.seats = "", tuple[StoredSeat, ...]()
        self.seen: list[tuple[str, int]] = []
        mark = store.games.load(NAME).mark  # type: ignore[union-attr]
        self.log = ReplicatedLog(store.games, NAME, mark, InProcess(), LocalPresence())

    def apply(self, change: str) -> None:
        self.words.append(change)
        self.seen.append((change, len(self.store.games.load(NAME).events)))  # type: ignore[union-attr]

    def agree(self, setting: str) -> None:
        self.setting = setting

    def seated(self, seats: tuple[StoredSeat, ...]) -> None:
        self.seats = seats

    async def read(self, news: Tail) -> bool:
        for batch in news.told:
            for each in batch.events:
                self.apply(each.body)
        self.agree(news.setting)
        return True

    async def reload(self, stored: StoredGame) -> None:
        self.words = [each.body for each in stored.events]

    def step(self, word: str, answer: object = None) -> Append[str]:
        event = StoredEvent(version=len(self.words) + 1, body=word)
        return Append(change=word, batches=(EventBatch((event,), None),), answer=answer)

    async def add(self, word: str) -> int:
        async def decide() -> int | Step[str]:
            return self.words.index(word) + 1 if word in self.words else self.step(word)

        return await self.log.submit(self, decide)


def run(test: Callable[[Words, Words], Awaitable[None]]) -> None:
    """Run a test with the states of two processes over one store."""

    async def both() -> None:
        store = Store(":memory:")
        store.games.begin(NAME, "n" * 16, "{}")
        await test(Words(store), Words(store))

    asyncio.run(both())


def test_a_step_is_stored_before_it_is_applied_and_the_decision_repeated_until_it_has_an_answer() -> None:
    async def adds(one: Words, _: Words) -> None:
        assert await one.add("first") == 1
        assert await one.add("second") == 2
        assert await one.add("first") == 1
        assert one.seen == [("first", 1), ("second", 2)]

    run(adds)


def test_a_process_that_was_second_reads_what_the_first_has_stored_and_decides_again() -> None:
    async def races(one: Words, two: Words) -> None:
        assert sorted(await asyncio.gather(one.add("left"), two.add("right"))) == [1, 2]
        await one.log.look(one)
        await two.log.look(two)
        assert one.words == two.words
        assert await two.add(one.words[0]) == 1

    run(races)


def test_a_process_that_is_behind_the_sender_of_a_command_reads_first_if_there_are_others() -> None:
    async def behind(one: Words, two: Words) -> None:
        await one.add("first")
        two.log.fellows.shared = True  # type: ignore[misc]

        async def decide() -> int:
            return len(two.words)

        assert await two.log.submit(two, decide) == 0
        assert await two.log.submit(two, decide, seen=LATEST) == 1

    run(behind)


def test_settings_and_seats_are_steps_too() -> None:
    async def agrees(one: Words, two: Words) -> None:
        seat = StoredSeat(seat="south", name="Asha", hash="h")

        async def decide() -> str | Step[str]:
            if not one.seats:
                return TakeSeat(seat)
            return one.setting or ChangeSetting(lambda text, version: f"{text} at {version}")

        assert await one.log.submit(one, decide) == "{} at 0"
        assert [each.hash for each in one.seats] == ["h"]
        await two.log.change_setting(two, lambda text, _: f"{text}!")
        assert two.setting == "{} at 0!"

    run(agrees)


def test_a_refusal_and_an_unknown_outcome_change_nothing_and_an_endless_race_ends() -> None:
    async def fails(one: Words, two: Words) -> None:
        async def refuse() -> int | Step[str]:
            raise ValueError("not so")

        with pytest.raises(ValueError, match="not so"):
            await one.log.submit(one, refuse)

        def uncertain(*_: object, **__: object) -> None:
            raise CommitUncertain("the disk did not say")

        append = one.store.games.append_batches
        one.store.games.append_batches = uncertain  # type: ignore[assignment, method-assign]
        with pytest.raises(CommitUncertain):
            await one.add("lost")
        assert one.seen == []
        one.store.games.append_batches = append  # type: ignore[method-assign]
        tries = 0

        async def always_second() -> int | Step[str]:
            nonlocal tries
            tries += 1
            await two.add(f"word {tries}")
            return one.step("never")

        with pytest.raises(StoreError, match="changing too fast"):
            await one.log.submit(one, always_second)
        assert tries == TRIES
        assert "never" not in one.words

    run(fails)
