"""Printed sheets: score cards, brackets, standings; as HTML, Typst or PDF."""
