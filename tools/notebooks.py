"""Run the notebooks of `examples/` without Jupyter, and store their output as Jupyter would.

`python3 dev.py python tools/notebooks.py [NAME…]` rewrites the outputs of all of them, or of those that are named.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


class Shown(NamedTuple):
    """What a code cell showed: the value of its last expression (None if it is a statement), and what it printed."""

    value: Any
    printed: str


def run(notebook: dict[str, Any], name: str) -> list[Shown]:
    """Run the code cells in order, in the folder of examples, and return what each showed."""
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    folder = Path.cwd()
    os.chdir(EXAMPLES)
    try:
        for cell in code_cells(notebook):
            *before, last = ast.parse("".join(cell["source"])).body
            given = isinstance(last, ast.Expr)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(ast.Module([*before, *([] if given else [last])], []), name, "exec"), names)
                value = eval(compile(ast.Expression(last.value), name, "eval"), names) if given else None
            shown.append(Shown(value, printed.getvalue()))
    finally:
        os.chdir(folder)
    return shown


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(shown: Shown, number: int) -> list[dict[str, Any]]:
    """Return a cell's stored outputs: what it printed, then a drawing as SVG or everything else as text."""
    found: list[dict[str, Any]] = []
    if shown.printed:
        found.append({"name": "stdout", "output_type": "stream", "text": shown.printed.splitlines(True)})
    value = shown.value
    if value is not None:
        is_drawing = hasattr(value, "_repr_svg_")
        data = {"text/plain": ["a drawing"] if is_drawing else repr(value).splitlines(True)}
        if is_drawing:
            data = {"image/svg+xml": [value._repr_svg_()], **data}
        found.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data})
    return found


def written(notebook: dict[str, Any], shown: list[Shown]) -> str:
    """Return the text of a notebook with these outputs."""
    for number, (cell, each) in enumerate(zip(code_cells(notebook), shown, strict=True), 1):
        cell["execution_count"], cell["outputs"] = number, outputs(each, number)
    for number, cell in enumerate(notebook["cells"]):
        cell.setdefault("id", f"c{number}")
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def read(path: Path) -> dict[str, Any]:
    """Return a notebook's content."""
    return dict(json.loads(path.read_text(encoding="utf-8")))


def main(names: list[str]) -> int:
    """Rewrite the outputs of these notebooks, or of all."""
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    unknown = {name.removesuffix(".ipynb") for name in names} - {path.stem for path in NOTEBOOKS}
    if unknown:
        print(f"There is no notebook {sorted(unknown)[0]!r} in examples/.", file=sys.stderr)
        return 2
    for path in NOTEBOOKS:
        if names and path.stem not in {name.removesuffix(".ipynb") for name in names}:
            continue
        began, notebook = time.monotonic(), read(path)
        path.write_text(written(notebook, run(notebook, path.name)), encoding="utf-8", newline="\n")
        print(f"{path.name}: {time.monotonic() - began:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
