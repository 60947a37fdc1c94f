"""The client address of a request that came through proxies."""

import pytest

from carrom.errors import SetupError
from carrom.server.http.security import Proxies, household

BEHIND = Proxies(("10.0.0.0/8", "127.0.0.1", "::1"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("203.0.113.9", ["203.0.113.7"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4, 203.0.113.7"], "203.0.113.7"),
        ("127.0.0.1", ["1.2.3.4", "203.0.113.7, 10.1.2.3"], "203.0.113.7"),
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ("127.0.0.1", ["203.0.113.7, no address"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.7:5123"], "203.0.113.7"),
        ("::1", ["[2001:db8::7]:443"], "2001:db8::7"),
        ("::ffff:127.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        ("unknown", ["203.0.113.7"], "unknown"),
        ("127.0.0.1", [", ,"], "127.0.0.1"),
    ],
)
def test_the_client_is_the_right_most_address_that_is_no_trusted_proxys(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert BEHIND.client(peer, forwarded) == client


def test_without_trusted_proxies_nobody_can_say_where_they_come_from() -> None:
    assert Proxies().client("127.0.0.1", ["203.0.113.7"]) == "127.0.0.1"


def test_what_is_no_network_is_refused_in_words() -> None:
    with pytest.raises(SetupError, match="'here' is not a network"):
        Proxies(("here",))


def test_an_ipv6_household_counts_as_one() -> None:
    assert household("2001:db8:1:2:3::9") == household("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::9") != household("2001:db8:1:2::9")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("203.0.113.7") == "203.0.113.7"
    assert household("testclient") == "testclient"
