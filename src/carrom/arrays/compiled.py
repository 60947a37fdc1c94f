"""The functions of a step: compiled together with those they call, or as they stand."""

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from carrom.arrays import layout, pending_placements, placing, queue, step, striker_lines
from carrom.arrays.law import colour_payment, facts, points_payment, settlement
from carrom.board.placement import free_space
from carrom.compiling import twins_kept
from carrom.physics.kernel import compiled
from carrom.physics.kernel import layout as kernel_layout

MODULES: tuple[ModuleType, ...] = (
    queue,
    facts,
    pending_placements,
    colour_payment,
    points_payment,
    settlement,
    striker_lines,
    placing,
    step,
)
"""In the order of who calls whom."""
ENTRIES = ("step_boards", "play_boards", "rule_boards", "first_illegal", "aim")
SOURCES: tuple[ModuleType, ...] = (*free_space.MODULES, kernel_layout, *compiled.MODULES, layout, *MODULES)
"""What the compiled code is made of."""


@cache
def functions(is_compiled: bool) -> dict[str, Callable[..., Any]]:
    """Return what Python calls of a step, by name."""
    found = {function.__name__: twin for function, twin in board_twins().items()} if is_compiled else _as_they_stand()
    return {name: found[name] for name in ENTRIES}


def _as_they_stand() -> dict[str, Callable[..., Any]]:
    return {name: getattr(module, name) for module in MODULES for name in ENTRIES if hasattr(module, name)}


@cache
def board_twins() -> dict[FunctionType, Any]:
    """Return the twins of all functions of the room, which keep their compiled code in the cache folder."""
    return twins_kept("boards", MODULES, ENTRIES, _below(), sources=SOURCES)


def all_twins() -> dict[FunctionType, Any]:
    """Return the twins of this room and of those below it."""
    return {**_below(), **board_twins()}


def _below() -> dict[FunctionType, Any]:
    return {**free_space.room_twins(), **compiled.kernel_twins()}
