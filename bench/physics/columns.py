"""Measure the cost of named columns in the kernel: `python -m bench.physics.columns` (docs/decisions/0088).

Rewrites the kernel's sources from `state[SPEED + k]` to `state.speed[k]`, with `state` a named tuple of 42 arrays
instead of one flat array. Both kernels play the same strokes in turn, compiled and interpreted, with equal results.
"""

import ast
import inspect
import itertools
import time
from collections import namedtuple
from types import ModuleType
from typing import Any

import numpy as np
from bench.physics import jobs

from carrom import compiling
from carrom.physics.kernel import compiled, layout
from carrom.physics.kernel.friction_profile import profile

FIELDS = [name for name, value in vars(layout).items() if type(value) is int and name.isupper()]
FIELDS = [*FIELDS[FIELDS.index("X") : FIELDS.index("FIELDS")], "BOUNDS"]
Columns = namedtuple("Columns", [name.lower() for name in FIELDS])  # type: ignore[misc]


def columns(flat: Any) -> Any:
    """Return a flat state array as named columns: views of its parts, or copies if it is a list."""
    ends = [*(getattr(layout, name) for name in FIELDS), layout.STATE]
    return Columns(*(flat[begin:end] for begin, end in itertools.pairwise(ends)))


class Named(ast.NodeTransformer):
    """Rewrites the accesses to `state` in one module to named columns."""

    def __init__(self) -> None:
        self.bases: dict[str, str] = {}

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Remove the column from `row = BOUNDS + i * LANES`, and store which one it was."""
        self.generic_visit(node)
        field, rest = _split(node.value)
        if field is not None and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.BinOp):
            self.bases[node.targets[0].id] = field
            node.value = rest
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Rewrite `state[FIELD + k]` to `state.field[k]`."""
        self.generic_visit(node)
        if not (isinstance(node.value, ast.Name) and node.value.id == "state"):
            return node
        field, rest = _split(node.slice)
        if field is None and isinstance(node.slice, ast.BinOp) and isinstance(node.slice.left, ast.Name):
            field, rest = self.bases[node.slice.left.id], node.slice
        assert field is not None, ast.unparse(node)
        node.value = ast.Attribute(node.value, field.lower(), ast.Load())
        node.slice = rest
        return node


def _split(index: ast.expr) -> tuple[str | None, ast.expr]:
    """Return the field at the beginning of a sum, and the rest of the sum."""
    if isinstance(index, ast.Name):
        return (index.id, ast.Constant(0)) if index.id in FIELDS else (None, index)
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add):
        field, rest = _split(index.left)
        if field is not None:
            zero = isinstance(rest, ast.Constant)
            return field, index.right if zero else ast.BinOp(rest, ast.Add(), index.right)
    return None, index


def named_modules() -> list[ModuleType]:
    """Return the kernel's modules rewritten, importing each other's rewritten versions."""
    made: dict[str, ModuleType] = {}
    for module in compiled.MODULES[:-1]:
        tree = ast.fix_missing_locations(Named().visit(ast.parse(inspect.getsource(module))))
        twin = made[module.__name__] = ModuleType(f"named.{module.__name__.split('.')[-1]}")
        exec(compile(tree, f"<named {module.__name__}>", "exec"), vars(twin))
        for name, value in list(vars(twin).items()):
            origin = getattr(value, "__module__", None)
            if origin in made and callable(value):
                setattr(twin, name, getattr(made[origin], name))
    return list(made.values())


def kernels() -> dict[str, tuple[Any, Any]]:
    """Return a loop over a job's strokes for each kernel, compiled and interpreted."""
    found = {}
    for name, modules in (("flat", compiled.MODULES[:-1]), ("named", named_modules())):
        shape = columns if name == "named" else _same
        found[name] = (
            _loop(compiling.twins(modules, (), {})[vars(modules[-1])["play"]], _compiled_shape(name)),
            _loop(vars(modules[-1])["play"], shape, njit=lambda function: function),
        )
    return found


def _same(state: Any) -> Any:
    return state


def _compiled_shape(name: str) -> Any:
    """Return the compiled function that converts a flat array to a kernel's state."""
    import numba

    if name == "flat":
        return numba.njit(_same)
    ends = [*(getattr(layout, field) for field in FIELDS), layout.STATE]
    parts = ", ".join(f"flat[{begin}:{end}]" for begin, end in itertools.pairwise(ends))
    names: dict[str, Any] = {"Columns": Columns}
    exec(f"def shape(flat):\n    return Columns({parts})", names)
    return numba.njit(names["shape"])


def _loop(play: Any, shape: Any, njit: Any = None) -> Any:
    """Return a loop that plays all strokes of a job and writes the final positions."""
    import numba

    x, y, wx, wy, radius, mass, spin = (
        layout.X, layout.Y, layout.WX, layout.WY, layout.RADIUS, layout.MASS, layout.SPIN,
    )  # fmt: skip

    def loop(used, xs, ys, vxs, vys, sizes, weights, state, marks, world, log, rests):  # type: ignore[no-untyped-def]
        for b in range(len(xs)):
            for k in range(len(sizes)):
                state[x + k], state[y + k] = xs[b][k], ys[b][k]
                state[wx + k], state[wy + k] = vxs[b][k], vys[b][k]
                state[radius + k], state[mass + k], state[spin + k] = sizes[k], weights[k], 0.0
            shaped = shape(state)
            play(used, shaped, marks, world, log, len(sizes))
            rests[b] = rest_of(shaped)

    names = Columns._fields
    rest_x, lanes = layout.REST_X, layout.LANES

    def flat_rest(shaped):  # type: ignore[no-untyped-def]
        total = 0.0
        for k in range(lanes):
            total += shaped[rest_x + k]
        return total

    def named_rest(shaped):  # type: ignore[no-untyped-def]
        total = 0.0
        for k in range(lanes):
            total += shaped.rest_x[k]
        return total

    assert "rest_x" in names
    rest_of = named_rest if _is_named(shape) else flat_rest
    if njit is None:
        rest_of = numba.njit(rest_of)
        return numba.njit(loop, error_model="numpy")
    return loop


def _is_named(shape: Any) -> bool:
    return getattr(shape, "py_func", shape).__name__ in ("shape", "columns")


def main() -> None:
    """Print the least times of both kernels over several turns."""
    found = kernels()
    sizes = {}
    rough = [jobs.DECELERATION, jobs.E_DISC, jobs.E_FRAME, jobs.DISC_FRICTION, jobs.FRAME_FRICTION]
    world = np.array([*rough, jobs.HALF, jobs.POCKET_RADIUS, 0.0, 0.0, 64.0, 16_000.0, 0.0, 0.0])
    for whole in (jobs.break_job(200), jobs.mid_job(3000)):
        for number, mode in enumerate(("compiled", "interpreted")):
            job = whole.first(6 if whole.name == "break" else 100) if number else whole
            best: dict[str, float] = {}
            for turn in range(4 if number else 16):
                for name, loops in found.items():
                    given = [job.x, job.y, job.vx, job.vy, jobs.radii(job.discs), jobs.masses(job.discs)]
                    given += [np.zeros(layout.STATE), np.zeros(layout.MARKS, np.int64), world, np.zeros(0)]
                    given += [np.zeros(len(job))]
                    table: Any = profile() if number else np.array(profile())
                    if number:
                        given = [part.tolist() for part in given]
                    begun = time.process_time()
                    loops[number](table, *given)
                    took = time.process_time() - begun
                    best[name] = min(best.get(name, 1e9), took if turn else 1e9)
                    sizes[name] = list(given[-1])
            same = "identical results" if sizes["flat"] == sizes["named"] else "OTHER BITS"
            times = f"flat {best['flat'] * 1e3:8.2f} ms  named {best['named'] * 1e3:8.2f} ms"
            print(f"{job.name:6} {mode:12} {times}  {best['named'] / best['flat']:.3f}  {same}", flush=True)


if __name__ == "__main__":
    main()
