#!/usr/bin/env python3
"""Two commands on a fresh machine, with nothing but a Python: `python3 dev.py play` and `python3 dev.py test`.

Words after `test` go to pytest; `python3 dev.py test --changed` runs the tests that your change touches, chosen as
`tests/changed.py` says. `python3 dev.py docs` builds the documentation as a site into `build/site`. Any other word is
a program of the project's environment: `python3 dev.py carrom judge`, `python3 dev.py ruff check`.
The environment (`.venv`) is made on the first run and renewed when its lock, the project's set-up or the client's
sources change: for `play` from `requirements.lock`, which is what playing needs, for every other word from
`requirements-dev.lock`. `uv` is used; where there is none, it is put into `.bootstrap`.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
COMMANDS = {
    "play": ["carrom", "play"],
    "test": ["python", "-m", "pytest"],
    "npm": ["python", "hatch_build.py", "npm"],
    "docs": ["zensical", "build", "--clean", "--strict"],
}
LOCKS = {"play": "requirements.lock", "all": "requirements-dev.lock"}
NOTHING_TO_TEST = 4
"""The exit code of `tests/changed.py` where no test checks what has changed."""
SETUP = ("requirements.lock", "requirements-dev.lock", "build.lock", "pyproject.toml", "hatch_build.py")


def main(words: list[str]) -> int:
    """Make the environment as it must be, then run the words in it."""
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    name, *rest = words
    if name == "test" and "--changed" in rest:
        chosen = subprocess.run([sys.executable, ROOT / "tests" / "changed.py"], stdout=subprocess.PIPE, text=True)
        if chosen.returncode == NOTHING_TO_TEST:
            return 0
        rest = [word for word in rest if word != "--changed"] + chosen.stdout.split("\n")[:-1]
    prepare("play" if name == "play" else "all")
    if name == "npm" and hatch_build.system_npm() is None:
        run(find_uv(), "pip", "install", "-q", "--python", python(), "--require-hashes", "-r", ROOT / "build.lock")
    if name == "docs":
        run(find_uv(), "pip", "install", "-q", "--python", python(), "--require-hashes", "-r", ROOT / "docs.lock")
    command = COMMANDS.get(name, [name])
    environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
    environment["PATH"] = f"{VENV / PROGRAMS}{os.pathsep}{os.environ.get('PATH', '')}"
    program = shutil.which(command[0], path=environment["PATH"])
    if program is None:
        print(f"dev.py: there is no program {command[0]!r}; try play, test or carrom --help.", file=sys.stderr)
        return 2
    if name in ("test", "npm", "docs"):
        os.chdir(ROOT)
    if os.name != "nt":  # become the program, so that signals reach it and nothing else
        os.execve(program, [program, *command[1:], *rest], environment)
    return subprocess.run([program, *command[1:], *rest], env=environment).returncode


def prepare(extent: str) -> None:
    """Make or renew the environment, unless it stands as this tree wants it; what is installed for more stays."""
    stamp, wanted = VENV / "carrom-stamp", state()
    kept, _, has = (stamp.read_text() if stamp.exists() else "").partition(" ")
    extent = "all" if has == "all" else extent
    if (kept, has) == (wanted, extent) and not hatch_build.must_build():
        return
    print("dev.py: setting up .venv (once, and when the set-up or the client changes)", file=sys.stderr)
    uv = find_uv()
    old = sys.version_info < (3, 11)
    if not VENV.exists():
        run(uv, "venv", "-q", "--no-project", "--python", ">=3.11" if old else sys.executable, VENV)
    run(uv, "pip", "sync", "-q", "--python", python(), "--require-hashes", ROOT / LOCKS[extent])
    run(uv, "pip", "install", "-q", "--python", python(), "--no-deps", "--reinstall-package", "carrom",
        "--build-constraints", ROOT / "build.lock", "--editable", ROOT)  # fmt: skip
    stamp.write_text(f"{wanted} {extent}")


def state() -> str:
    """Return a hash of all that the environment is made from, but the client, which keeps its own."""
    content = b"\0".join((ROOT / name).read_bytes().replace(b"\r\n", b"\n") for name in SETUP)
    return hashlib.sha256(content + str(ROOT).encode()).hexdigest()


def python() -> Path:
    """Return the environment's Python."""
    return VENV / PROGRAMS / "python"


def find_uv() -> str:
    """Return the path of uv, installing it beside the project if the machine has none."""
    found = shutil.which("uv")
    if found:
        return found
    folder = ROOT / ".bootstrap"
    uv = folder / PROGRAMS / ("uv.exe" if os.name == "nt" else "uv")
    if not uv.exists():
        run(sys.executable, "-m", "venv", folder)
        run(folder / PROGRAMS / "python", "-m", "pip", "install", "-q", "uv")
    return str(uv)


def run(*words: object) -> None:
    """Run a step of the set-up; end with one sentence if it fails."""
    code = subprocess.run([str(word) for word in words], cwd=ROOT).returncode
    if code:
        command = " ".join(str(word) for word in words)
        sys.exit(f"dev.py: the set-up stopped at `{command}` (exit code {code}); mend what it says and run this again.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
