"""The contract of docs/explanation/determinism.md: a stroke has the same signature however it is computed."""

import ast
import hashlib
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from carrom.board.notation import read_position, read_stroke
from carrom.board.seat import Seat
from carrom.compiling import is_native
from carrom.physics import signature
from carrom.physics.batch import batch
from carrom.physics.kernel import compiled, friction_profile
from carrom.physics.kernel.compiled import MODULES
from carrom.physics.simulate import simulate
from carrom.physics.surface import PRESETS
from carrom.physics.tables import make
from carrom.physics.tables.layout import HASH
from carrom.values import changed

SOURCE = Path(compiled.__file__).parents[2]
needs_native = pytest.mark.skipif(not is_native(), reason="there are no native kernels here")

COLUMN = "c1_" + "_".join(
    f"{disc}.-187790.{354_100 - 31_800 * row}"
    for row, disc in enumerate(("Q", *(f"W{k}" for k in range(1, 10)), *(f"B{k}" for k in range(1, 10))))
)
HARD = "x-207740.vx4837348.vy9962305.y-525.spin-168656"


def run(*words: str, **environment: str) -> str:
    """Run Python in a separate process; return its output."""
    settings = {**os.environ, "PYTHONPATH": str(SOURCE), **environment}
    return subprocess.run([sys.executable, *words], env=settings, check=True, capture_output=True, text=True).stdout


@needs_native
def test_native_strokes_have_the_signature():
    assert signature.signature() == signature.SIGNATURE


@needs_native
def test_discs_that_fall_at_the_edge_have_a_signature_of_their_own():
    assert signature.signature(kind="centre") == signature.SIGNATURE_1


@needs_native
def test_native_strokes_with_tangential_restitution_have_their_signature():
    assert signature.signature(kind="rebound") == signature.SIGNATURE_REBOUND


def test_interpreted_strokes_with_tangential_restitution_have_their_signature():
    code = "from carrom.physics.signature import SHORT, signature; print(signature(SHORT, 'rebound'))"
    assert run("-c", code, CARROM_KERNELS="interpreted").strip() == signature.SHORT_SIGNATURE_REBOUND


@needs_native
@pytest.mark.parametrize(
    ("preset", "found"),
    [
        ("slow", "7ceafed5fd0197409ccdd4f565d830cd5e1df8acc3098b8bfbc57b3fdf39fc6e"),
        ("club", "e83c0e2f0e0481fc93bce701e643bab22d214d99f65af5392faedbd065e70ec4"),
        ("tournament", "3cbff194263d9b8c041c1c895b4bbe0e71314785fe6d4449db110b42fec35c7a"),
    ],
)
def test_the_longest_row_on_a_board_is_played_as_version_1_played_it(preset, found):
    """Nineteen pieces in one column, 20,000 to 25,000 events; the hashes come from version 1's code."""
    surface = changed(PRESETS[preset], pocket="centre")
    bits = signature.bits(read_position(COLUMN), read_stroke(HARD), Seat.SOUTH, surface)
    assert hashlib.sha256(struct.pack(f"<{len(bits)}d", *bits)).hexdigest() == found


@needs_native
def test_plain_python_gives_the_same_bits_as_native_code(monkeypatch):
    strokes = list(signature.chosen())[40:60]
    native_bits = [signature.bits(*stroke) for stroke in strokes]
    monkeypatch.setattr(compiled, "is_native", lambda: False)
    assert [signature.bits(*stroke) for stroke in strokes] == native_bits


@pytest.mark.parametrize("kernels", ["native", "interpreted"])
def test_each_way_to_run_the_kernels_has_the_signature(kernels):
    if kernels == "native" and not is_native():
        pytest.skip("there are no native kernels here")
    found = run("-m", "carrom", "physics", "signature", "--short", CARROM_KERNELS=kernels)
    assert found.strip() == signature.SHORT_SIGNATURE


def test_a_batch_gives_the_bits_of_single_strokes():
    for position, stroke, seat, surface in list(signature.chosen())[::9]:
        found = batch([position], [stroke], seat, surface)
        played = simulate(position, stroke, seat, surface)
        assert found.resting(0, 0) == played.rest
        numbers = signature.bits(position, stroke, seat, surface)
        n = len(position.without("S")) + 1
        fell = np.array(numbers[-1 - 2 * n : -1 - n])
        lanes = [0, *(k for k in range(1, 20) if list(signature_discs(position))[k])]
        assert (np.where(fell < 1e299, fell, np.inf) == found.fell[0, 0, lanes]).all()


def signature_discs(position):
    """Yield for each of the twenty discs whether it is on the board."""
    from carrom.board.disc import Disc

    return (disc in position for disc in Disc)


@pytest.mark.slow
def test_the_friction_table_is_the_committed_one_and_what_its_script_makes():
    numbers = friction_profile._read()
    assert make.resting_ratio() == pytest.approx(numbers[0], rel=1e-14)
    made = make.branch(numbers[0] * (1.0 + make.START), numbers[1])
    count = len(made)
    assert made == pytest.approx(numbers[2 : 2 + count], rel=1e-11)
    assert len(HASH) == 64


def test_a_damaged_table_is_refused(monkeypatch):
    monkeypatch.setattr(friction_profile, "HASH", "0" * 64)
    with pytest.raises(Exception, match="install the package again"):
        friction_profile._read()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_kernel_uses_only_what_is_the_same_everywhere(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "math"
        for name in node.names
    }
    assert imported <= {"sqrt", "frexp"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)]
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    own = {name for each in MODULES for name in vars(each)}
    assert called <= own | {"range", "int", "float", "len", "sqrt", "frexp"}
