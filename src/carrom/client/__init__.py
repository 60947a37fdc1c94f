"""An asynchronous client of a carrom server's API, typed by the protocol (docs/how-to/api.md).

It needs the extra `client` (`pip install "carrom[client]"`).

    async with AsyncClient("http://127.0.0.1:8137") as client:
        game = await client.begin_against("club")
        async for event in game.stream():
            print(event)
"""

from carrom.errors import SetupError

try:
    import httpx  # noqa: F401 - says at once what is missing
except ImportError:
    raise SetupError('The client needs the extra "client": pip install "carrom[client]".') from None

from carrom.client.client import ApiError, AsyncClient, AsyncGame, AsyncTournament, GameMessage, LobbyView

__all__ = ["ApiError", "AsyncClient", "AsyncGame", "AsyncTournament", "GameMessage", "LobbyView"]
