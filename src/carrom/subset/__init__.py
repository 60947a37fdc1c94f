"""The compiled subset of Python: syntax trees, static types and local variables, for every translator."""
