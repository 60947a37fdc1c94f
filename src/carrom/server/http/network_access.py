"""Network access from a page on the server's own machine: where friends can reach it, and opening it to the network."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

from carrom.errors import SetupError
from carrom.protocol import Reach

Open = Callable[[], Awaitable[tuple[str, ...]]]
"""Lets the network in, and returns the addresses; raises `SetupError`."""


class NetworkAccess:
    """Where one process is reached."""

    def __init__(self, addresses: tuple[str, ...] = (), open: Open | None = None) -> None:
        """Begin with what the network reaches already; `open` lets more of it in, None where that cannot be."""
        self.addresses, self._open = addresses, open
        self._opening = asyncio.Lock()

    def reach(self, local: bool) -> Reach:
        """Return what a page is told; `local` if it runs on this very machine."""
        return Reach(addresses=self.addresses, may_open=local and not self.addresses and self._open is not None)

    async def let_in(self) -> None:
        """Open the door to the network, if it is closed; raises `SetupError`."""
        async with self._opening:
            if not self.addresses:
                if self._open is None:
                    raise SetupError("This server cannot be opened from its page; start it with --host.")
                self.addresses = await self._open()


def own_addresses() -> tuple[str, ...]:
    """Return this machine's addresses (IPv4) in its networks, the one that the world is reached from first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which address it would use
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]  # type: ignore[misc]
    return tuple(address for address in dict.fromkeys(found) if is_of_a_network(address))


def is_of_a_network(address: str) -> bool:
    """Whether other devices may reach this machine by an address in digits."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_link_local or found.is_multicast)


def pages(host: str, port: int) -> tuple[str, ...]:
    """Return the addresses of the page for other devices, where a server listens at `host`; none on loopback."""
    if host in ("0.0.0.0", "::"):
        return tuple(f"http://{address}:{port}/" for address in own_addresses())
    if not is_of_a_network(host.split("%")[0]):
        return ()
    return (f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/",)
