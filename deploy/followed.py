"""Run every command of docs/how-to/operating.md, as the page has it, in an empty Debian.

    sudo python3 dev.py python deploy/followed.py                # some minutes; needs debootstrap and iproute2
    sudo python3 dev.py python deploy/followed.py --base FOLDER  # reuse the empty Debian in this folder

`deploy/units.py` stands in for systemd. After each part of the page (server on a file, move to PostgreSQL, backups,
upgrade) a game is continued through the proxy. Commands that install something use this machine's network, everything
else runs in an isolated network. Exit code 1 at the first step that fails.
"""

import argparse
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "deploy")]

from empty import GIVEN, NAME, apart, based, chrooted, is_possible, until  # noqa: E402
from server.serving import begun, heard, resumed, struck  # noqa: E402
from steps import run, step  # noqa: E402

from carrom import protocol  # noqa: E402

PAGE = ROOT / "docs" / "how-to" / "operating.md"
EXAMPLE = "carrom.example.org"
FETCHES = ("apt-get ", "/opt/carrom/bin/pip ")
"""Beginnings of commands that need this machine's network."""
SIGNED_BY = Path("etc/ssl/certs/ca-certificates.crt")
TRUSTING = dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"), "/etc/fetching.crt")
"""Makes the installing programs trust the same certificates as this machine."""
TRUST = "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"


def told(page: str) -> dict[str, list[str]]:
    """Return the indented code blocks of each section of a page."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        blocks = re.findall(r"(?:^    .*\n)+", text + "\n", re.MULTILINE)
        found[title] = [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks]
    return found


class Machine:
    """The operator's machine: an empty Debian with a stand-in for systemd."""

    def __init__(self, root: Path, outer: int) -> None:
        """Install the stand-in for systemd; `outer` is a file descriptor of this machine's network namespace."""
        self.root, self._outer = root, outer
        for name in ("systemctl", "journalctl"):
            shutil.copy(ROOT / "deploy" / "units.py", root / "usr/local/bin" / name)
            (root / "usr/local/bin" / name).chmod(0o755)
        shutil.copy(Path("/") / SIGNED_BY, root / "etc/fetching.crt")
        (root / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')
        (root / "etc/hosts").write_text(f"127.0.0.1 localhost {NAME}\n")
        (root.parent / "hosts").write_text(f"127.0.0.1 localhost {NAME}\n")
        run("mount", "--bind", root.parent / "hosts", "/etc/hosts")
        for what in ("proc", "dev"):
            run("mount", "--rbind", f"/{what}", root / what)
        run("ip", "link", "set", "lo", "up")
        Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").write_text("0")  # systemd grants this to caddy

    def does(self, block: str) -> None:
        """Run a code block of the page line by line, beginning in the checkout."""
        folder = "/checkout"
        for line in filter(None, block.splitlines()):
            began = time.monotonic()
            if line.startswith("cd "):
                folder = line.removeprefix("cd ")
            command = f"cd {folder} && {line.partition('  #')[0].rstrip()}"
            if line.startswith(FETCHES):
                words = ["nsenter", f"--net=/proc/self/fd/{self._outer}", *chrooted(self.root, command)]
                run(*words, env={**GIVEN, **TRUSTING}, pass_fds=[self._outer])
                if " postgresql" in line:  # Debian would start it after the installation, but not in a chroot
                    self._run("pg_ctlcluster $(ls /etc/postgresql) main start")
                if " caddy" in line:
                    self._run("systemctl start caddy")
            else:
                self._run(command)
            print(f"        {time.monotonic() - began:6.1f} s  {line}", flush=True)

    def _run(self, command: str) -> str:
        return run(*chrooted(self.root, command), env=GIVEN)

    @property
    def trust(self) -> ssl.SSLContext:
        """An SSL context that trusts the proxy's own certificate authority."""
        return ssl.create_default_context(cafile=str(self.root / TRUST))

    def answers(self, path: str) -> bool:
        """Return whether a path can be fetched through the proxy."""
        try:
            return httpx.get(f"https://{NAME}{path}", verify=self.trust, timeout=10).status_code == 200
        except (httpx.TransportError, OSError):
            return False

    @contextmanager
    def line(self) -> Iterator[ClientConnection]:
        """Wait for the server, open a websocket through the proxy and receive the greeting."""
        until(lambda: self.answers("/readyz"), 60, "the server was never ready")
        with connect(f"wss://{NAME}/ws", origin=f"https://{NAME}", ssl=self.trust) as line:
            heard(line)
            yield line


def followed(machine: Machine) -> None:
    """Follow the page, and continue a game after each part."""
    page = told(PAGE.read_text(encoding="utf-8").replace(EXAMPLE, NAME))
    settings = machine.root / "etc/carrom/carrom.toml"
    began = time.monotonic()
    with step("one machine, games in a file"):
        install, proxy, start = page["One machine, games in a file"]
        machine.does(install)
        settings.write_text(settings.read_text().replace(EXAMPLE, NAME))
        (machine.root / "etc/caddy/Caddyfile").write_text(proxy)
        machine.does(start)
    with machine.line() as line:
        joined, snapshot = begun(line)
        done = struck(line, snapshot.version, snapshot.state, "a" * 16)
    print(f"{time.monotonic() - began:6.1f} s  from the first command to the first stroke", flush=True)

    def goes_on(nonce: str) -> protocol.Played:
        with machine.line() as line:
            again = resumed(line, joined)
            assert (again.version, again.state.position) == (done.version, done.state.position)
            return struck(line, again.version, again.state, nonce * 16)

    with step("move the games to PostgreSQL"):
        install, bring = page["With PostgreSQL"]
        machine.does(install)
        machine.does(bring)
        done = goes_on("b")
    with step("backups, by hand and by the unit"):
        (by_hand,) = page["Backups"]
        stopped = [line for line in by_hand.splitlines() if "with every server stopped" in line]
        machine.does("\n".join(line for line in by_hand.splitlines() if line not in stopped))
        machine.does(
            "\n".join(["systemctl stop carrom", "cd /var/lib/carrom/copies", *stopped, "systemctl start carrom"])
        )
        done = goes_on("c")
    with step("upgrade (to the same version)"):
        (newer,) = page["Upgrading"]
        machine.does(newer)
        done = goes_on("d")
    with step("several servers: one is killed and restarted, then all are upgraded one after the other"):
        several, proxy = page["Several servers"]
        machine.does(several)
        (machine.root / "etc/caddy/Caddyfile").write_text(proxy)
        machine.does("systemctl reload caddy")
        done = goes_on("e")
        for number, does in enumerate(
            ("kill -s KILL carrom@8138", "start carrom@8138", "restart carrom@8137", "restart carrom@8138")
        ):
            machine.does(f"systemctl {does}")
            done = goes_on(str(number))
    with step("`systemd-analyze verify` accepts the units"):
        machine.does("apt-get install --no-install-recommends systemd")
        units = "carrom.service carrom@8137.service carrom-backup.service carrom-backup.timer"
        machine.does(f"systemd-analyze verify {units} 2>&1 | (! grep .)")
    for name, ends in (("carrom", 4), ("carrom@8137", 1), ("carrom@8138", 1)):
        log = (machine.root / f"var/log/units/{name}.service").read_text()
        assert log.count("all events are stored") >= ends, log[-2000:]


def main() -> int:
    """Create the machine, follow the page in it, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, metavar="FOLDER", help="an empty Debian, created there if missing")
    parser.add_argument("--live", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--outer", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.live is not None:
        machine = Machine(args.live / "root", args.outer)
        try:
            followed(machine)
        except BaseException:
            for log in sorted((machine.root / "var/log/units").glob("*.service")):
                print(f"-- {log.name}\n{log.read_text()[-1500:]}", file=sys.stderr)
            raise
        return 0
    if not is_possible():
        return 1
    with tempfile.TemporaryDirectory(prefix="carrom-followed-") as folder:
        root = based(args.base, Path(folder))
        run("git", "clone", "-q", "--no-hardlinks", ROOT, root / "checkout")
        outer = os.open("/proc/self/ns/net", os.O_RDONLY)
        live = (sys.executable, __file__, "--live", folder, "--outer", outer)
        done = subprocess.run(apart(*live), pass_fds=[outer])
        if done.returncode == 0:
            print("All commands of the page work as described.")
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
