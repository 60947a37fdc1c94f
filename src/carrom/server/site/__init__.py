"""The built client and what it hears first."""
