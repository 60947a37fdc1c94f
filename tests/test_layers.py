"""Imports follow the table of docs/explanation/design.md, and the modules of a package have no circular imports."""

import ast
import re
from collections.abc import Set
from pathlib import Path
from typing import TypeVar

import carrom

M = TypeVar("M", str, Path)
SOURCE = Path(carrom.__file__).parent
DESIGN = SOURCE.parents[1] / "docs" / "explanation" / "design.md"
FACE = "carrom"
"""`carrom/__init__.py`: it imports from every package, and no package imports from it."""
FLOORS = (
    {"child_process", "drawing", "errors", "values", "version"},
    {"compiling", "files", "numeric", "subset"},
    {"board", "i18n", "observability"},
    {"physics", "rules", "tokens"},
    {"game", "storage"},
    {"arrays", "draw"},
    {"books", "engine", "tournament", "umpire"},
    {"envs", "practice"},
    {"analysis"},
    {"lab"},
    {"training"},
    {"protocol"},
    {"tables"},
    {"c_source", "client", "practice_answers", "translation_check", "typescript"},
    {"offline", "server"},
    {"cli"},
    {"__main__"},
    {FACE},
)
"""From the lowest layer up: a package imports only from layers below and from itself."""
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}


def room_of(module: str) -> str:
    """Return the top-level package of a module: `board` for `carrom.board.rack`; `carrom` itself is the facade."""
    return module.split(".")[1] if "." in module else FACE


def module_of(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports_of(source: str | ast.Module, known: Set[str]) -> set[str]:
    """Return every module of this package that a file imports, including imports inside functions.

    `known` are the package's modules; a name that is not among them is taken as an attribute of the imported module.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source) if isinstance(source, str) else source):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import; write it out"
            inner = {f"{node.module}.{name.name}" for name in node.names}
            found |= (inner & known) | ({node.module or ""} if inner - known else set())
    return {name for name in found if name.split(".")[0] == FACE}


def without_types(tree: ast.Module) -> ast.Module:
    """Remove the imports under `if TYPE_CHECKING:` from a parsed source and return it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


def in_circles(imports: dict[M, set[M]]) -> list[M]:
    """Return the modules that import each other in a circle, or import from such a circle, sorted."""
    left = dict(imports)
    while free := [module for module, needs in left.items() if not needs & left.keys()]:
        for module in free:
            del left[module]
    return sorted(left)


def test_a_module_imports_only_from_its_own_room_and_the_floors_below_and_its_room_has_no_circle():
    imports = {}
    for module, path in SOURCES.items():
        here = room_of(module)
        assert here in FLOOR, f"{here} stands in no floor of the table"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name in imports_of(tree, SOURCES.keys()):
            there = room_of(name)
            assert there == here or FLOOR[there] < FLOOR[here], f"{module} imports {name}"
        found = imports_of(without_types(tree), SOURCES.keys())
        imports[module] = {name for name in found if room_of(name) == here and name != module}
    assert sum(map(len, imports.values())) > len(imports), "imports are found"
    assert in_circles(imports) == []


def test_a_circle_by_way_of_an_import_inside_a_function_is_found():
    known = {"carrom.board.position", "carrom.board.picture"}
    lazy = "def shown(position):\n    from carrom.board.picture import picture\n    return picture(position)\n"
    found = {
        "carrom.board.position": imports_of(lazy, known),
        "carrom.board.picture": imports_of("from carrom.board import position\n", known),
    }
    assert in_circles(found) == ["carrom.board.picture", "carrom.board.position"]


def test_an_import_for_types_alone_makes_no_circle():
    text = "if TYPE_CHECKING:\n    from carrom.board.picture import picture\nimport carrom.errors\n"
    assert imports_of(without_types(ast.parse(text)), {"carrom.board.picture", "carrom.errors"}) == {"carrom.errors"}


def test_the_table_would_catch_rules_that_look_at_physics_and_a_room_that_looks_at_the_face():
    assert FLOOR["physics"] == FLOOR["rules"]
    assert FLOOR["board"] < FLOOR["rules"] < FLOOR["game"] < FLOOR["server"] < FLOOR["cli"] < FLOOR[FACE]
    assert imports_of("from carrom import Game, protocol\n", {"carrom", "carrom.protocol"}) == {FACE, "carrom.protocol"}


def test_the_table_names_the_rooms_that_there_are_and_no_others():
    assert {room_of(module) for module in SOURCES} == set(FLOOR)


def test_the_design_page_shows_the_same_table():
    rows = re.findall(r"^\| ([\d, ]+) \| ([^|]+) \|", DESIGN.read_text(encoding="utf-8"), re.MULTILINE)
    shown = [set(re.findall(r"`(\w+)`", rooms)) for _, rooms in rows]
    assert [room for rooms in shown for room in sorted(rooms)] == [room for rooms in FLOORS for room in sorted(rooms)]


WEB = SOURCE.parents[1] / "web" / "src"
WEB_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*)['"]""")


def web_imports(path: Path) -> set[Path]:
    """Return the files of the web client that a file imports, including type imports."""
    found: set[Path] = set()
    for written in WEB_IMPORT.findall(path.read_text(encoding="utf-8")):
        target = path.parent / written
        for candidate in (target, target.with_name(target.name + ".ts"), target.with_name(target.name + ".svelte.ts")):
            if candidate.is_file():
                found.add(candidate.resolve())
                break
    return found


def test_no_files_of_the_page_import_each_other_in_a_circle() -> None:
    files = [path.resolve() for path in sorted(WEB.rglob("*")) if path.suffix in {".ts", ".svelte"}]
    imports = {path: web_imports(path) for path in files}
    assert sum(map(len, imports.values())) > len(files), "imports are found"
    assert in_circles(imports) == []
