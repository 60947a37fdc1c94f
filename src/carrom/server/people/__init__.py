"""People at a server: accounts, login, sessions, user names, profiles, ratings and moderation."""
