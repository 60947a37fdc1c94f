"""Run notebooks without Jupyter: cells in order, with their output stored as Jupyter would.

`python3 dev.py python tests/notebook.py` rewrites the outputs of all of them.
"""

import ast
import json
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run(notebook: dict[str, Any], name: str) -> list[Any]:
    """Run the cells and return the value of each code cell's last expression, or None if it is a statement."""
    names: dict[str, Any] = {"__name__": "notebook"}
    values = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            *before, last = ast.parse("".join(cell["source"])).body
            told = isinstance(last, ast.Expr)
            exec(compile(ast.Module([*before, *([] if told else [last])], []), name, "exec"), names)
            values.append(eval(compile(ast.Expression(last.value), name, "eval"), names) if told else None)
    return values


def output(value: Any, number: int) -> list[dict[str, Any]]:
    """Return a cell's stored outputs: a drawing as SVG, everything else as text."""
    if value is None:
        return []
    data = {"text/plain": ["a drawing"] if hasattr(value, "_repr_svg_") else repr(value).splitlines(True)}
    if hasattr(value, "_repr_svg_"):
        data = {"image/svg+xml": [value._repr_svg_()], **data}
    return [{"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data}]


def written(notebook: dict[str, Any], values: list[Any]) -> str:
    """Return the text of a notebook with these values as its outputs."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, value) in enumerate(zip(cells, values, strict=True), 1):
        cell["execution_count"], cell["outputs"] = number, output(value, number)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.path.insert(0, str(EXAMPLES.parent / "src"))
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(written(notebook, run(notebook, path.name)), encoding="utf-8")
        print(path.name)
