"""A server's network addresses, and opening it to the local network from a page on the same machine."""

import asyncio

import pytest

from carrom.errors import SetupError
from carrom.protocol import Reach
from carrom.server.http.security import NetworkAccess, is_of_a_network, own_addresses, pages


@pytest.mark.parametrize(
    ("address", "found"),
    [("127.0.0.1", False), ("::1", False), ("0.0.0.0", False), ("169.254.3.4", False), ("192.168.1.20", True)],
)
def test_an_address_is_of_a_network_if_others_may_reach_it(address: str, found: bool) -> None:
    assert is_of_a_network(address) is found


def test_a_server_says_the_addresses_that_others_reach_it_by() -> None:
    assert pages("127.0.0.1", 8137) == pages("::1", 8137) == ()
    assert pages("192.168.1.20", 8137) == ("http://192.168.1.20:8137/",)
    assert pages("fd00::7", 8137) == ("http://[fd00::7]:8137/",)
    assert pages("0.0.0.0", 80) == tuple(f"http://{address}:80/" for address in own_addresses())


def test_only_a_page_on_the_same_machine_may_open_the_door_and_only_once() -> None:
    opened = []

    async def opens() -> tuple[str, ...]:
        opened.append(True)
        return ("http://192.168.1.20:8137/",)

    outside = NetworkAccess()
    assert outside.reach(local=True) == Reach(addresses=(), may_open=False), "nothing opens it"
    outside = NetworkAccess((), opens)
    assert outside.reach(local=False) == Reach(addresses=(), may_open=False)
    assert outside.reach(local=True) == Reach(addresses=(), may_open=True)

    async def twice() -> None:
        await asyncio.gather(outside.let_in(), outside.let_in())

    asyncio.run(twice())
    assert opened == [True]
    assert outside.reach(local=True) == Reach(addresses=("http://192.168.1.20:8137/",), may_open=False)


def test_a_door_that_does_not_open_stays_shut_and_says_why() -> None:
    async def jams() -> tuple[str, ...]:
        raise SetupError("This machine is in no network.")

    outside = NetworkAccess()
    with pytest.raises(SetupError, match="--host"):
        asyncio.run(outside.let_in())
    outside = NetworkAccess((), jams)
    with pytest.raises(SetupError, match="no network"):
        asyncio.run(outside.let_in())
    assert outside.reach(local=True).may_open
