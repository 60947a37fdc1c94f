"""Named locks, which exist only while someone holds or awaits them."""

import asyncio

from carrom.server.common import NamedLocks


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
