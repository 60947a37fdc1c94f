"""Rooms and tables in layers: what stands there, who is told of it, what is agreed, what the log says; their floor."""
