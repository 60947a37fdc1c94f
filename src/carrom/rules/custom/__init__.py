"""Custom rule sets: TOML files, their parameters and switches."""
