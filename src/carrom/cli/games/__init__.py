"""Commands for rules, records and games at a wooden board."""
