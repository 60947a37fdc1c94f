"""An empty Debian in a folder, and a place for it that nothing leaves: no container runtime, only root's own tools."""

import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from steps import run, step

NAME = "carrom.localhost"
"""What the proxy is called: it signs such names itself."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/postgresql/current/bin"
GIVEN = {"PATH": PATH, "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
"""The variables of its administrator."""


def until(what: Callable[[], bool], seconds: float = 60.0, then: str = "it never came") -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, then
        time.sleep(0.2)


def is_possible() -> bool:
    """Whether this machine can do it; says what is missing."""
    if os.geteuid() == 0 and all(map(shutil.which, ("debootstrap", "ip", "unshare", "chroot"))):
        return True
    print("This needs root, debootstrap and iproute2 (apt-get install debootstrap iproute2).", file=sys.stderr)
    return False


def empty_debian(folder: Path) -> None:
    """Make an empty Debian of this machine's kind, from where this machine gets its packages."""
    sources = [Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")]
    text = "\n".join(path.read_text() for path in sources if path.is_file())
    (mirror,) = re.findall(r"^(?:URIs:|deb(?: \[[^]]*\])?) *(\S+)", text, re.MULTILINE)[:1]
    release = dict(re.findall(r'^(\w+)="?(.*?)"?$', Path("/etc/os-release").read_text(), re.MULTILINE))
    run("debootstrap", "--variant=minbase", release["VERSION_CODENAME"], folder, mirror)
    (folder / "etc/apt/sources.list").unlink()
    for path in sources:
        if path.is_file():
            shutil.copy(path, folder / path.relative_to("/"))
    (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)


def based(base: Path | None, folder: Path) -> Path:
    """Return a root in a folder: an empty Debian from `base`, where it is kept if there was none."""
    base, root = base or folder / "base", folder / "root"
    if not (base / "etc/debian_version").exists():
        with step("an empty Debian"):
            empty_debian(base)
    run("cp", "-a", base, root)
    folder.chmod(0o755)
    for name in ("resolv.conf", "hosts"):
        shutil.copy(f"/etc/{name}", root / "etc" / name)
    return root


def chrooted(root: Path, command: str) -> list[str]:
    """Return the words that let the root's own shell do a step."""
    return ["chroot", str(root), "/bin/sh", "-c", command]


def inside(root: Path, command: str, **variables: str) -> str:
    """Do a step in the root as its administrator."""
    return run(*chrooted(root, command), env={**GIVEN, **variables})


def apart(*words: object) -> list[str]:
    """Return the words that let a program run in a network, mounts and processes of its own, and end all with it."""
    within = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c"]
    return [*within, f"mount -t tmpfs tmpfs /run && exec {shlex.join(map(str, words))}"]
