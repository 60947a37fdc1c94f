"""Websocket connections: receiving, dispatching, the send queue, and eviction."""
