"""Install a wheel into new environments on every Python found, and run a small program as a stranger would.

Each Python is tried without and with the extras. The program runs with home and packages read-only and without a
network, where the system allows that; where it does not, that is said.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import release_build

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = "[png,pdf,accounts,ratings,lab]"
"""Extras that are tried; those for databases and message buses need servers."""
MOST_SECONDS = 900


class TrialFailed(Exception):
    """An installed wheel does not work; the message says where."""


def pythons() -> list[str]:
    """Return an interpreter of each supported version that this machine has.

    They are looked for in `CARROM_PYTHONS` (paths separated as in PATH), on the PATH, and where pyenv and uv install.
    """
    named = [Path(each) for each in os.environ.get("CARROM_PYTHONS", "").split(os.pathsep) if each]
    found: dict[str, str] = {}
    for version in VERSIONS:
        homes = [
            f"~/.pyenv/versions/{version}.*/bin/python{version}",
            f"~/.local/share/uv/python/cpython-{version}*/bin/python{version}",
        ]
        programs = [shutil.which(f"python{version}"), *(each for home in homes for each in _files(home))]
        for program in (*map(str, named), sys.executable, *filter(None, programs)):
            if version not in found and _version(program) == version:
                found[version] = program
    missing = [version for version in VERSIONS if version not in found]
    if missing:
        print(f"no Python {', '.join(missing)} on this machine: not tried (CARROM_PYTHONS names others)")
    return list(found.values())


def _files(pattern: str) -> list[str]:
    return sorted(glob.glob(os.path.expanduser(pattern)))


def _version(program: str) -> str:
    """Return major and minor version of an interpreter, or an empty text if it does not run."""
    code = "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])"
    try:
        return subprocess.run([program, "-c", code], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def check(folder: Path, made: Path, programs: list[str]) -> None:
    """Try the wheel of a folder with each interpreter, and its sdist with the first; raises `TrialFailed`."""
    (wheel,), (sdist,) = made.glob("*.whl"), made.glob("*.tar.gz")
    lock = folder / "requirements-dev.lock"
    for number, program in enumerate(programs):
        for extras in ("", EXTRAS):
            attempt(program, wheel, extras, lock)
        if number == 0:
            attempt(program, sdist, "", lock)


def attempt(program: str, package: Path, extras: str, lock: Path) -> None:
    """Install a package in a new environment and run the program there; raises `TrialFailed`."""
    what = f"Python {_version(program)}, {package.name}{extras or ' without extras'}"
    with tempfile.TemporaryDirectory(prefix="carrom-trial-") as name:
        home = Path(name)
        home.chmod(0o755)
        python = home / "venv" / release_build.PROGRAMS / "python"
        uv = release_build.uv()
        install = [uv, "pip", "install", "-q", "--python", str(python), "-c", str(versions(lock, home))]
        install += ["--build-constraints", str(lock.parent / "build.lock"), f"carrom{extras} @ {package.as_uri()}"]
        try:
            release_build.run([uv, "venv", "-q", "--no-project", "--python", program, str(home / "venv")], home)
            release_build.run(install, home)
        except release_build.BuildFailed as fault:
            raise TrialFailed(f"{what}: {fault}") from None
        script = home / "trial.py"
        shutil.copy(Path(__file__).with_name("release_trial.py"), script)
        (home / "home").mkdir()
        (home / "tmp").mkdir()
        words, limits = confined(home)
        environment = {
            "HOME": str(home / "home"),
            "TMPDIR": str(home / "tmp"),
            "PATH": f"{python.parent}{os.pathsep}{os.defpath}",
            "CARROM_TRIAL_EXTRAS": extras,
            **{key: os.environ[key] for key in ("SYSTEMROOT", "TEMP") if key in os.environ},
        }
        done = subprocess.run(
            [*words, str(python), str(script)],
            cwd="/",
            env=environment,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
        )
        if done.returncode:
            raise TrialFailed(f"{what}: {(done.stderr or done.stdout).strip()[-1500:]}")
        print(f"{what}: {done.stdout.strip()} ({limits})", flush=True)


def versions(lock: Path, home: Path) -> Path:
    """Write the versions of a lock file without its hashes, which a local wheel cannot have; return the file."""
    lines = [line.rstrip(" \\") for line in lock.read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    path = home / "constraints.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def confined(home: Path) -> tuple[list[str], str]:
    """Return the beginning of a command that runs a program with a folder read-only, and in words what it cannot do.

    The folder's `tmp` can be written. Namespaces of Linux do this, where this user may make them.
    """
    script = (
        'mount --make-rprivate / && mount --bind "$0" "$0" && mount -t tmpfs tmpfs "$0/tmp" '
        '&& mount -o remount,bind,ro "$0" && exec "$@"'
    )
    words = ["unshare", "--net", "--mount", "--", "sh", "-c", script, str(home)]
    try:
        works = subprocess.run([*words, "true"], capture_output=True).returncode == 0
    except OSError:
        works = False
    if works:
        return words, "home and packages read-only, no network"
    return [], "not confined: this system or user has no namespaces"
