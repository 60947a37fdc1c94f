"""Native kernels: the object made of these sources is used, and every other one is refused with one sentence."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from carrom.board import striker_spans
from carrom.compiling import Backend, backend, kernel_sources, native
from carrom.errors import SetupError
from carrom.physics.kernel import layout, loop
from carrom.physics.signature import SHORT_SIGNATURE, SHORT_SIGNATURE_REBOUND

ROOT = Path(__file__).parents[2]
LOOK = "from carrom.compiling import backend; print(backend())"
SEARCH = """
import hashlib
from random import Random
from bench.engine import scattered
from carrom.board.disc import WHITES
from carrom.engine.candidates import Grid
from carrom.engine.geometry import HandNoise
from carrom.engine.rollouts import RolloutRunner, deviates
found = hashlib.sha256()
for seed in range(4):
    runner = RolloutRunner(scattered(seed, 5 + 3 * seed), HandNoise(1.0, 0.1, 100))
    strokes = Grid.over(runner.spans, 0, 60, False).strokes
    for part in (*runner.rate(strokes, deviates(4, Random(seed)), 0, 2), runner.directs(WHITES, (0, 50_000))):
        found.update(part.tobytes())
print(found.hexdigest())
"""
"""Samples of the search, with laws and layouts; the choice itself takes fewer samples where strokes are interpreted."""
needs_object = pytest.mark.skipif(
    not isinstance(native.find(), native.Library), reason="carrom has no native kernels here (no C compiler)"
)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess:
    """Run Python with these words in a process of its own."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    variables = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.run([sys.executable, *words], env=variables, capture_output=True, text=True)


@pytest.fixture
def objects(tmp_path, monkeypatch):
    """Return an empty folder of objects."""
    monkeypatch.setattr(native, "OBJECTS", tmp_path)
    native.find.cache_clear()
    yield tmp_path
    native.find.cache_clear()


def own() -> Path:
    return kernel_sources.OBJECTS / kernel_sources.object_name(kernel_sources.digest())


@needs_object
@pytest.mark.parametrize("level", ["base", "avx2", "avx512"])
def test_every_set_of_instructions_has_the_signature(level):
    if level not in native.load(own(), kernel_sources.digest()).levels:
        pytest.skip(f"this processor has no {level}")
    code = f"""
from carrom.compiling import native, kernel_sources
found = native.load(kernel_sources.OBJECTS / kernel_sources.object_name(kernel_sources.digest()),
                    kernel_sources.digest(), {level!r})
native.find = lambda: found
from carrom.physics.signature import SHORT, signature
from carrom.compiling import backend
print(backend(), native.find().level, signature(SHORT), signature(SHORT, "rebound"))
"""
    found = run("-c", code, CARROM_KERNELS="native")
    assert found.stdout.split() == ["native", level, SHORT_SIGNATURE, SHORT_SIGNATURE_REBOUND], found.stderr


@needs_object
@pytest.mark.skipif(shutil.which("objdump") is None, reason="there is no objdump")
def test_the_object_has_no_fused_instructions():
    assembler = subprocess.run(["objdump", "-d", own()], capture_output=True, text=True, check=True).stdout
    assert len(assembler.splitlines()) > 5000
    assert not re.findall(r"\bv?fn?m(?:add|sub|la|ls)", assembler)


@needs_object
def test_the_search_sees_the_same_natively_and_interpreted():
    found = [run("-c", SEARCH, CARROM_KERNELS=name).stdout for name in ("native", "interpreted")]
    assert found[0] == found[1] != ""


@needs_object
def test_the_native_kernel_runs_if_it_is_there_and_each_way_can_be_forced():
    assert run("-c", LOOK, CARROM_KERNELS="").stdout == "native\n"
    for name in ("native", "interpreted"):
        assert run("-c", LOOK, CARROM_KERNELS=name).stdout == f"{name}\n"


def test_another_name_of_a_way_is_refused_in_one_sentence():
    found = run("-c", LOOK, CARROM_KERNELS="fast")
    assert "CARROM_KERNELS is 'fast'; expected native or interpreted." in found.stderr


@needs_object
def test_an_object_of_other_sources_is_refused(objects):
    shutil.copy(own(), objects / f"kernels-0123456789abcdef-{kernel_sources.platform()}{kernel_sources.SUFFIX}")
    assert "were made of other sources, so strokes are interpreted" in native.find()


@needs_object
def test_an_object_under_the_name_of_other_sources_is_refused(objects):
    shutil.copy(own(), objects / own().name)
    assert "were made of other sources" in native.load(objects / own().name, "0" * 64)


def test_an_object_of_another_machine_is_refused(objects):
    (objects / own().name).write_bytes(b"\x7fELF of another machine")
    assert "cannot be loaded" in native.find()


def test_a_process_without_an_object_says_once_that_it_is_slow_and_what_to_do(objects, monkeypatch, caplog):
    monkeypatch.delenv("CARROM_KERNELS", raising=False)
    choose = backend.__wrapped__
    assert choose() is Backend.INTERPRETED
    (said,) = caplog.messages
    assert said == native.find()
    assert "interpreted, 20 to 300 times slower" in said
    assert "`python3 dev.py play` builds them" in said
    monkeypatch.setenv("CARROM_KERNELS", "interpreted")
    assert choose() is Backend.INTERPRETED
    assert len(caplog.messages) == 1
    monkeypatch.setenv("CARROM_KERNELS", "native")
    with pytest.raises(SetupError, match="CARROM_KERNELS=native: There are no compiled kernels here"):
        choose()


@needs_object
def test_arrays_of_another_type_or_layout_are_refused_before_they_are_read():
    play = native.find().entry(loop.play)
    state, marks, world = np.zeros(layout.STATE), np.zeros(layout.MARKS, dtype=np.int64), np.zeros(layout.PARAMETERS)
    with pytest.raises(TypeError, match=r"play\(\) takes an array i8:1, not i4:1"):
        play(None, state, marks.astype(np.int32), world, np.zeros(0), 1)
    with pytest.raises(TypeError, match="contiguous"):
        play(None, np.zeros(2 * layout.STATE)[::2], marks, world, np.zeros(0), 1)
    with pytest.raises(TypeError, match="list where an array is expected"):
        play(None, [0.0], marks, world, np.zeros(0), 1)
    with pytest.raises(TypeError, match="takes 6 arguments, not 1"):
        play(None)


@needs_object
def test_an_array_at_the_address_of_an_earlier_one_is_looked_at_anew():
    free_at = native.find().entry(striker_spans.free_at)
    lines = np.array((219_100, 36_550, 4_750, 21_400, 252_600, 4_750))
    for _ in range(200):
        circles, found = np.zeros(3, dtype=np.int64), np.zeros(2 * striker_spans.MOST, dtype=np.int64)
        circles[:] = 0, 0, 31_800
        count = free_at(circles, 1, 0, lines, found)
        expected = [0] * len(found)
        assert striker_spans.free_at([0, 0, 31_800], 1, 0, lines.tolist(), expected) == count
        assert found.tolist() == expected
        del circles, found
    assert len(native._known) < 100
