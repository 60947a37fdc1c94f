"""Research tools: baseline players, self-play games in bulk, their tables, scores and learning curves.

All results follow from seeds. docs/how-to/research.md shows the tools in use; `carrom lab` is the command.
"""
