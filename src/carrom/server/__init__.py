"""The server: play, lobby, people, events, HTTP and operation. Only this package knows sockets and web frameworks."""
