"""The C of the kernels is the translation of the sources, and each construct gives the same bits as in Python."""

import ast
import ctypes
import inspect
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import native_build
import numpy as np
import pytest
from c_source import snippets

from carrom.c_source import kernels
from carrom.c_source.translator import CModule, Entry
from carrom.compiling import kernel_sources
from carrom.errors import TranslationError

ROOT = Path(__file__).parents[2]
FLOATS = [0.0, -0.0, 0.3, -0.3, 1.5, -2.5, 1e300, 5e-324, -3e-310, 2.0**52 + 0.5, 1 / 3]
WHOLE = [0, 1, -1, 2, 7, -5, 24, 2**31, 2**40 + 3, -(2**45)]
NOT_SOURCES = ("errors.py", "compiling/")
CALLS = {
    "floor_divided": [(a, b) for a in WHOLE for b in (1, 2, -2, 7, -24)],
    "modulo": [(a, b) for a in WHOLE for b in (1, 2, -2, 7, -24)],
    "divided": [(a, b) for a in WHOLE for b in (1, 3, -7)],
    "shifted": [(a, n) for a in WHOLE for n in (0, 1, 7)],
    "truncated": [(x,) for x in FLOATS if abs(x) < 1e18],
    "rounded": [(x,) for x in (*FLOATS, 0.5, 2.5, -1.5) if abs(x) < 1e18],
    "mantissa": [(x,) for x in FLOATS],
    "exponent": [(x,) for x in FLOATS],
    "chosen": [(x, n) for x in FLOATS for n in (-1, 0, 3)],
    "looped": [(n,) for n in (0, 1, 5, 24)],
    "of_the_tuple": [(n,) for n in (0, 1, 5)],
    "turned": [(x,) for x in (0.0, 0.3, -2.5, 1e3)],
}
needs_compiler = pytest.mark.skipif(native_build.compiler() is None, reason="there is no C compiler")


def bits(value: float) -> bytes:
    return struct.pack("<d", value)


@pytest.fixture(scope="module")
def snippet_library(tmp_path_factory):
    """Compile the snippets; return the opened object."""
    folder = tmp_path_factory.mktemp("c")
    names = [*CALLS, "written", "in_order"]
    entries = [Entry(getattr(snippets, name), {"narrow": "i1"} if name == "written" else {}) for name in names]
    (folder / "snippets.c").write_text(CModule((snippets,), entries).text, encoding="utf-8")
    made = folder / "snippets.so"
    command = [*native_build.compiler(), *native_build.FLAGS, "-DENTRY(name)=name##_entry", "-shared",
               str(folder / "snippets.c"), "-o", str(made), "-lm"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(made))


def called(library, name: str, arguments: tuple) -> float:
    """Call an entry with numbers."""
    function = library[f"{name}_entry"]
    is_float = inspect.signature(getattr(snippets, name)).return_annotation in (float, "float")
    function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_double if is_float else ctypes.c_int64
    codes = "".join("d" if isinstance(argument, float) else "q" for argument in arguments)
    return function(struct.pack(f"={codes}", *arguments))


@needs_compiler
@pytest.mark.parametrize("name", CALLS)
def test_a_construct_gives_the_same_bits_as_in_python(snippet_library, name):
    for arguments in CALLS[name]:
        expected, found = getattr(snippets, name)(*arguments), called(snippet_library, name, arguments)
        same = found == expected if isinstance(expected, int) else bits(found) == bits(expected)
        assert same, f"{name}{arguments}: {found} instead of {expected}"


@needs_compiler
def test_tables_rows_tails_and_narrow_elements_are_written_as_in_python(snippet_library):
    expected = np.arange(12.0).reshape(3, 4), np.arange(24).reshape(2, 3, 4).astype(np.int8)
    found = [array.copy() for array in expected]
    total = snippets.written(expected[0], expected[1])
    function = snippet_library["written_entry"]
    function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_double
    words = (found[0].ctypes.data, 3, 4, found[1].ctypes.data, 2, 3, 4)
    assert function(struct.pack("=7q", *words)) == total
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))


@needs_compiler
def test_what_a_call_overwrites_is_read_before_it_as_in_python(snippet_library):
    expected, found = np.arange(4.0), np.arange(4.0)
    total = snippets.in_order(expected)
    function = snippet_library["in_order_entry"]
    function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_double
    assert function(struct.pack("=2q", found.ctypes.data, 4)) == total == 123.0
    assert np.array_equal(expected, found)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("with_a_power", r"`\*\*`, whose bits differ between languages"),
        ("with_a_power_in_place", r"`\*\*`, whose bits differ between languages"),
        ("with_a_hypot", r"hypot\(\), whose bits differ between languages"),
        ("with_two_writers", "a call writes to an array"),
        ("with_a_text", "a call of print"),
    ],
)
def test_what_c_would_compute_otherwise_is_refused_with_file_line_and_construct(name, reason):
    with pytest.raises(TranslationError, match=rf"snippets.py:\d+: .*{reason}.* cannot be translated to C"):
        CModule((snippets,), [Entry(getattr(snippets, name), {})])


def imported(path: Path) -> set[Path]:
    """Return the files of the package from which a file imports at its top."""
    top, found = kernel_sources.PACKAGE.parent, set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("carrom"):
            for name in node.names:
                module = top / (node.module or "").replace(".", "/")
                places = (module / f"{name.name}.py", module.with_suffix(".py"), module / "__init__.py")
                found.add(next(place for place in places if place.exists()))
    return found


def test_the_digest_covers_the_kernels_all_that_they_import_and_the_translator():
    package = kernel_sources.PACKAGE
    ahead = [Path(inspect.getfile(module)) for module in kernels.MODULES]
    ahead += [*(package / "c_source").glob("*.py"), package / "subset.py"]
    ahead = [path for path in ahead if path.name not in ("__init__.py", "page.py")]
    found = set()
    while ahead:
        path = ahead.pop()
        name = path.relative_to(package).as_posix()
        if name in found or name.startswith(NOT_SOURCES):
            continue
        found.add(name)
        if not name.startswith(("c_source/", "subset")):
            ahead += imported(path)
    assert found == set(kernel_sources.SOURCES)


@pytest.mark.parametrize(("module", "has"), [("kernels", ("msgspec", "numpy")), ("page", ("msgspec",))])
def test_kernels_are_translated_where_nothing_but_what_a_build_requires_is_installed(module, has):
    """Other libraries of the environment are hidden."""
    hidden = """
import sys
def find_spec(name, path=None, target=None):
    if name.split(".")[0] in (HIDDEN):
        raise ImportError(f"{name} is hidden")
sys.meta_path.insert(0, type("Hidden", (), {"find_spec": staticmethod(find_spec)}))
import carrom.c_source.MODULE
"""
    names = {"msgspec", "numpy", "platformdirs", "rustworkx", "segno", "gymnasium", "pettingzoo"} - {*has}
    code = hidden.replace("HIDDEN", repr(sorted(names))[1:-1]).replace("MODULE", module)
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr


@needs_compiler
def test_a_build_replaces_older_objects_of_the_platform(tmp_path, monkeypatch):
    monkeypatch.setattr(native_build.kernel_sources, "OBJECTS", tmp_path)
    monkeypatch.setattr(native_build, "LEVELS", {"base": ("-O0",)})
    old = tmp_path / f"kernels-0123456789abcdef-{kernel_sources.platform()}{kernel_sources.SUFFIX}"
    old.write_text("")
    made = native_build.build()
    assert made.exists()
    assert not old.exists()
    assert not native_build.must_build()


def test_without_a_c_compiler_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setattr(native_build.kernel_sources, "OBJECTS", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not native_build.must_build()
    with pytest.raises(OSError, match="there is no C compiler"):
        native_build.build()


def test_the_tag_names_the_oldest_c_library_that_the_object_fits(monkeypatch, tmp_path):
    monkeypatch.setattr(native_build.kernel_sources, "OBJECTS", tmp_path)
    monkeypatch.setattr(native_build.sysconfig, "get_platform", lambda: "linux-x86_64")
    native_build.target().write_bytes(b"GLIBC_2.2.5 GLIBC_2.29 GLIBC_2.14")
    assert native_build.wheel_tag() == "py3-none-manylinux_2_29_x86_64"
    native_build.target().write_bytes(b"no C library at all")
    assert native_build.wheel_tag() == "py3-none-linux_x86_64"
