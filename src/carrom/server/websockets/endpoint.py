"""The websocket endpoint: accepts connections, greets them, and closes them when the process stops."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from starlette.websockets import WebSocket

from carrom import protocol
from carrom.server.cluster.node import Cluster
from carrom.server.common.deferred import afterwards
from carrom.server.common.dispatcher import Dispatcher
from carrom.server.common.server_events import ConnectionsClosing, DatabaseLost, ServerStopping
from carrom.server.http.network_access import NetworkAccess
from carrom.server.http.security import LOOPBACK, client_address, host_name
from carrom.server.identity.principal import Principal
from carrom.server.identity.sessions import Authenticator, who_it_is
from carrom.server.websockets.connection import RESTARTS, TRY_LATER, Client, Connection, ConnectionServices
from carrom.server.websockets.connections import ConnectionManager
from carrom.tables.log.compression import is_packed

log = logging.getLogger("carrom.server")

_SPREAD = 1.0
"""Seconds over which the connections of a process that has lost the database are closed."""

Watch = Callable[[str, Callable[[], None]], Callable[[], None]]
"""Calls the second argument when the session with this hash ends; returns a function that cancels that."""
Greet = Callable[[bool, Principal | None], protocol.Welcome]
"""Returns the greeting of a page; the first argument is whether it runs on this machine."""


class WebSocketEndpoint:
    """The open connections of one process."""

    def __init__(
        self,
        services: ConnectionServices,
        greet: Greet,
        access: NetworkAccess,
        cluster: Cluster,
        visitors: tuple[Authenticator, Watch] | None,
        dispatcher: Dispatcher,
    ) -> None:
        """Accept as many connections as the limits allow; `visitors` identifies accounts and watches their sessions."""
        self._services, self._greet, self._access, self._cluster = services, greet, access, cluster
        self._visitors = visitors
        limits = services.limits
        self._open = ConnectionManager[Connection](limits.connections, limits.connections_per_address)
        self._is_stopping = False
        self._closing: asyncio.Task[None] | None = None
        dispatcher.subscribe(ServerStopping, self._announce_stop)
        dispatcher.subscribe(ConnectionsClosing, lambda event: self._open.part(event.seconds))
        dispatcher.subscribe(DatabaseLost, self._close_all)

    def __len__(self) -> int:
        """Return the number of open connections."""
        return len(self._open)

    async def accept(self, socket: WebSocket) -> None:
        """Serve one websocket until it closes."""
        address = client_address(socket.scope)
        if self._turns_away:
            await socket.accept()
            await socket.close(RESTARTS, "This server cannot continue; reconnect in a moment.")
            return
        if not self._open.makes_room_for(address):
            await socket.accept()
            await socket.close(TRY_LATER, "Too many connections; close another page, or try again later.")
            return
        client, known = await self._identify(socket, address)
        connection = Connection(socket, client, self._services)
        self._open.add(connection)
        afterwards(socket.scope, partial(self._serve, connection, self._is_local(socket), known))

    def broadcast(self, message: protocol.ServerMessage) -> None:
        """Send a message to every client."""
        self._open.announce(protocol.encode(message))

    async def _identify(self, socket: WebSocket, address: str) -> tuple[Client, Principal | None]:
        """Return what is known about a client, and its account if it has one."""
        options = {
            "address": address,
            "packs": is_packed(socket.url.query),
            "open_network": self._open_network if self._is_local(socket) else None,
        }
        if self._visitors is None:
            return Client(**options), None  # type: ignore[arg-type]
        authenticator, word = self._visitors[0], who_it_is(socket.headers)
        return Client(account=partial(authenticator.who, word), **options), await authenticator.who(word)  # type: ignore[arg-type]

    async def _serve(self, connection: Connection, local: bool, known: Principal | None) -> None:
        """Serve a connection until it closes; it is closed when its session ends."""
        unwatch = None
        if known is not None and self._visitors is not None:
            unwatch = self._visitors[1](known.hash, lambda: self._open.let_go(connection))
        try:
            await connection.serve(partial(self._greetings, local, known))
        except asyncio.CancelledError:
            if not self._turns_away:
                raise
            log.info("A connection was closed before its answer because the server is shutting down.")
        finally:
            self._open.drop(connection)
            if unwatch is not None:
                unwatch()

    def _greetings(self, local: bool, known: Principal | None) -> list[str]:
        """Return the first messages of a connection, which say what `broadcast` has sent before."""
        greetings = [protocol.encode(self._greet(local, known))]
        if self._is_stopping:
            greetings.append(protocol.encode(protocol.Draining()))
        return greetings

    async def _open_network(self, nonce: str) -> None:
        """Let other devices connect, and send every page the addresses of this server."""
        before = self._access.addresses
        await self._access.let_in()
        reach = self._access.reach(local=False)
        for connection in self._open:
            if connection.has_opened == nonce:
                connection.send(protocol.encode(protocol.ReachChanged(nonce=nonce, reach=reach)))
            elif not before:
                connection.announce(protocol.encode(protocol.ReachChanged(nonce=None, reach=reach)))

    @property
    def _turns_away(self) -> bool:
        """Whether the process is stopping or has lost the database, so that another one serves better."""
        return self._is_stopping or (self._cluster.cut_off is not None and self._cluster.cut_off.now)

    def _announce_stop(self, _: ServerStopping) -> None:
        log.info("The server is shutting down; %d connections are open.", len(self._open))
        self._is_stopping = True
        self.broadcast(protocol.Draining())

    def _close_all(self, _: DatabaseLost) -> None:
        """Close every connection shortly; the clients reconnect to a process that has the database."""
        self._closing = asyncio.get_running_loop().create_task(self._open.part(_SPREAD))

    @staticmethod
    def _is_local(socket: WebSocket) -> bool:
        """Return whether a page runs on this machine and was opened at its own address."""
        return client_address(socket.scope) in LOOPBACK and host_name(socket.headers.get("host", "")) in LOOPBACK
