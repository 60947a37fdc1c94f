"""Rendering of environments as pixels or text."""

from typing import Any

from carrom.board.equipment import Equipment
from carrom.board.position import Position
from carrom.board.seat import Seat
from carrom.draw.ascii import letters
from carrom.draw.pixels import pixels
from carrom.errors import RefusedRequest
from carrom.game.expected.status import sentence
from carrom.game.game import GameHistory

MODES = ("ansi", "rgb_array")
SIZE = 384
"""Width and height of a picture in pixels."""


def check_mode(mode: str | None, modes: tuple[str, ...] = MODES) -> None:
    """Raise `RefusedRequest` for an unknown render mode."""
    if mode is not None and mode not in modes:
        raise RefusedRequest(f"the render mode is {mode!r:.40}; expected one of {', '.join(modes)}, or None")


def shown(game: GameHistory, seat: Seat, mode: str) -> Any:
    """Return a game's board as pixels or as text with a sentence below, seen from `seat`."""
    position = game.position if game.position is not None else Position()
    if mode == "rgb_array":
        return pixels(position.placed, seat, SIZE, game.state.equipment)
    return f"{lettered(position, seat, game.state.equipment)}{sentence(game)}\n"


def lettered(position: Position, seat: Seat, equipment: Equipment) -> str:
    """Return a board as text."""
    return letters(position.placed, seat, equipment) + "\n"
