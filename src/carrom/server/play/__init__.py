"""Play at a server: live games, team matches, score sheets, and the websockets of everyone who follows them."""
