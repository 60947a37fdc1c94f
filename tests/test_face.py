"""The package's public API: `import carrom` offers what users need, and loads each part when it is first used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import carrom

SOURCE = Path(carrom.__file__)
PROMISED = {"Game", "Position", "Stroke", "rack", "simulate", "judge", "ruleset", "level"}


def imported() -> dict[str, str]:
    """Return the public names that type checkers see, each with its module and its name there."""
    (block,) = [node for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body if isinstance(node, ast.If)][:1]
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def home(name: str) -> str:
    module, colon, inner = carrom._HOMES[name].partition(":")
    return f"carrom.{module}" if colon and not inner else f"carrom.{module}.{inner or name}"


def test_what_is_promised_is_there():
    assert set(carrom.__all__) >= PROMISED
    assert sorted(carrom.__all__) == sorted(["__version__", *carrom._HOMES])
    assert set(carrom.__all__) <= set(dir(carrom))


def test_editors_see_the_same_names_as_programs():
    assert imported() == {name: home(name) for name in carrom._HOMES}


@pytest.mark.parametrize("name", carrom.__all__)
def test_a_name_is_what_its_home_has(name):
    value = getattr(carrom, name)
    assert getattr(carrom, name) is value
    if hasattr(value, "__module__") and not isinstance(value, str | tuple):
        assert value.__module__.startswith("carrom.")


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="'carrom' has no attribute 'Manager'"):
        carrom.Manager  # noqa: B018


def test_importing_the_face_loads_nothing_else():
    heavy = "m.split('.')[0] in ('carrom', 'numpy', 'msgspec')"
    text = f"import sys, carrom; print(*sorted(m for m in sys.modules if {heavy}))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["carrom", "carrom.version"]
