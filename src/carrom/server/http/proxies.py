"""Reverse proxy support: which proxies are trusted, and the client address behind them.

Each proxy appends the address of its client to `X-Forwarded-For`; entries further left may be forged. So the client is
the rightmost address that does not belong to a trusted proxy (RFC 7239 §8.1).
"""

import ipaddress
from collections.abc import Sequence

from carrom.errors import SetupError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """The trusted proxies of one server."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """Trust the proxies in these networks (`10.0.0.0/8`, `127.0.0.1`); raises `SetupError` for invalid ones."""
        self._networks = tuple(_network(text) for text in networks)

    def trusts(self, address: str) -> bool:
        """Return whether an address belongs to a trusted proxy."""
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address, from the peer address and the `X-Forwarded-For` headers."""
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
    """Return the key by which an address is rate-limited: the /64 network for IPv6, the address itself for IPv4."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the parsed address, or None; an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) becomes IPv4."""
    try:
        found = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _without_port(word: str) -> str:
    """Return an address without brackets and port: `[::1]:80` becomes `::1`, `10.0.0.1:80` becomes `10.0.0.1`."""
    if word.startswith("["):
        return word[1:].partition("]")[0]
    return word.partition(":")[0] if word.count(":") == 1 else word


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise SetupError(
            f"{text!r} is not a network; expected one such as 10.0.0.0/8 or 127.0.0.1 ({error})."
        ) from error
