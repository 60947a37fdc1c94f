"""Identity of a request: account rows, sessions, tokens, known devices, user names."""
