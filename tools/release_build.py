"""Build wheel and sdist twice with pinned tools, compare them, and check what they hold."""

from __future__ import annotations

import filecmp
import os
import subprocess
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "build" / "release-tools"
"""An environment with what building and checking need, from `build.lock` and `release.lock`."""
LARGEST = 6_000_000
"""Most bytes of a wheel."""
DUPLICATE = 4_000
"""Bytes from which a file must not be in the wheel twice, except the table that kernel and page both need."""
PAGE = ("carrom/static/index.html", "carrom/static/replay/replay.js", "carrom/static/manifest.webmanifest")
NEEDED = (*PAGE, "carrom/py.typed", "carrom/books/casebooks/cases.jsonl")
UNWANTED = ("tests/", "tools/", "bench/", "web/", "docs/", "node_modules/")
PROGRAMS = "Scripts" if os.name == "nt" else "bin"


class BuildFailed(Exception):
    """Building failed, or what was built is not as it must be; the message is one sentence."""


def uv() -> str:
    """Return the path of uv."""
    import sys

    sys.path[:0] = [str(ROOT)]
    import dev

    return dev.find_uv()


def tool(name: str) -> list[str]:
    """Return the beginning of a command that runs a module with the pinned tools; prepares them on first use."""
    stamp, wanted = TOOLS / "stamp", (ROOT / "release.lock").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        run([uv(), "venv", "-q", "--clear", "--no-project", "--python", ">=3.11", str(TOOLS)], ROOT)
        locks = [word for name in ("build.lock", "release.lock") for word in ("-r", str(ROOT / name))]
        run(
            [uv(), "pip", "install", "-q", "--python", str(TOOLS / PROGRAMS / "python"), "--require-hashes", *locks],
            ROOT,
        )
        stamp.write_text(wanted, encoding="utf-8")
    return [str(TOOLS / PROGRAMS / "python"), "-m", name]


def run(words: list[str], folder: Path, **more: str) -> str:
    """Run a program in a folder, with more environment variables; raises `BuildFailed` with its last lines."""
    environment = {**os.environ, **more, "PATH": f"{TOOLS / PROGRAMS}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        said = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise BuildFailed(f"{' '.join(words[:5])} failed (exit code {done.returncode}):\n{said}")
    return done.stdout


def epoch(folder: Path) -> int:
    """Return the time of the last commit, which builds use instead of the clock; a fixed one without git."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=folder, capture_output=True, text=True)
    return int(done.stdout.strip() or 0) or 1_700_000_000


def build_twice(folder: Path, made: Path) -> tuple[Path, Path]:
    """Build sdist and wheel with `python -m build`, twice; raises `BuildFailed` unless the bytes are equal."""
    wheels = []
    for number in (1, 2):
        out = made if number == 1 else made / "again"
        words = [*tool("build"), "--no-isolation", "--outdir", str(out), str(folder)]
        run(words, folder, SOURCE_DATE_EPOCH=str(epoch(folder)))
        (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
        wheels.append((wheel, sdist))
    for first, second in zip(*wheels, strict=True):
        if not filecmp.cmp(first, second, shallow=False):
            raise BuildFailed(f"two builds of {first.name} differ")
        second.unlink()
    (made / "again").rmdir()
    print(f"built twice with equal bytes: {wheels[0][0].name}, {wheels[0][1].name}")
    return wheels[0]


def check_files(folder: Path, wheel: Path, sdist: Path) -> None:
    """Check size, content and metadata of wheel and sdist; raises `BuildFailed`."""
    run([*tool("twine"), "check", "--strict", str(wheel), str(sdist)], folder)
    run([str(TOOLS / PROGRAMS / "check-wheel-contents"), str(wheel)], folder)
    size = wheel.stat().st_size
    if size >= LARGEST:
        raise BuildFailed(f"the wheel has {size:,} bytes; expected fewer than {LARGEST:,}")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        same = Counter((each.CRC, each.file_size) for each in archive.infolist() if each.file_size > DUPLICATE)
        twice = [each.filename for each in archive.infolist() if same[each.CRC, each.file_size] > 1]
    if not all(name.endswith(".f64") for name in twice):
        raise BuildFailed(f"the wheel holds the same file more than once: {', '.join(twice)}")
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise BuildFailed(f"the wheel lacks {missing[0]}")
    strange = [name for name in names if name.startswith(UNWANTED) or "/node_modules/" in name]
    if strange:
        raise BuildFailed(f"the wheel holds {strange[0]}, which is no part of the package")
    with tarfile.open(sdist) as archive:
        listed = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("pyproject.toml", "LICENSE", "CHANGELOG.md", "src/carrom/static/index.html", "web/package-lock.json"):
        if name not in listed:
            raise BuildFailed(f"the sdist lacks {name}")
    print(f"wheel {size / 1e6:.2f} MB with {len(names)} files, sdist {sdist.stat().st_size / 1e6:.2f} MB: checks pass")


def check_sbom(path: Path) -> None:
    """Check a bill of materials against the schema of CycloneDX; raises `BuildFailed`."""
    program = (
        "import sys; from cyclonedx.validation.json import JsonStrictValidator; "
        "from cyclonedx.schema import SchemaVersion; "
        "error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1], encoding='utf-8').read()); "
        "sys.exit(str(error) if error else 0)"
    )
    run([tool("build")[0], "-c", program, str(path)], ROOT)
    print(f"{path.name} is valid CycloneDX 1.6")
