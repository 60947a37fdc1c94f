"""Names of computer opponents: the engine's levels, and the external engines registered in this process.

This module loads no numerical library, so that a game's settings can be checked without the engine.
"""

import re
from typing import Protocol

from carrom.engine.play.levels import LEVELS, Level, level_named
from carrom.engine.play.program import Program
from carrom.errors import RefusedRequest

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}")


class RegisteredEngine(Program, Protocol):
    """An external engine with its name and the level that gives its aim error."""

    name: str
    level: Level

    def close(self) -> None:
        """End the engine's process."""


_registered: dict[str, RegisteredEngine] = {}


def register(engine: RegisteredEngine) -> None:
    """Make an engine available as an opponent in this process. Raises `RefusedRequest` for an invalid or taken name."""
    name = engine.name
    if not NAME.fullmatch(name):
        raise RefusedRequest(f"{name!r:.60} is not an engine name: use up to 30 letters, digits, spaces, dots, dashes.")
    if name in {level.name for level in LEVELS} or name in _registered:
        raise RefusedRequest(f"The name {name} is taken; give the engine another name.")
    _registered[name] = engine


def registered() -> tuple[RegisteredEngine, ...]:
    """Return the registered engines, in the order of registration."""
    return tuple(_registered.values())


def registered_engine(name: str) -> RegisteredEngine | None:
    """Return the registered engine of that name, or None."""
    return _registered.get(name)


def opponent_name(name: str) -> str:
    """Return the current name of a level or registered engine. Raises `RefusedRequest` for an unknown name."""
    return name if name in _registered else level_named(name).name
