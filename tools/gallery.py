"""Render the notebooks of `examples/`, with their stored outputs, as pages of the documentation: `docs/gallery`.

The pages are written before the site is built; nothing is run.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES, FOLDER = ROOT / "examples", ROOT / "docs" / "gallery"
ORDER = (
    "first-strokes", "throw-and-spin", "laws-in-a-game", "training", "many-boards", "analysing-a-record", "laboratory",
    "games",
)  # fmt: skip
"""The notebooks in the order of the gallery, the easiest first."""
PICTURED = {"first-strokes": 1, "laws-in-a-game": 0, "games": 0, "laboratory": 1, "training": 0, "many-boards": 0,
            "analysing-a-record": 0, "throw-and-spin": 1}  # fmt: skip
"""Which of its drawings stands for a notebook, from 0."""
HEAD = """# Gallery

Notebooks with their results, from first strokes to a trained agent. They are in the folder `examples`
of the repository; each runs in at most two minutes with
`pip install "carrom[lab]"`, and the tests compare every stored result.
"""


def pages() -> dict[str, str]:
    """Return every file of the gallery by its name: pages in Markdown, drawings as SVG."""
    found, cards = {}, []
    for name in ORDER:
        notebook = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
        text, drawings = page(name, notebook)
        found[f"{name}.md"] = text
        found |= {f"pictures/{each}": svg for each, svg in drawings.items()}
        cards.append(card(name, notebook, list(drawings)[PICTURED[name]]))
    grid = f'<div class="gallery" markdown>\n\n{"".join(cards)}\n</div>\n'
    found["index.md"] = f"{HEAD}\n{grid}"
    return found


def page(name: str, notebook: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a notebook as Markdown, and its drawings by file name."""
    parts, drawings = [], {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(re.sub(r"\]\(([\w-]+)\.ipynb\)", r"](\1.md)", source))
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            if output["output_type"] == "stream":
                parts.append(f"```text\n{''.join(output['text']).rstrip()}\n```")
            elif "image/svg+xml" in output["data"]:
                file = f"{name}-{len(drawings) + 1}.svg"
                drawings[file] = "".join(output["data"]["image/svg+xml"]).rstrip() + "\n"
                parts.append(f"![{alternative(drawings[file])}](pictures/{file})")
            else:
                parts.append(f"```text\n{''.join(output['data']['text/plain'])}\n```")
    title, rest = parts[0].split("\n", 1)
    download = f"This page is the notebook `examples/{name}.ipynb` with its results."
    body = "\n\n".join([title, rest.strip(), *parts[1:], "---", download])
    return f"{body}\n", drawings


def alternative(svg: str) -> str:
    """Return the text that stands for a drawing: its title and description."""
    words = [re.search(rf"<{tag}[^>]*>([^<]*)</{tag}>", svg) for tag in ("title", "desc")]
    return ": ".join(found[1] for found in words if found) or "Drawing"


def card(name: str, notebook: dict[str, Any], picture: str) -> str:
    """Return a notebook's entry on the first page: its picture, its title and its first paragraph."""
    title, _, rest = "".join(notebook["cells"][0]["source"]).partition("\n")
    first = " ".join(rest.strip().split("\n\n")[0].split())
    title = title.removeprefix("# ")
    return f"-   [![](pictures/{picture})]({name}.md)\n\n    [**{title}**]({name}.md)\n\n    {first}\n\n"


def write() -> None:
    """Write the pages and drawings that differ from those in the folder, and remove what no notebook has any more."""
    found = pages()
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    for name, text in found.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
    for path in (*FOLDER.glob("*.md"), *FOLDER.glob("pictures/*.svg")):
        if path.relative_to(FOLDER).as_posix() not in found:
            path.unlink()
