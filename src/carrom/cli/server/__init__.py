"""Commands that run or maintain a server."""
