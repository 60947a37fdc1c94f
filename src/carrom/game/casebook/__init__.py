"""Casebook lines of the kinds `match` and `order`: read, decided and explained."""
