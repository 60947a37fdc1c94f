"""Proving who somebody is: passwords, passkeys, and throttling of wrong tries."""
