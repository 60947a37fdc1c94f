"""The kernel as native code or interpreted: which one runs."""

import pytest

from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.physics.kernel import compiled
from carrom.physics.simulate import simulate


@pytest.mark.skipif(not compiled.is_native(), reason="there are no native kernels here")
def test_native_code_runs_from_the_first_stroke():
    assert compiled.warm()
    assert compiled.current().is_compiled


def test_without_native_code_strokes_are_interpreted(monkeypatch):
    monkeypatch.setattr(compiled, "is_native", lambda: False)
    assert not compiled.warm()
    assert compiled.current() is compiled.interpreted()
    assert simulate(Position(), Stroke(0, 0, 500_000)).duration == 424882


def test_no_two_functions_of_the_kernel_share_a_name():
    names = [
        name
        for module in compiled.MODULES
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
    ]
    assert len(set(names)) == len(names) > 20
