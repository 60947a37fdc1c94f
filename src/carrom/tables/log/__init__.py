"""The event log of a table in memory: history, compression, checkpoints and the message backlog."""
