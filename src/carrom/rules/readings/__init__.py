"""Readings: numbered decisions where the source texts are silent or contradict each other, and the rulings based on
them."""
