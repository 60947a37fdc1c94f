"""Compiled or interpreted: which one plays, and where compiled code is kept."""

from pathlib import Path

import pytest

from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.physics import compiled
from carrom.physics.simulate import simulate


def test_until_it_is_warm_strokes_are_interpreted(monkeypatch):
    monkeypatch.setattr(compiled, "_compiled", {})
    assert not compiled.is_warm()
    assert compiled.current() is compiled.interpreted()
    assert simulate(Position(), Stroke(0, 0, 500_000)).duration == 424882


def test_a_machine_without_compiler_stays_interpreted(monkeypatch):
    monkeypatch.setattr(compiled, "_compiled", {})
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    assert compiled.warm() is False
    assert compiled.current() is compiled.interpreted()


def test_the_cache_is_named_after_the_sources_and_stands_where_the_user_wants(monkeypatch, tmp_path):
    pytest.importorskip("numba")
    monkeypatch.setattr(compiled._settings(), "CACHE_DIR", str(tmp_path))
    first = compiled.cache_folder()
    assert first.parent == tmp_path
    changed = tmp_path / "kernel.py"
    changed.write_text("another kernel")
    monkeypatch.setattr(compiled.inspect, "getfile", lambda module: str(changed))
    assert compiled.cache_folder() != first


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("")
    assert not compiled._can_write(Path(occupied) / "below")
    assert compiled._can_write(tmp_path / "free")
