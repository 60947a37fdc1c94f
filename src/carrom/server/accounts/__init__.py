"""Accounts: sign-up, login, own data, moderation, deletion, and their HTTP routes."""
