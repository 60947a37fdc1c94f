#!/usr/bin/env python3
"""Set up the project and run it with nothing but Python: `python3 dev.py play` and `python3 dev.py test`.

Words after `test` go to pytest, which uses every core; `--all` adds the slow tests. `python3 dev.py docs` builds the
documentation as a site in `build/site` (and checks it with `--check`), and `python3 dev.py site` Carrom without a
server in `build/game`.
`python3 dev.py size` prints how large the repository is.
`python3 dev.py release VERSION` makes a release, and `python3 dev.py release --check` builds and tries wheel and sdist.
Any other word is a program of the project's environment: `python3 dev.py carrom judge`, `python3 dev.py ruff check`.
The environment (`.venv`) is created on the first run and updated when its lock file, the project's set-up or the
client's sources change: for `play` from `requirements.lock`, which holds what playing needs, for every other word from
`requirements-dev.lock`. The kernels are compiled once (`native_build.py`), by the system's C compiler, or by zig from
`build.lock` if there is none. The set-up uses `uv`, and installs it into `.bootstrap` if it is missing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build
import native_build

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
COMMANDS = {
    "play": ["carrom", "play"],
    "test": ["python", "-m", "pytest"],
    "npm": ["python", "hatch_build.py", "npm"],
    "docs": ["python", "tools/docs.py"],
    "release": ["python", "tools/release.py"],
    "site": ["python", "site_build.py"],
    "size": ["python", "tools/size.py"],
}
LOCKS = {"play": "requirements.lock", "all": "requirements-dev.lock"}
SETUP = (
    "requirements.lock",
    "requirements-dev.lock",
    "build.lock",
    "pyproject.toml",
    "hatch_build.py",
    "native_build.py",
)


def main(words: list[str]) -> int:
    """Prepare the environment, then run the command in it."""
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    name, *rest = words
    prepare("play" if name == "play" else "all")
    if name in ("npm", "site") and (hatch_build.system_npm() is None or not native_build.is_web_current()):
        run(*installing("build.lock"))
    if name == "docs":
        run(*installing("docs.lock"))
    compile_kernels()
    command = COMMANDS.get(name, [name])
    if name == "test" and not {"-n", "--pdb"} & {word[:2] if word[:2] == "-n" else word for word in rest}:
        command += ["-n", "auto", "--dist", "loadfile"]  # a process for each core; a file stays in one
    if name == "play" and "--offline" not in rest:
        rest += offline_files()
    environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
    if name == "test":  # the programs that tests start compile nothing again, whatever the caller's setting
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = str(VENV / "pycache")
    environment["PATH"] = f"{VENV / PROGRAMS}{os.pathsep}{os.environ.get('PATH', '')}"
    program = shutil.which(command[0], path=environment["PATH"])
    if program is None:
        print(f"dev.py: there is no program {command[0]!r}; try play, test or carrom --help.", file=sys.stderr)
        return 2
    if name in ("test", "npm", "docs", "site", "release", "size"):
        os.chdir(ROOT)
    if os.name != "nt":  # replace this process, so that signals reach only the program
        os.execve(program, [program, *command[1:], *rest], environment)
    return subprocess.run([program, *command[1:], *rest], env=environment).returncode


def offline_files() -> list[str]:
    """Return the option that lets games go on while the network is away, if their files are built and up to date."""
    import site_build

    if not (site_build.OUT / "offline.json").exists():
        return []
    if site_build.is_up_to_date():
        return ["--offline", str(site_build.OUT)]
    print("dev.py: build/game is of another version and is not used; `python3 dev.py site` renews it.", file=sys.stderr)
    return []


def prepare(extent: str) -> None:
    """Create or update the environment if it is out of date; never remove the development tools."""
    stamp, wanted = VENV / "carrom-stamp", state()
    stored, _, has = (stamp.read_text() if stamp.exists() else "").partition(" ")
    extent = "all" if has == "all" else extent
    if (stored, has) == (wanted, extent) and not hatch_build.must_build():
        return
    print("dev.py: setting up .venv (once, and when the set-up or the client changes)", file=sys.stderr)
    native_build.target().unlink(missing_ok=True)
    uv = find_uv()
    old = sys.version_info < (3, 11)
    if not VENV.exists():
        run(uv, "venv", "-q", "--no-project", "--python", ">=3.11" if old else sys.executable, VENV)
    run(uv, "pip", "sync", "-q", "--python", python(), "--require-hashes", ROOT / LOCKS[extent])
    run(uv, "pip", "install", "-q", "--python", python(), "--no-deps", "--reinstall-package", "carrom",
        "--build-constraints", ROOT / "build.lock", "--editable", ROOT)  # fmt: skip
    stamp.write_text(f"{wanted} {extent}")


def compile_kernels() -> None:
    """Compile the kernels if they have changed; without a C compiler and zig, they are interpreted."""
    if native_build.target().exists() or native_build.is_skipped():
        return
    print("dev.py: compiling the kernels (once, and when their sources change)", file=sys.stderr)
    if native_build.compiler(str(python())) is None:
        subprocess.run(list(map(str, installing("build.lock"))), cwd=ROOT)  # zig; whether it is there is seen below
    try:
        native_build.build(str(python()))
    except OSError as fault:
        print(f"dev.py: strokes are interpreted, 20 to 300 times slower, because {fault}", file=sys.stderr)


def installing(lock: str) -> list[object]:
    """Return the command that adds the packages of a lock file to the environment."""
    return [find_uv(), "pip", "install", "-q", "--python", python(), "--require-hashes", "-r", ROOT / lock]


def state() -> str:
    """Return a hash of everything that the environment depends on, except the client, which has a hash of its own."""
    content = b"\0".join((ROOT / name).read_bytes().replace(b"\r\n", b"\n") for name in SETUP)
    return hashlib.sha256(content + str(ROOT).encode()).hexdigest()


def python() -> Path:
    """Return the environment's Python."""
    return VENV / PROGRAMS / "python"


def find_uv() -> str:
    """Return the path of uv, installing it in the project if it is missing."""
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
    """Run a step of the set-up; exit with one sentence if it fails."""
    code = subprocess.run([str(word) for word in words], cwd=ROOT).returncode
    if code:
        command = " ".join(str(word) for word in words)
        sys.exit(f"dev.py: the set-up stopped at `{command}` (exit code {code}); mend what it says and run this again.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
