"""Messages that are sent over HTTP rather than over the websocket: lobby, hall, championships, score sheets."""
