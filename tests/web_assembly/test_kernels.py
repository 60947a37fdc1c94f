"""The kernel for the page, in WebAssembly: equal to the native one, bit by bit, and small."""

import dataclasses
import gzip
import sys
from pathlib import Path

import native_build
import pytest
from web_assembly import make

from carrom.compiling import is_native

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.web_assembly.comparison import Comparison, Compiled, Node, compare  # noqa: E402
from bench.web_assembly.strokes import chunks  # noqa: E402

STROKES = 100
LARGEST = 16_500
"""Bytes of the page's kernel, compressed."""
compiles = pytest.mark.skipif(not is_native(), reason="the kernels are interpreted, which takes too long here")


def test_the_kernels_in_the_page_are_compiled_from_the_present_sources():
    assert native_build.is_web_current(), "run: python3 dev.py npm run build"


def test_the_kernel_of_the_page_is_small():
    assert len(gzip.compress(native_build.WEB["page.c"].read_bytes(), 9)) <= LARGEST


def test_the_strokes_for_the_tests_of_the_page_are_up_to_date():
    assert make.FILE.read_text(encoding="utf-8") == make.text()


@compiles
def test_random_strokes_have_the_same_events_rests_and_keyframes_in_node():
    found = Comparison()
    ours = Compiled()
    with Node() as theirs:
        for given in chunks(STROKES, 50, 7):
            compare(ours, theirs, given, found)
    assert found.strokes == STROKES
    assert found.events > 10 * STROKES
    assert (found.differences, found.shown) == (0, [])


@compiles
def test_a_difference_is_reported_with_its_stroke():
    given = next(chunks(20, 20, 9))
    other = dataclasses.replace(given, strokes=given.strokes.copy())
    other.strokes[13, 1] += 1
    found = Comparison()
    ours = Compiled()
    with Node() as theirs:
        compare(ours, lambda _: theirs(other.message()), given, found)
    assert found.differences == 1
    assert found.shown[0].startswith("stroke 13 differs in ")
    assert "log" in found.shown[0]


def test_without_zig_the_reason_is_one_sentence_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(native_build.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(OSError, match=r"zig compiles them; install it: pip install 'ziglang>=0\.14'"):
        native_build.build_web()
