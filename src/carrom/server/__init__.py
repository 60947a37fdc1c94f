"""The server: rooms, their store, connections, and the application that holds them."""
