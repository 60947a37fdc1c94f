"""Authentication of people: passwords, passkeys, and throttling of failed attempts."""
