"""Casebook lines: read a line, decide it by the laws, and render the cases of a rule set as a page."""
