"""Choose the tests that a change affects, for `python3 dev.py test --changed`.

The changed files are those that differ from the merge base with `main`: committed, staged, unstaged or untracked.

1. A change of `dev.py`, `pyproject.toml`, a lock file or `tests/conftest.py` selects every test, as does a changed file
   that no rule below covers.
2. A changed test selects itself; a changed `conftest.py` of a folder selects the folder.
3. A changed module selects the test files that import it: directly, then through one other module, then through two.
   Tests in the folder named after the module's package count through any number of modules. A step that would bring
   the selection above `MOST` files is skipped, as are all later steps. Browser tests are selected only if they change
   themselves. If no test imports the module, the folder named after its package is selected.
4. A changed page of the documentation selects the tests that mention it, and `tests/test_docs.py`. Any other changed
   file (data, text) counts as a change of each module or test that mentions it.
5. A changed module also selects the checks of the whole source tree (`TREE`).

Files are only read as text, never imported. CI runs the tests that the selection leaves out.
"""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EVERYTHING = re.compile(r"(dev|hatch_build)\.py|pyproject\.toml|[\w-]+\.lock|tests/(conftest|changed)\.py")
TREE = ("tests/test_layers.py", "tests/test_style.py")
STEPS, MOST = 3, 40
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]+)|import[ \t]+([^\n#]+))", re.M)


def selected(changed: Iterable[str], root: Path = ROOT) -> list[str] | None:
    """Return the test files or folders for these changed files, relative to `root`; None means every test."""
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("src", "tests")
        for path in (root / folder).rglob("*.py")
    }
    importers = _importers(texts)
    found: set[str] = set()
    for name in changed:
        if EVERYTHING.fullmatch(name):
            return None
        if name.endswith("/conftest.py"):
            found.add(name.rpartition("/")[0])
            continue
        if name.endswith(".md"):
            found |= {"tests/test_docs.py", *filter(_is_test, _naming(name, texts))}
            continue
        modules = {name} if name.endswith(".py") else _naming(name, texts)
        tests = {test for module in modules for test in _tests_of(module, importers, root)}
        if name.startswith("src/") and name.endswith(".py"):
            tests.update(TREE)
        if not tests and name.startswith(("src/", "tests/")):
            return None
        found |= tests
    return sorted(name for name in found if (root / name).exists())


def changed_files(root: Path = ROOT) -> list[str]:
    """Return the files that differ from the merge base with `main` (or `origin/main`), except deleted files."""
    base = _git(root, "merge-base", "HEAD", "main") or _git(root, "merge-base", "HEAD", "origin/main") or ["HEAD"]
    names = _git(root, "diff", "--name-only", "--diff-filter=d", base[0])
    return sorted({*names, *_git(root, "ls-files", "--others", "--exclude-standard")})


def _git(root: Path, *words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True).stdout.splitlines()


def _tests_of(module: str, importers: dict[str, set[str]], root: Path) -> set[str]:
    """Return the test files that a changed Python file selects."""
    if _is_test(module):
        return {module}
    package = re.match(r"src/carrom/(\w+)/", module)
    folder = f"tests/{package[1]}" if package else "tests/none"
    tests: set[str] = set()
    steps = STEPS
    seen = reached = {module}
    for step in itertools.count(1):
        reached = {name for each in reached for name in importers.get(each, ())} - seen
        if not reached:
            break
        seen = seen | reached
        near = {name for name in reached if _is_test(name) and not name.startswith("tests/e2e/")}
        own = {name for name in near if name.startswith(f"{folder}/")}
        if step <= steps and len(tests | near) > MOST and step > 1:
            steps = step - 1  # too many: from here on only the package's own tests
        more = near if step <= steps else own
        if step == 1 or len(tests | more) <= MOST:
            tests |= more
    return tests or ({folder} if (root / folder).is_dir() else set())


def _importers(texts: dict[str, str]) -> dict[str, set[str]]:
    """Return, for each Python file, the files that import it."""
    files: dict[str, str] = {}
    for name in texts:
        parts = name.removesuffix(".py").removesuffix("/__init__").split("/")
        files[".".join(parts[1:])] = name
        if parts[0] == "tests":
            files[".".join(parts)] = name
    found: dict[str, set[str]] = {}
    for name, text in texts.items():
        for origin, names, plain in IMPORT.findall(text):
            for target in _targets(origin, names, plain):
                if target in files:
                    found.setdefault(files[target], set()).add(name)
    return found


def _targets(origin: str, names: str, plain: str) -> list[str]:
    """Return the modules that one import statement may load."""
    if plain:
        return [word.split()[0] for word in plain.split(",") if word.split()]
    words = [word.split()[0] for word in names.strip("()").split(",") if word.split()]
    return [origin, *(f"{origin}.{word}" for word in words)]


def _naming(name: str, texts: dict[str, str]) -> set[str]:
    """Return the Python files that mention a file name, or else the tests in the nearest folder around it."""
    base = name.rpartition("/")[2]
    found = {path for path, text in texts.items() if base in text}
    folder = name.rpartition("/")[0]
    while not found and folder.count("/") > 0 and folder.startswith("tests/"):
        found = {path for path in texts if path.startswith(f"{folder}/") and _is_test(path)}
        folder = folder.rpartition("/")[0]
    return found


def _is_test(name: str) -> bool:
    return name.startswith("tests/") and name.rpartition("/")[2].startswith("test_")


def main() -> int:
    """Print the selected files, one per line, and a summary on standard error; exit code 3: every test, 4: none."""
    changed = changed_files()
    found = selected(changed)
    if found is None:
        print("dev.py: the change may touch everything; every test runs", file=sys.stderr)
        return 3
    if any(name.startswith("web/") for name in changed):
        print("dev.py: web/ has changed; `python3 dev.py npm test` runs its tests", file=sys.stderr)
    print(f"dev.py: {len(changed)} files changed, {len(found)} test files selected", file=sys.stderr)
    print("\n".join(found))
    return 0 if found else 4


if __name__ == "__main__":
    sys.exit(main())
