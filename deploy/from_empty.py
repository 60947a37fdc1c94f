"""From an empty Debian to a page that is played on: `compose.yaml` and `Containerfile` without a container runtime.

    sudo python3 dev.py python deploy/from_empty.py                # some minutes; needs debootstrap and iproute2
    sudo python3 dev.py python deploy/from_empty.py --base FOLDER  # keep the empty Debian there for the next time

An empty Debian is made with debootstrap. The steps of the container file are done in it one by one, the images are
Debian's packages, and every service gets a network of its own on a bridge, its volumes, its variables and its health
check. Then, through the proxy: the page is fetched, a game is played over both nodes, nodes are killed and told to end,
database and bus crash, and the finished game is verified by a worker. All of it is in a network that nothing leaves.
Exit code 1 at the first step that does not hold.
"""

import argparse
import ipaddress
import json
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "deploy")]

from agreed import WATCH, friends, new_game  # noqa: E402
from composed import COMPOSE, CONTAINER, environment, filled, read, stages, the  # noqa: E402
from server.serving import heard, resumed  # noqa: E402
from steps import run, step  # noqa: E402

from carrom import protocol  # noqa: E402
from carrom.board.stroke import Stroke  # noqa: E402

NAME = "carrom.localhost"
"""What the proxy is called: it signs such names itself."""
PACKAGES = {"python": "python3 python3-venv", "postgres": "postgresql", "nats": "nats-server", "caddy": "caddy"}
"""What stands for an image."""
PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/postgresql/current/bin"
PGDATA = "/var/lib/postgresql/data"
POSTGRES = f"""test -s {PGDATA}/PG_VERSION || {{
    chown postgres {PGDATA} && chmod 700 {PGDATA} && printf %s "$POSTGRES_PASSWORD" > /run/password &&
    setpriv --reuid=postgres --regid=postgres --init-groups initdb -D {PGDATA} -U "$POSTGRES_USER" -A scram-sha-256 \\
        --pwfile=/run/password -E UTF8 --locale=C --no-sync && rm /run/password &&
    echo 'host all all all scram-sha-256' >> {PGDATA}/pg_hba.conf &&
    sed -i '/^local/s/scram-sha-256/trust/' {PGDATA}/pg_hba.conf &&
    echo "CREATE DATABASE $POSTGRES_USER" |
        setpriv --reuid=postgres --regid=postgres --init-groups postgres --single -D {PGDATA} postgres
}} && exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -D {PGDATA} -c listen_addresses='*' \\
    -c unix_socket_directories=/var/run/postgresql"""
"""What the image of PostgreSQL does when it begins: a cluster for this user with this password, where there is none."""
BEGINS = {
    "postgres": POSTGRES,
    "nats": "exec nats-server",
    "caddy": "exec env XDG_DATA_HOME=/data caddy run --config /etc/caddy/Caddyfile --adapter caddyfile",
}
"""What an image runs."""


def until(what: Callable[[], bool], seconds: float = 60.0, then: str = "it never came") -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, then
        time.sleep(0.2)


# -- the machine -----------------------------------------------------------------------------------------------------


def empty_debian(folder: Path) -> None:
    """Make an empty Debian of this machine's kind, from where this machine gets its packages."""
    sources = [Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")]
    text = "\n".join(path.read_text() for path in sources if path.is_file())
    (mirror,) = re.findall(r"^(?:URIs:|deb(?: \[[^]]*\])?) *(\S+)", text, re.MULTILINE)[:1]
    release = dict(re.findall(r'^(\w+)="?(.*?)"?$', Path("/etc/os-release").read_text(), re.MULTILINE))
    run("debootstrap", "--variant=minbase", release["VERSION_CODENAME"], folder, mirror)
    for path in sources:
        if path.is_file():
            shutil.copy(path, folder / path.relative_to("/"))
    (folder / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)


def inside(root: Path, command: str, **variables: str) -> str:
    """Do a step in the root as its administrator."""
    given = {"PATH": PATH, "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root", **variables}
    return run("chroot", root, "/bin/sh", "-c", command, env=given)


def installed(root: Path, folder: Path) -> None:
    """Give the root what the images have, and do the steps of the container file in it."""
    services = read(COMPOSE.read_text())["services"]
    images = {"python"} | {each["image"].partition(":")[0] for each in services.values() if "image" in each}
    steps = stages(CONTAINER.read_text())
    assert all(step.words.startswith("python:") for stage in steps.values() for step in stage if step.does == "FROM")
    for name in ("resolv.conf", "hosts"):
        shutil.copy(f"/etc/{name}", root / "etc" / name)
    with step("Debian's packages for " + ", ".join(sorted(images))):
        inside(
            root,
            "apt-get -q update && apt-get -q -y install --no-install-recommends "
            + " ".join(map(PACKAGES.__getitem__, sorted(images))),
        )
        inside(root, "ln -s /usr/lib/postgresql/* /usr/lib/postgresql/current && python3 -m venv /usr/local")
    with step("the wheel, with the page in it, and what the lock names"):
        from dev import find_uv

        wheels = root / "wheelhouse"
        run(find_uv(), "build", "-q", "--wheel", "--out-dir", folder / "dist", ROOT, cwd=ROOT)
        version = inside(root, "python3 -c 'import sys; print(*sys.version_info[:2], sep=chr(46))'").strip()
        words = ["-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        python = Path(sys.base_prefix) / "bin/python3"
        run(python, *words, "--python-version", version, "-d", wheels, "-r", ROOT / "deploy/requirements.lock")
    with step("the steps of the container file, one by one"):
        for does, words in steps[""]:
            if does == "COPY":
                source, target = words.removeprefix("--from=built ").split()
                into = root / target.lstrip("/")
                into.parent.mkdir(parents=True, exist_ok=True)
                if words.startswith("--from=built"):
                    shutil.copytree(folder / "dist", into, ignore=shutil.ignore_patterns(".gitignore"))
                else:
                    shutil.copy(ROOT / source, into)
            elif does == "RUN":
                inside(root, words, PIP_NO_INDEX="1", PIP_FIND_LINKS="/wheelhouse")
        shutil.rmtree(wheels)


# -- the services ----------------------------------------------------------------------------------------------------


class Service:
    """One service of the compose file, in a network and with volumes of its own."""

    def __init__(self, name: str, told: dict[str, Any], at: str, house: "House") -> None:
        self.name, self.told, self.at, self.house = name, told, at, house
        self.image = told["image"].partition(":")[0] if "image" in told else ""
        self.process: subprocess.Popen[bytes] | None = None
        self.log = house.folder / f"{name}.log"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"v-{at.rpartition('.')[2]}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"v-{at.rpartition('.')[2]}", "master", "inside", "up")
        for words in (f"addr add {at}/{house.network.prefixlen} dev eth0", "link set eth0 up", "link set lo up"):
            run("ip", "-n", name, *words.split())

    def words(self, command: str, user: str = "") -> list[str]:
        """Return a command within this service's network, volumes and root."""
        root, mounts = self.house.root, []
        for each in self.told.get("volumes", ()):
            source, target = each.split(":")[:2]
            there = (COMPOSE.parent / source) if source.startswith(".") else self.house.folder / "volumes" / source
            if not there.exists():
                there.mkdir(parents=True)
                if self.image == "":
                    shutil.chown(there, *self.house.user)
            into = root / target.lstrip("/")
            mounts.append(f"mount --bind {shlex.quote(str(there))} {shlex.quote(str(into))}")
            if not into.exists():
                into.parent.mkdir(parents=True, exist_ok=True)
                into.touch() if there.is_file() else into.mkdir()
        as_ = f"--userspec={user}" if user else ""
        inner = f"exec chroot {as_} {shlex.quote(str(root))} /bin/sh -c {shlex.quote(command)}"
        return ["ip", "netns", "exec", self.name, "/bin/sh", "-c", " && ".join([*mounts, inner])]

    def begin(self) -> None:
        """Start it as its image, or the container file, says."""
        user, variables = "", {"PATH": PATH}
        if self.image:
            command = BEGINS[self.image]
        else:
            steps = self.house.steps
            command = "exec " + shlex.join(json.loads(the(steps, "CMD")))
            user, variables = the(steps, "USER"), variables | environment(steps)
        variables |= self.told.get("environment", {})
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.words(command, user), env=variables, stdout=log, stderr=log)

    def healthy(self) -> bool:
        """Whether its health check says so."""
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()[-4000:]
        if self.image:
            test = self.told.get("healthcheck", {}).get("test", ["CMD", "true"])[1:]
        else:
            test = json.loads(the(self.house.steps, "HEALTHCHECK").partition("CMD ")[2])
        done = subprocess.run(self.words(shlex.join(test)), env={"PATH": PATH}, capture_output=True)
        return done.returncode == 0

    def send(self, what: int) -> None:
        """Send a signal to what runs, and wait until it has ended."""
        assert self.process is not None
        self.process.send_signal(what)
        self.process.wait(30)


class House:
    """All services, on one bridge."""

    def __init__(self, folder: Path, root: Path) -> None:
        told = filled(read(COMPOSE.read_text()), {"CARROM_NAME": NAME, "CARROM_PASSWORD": "kept-inside"})
        self.folder, self.root, self.steps = folder, root, stages(CONTAINER.read_text())[""]
        user = next(
            line.split(":") for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("carrom:")
        )
        self.user = (int(user[2]), int(user[3]))
        self.network = ipaddress.ip_network(told["networks"]["inside"]["ipam"]["config"][0]["subnet"])
        own, *places = map(str, list(self.network.hosts())[: len(told["services"]) + 1])
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "inside", "type", "bridge")
        run("ip", "addr", "add", f"{own}/{self.network.prefixlen}", "dev", "inside")
        run("ip", "link", "set", "inside", "up")
        services = dict(zip(told["services"], places, strict=True))
        names = "".join(f"{at} {name}\n" for name, at in services.items())
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n" + names)
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost\n{services['proxy']} {NAME}\n")
        run("mount", "--bind", hosts, "/etc/hosts")
        for what in ("proc", "dev"):
            run("mount", "--rbind", f"/{what}", root / what)
        self.services = {name: Service(name, told["services"][name], at, self) for name, at in services.items()}

    def begin(self) -> None:
        """Start everything, each when what it depends on has begun or is healthy."""
        waiting = dict(self.services)
        while waiting:
            for name, service in tuple(waiting.items()):
                needs = service.told.get("depends_on", {})
                if any(need in waiting for need in needs):
                    continue
                for need in needs:
                    if isinstance(needs, dict) and needs[need]["condition"] == "service_healthy":
                        until(self.services[need].healthy, then=f"{need} was never healthy")
                service.begin()
                del waiting[name]

    @property
    def trust(self) -> ssl.SSLContext:
        """What knows the proxy's own authority."""
        return ssl.create_default_context(
            cafile=str(self.folder / "volumes/proxy/caddy/pki/authorities/local/root.crt")
        )

    @contextmanager
    def line(self) -> Iterator[ClientConnection]:
        """Open a websocket through the proxy and hear its greeting."""
        with connect(f"wss://{NAME}/ws", origin=f"https://{NAME}", ssl=self.trust) as line:
            heard(line)
            yield line

    def get(self, path: str) -> httpx.Response:
        """Fetch something through the proxy."""
        return httpx.get(f"https://{NAME}{path}", verify=self.trust, timeout=10)

    def answers(self, path: str) -> bool:
        """Whether something can be fetched through the proxy."""
        try:
            return self.get(path).status_code == 200
        except (httpx.TransportError, OSError):
            return False


# -- what has to hold ------------------------------------------------------------------------------------------------


def struck(line: ClientConnection, version: int, state: protocol.State, nonce: str) -> protocol.Played:
    """Play a gentle stroke for whoever is to act, and return what was told of it."""
    assert state.turn is not None
    line.send(
        protocol.encode(protocol.Strike(nonce=nonce, version=version, seat=state.turn, stroke=Stroke(0, 0, 300_000)))
    )
    while not isinstance(told := heard(line), protocol.Played):
        assert not isinstance(told, protocol.Refused), told
    return told


def played(house: House) -> None:
    """Play through the proxy while parts of the house fail."""
    one, two = house.services["carrom-one"], house.services["carrom-two"]
    with step("the page through the proxy, with TLS, by its name"):
        until(lambda: house.answers("/"), 60, "the page never came")
        page = house.get("/")
        assert "<title>" in page.text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)[:1]
        assert house.get(script).status_code == 200
        assert httpx.get(f"http://{NAME}/", follow_redirects=False).headers["location"].startswith(f"https://{NAME}")
    with step("a game over both nodes: a stroke, and who looks on sees it"), house.line() as line:
        line.send(protocol.encode(new_game(friends())))
        joined, snapshot = heard(line), heard(line)
        assert isinstance(joined, protocol.Joined)
        assert isinstance(snapshot, protocol.Snapshot)
        done = struck(line, snapshot.version, snapshot.state, "a" * 16)
        for _ in range(4):  # the proxy gives lines to the nodes in turn
            with house.line() as other:
                other.send(protocol.encode(protocol.Resume(game=joined.game, key=None, watch=WATCH)))
                _, seen = heard(other), heard(other)
                assert isinstance(seen, protocol.Snapshot)
                assert (seen.version, seen.state.position) == (done.version, done.state.position)
    version, state = done.version, done.state
    for number, (node, what) in enumerate(((one, signal.SIGKILL), (two, signal.SIGTERM), (one, signal.SIGTERM))):
        with step(
            f"{node.name} is {'killed' if what == signal.SIGKILL else 'told to end'}; the game goes on at the other"
        ):
            node.send(what)
            until(lambda: house.answers("/readyz"), 20)
            with house.line() as line:
                again = resumed(line, joined)
                assert again.version == version
                done = struck(line, again.version, again.state, f"{number}" * 16)
                version, state = done.version, done.state
            node.begin()
            until(node.healthy, 60, f"{node.name} was never healthy again")
    with step("PostgreSQL crashes and comes back, the last stroke is there; the bus goes away and nobody misses it"):
        house.services["database"].send(signal.SIGQUIT)
        house.services["bus"].send(signal.SIGKILL)
        house.services["database"].begin()
        until(lambda: house.answers("/readyz"), 60)
        with house.line() as line:
            again = resumed(line, joined)
            assert (again.version, again.state.position) == (version, state.position)
            done = struck(line, again.version, again.state, "p" * 16)
            house.services["bus"].begin()
            seat = done.state.turn or done.state.seated[0].seat
            line.send(protocol.encode(protocol.Resign(nonce="r" * 16, version=done.version, seat=seat)))
            while not isinstance(told := heard(line), protocol.Acted):
                assert not isinstance(told, protocol.Refused), told
    with step("the finished game is simulated again by a worker, and is the same"):
        command = "exec carrom work --verdicts"
        given = {"PATH": PATH, **environment(house.steps), **one.told["environment"]}
        until(lambda: "1 same" in run(*one.words(command, "carrom"), env=given), 60, one.log.read_text()[-3000:])
    with step("told to end, every node gives its lines back and says that all is stored"):
        for node in (one, two):
            node.send(signal.SIGTERM)
            assert "every event is stored" in node.log.read_text().splitlines()[-1]
    for service in house.services.values():
        assert "kept-inside" not in service.log.read_text(), f"{service.name} tells the password"


def main() -> int:
    """Build the house, live in it, and say where it did not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, metavar="FOLDER", help="an empty Debian, made there if there is none")
    parser.add_argument("--live", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.live is not None:
        house = House(args.live, args.live / "root")
        with step("every service begins, in the order of the compose file"):
            house.begin()
        try:
            played(house)
        except BaseException:
            for service in house.services.values():
                print(f"-- {service.name}\n{service.log.read_text()[-1500:]}", file=sys.stderr)
            raise
        return 0
    if os.geteuid() != 0 or not all(map(shutil.which, ("debootstrap", "ip", "unshare", "chroot"))):
        print("This needs root, debootstrap and iproute2 (apt-get install debootstrap iproute2).", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="carrom-empty-") as folder:
        base, root = args.base or Path(folder) / "base", Path(folder) / "root"
        if not (base / "etc/debian_version").exists():
            with step("an empty Debian"):
                empty_debian(base)
        run("cp", "-a", base, root)
        os.chmod(folder, 0o755)
        installed(root, Path(folder))
        apart = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c"]
        live = shlex.join([sys.executable, __file__, "--live", folder])
        done = subprocess.run([*apart, f"mount -t tmpfs tmpfs /run && exec {live}"])
        if done.returncode == 0:
            print("All of it holds.")
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
