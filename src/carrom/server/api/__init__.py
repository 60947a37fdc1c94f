"""The open HTTP API: one table of operations makes its routes, its checks and its description."""
