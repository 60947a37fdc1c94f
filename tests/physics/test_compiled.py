"""Compiled or interpreted kernel: which one runs, and where compiled code is cached."""

from pathlib import Path

import pytest

from carrom import compiling
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.compiling import Backend, numba_twins
from carrom.physics import invariants
from carrom.physics.kernel import compiled, stroke_batch
from carrom.physics.simulate import simulate


def test_until_numba_has_compiled_it_strokes_are_interpreted(monkeypatch):
    monkeypatch.setattr(compiled, "_compiled", {})
    monkeypatch.setattr(compiled, "backend", lambda: Backend.NUMBA)
    assert not compiled.is_warm()
    assert compiled.current() is compiled.interpreted()
    assert simulate(Position(), Stroke(0, 0, 500_000)).duration == 424882


def test_a_machine_without_compiler_stays_interpreted(monkeypatch):
    monkeypatch.setattr(compiled, "_compiled", {})
    monkeypatch.setattr(compiled, "backend", lambda: Backend.INTERPRETED)
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    assert compiled.warm() is False
    assert compiled.current() is compiled.interpreted()


def test_the_cache_is_named_after_the_sources_and_stands_where_the_user_wants(monkeypatch, tmp_path):
    pytest.importorskip("numba")
    monkeypatch.setattr(compiling.settings(), "CACHE_DIR", str(tmp_path))
    first = compiled.cache_folder()
    assert first.parent == tmp_path
    changed = tmp_path / "kernel.py"
    changed.write_text("another kernel")
    monkeypatch.setattr(numba_twins.inspect, "getfile", lambda module: str(changed))
    assert compiled.cache_folder() != first


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("")
    assert not compiling.can_write(Path(occupied) / "below")
    assert compiling.can_write(tmp_path / "free")


def test_a_twin_sees_its_own_modules_names_and_the_twins_of_what_it_calls():
    pytest.importorskip("numba")
    twins = compiled.numba_kernel()
    for function, twin in twins.items():
        own, seen = function.__globals__, twin.py_func.__globals__
        assert twin.py_func.__code__ is function.__code__
        assert seen.keys() == own.keys()
        for name, value in own.items():
            assert seen[name] is twins.get(value, value) if callable(value) else seen[name] is value


def test_constants_of_the_same_name_in_two_modules_keep_their_own_values():
    pytest.importorskip("numba")
    assert stroke_batch.S_RADIUS != invariants.S_RADIUS
    made = compiling.twins((invariants,), ("play_and_inspect",), compiled.numba_kernel())
    assert made[invariants.play_and_inspect].py_func.__globals__["S_RADIUS"] == invariants.S_RADIUS
    assert compiled.numba_kernel()[stroke_batch.play_many].py_func.__globals__["S_RADIUS"] == stroke_batch.S_RADIUS


def test_no_two_functions_of_the_kernel_share_a_name():
    pytest.importorskip("numba")
    names = [function.__name__ for function in compiled.numba_kernel()]
    assert len(set(names)) == len(names) > 20


def test_numba_still_knows_the_private_option_that_leaves_reference_counting_out():
    numba = pytest.importorskip("numba")
    for name in (*numba_twins.OPTIONS, *numba_twins.INLINED):
        assert hasattr(numba.core.cpu.CPUTargetOptions, name), f"Numba {numba.__version__} has no option {name}"
    assert all(twin.targetoptions["_nrt"] is False for twin in compiled.numba_kernel().values())


def test_another_option_of_the_compiler_gives_another_cache(monkeypatch, tmp_path):
    pytest.importorskip("numba")
    first = compiled.cache_folder()
    monkeypatch.setattr(compiled, "__file__", str(tmp_path / "compiled.py"))
    (tmp_path / "compiled.py").write_text("other options")
    assert compiled.cache_folder() != first
