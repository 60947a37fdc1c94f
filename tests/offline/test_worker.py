"""What the worker of the static site needs runs without NumPy, a web framework or a database driver."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy
import site_build
from blocked import output_of

from carrom.offline import small_array, small_numpy

packed = cache(site_build.packed_modules)
LIBRARIES = {"carrom", "msgspec", "numpy", "pyodide", *sys.stdlib_module_names}
ATTRIBUTES = {"base", "imag", "real", "round"}
"""Names of NumPy's arrays that other values have, too."""


def test_the_tables_and_the_requests_of_a_page_import_without_numpy_or_a_web_framework() -> None:
    output_of("import carrom.offline.browser, carrom.offline.requests, carrom.offline.tables, carrom.offline.outside")
    output_of("import carrom.offline.sheets")


ASK = """
import asyncio, json
from random import Random
from carrom.offline import small_numpy
small_numpy.install()
from carrom import protocol
from carrom.offline.requests import answer_request
from carrom.practice_answers import answer

def get(address):
    status, kind, body = asyncio.run(answer_request(None, "GET", address, "", ""))
    return status, json.loads(body) if kind == "application/json" else body
"""


PLACE = """
from carrom import ruleset
from carrom.board import Disc, Seat
from carrom.board.notation import read_position
from carrom.board.spots import placing_spots
from carrom.engine import rollouts
from carrom.engine.geometry import HandNoise
from carrom.engine.search import hardest_spot
from carrom.engine.situation import Situation
from carrom.physics.kernel import compiled
from carrom.physics.surface import PRESETS
from carrom.rules.round import Round

def foresee_men(*words):
    base = words[6]
    for row in range(base.shape[0]):
        for column in range(base.shape[1]):
            base[row, column] = (31 * row + 17 * column) % 97 / 40

rollouts.use(compiled.interpreted(), {"foresee_men": foresee_men})
text = "c1_S.0.-252600_Q.0.0_W2.100000.100000_B1.-100000.50000_B2.50000.150000_W3.-150000.-50000"
at = Situation(Round.begin(ruleset("icf")), read_position(text), PRESETS["club"])
spots = placing_spots(at.position, Disc.W1, at.equipment)[::37]
for mine in ((), (Disc.B1,), (Disc.B1, Disc.B2)):
    for placer in (Seat.NORTH, Seat.SOUTH):
        print(hardest_spot(at, Disc.W1, spots, Seat.SOUTH, placer, mine, HandNoise(1.0, 0.1, 700.0)))
"""
"""Where a due is placed, with a stand-in for the kernel, which runs outside Python in the page."""


def test_the_computer_places_a_due_in_the_page_where_it_places_it_with_numpy(tmp_path: Path) -> None:
    (tmp_path / "place.py").write_text(PLACE, encoding="utf-8")
    with_numpy = subprocess.run([sys.executable, tmp_path / "place.py"], check=True, capture_output=True, text=True)
    lines = with_numpy.stdout.splitlines()
    assert len(set(lines)) > 1
    assert output_of("from carrom.offline import small_numpy\nsmall_numpy.install()\n" + PLACE).splitlines() == lines


def test_rule_books_lessons_puzzles_and_drills_are_answered_in_the_page() -> None:
    printed = output_of(
        ASK
        + """
for path in ("/api/rules?language=hi", "/api/rules/icf", "/api/rules/club/cases", "/api/rules/icf/lessons",
             "/api/rules/icf/compare/club", "/api/puzzles", "/api/puzzles/today", "/api/puzzles/1", "/api/drills",
             "/api/drills/cut"):
    print(path, get(path)[0])
print(get("/api/leaderboards"))
print(get("/api/rules/nothing")[0], get("/api/puzzles/99999")[0])
"""
    ).splitlines()
    assert [line.split()[-1] for line in printed[:10]] == ["200"] * 10
    assert printed[10] == (
        "(501, {'detail': 'This needs a Carrom server: here you play at one screen or against the computer.'})"
    )
    assert printed[11] == "404 400"


def test_a_board_set_up_by_hand_a_puzzle_and_a_drill_are_judged_in_the_page() -> None:
    printed = output_of(
        ASK
        + """
from carrom.practice.setup import SetupPosition
moment = SetupPosition(rules="icf", position="c1W1100,100")
nonce = "nonce-0000000001"
print(type(answer(protocol.Arrange(nonce=nonce, moment=moment), Random(1))).__name__)
print(answer(protocol.Solve(nonce=nonce, puzzle=1, stroke=None), Random(1)).reached)
print(answer(protocol.Drill(nonce=nonce, drill="cut", number=1, stroke=None, tries=0, hits=0), Random(1)).reached)
print(answer(protocol.RunAlone(nonce=nonce), Random(1)).training.run is not None)
"""
    ).split()
    assert printed == ["Arranged", "True", "True", "True"]


def test_what_the_worker_imports_is_packed_and_nothing_of_the_server_or_the_command_line() -> None:
    imported = {name for path in packed().values() for name in site_build.imports_of(path)}
    assert {name for name in imported if site_build.file_of_module(name)} <= set(packed())
    assert not {name for name in packed() if name.startswith(("carrom.server", "carrom.cli", "carrom.client"))}
    assert site_build.packed_files().keys() >= {
        "carrom/compiling/__init__.py", "carrom/engine/learned/breaks.json", "carrom/rules/rulesets/team_event.py",
    }  # fmt: skip
    assert not {name for name in site_build.packed_files() if name.startswith("carrom/compiling/objects")}


def test_packed_modules_use_only_libraries_and_parts_of_numpy_that_the_page_has() -> None:
    missing = [f"{name}: {each}" for name, path in packed().items() for each in missing_in_page(path)]
    assert not missing


def missing_in_page(path: Path) -> Iterator[str]:
    """Yield what a module imports or calls that the page does not have."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            name = str(node.module if isinstance(node, ast.ImportFrom) else node.names[0].name)
            if name.partition(".")[0] not in LIBRARIES:
                yield name
    if "import numpy as np\n" not in text:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np":
            if not hasattr(small_numpy, node.attr):
                yield f"np.{node.attr}"
        elif isinstance(node, ast.Attribute) and node.attr not in ATTRIBUTES and hasattr(numpy.ndarray, node.attr):
            if not hasattr(small_array.ndarray, node.attr):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.keywords:
            function = getattr(small_numpy, node.func.attr, None)
            if ast.unparse(node.func.value) == "np" and inspect.isfunction(function):
                known = inspect.signature(function).parameters
                yield from (f"np.{node.func.attr}({word.arg}=)" for word in node.keywords if word.arg not in known)
