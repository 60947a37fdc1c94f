"""The notebooks run from their first cell to their last, and show what they promise."""

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def shown(path):
    """Run a notebook's cells and return what the last expression of each gave."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names, values = {"__name__": "notebook"}, []
    for cell in cells:
        if cell["cell_type"] == "code":
            *before, last = ast.parse("".join(cell["source"])).body
            told = isinstance(last, ast.Expr)
            exec(compile(ast.Module([*before, *([] if told else [last])], []), path.name, "exec"), names)
            values += [eval(compile(ast.Expression(last.value), path.name, "eval"), names)] if told else []
    return values


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_draws_and_an_unsteady_hand_pockets_less(path):
    values = shown(path)
    drawings = [value for value in values if hasattr(value, "_repr_svg_")]
    assert len(drawings) == 3
    shares = next(value for value in values if isinstance(value, dict))
    assert 1 > shares[0.0] > shares[0.7] > shares[3.0] > 0
    assert all(value._repr_svg_().startswith("<svg") for value in drawings)
