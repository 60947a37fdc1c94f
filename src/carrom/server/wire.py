"""uvicorn's websocket, with four things mended that a client could make it complain of or wait for.

- A refusal before the handshake (`websocket.http.response`) is no error, and is logged as none.
- A text frame that is no UTF-8 closes the line (1007) without a traceback.
- A client that answers no ping is gone: its transport is aborted, whatever it has not read.
- A close that nobody answers is not waited for.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

INVALID_TEXT = 1007
"""Close code of the websocket protocol."""


class Wire(WebSocketsSansIOProtocol):
    """One websocket."""

    async def send(self, message: Any) -> None:
        """Send what the application says; a refusal is a handshake that is complete."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
        if message["type"] == "websocket.close":
            self.loop.call_later(self.close_timeout, self.transport.abort)

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
