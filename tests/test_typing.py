"""Type checking for users: the installed wheel and the documentation's examples pass `mypy --strict`."""

import doctest
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from this tree, without network access and without rebuilding the web client."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "CARROM_SKIP_WEB": "1"}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("carrom-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install the wheel in a new environment that shares the dependencies but not this tree; return its Python."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    scheme = {"base": str(home), "platbase": str(home)}
    site = Path(sysconfig.get_path("purelib", "venv", scheme))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", scheme)) / ("python.exe" if os.name == "nt" else "python")


def test_the_installed_package_is_not_this_tree_and_says_that_it_is_typed(installed):
    code = "import carrom, pathlib, sys; sys.stdout.write(str(pathlib.Path(carrom.__file__).parent))"
    said = subprocess.run([installed, "-c", code], cwd="/", capture_output=True, text=True, check=True).stdout
    assert Path(said).is_relative_to(installed.parent.parent)
    assert (Path(said) / "py.typed").exists()


def checked(python: Path, folder: Path, *scripts: str) -> str:
    """Return the output of `mypy --strict` for scripts in a folder, against the packages of this Python."""
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--python-executable={python}"]
    mypy += ["--cache-dir", str(python.parent.parent / "mypy")]
    return subprocess.run([*mypy, *scripts], cwd=folder, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_every_example_of_the_library_page_passes_mypy_strict_against_the_installed_wheel(installed, tmp_path):
    page = ROOT / "docs" / "tutorials" / "library.md"
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    (tmp_path / "library_page.py").write_text("".join(example.source for example in examples), encoding="utf-8")
    said = checked(installed, tmp_path, "library_page.py")
    assert said == "Success: no issues found in 1 source file\n"


@pytest.mark.slow
def test_twenty_programs_of_users_pass_mypy_strict_against_the_installed_wheel(installed, tmp_path):
    programs = sorted((ROOT / "tests" / "user_programs").glob("*.py"))
    for program in programs:
        (tmp_path / program.name).write_text(program.read_text(encoding="utf-8"), encoding="utf-8")
    said = checked(installed, tmp_path, *(program.name for program in programs))
    assert said == f"Success: no issues found in {len(programs)} source files\n"


USE = """
from typing import assert_type

import carrom
from carrom.game.events import Event

parameters: dict[str, float | str] = {"friction": 0.1, "pocket": "centre"}
stroke = carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9)
for surface in ("club", {"friction": 0.1}, parameters, carrom.surface("slow")):
    game = carrom.Game(surface=surface)
    carrom.simulate(carrom.rack(), stroke, surface=surface)
    assert_type(game.push(stroke), carrom.Ruling)
sheet = carrom.Game(surface=None)
sheet.push("w2").turn
undone: Event = sheet.pop()
"""
MISUSE = """
import carrom

game = carrom.Game(surface=3)
game.push(7)
game.push("w2").trun
"""


def test_a_type_checker_knows_what_is_pushed_and_what_comes_back(installed, tmp_path):
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    (tmp_path / "misuse.py").write_text(MISUSE, encoding="utf-8")
    found = checked(installed, tmp_path, "use.py", "misuse.py")
    errors = [line.partition(": error")[0] for line in found.splitlines() if ": error" in line]
    assert errors == ["misuse.py:4", "misuse.py:5", "misuse.py:6"], found
