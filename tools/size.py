"""Print how large the repository is: `python3 dev.py size`.

Files are those that git tracks; lines are counted in text files. Lines written by programs are those of the files in
the table "Generated files" of CONTRIBUTING.md.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST = {
    "tracked files": 1_900,
    "lines of text": 340_000,
    "lines written by programs": 40_000,
    "lines of Python in src": 112_000,
    "modules in src": 480,
    "import lines, % of src": 6.0,
}
"""What the repository should stay below."""


def sizes() -> dict[str, float]:
    """Return every measure by its name, in the order of `MOST`."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = {name: count for name in names.split("\0")[:-1] if (count := line_count(ROOT / name)) is not None}
    patterns = generated()
    sources = [name for name in lines if fnmatch(name, "src/*.py")]
    written = sum(lines[name] for name in sources)
    imports = sum(import_lines(ROOT / name) for name in sources)
    return {
        "tracked files": names.count("\0"),
        "lines of text": sum(lines.values()),
        "lines written by programs": sum(n for name, n in lines.items() if any(fnmatch(name, p) for p in patterns)),
        "lines of Python in src": written,
        "modules in src": len(sources),
        "import lines, % of src": round(100 * imports / written, 1),
    }


def line_count(path: Path) -> int | None:
    """Return the number of lines of a text file, or None for other files."""
    content = path.read_bytes() if path.is_file() else b"\0"
    try:
        content.decode()
    except UnicodeDecodeError:
        return None
    return None if b"\0" in content else content.count(b"\n")


def generated() -> list[str]:
    """Return the patterns of the files that programs write, from the first column of the table in CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text[text.index("## Generated files") : text.index("## Documentation and releases")]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row)]


def import_lines(path: Path) -> int:
    """Return how many lines of a module are import statements."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return sum(int(node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def main() -> int:
    """Print a line for each measure; exit code 1 if one is above its limit."""
    found = sizes()
    for name, size in found.items():
        print(f"{name:28}{size:>12,}   at most {MOST[name]:>10,}{'' if size <= MOST[name] else '   above'}")
    return int(any(size > MOST[name] for name, size in found.items()))


if __name__ == "__main__":
    sys.exit(main())
