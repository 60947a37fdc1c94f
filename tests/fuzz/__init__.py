"""Fuzz tests: malformed inputs to what each command calls, in process; each must end in a clear message."""
