"""Who a request comes from: account rows, sessions, tokens, known devices, user names."""
