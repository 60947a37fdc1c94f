"""A bot for a server: it plays a board against a level with the asynchronous client.

Set CARROM_SERVER to the address of a server.
"""

import asyncio
import os

import carrom
from carrom import protocol
from carrom.client import ApiError, AsyncClient, AsyncGame
from carrom.protocol.common import Length


async def answer(game: AsyncGame, state: protocol.State, version: int) -> int | None:
    """Strike straight ahead when it is our turn; return the new version."""
    for expected in state.expected:
        if isinstance(expected, protocol.ExpectStrike) and expected.seat in game.yours:
            try:
                return await game.strike(version, carrom.Stroke(0, 0, 2_000_000))
            except ApiError as refused:
                print(refused.code, refused)
    return None


async def main(address: str) -> None:
    async with AsyncClient(address) as client:
        levels: list[str] = await client.levels()
        game = await client.begin_against(levels[0], length=Length.BOARD)
        strokes = 0
        async for message in game.stream():
            if isinstance(message, protocol.Snapshot | protocol.Played | protocol.Acted):
                strokes += isinstance(message, protocol.Played)
                if message.state is None or message.state.result is not None or strokes == 2:
                    break
                await answer(game, message.state, message.version)
        print(f"{strokes} strokes against {levels[0]}")


server = os.environ.get("CARROM_SERVER")
if server:
    asyncio.run(main(server))
else:
    print("Set CARROM_SERVER to the address of a server.")
