"""The functions of a step, compiled by Numba with the functions that they call, or as plain Python."""

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from carrom.arrays import facts, layout, placing, queues, settlement, step, striker_lines
from carrom.board import free_space
from carrom.compiling import compiled_functions
from carrom.physics.kernel import compiled
from carrom.physics.kernel import layout as kernel_layout

MODULES: tuple[ModuleType, ...] = (
    queues,
    facts,
    queues,
    settlement,
    settlement,
    settlement,
    striker_lines,
    placing,
    step,
)
"""Modules to compile; each stands after those that it calls."""
ENTRIES = ("step_boards", "play_boards", "rule_boards", "first_illegal", "aim")
SOURCES: tuple[ModuleType, ...] = (*free_space.MODULES, kernel_layout, *compiled.MODULES, layout, *MODULES)
"""All sources of the compiled code; their hash names the cache folder."""


@cache
def functions(is_compiled: bool) -> dict[str, Callable[..., Any]]:
    """Return the functions that Python calls, by name."""
    found = {function.__name__: twin for function, twin in board_twins().items()} if is_compiled else _as_they_stand()
    return {name: found[name] for name in ENTRIES}


def _as_they_stand() -> dict[str, Callable[..., Any]]:
    return {name: getattr(module, name) for module in MODULES for name in ENTRIES if hasattr(module, name)}


@cache
def board_twins() -> dict[FunctionType, Any]:
    """Return the compiled twins of all functions of this package; their code is cached on disk."""
    return compiled_functions("boards", MODULES, ENTRIES, _below(), sources=SOURCES)


def all_twins() -> dict[FunctionType, Any]:
    """Return the compiled twins of this package and of those that it calls."""
    return {**_below(), **board_twins()}


def _below() -> dict[FunctionType, Any]:
    return {**free_space.room_twins(), **compiled.kernel_twins()}
