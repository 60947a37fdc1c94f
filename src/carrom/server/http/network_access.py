"""Network access: the server's addresses on the network, and opening the server to the network from its page."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from carrom.errors import SetupError
from carrom.protocol import Reach

Open = Callable[[], Awaitable[tuple[str, ...]]]
"""Starts listening on the network and returns the addresses; raises `SetupError`."""


class NetworkAccess:
    """The addresses of one process on the network."""

    def __init__(self, addresses: tuple[str, ...] = (), open: Open | None = None) -> None:
        """Start with the addresses already reachable; `open` makes the server reachable, None if that is impossible."""
        self.addresses, self._open = addresses, open
        self._opening = asyncio.Lock()

    def reach(self, local: bool) -> Reach:
        """Return the message about reachability for a page; `local` if the page runs on this machine."""
        return Reach(addresses=self.addresses, may_open=local and not self.addresses and self._open is not None)

    async def let_in(self) -> None:
        """Open the server to the network, unless it is; raises `SetupError`."""
        async with self._opening:
            if not self.addresses:
                if self._open is None:
                    raise SetupError("This server cannot be opened to the network from its page; start it with --host.")
                self.addresses = await self._open()


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses, the one used for the default route first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing: connecting a UDP socket only selects the route
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]  # type: ignore[misc]
    return tuple(address for address in dict.fromkeys(found) if is_of_a_network(address))


def is_of_a_network(address: str) -> bool:
    """Return whether other devices may reach this machine at an IP address."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_link_local or found.is_multicast)


def pages(host: str, port: int) -> tuple[str, ...]:
    """Return the URLs of the page for other devices when the server listens at `host`; none for a loopback address."""
    if host in ("0.0.0.0", "::"):
        return tuple(f"http://{address}:{port}/" for address in own_addresses())
    if not is_of_a_network(host.split("%")[0]):
        return ()
    return (f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/",)
