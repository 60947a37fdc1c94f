"""Reverse proxy support: which proxies are trusted, and the client address behind them.

Each proxy adds the address it was called from at the right end of `X-Forwarded-For`; what stands further left anybody
may have written. So the right-most address that is no trusted proxy's is the client's (RFC 7239 §8.1 says why).
"""

import ipaddress
from collections.abc import Sequence

from carrom.errors import SetupError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """The trusted proxies of one server."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """Trust the proxies of some networks (`10.0.0.0/8`, `127.0.0.1`); raises `SetupError` for what is none."""
        self._networks = tuple(_network(text) for text in networks)

    def trusts(self, address: str) -> bool:
        """Whether an address is a trusted proxy's."""
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address, from that of the connection and the `X-Forwarded-For` headers."""
        if not self.trusts(peer):
            return peer
        found = peer
        for word in reversed([word for line in forwarded for word in line.split(",")]):
            address = _address(_without_port(word.strip()))
            if address is None:
                return found
            found = str(address)
            if not self.trusts(found):
                return found
        return found


def household(address: str) -> str:
    """Return what stands for an address where one may have many: an IPv6 network of 64 bits, else itself."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address; one of IPv4 that is written as IPv6 (`::ffff:10.0.0.1`) is one of IPv4."""
    try:
        found = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _without_port(word: str) -> str:
    """Return `[::1]:80` as `::1` and `10.0.0.1:80` as `10.0.0.1`."""
    if word.startswith("["):
        return word[1:].partition("]")[0]
    return word.partition(":")[0] if word.count(":") == 1 else word


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise SetupError(f"{text!r} is no network of proxies; 10.0.0.0/8 or 127.0.0.1 is ({error}).") from error
