"""Who may import whom: docs/design.md's table, read from the sources."""

import ast
from pathlib import Path

import pytest

import carrom

SOURCE = Path(carrom.__file__).parent
FLOORS = (
    {"carrom", "data", "errors"},
    {"board"},
    {"physics", "rules"},
    {"game"},
    {"draw"},
    {"engine", "umpire", "tournament"},
    {"envs"},
    {"protocol"},
    {"typescript"},
    {"server"},
    {"cli"},
    {"__main__"},
)
"""From the ground up: a room imports from floors below and from itself, never sideways and never up."""
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def room_of(module: str) -> str:
    """Return the room of a module: `carrom.board.rack` is in `board`, and `carrom` itself in `carrom`."""
    return module.split(".")[1] if "." in module else "carrom"


def module_of(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """Return every module of this package that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} line {node.lineno}: a relative import; write it out"
            base = node.module or ""
            found |= {f"carrom.{name.name}" for name in node.names} if base == "carrom" else {base}
    return {name for name in found if name.split(".")[0] == "carrom"}


def is_module(name: str) -> bool:
    """Whether a dotted name is a file or folder of the package, and not a name within `carrom/__init__.py`."""
    path = SOURCE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


SOURCES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=[module_of(path) for path in SOURCES])
def test_a_module_imports_only_from_its_own_room_and_the_floors_below(path):
    here = room_of(module_of(path))
    assert here in FLOOR, f"{here} stands in no floor of the table"
    for name in imports_of(path):
        there = room_of(name) if is_module(name) else "carrom"
        assert there == here or FLOOR[there] < FLOOR[here], f"{module_of(path)} imports {name}"


def test_the_table_would_catch_rules_that_look_at_physics():
    assert FLOOR["physics"] == FLOOR["rules"]
    assert FLOOR["board"] < FLOOR["rules"] < FLOOR["game"] < FLOOR["server"] < FLOOR["cli"]
