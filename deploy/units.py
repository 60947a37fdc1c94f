#!/usr/bin/python3
"""A stand-in for `systemctl` and `journalctl` on a machine without systemd, installed there by `followed.py`.

    systemctl daemon-reload | enable --now UNIT... | disable --now UNIT | start UNIT | stop UNIT | restart UNIT
    systemctl reload UNIT | kill -s KILL UNIT
    journalctl -u UNIT -o cat

Reads the user, folders, environment variables and commands of a unit; ignores everything else, such as the sandboxing
options.
"""

import os
import pwd
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

PLACES = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
LOGS = Path("/var/log/units")
FOLDERS = {"StateDirectory": Path("/var/lib"), "CacheDirectory": Path("/var/cache")}


def unit(name: str) -> dict[str, list[str]]:
    """Parse a unit file: return the values of each key."""
    first, at, instance = name.removesuffix(".service").partition("@")
    file = f"{first}@.service" if at else name
    path = next((place / file for place in PLACES if (place / file).exists()), None)
    if path is None:
        sys.exit(f"Unit {name} not found.")
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", path.read_text(), re.MULTILINE):
        found.setdefault(key, []).append(value.replace("%i", instance).replace("%%", "%").replace("$$", "$"))
    return found


def variables(lines: dict[str, list[str]], home: str) -> dict[str, str]:
    """Return the environment variables of a unit; those of its environment files come last and win."""
    found = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home}
    words = [word for line in lines.get("Environment", ()) for word in shlex.split(line)]
    for each in lines.get("EnvironmentFile", ()):
        path = Path(each.removeprefix("-"))
        if path.exists() or not each.startswith("-"):
            words += [line for line in path.read_text().splitlines() if re.match(r"\w+=", line)]
    return found | dict(word.split("=", 1) for word in words)


def pid_of(name: str) -> int | None:
    """Return the process id of a running service, or None."""
    stored = LOGS / f"{name}.pid"
    try:
        pid = int(stored.read_text())
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None
    return None if state == "Z" else pid


def start(name: str) -> None:
    """Start a service; a oneshot service runs to its end."""
    if name.endswith(".timer"):
        unit(name.replace(".timer", ".service"))
        return
    if pid_of(name) is not None:
        return
    given = unit(name)
    user = pwd.getpwnam(given.get("User", ["root"])[-1])
    for key, place in FOLDERS.items():
        for folder in " ".join(given.get(key, ())).split():
            (place / folder).mkdir(parents=True, exist_ok=True)
            os.chown(place / folder, user.pw_uid, user.pw_gid)
            (place / folder).chmod(int(given.get(f"{key}Mode", ["755"])[-1], 8))
    with (LOGS / name).open("ab") as log:

        def begun(line: str) -> "subprocess.Popen[bytes]":
            return subprocess.Popen(
                shlex.split(line.lstrip("-")),
                env=variables(given, user.pw_dir),
                cwd="/",
                user=user.pw_uid,
                group=user.pw_gid,
                extra_groups=os.getgrouplist(user.pw_name, user.pw_gid),
                umask=int(given.get("UMask", ["0022"])[-1], 8),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

        once = given.get("Type") == ["oneshot"]
        first, last = (given.get(key, []) for key in ("ExecStartPre", "ExecStartPost"))
        for line in [*first, *(given["ExecStart"] + last if once else ())]:
            if begun(line).wait():
                sys.exit(f"Job for {name} failed; see journalctl -u {name}.")
        if not once:
            (LOGS / f"{name}.pid").write_text(str(begun(given["ExecStart"][-1]).pid))


def stop(name: str) -> None:
    """Stop a service: SIGTERM, then wait up to 60 s."""
    pid, until = pid_of(name), time.monotonic() + 60
    if pid is not None:
        os.kill(pid, signal.SIGTERM)
        while pid_of(name) is not None:
            if time.monotonic() > until:
                sys.exit(f"{name} does not end.")
            time.sleep(0.05)


def reload(name: str) -> None:
    """Make a service reload its settings."""
    given = unit(name)
    if pid_of(name) is None:
        sys.exit(f"{name} is not active, cannot reload.")
    user = pwd.getpwnam(given.get("User", ["root"])[-1])
    for line in given["ExecReload"]:
        subprocess.run(shlex.split(line), check=True, env=variables(given, user.pw_dir), stdout=subprocess.DEVNULL)


def main(program: str, words: list[str]) -> None:
    """Execute a command line of `systemctl` or `journalctl`."""
    LOGS.mkdir(exist_ok=True)
    if program == "journalctl":
        print((LOGS / f"{words[words.index('-u') + 1]}.service").read_text(), end="")
        return
    does, *names = (word for word in words if not word.startswith("-"))
    for each in names:
        name = each if "." in each else f"{each}.service"
        if does in ("stop", "disable", "restart"):
            stop(name)
        if does in ("start", "restart", "enable"):
            start(name)
        if does == "reload":
            reload(name)
        if does == "kill" and (pid := pid_of(name)) is not None:
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(Path(sys.argv[0]).name, sys.argv[1:])
