"""What a server tells a collector of traces, where it is told to: how long each part of a command took."""
