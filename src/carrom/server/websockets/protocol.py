"""A compact websocket protocol for uvicorn that takes little memory while a connection waits.

- A refusal before the handshake (`websocket.http.response`) is not logged as an error.
- A text frame that is not UTF-8 closes the connection (1007) without a traceback.
- If a client answers no ping, its transport is aborted, whatever is still unsent.
- If a client does not answer a close frame, the transport is aborted after a timeout.

Compression is set for speed: a stroke's frames are 10 kB and are compressed for each client separately. A connection
that receives packed messages (`tables.log.compression`) negotiates no compression, and so holds no compressor state.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request

from carrom.server.websockets.compact_queue import CompactEvent, CompactQueue
from carrom.tables.log.compression import is_packed

INVALID_TEXT = 1007
"""Close code of the websocket protocol."""


QUICKLY = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
"""uvicorn's own settings except for the level: half the time for a fifth more bytes."""


class CompactWebSocketProtocol(WebSocketsSansIOProtocol):
    """One websocket connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Construct uvicorn's protocol with compact queues and faster compression."""
        super().__init__(*given, **named)
        self.queue, self.writable = CompactQueue(), CompactEvent()  # type: ignore[assignment]
        if self.conn.available_extensions:
            self.conn.available_extensions = [QUICKLY]

    def handle_connect(self, event: Request) -> None:
        """Perform the handshake; a packed connection negotiates no compression."""
        if is_packed(event.path.partition("?")[2]):
            self.conn.available_extensions = []
        super().handle_connect(event)

    async def send(self, message: Any) -> None:
        """Send a message of the application; a refusal completes the handshake."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def _forget_handshake(self) -> None:
        """Free the handshake's headers: they are a quarter of a connection's memory."""
        self.request.headers.clear()
        self.response.headers.clear()

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message; close the connection if a text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(INVALID_TEXT, "A text message must be UTF-8.")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Disconnect a client that answers no ping."""
        super().keepalive_timeout()
        self.transport.abort()
