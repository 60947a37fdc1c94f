"""Casebook lines of the kinds `match` and `order`: parsing, decisions and explanations."""
