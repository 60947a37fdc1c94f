"""A compact websocket protocol for uvicorn that takes little memory while a connection waits.

- A refusal before the handshake (`websocket.http.response`) is no error, and is logged as none.
- A text frame that is no UTF-8 closes the line (1007) without a traceback.
- A client that answers no ping is gone: its transport is aborted, whatever it has not read.
- A close that nobody answers is not waited for.

And its messages are compressed quickly rather than well: a stroke's film is 10 kB, and each of those who see it has it
compressed anew. A packed line (`films.packet`) compresses nothing itself, and holds no state of a compressor.
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
"""uvicorn's own settings but for the level: half the time for a fifth more bytes."""


class CompactWebSocketProtocol(WebSocketsSansIOProtocol):
    """One websocket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Begin as uvicorn does."""
        super().__init__(*given, **named)
        self.queue, self.writable = CompactQueue(), CompactEvent()  # type: ignore[assignment]
        if self.conn.available_extensions:
            self.conn.available_extensions = [QUICKLY]

    def handle_connect(self, event: Request) -> None:
        """Shake hands; a packed line agrees on no compression of its own."""
        if is_packed(event.path.partition("?")[2]):
            self.conn.available_extensions = []
        super().handle_connect(event)

    async def send(self, message: Any) -> None:
        """Send what the application says; a refusal is a handshake that is complete."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def _forget_handshake(self) -> None:
        """Hold what was said to shake hands no longer: it is a quarter of a line."""
        self.request.headers.clear()
        self.response.headers.clear()

    def send_receive_event_to_app(self) -> None:
        """Hand on a whole message, unless it is a text that is none."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(INVALID_TEXT, "A text has to be UTF-8.")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Let a client go that is not there."""
        super().keepalive_timeout()
        self.transport.abort()
