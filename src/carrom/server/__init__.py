"""The server: play, lobby, people, events, HTTP and operation; only this package knows sockets and the web framework."""
