"""Create an empty Debian in a folder and run commands in it, isolated, without a container runtime (needs root)."""

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
"""Host name of the proxy; caddy signs certificates for `.localhost` names itself."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/postgresql/current/bin"
GIVEN = {"PATH": PATH, "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"}
"""Environment variables for commands that run as root inside the Debian."""


def until(what: Callable[[], bool], seconds: float = 60.0, then: str = "it never came") -> None:
    """Poll a condition until it holds; `AssertionError` with the message `then` after `seconds`."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, then
        time.sleep(0.2)


def is_possible() -> bool:
    """Return whether this machine can create an empty Debian, and print what is missing."""
    if os.geteuid() == 0 and all(map(shutil.which, ("debootstrap", "ip", "unshare", "chroot"))):
        return True
    print("This needs root, debootstrap and iproute2 (apt-get install debootstrap iproute2).", file=sys.stderr)
    return False


def empty_debian(folder: Path) -> None:
    """Create a minimal Debian of this machine's release in a folder, from this machine's package mirror."""
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
    """Return a copy of the empty Debian in a folder; `base` is created first if it does not exist."""
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
    """Return the command line that runs a shell command in the root folder."""
    return ["chroot", str(root), "/bin/sh", "-c", command]


def inside(root: Path, command: str, **variables: str) -> str:
    """Run a shell command inside the root folder as root, and return its output."""
    return run(*chrooted(root, command), env={**GIVEN, **variables})


def apart(*words: object) -> list[str]:
    """Return the command line that runs a program in its own network, mount and process namespaces.

    All its child processes end with it.
    """
    within = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c"]
    return [*within, f"mount -t tmpfs tmpfs /run && exec {shlex.join(map(str, words))}"]
