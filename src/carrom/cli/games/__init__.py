"""Commands for rules, records and games on a physical board."""
