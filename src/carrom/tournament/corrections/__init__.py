"""Corrections of what was entered: entries, withdrawals, deductions, details and settings."""
