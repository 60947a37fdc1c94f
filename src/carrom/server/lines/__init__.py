"""A websocket that lasts for hours and mostly waits, kept small."""
