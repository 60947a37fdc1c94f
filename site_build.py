"""Build Carrom as a static site: `python3 dev.py site` writes `build/game`, which any web server can serve.

The site is the page of `web/` built in the mode `site`: its tables run in a web worker, with the `carrom` package in
Pyodide. Pyodide comes from npm (pinned by `web/package-lock.json`), msgspec's wheel for it by pip (pinned by
`requirements.lock`); both are served by the site itself.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import hatch_build

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
SOURCES = ROOT / "src" / "carrom"
OUT = ROOT / "build" / "game"
MARK = OUT / ".sources"
"""The file with the hash of the sources of the site."""
ENTRY = "carrom.offline.browser"
"""The module that the worker imports (`web/src/offline/worker.ts`); what it imports, now or later, is packed."""
DATA = (".json", ".jsonl", ".toml", ".f64")
"""Endings of the data files of packages."""
ABI = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
PLAIN = ("pyodide.mjs", "pyodide.asm.mjs")
"""Files of Pyodide that the browser loads as modules."""
LANGUAGE = r"/assets/(%s)-[^/]+\.js$"
SHELLS = ("rules", "learn", "puzzles", "analysis", "games", "drills", "solo", "settings", "umpire", "watch", "you")
"""Addresses that have a file of their own, so that they open even where a server has no page for missing files."""


def main() -> None:
    """Build the site, unless it is up to date."""
    if is_up_to_date():
        print("build/game is up to date.")
        return
    sources = sources_hash()
    installed = WEB / "node_modules" / "pyodide"
    if not installed.exists():
        hatch_build.npm("ci", "--no-audit", "--no-fund", "--ignore-scripts")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        python = pack_python(made)
        name = f"/python/{digest(python)}/"
        client = made / "client"
        hatch_build.npm(
            "run", "build", "--", "--mode", "site", "--outDir", str(client), "--emptyOutDir",
            environment={"VITE_PYTHON": name, "VITE_BUILD": sources[:16]},
        )  # fmt: skip
        shutil.copytree(python, client / name.strip("/"))
        write_pictures(client / "api" / "rules" / "pictures")
        for shell in SHELLS:
            (client / shell).mkdir(exist_ok=True)
            shutil.copyfile(client / "index.html", client / shell / "index.html")
        shutil.copyfile(client / "index.html", client / "404.html")
        write_offline_list(client, sources[:16])
        write_service_worker(client)
        shutil.rmtree(OUT, ignore_errors=True)
        OUT.parent.mkdir(exist_ok=True)
        shutil.copytree(client, OUT)
        MARK.write_text(sources)
    total = sum(path.stat().st_size for path in OUT.rglob("*") if path.is_file())
    print(
        f"build/game: {len(list(OUT.rglob('*')))} files, {total / 1e6:.1f} MB; serve this folder at the root of a host."
    )


def is_up_to_date() -> bool:
    """Return whether the site is built from the present sources."""
    return MARK.exists() and MARK.read_text() == sources_hash()


def sources_hash() -> str:
    """Return a hash of everything that the site is made from."""
    digest = hashlib.sha256(hatch_build.sources_hash().encode())
    paths = [ROOT / "requirements.lock", *(ROOT / name for name in ("site_build.py", "hatch_build.py"))]
    paths += packed_files().values()
    for path in sorted(set(paths)):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def pack_python(made: Path) -> Path:
    """Write the files that the worker loads into a folder, the large ones compressed, and return the folder."""
    sources, archives, python = made / "sources", made / "archives", made / "python"
    modules = packed_modules()
    for name, path in packed_files(modules).items():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, sources / name)
    casebooks = sources / "carrom" / "books" / "casebooks"
    casebooks.mkdir()
    for path in (ROOT / "tests" / "cases" / "cases.jsonl", ROOT / "tests" / "cases" / "more.jsonl"):
        shutil.copyfile(path, casebooks / path.name)
    with zipfile.ZipFile(msgspec_wheel(made)) as wheel:
        for name in wheel.namelist():
            if name.startswith("msgspec/") and not name.endswith(".pyi"):
                wheel.extract(name, sources)
    node(WEB / "pack.mjs", sources, archives, *modules)
    python.mkdir()
    pyodide = WEB / "node_modules" / "pyodide"
    for name in PLAIN:
        text = (pyodide / name).read_text(encoding="utf-8")
        (python / name).write_text(re.sub(r"\n//# sourceMappingURL=.*\s*$", "\n", text), encoding="utf-8")
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (python / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    shutil.copyfile(pyodide / "README.md", python / "PYODIDE.md")
    for path in (pyodide / "pyodide.asm.wasm", archives / "stdlib.zip", archives / "packages.zip"):
        (python / f"{path.name}.packed").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    return python


def packed_modules() -> dict[str, Path]:
    """Return the modules of `carrom` that `ENTRY` imports, directly or not, at once or inside a function, by name."""
    found: dict[str, Path] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        path = file_of_module(name)
        if path is None or name in found:
            continue
        found[name] = path
        waiting += [*imports_of(path), name.rpartition(".")[0]]
    return found


def packed_files(modules: dict[str, Path] | None = None) -> dict[str, Path]:
    """Return the files of these modules, and the data of their packages, by path in the archive."""
    modules = packed_modules() if modules is None else modules
    packages = {path.parent for path in modules.values() if path.name == "__init__.py"}
    data = [
        path
        for path in SOURCES.rglob("*")
        if path.is_file() and path.suffix in DATA
        and next(each for each in path.parents if (each / "__init__.py").exists()) in packages
    ]  # fmt: skip
    return {path.relative_to(SOURCES.parent).as_posix(): path for path in (*modules.values(), *data)}


@cache
def imports_of(path: Path) -> list[str]:
    """Return the names that a module imports, with those that it imports by a constant name."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            found += (str(node.module), *(f"{node.module}.{each.name}" for each in node.names))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "import_module":
            found += imported_by_name(node.args[0])
    return found


def imported_by_name(argument: ast.expr) -> list[str]:
    """Return what `import_module` imports: a module of a constant name, or every module of a package."""
    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) else None
    if not isinstance(first, ast.Constant) or not str(first.value).startswith("carrom."):
        return []
    package = str(first.value).rstrip(".")
    return [f"{package}.{path.stem}" for path in (SOURCES.parent / package.replace(".", "/")).glob("*.py")]


def file_of_module(name: str) -> Path | None:
    """Return the file of a module or package of `carrom`, or None for other names."""
    place = SOURCES.parent / name.replace(".", "/")
    found = [path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()]
    return found[0] if found and name.split(".")[0] == "carrom" else None


def write_pictures(folder: Path) -> None:
    """Write the drawings of the rule books, which pages show as images."""
    from carrom.books.library import drawing, names

    folder.mkdir(parents=True)
    for name in names():
        (folder / f"{name}.svg").write_text(drawing(name), encoding="utf-8")


def write_offline_list(client: Path, build: str) -> None:
    """Write the list of the files with which the page of a server goes on without a connection.

    `build` is what the worker says when it starts.
    """
    from carrom.tables.history import offline_digest
    from carrom.version import __version__

    worker = next((client / "assets").glob("worker-*.js"))
    paths, found = [worker], {worker}
    for path in paths:  # and every file that is named in one of them
        text = path.read_text(encoding="utf-8", errors="replace")
        for each in sorted((client / "assets").iterdir()):
            if each.suffix in (".js", ".json", ".wasm") and each.name in text and each not in found:
                found.add(each)
                paths.append(each)
    paths += sorted(path for path in (client / "python").rglob("*") if path.is_file())
    names = [f"/{path.relative_to(client).as_posix()}" for path in paths]
    listed = {"version": __version__, "program": offline_digest(), "build": build, "worker": names[0], "files": names}
    (client / "offline.json").write_text(json.dumps(listed), encoding="utf-8")


def write_service_worker(client: Path) -> None:
    """Write the service worker with the hash of every file; languages are stored when they are first used."""
    copies = {client / "404.html", client / "sw.js", *(client / shell / "index.html" for shell in SHELLS)}
    paths = sorted(path for path in client.rglob("*") if path.is_file() and path not in copies)
    files = {f"/{path.relative_to(client).as_posix()}": hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    languages = tuple(path.stem for path in (SOURCES / "i18n").glob("*.json") if path.stem != "en")
    later = [name for name in files if name.endswith(".woff2") or re.search(LANGUAGE % "|".join(languages), name)]
    page = (client / "index.html").read_text(encoding="utf-8")
    first = sorted({name for name in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page) if name in files})
    head = "".join(
        f"const {name} = {json.dumps(value)};\n"
        for name, value in (("FILES", files), ("FIRST", first), ("LATER", later))
    )
    text = (WEB / "src" / "offline" / "service_worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256((head + text).encode()).hexdigest()[:16]
    (client / "sw.js").write_text(f"const VERSION = '{version}';\n{head}{text}", encoding="utf-8")


def msgspec_wheel(made: Path) -> Path:
    """Download msgspec's wheel for Pyodide, checked against the hashes of `requirements.lock`, and return its path."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    found = re.search(r"^msgspec==\S+(?: \\\n +--hash=\S+)+", lock, re.MULTILINE)
    assert found, "requirements.lock pins msgspec"
    (made / "wheel.lock").write_text(found[0] + "\n", encoding="utf-8")
    wheels = made / "wheels"
    command = (
        pip(), "download", "-q", "--disable-pip-version-check", "--no-deps", "--require-hashes",
        "--only-binary=:all:", *ABI, "-r", str(made / "wheel.lock"), "-d", str(wheels),
    )  # fmt: skip
    if subprocess.run(command).returncode:
        raise SystemExit(
            "site_build.py: msgspec's wheel for Pyodide could not be downloaded; pip's message stands above."
        )
    return next(wheels.glob("*.whl"))


def pip() -> str:
    """Return the path of a pip, in an environment of its own, because that of the project has none."""
    folder = ROOT / ".bootstrap"
    found = folder / ("Scripts/pip.exe" if os.name == "nt" else "bin/pip")
    if not found.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return str(found)


def node(script: Path, *words: object) -> None:
    """Run a script with the Node that builds the client."""
    command, environment = hatch_build.system_npm() or hatch_build.wheel_npm()
    program = shutil.which("node", path=environment.get("PATH", os.environ["PATH"]))
    program = command[0] if len(command) > 1 else program
    code = subprocess.run([str(program), str(script), *map(str, words)], cwd=WEB, env=environment).returncode
    if code:
        raise SystemExit(f"site_build.py: {script.name} failed (exit code {code}); its message stands above.")


def digest(folder: Path) -> str:
    """Return a short hash of the names and contents of a folder's files."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        found.update(f"{path.name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


if __name__ == "__main__":
    main()
