"""Agents: policies from an observation and a mask to an action, as players of environments and of games."""
