"""Run the services of the compose file, each in its own network on one bridge, with volumes and health check."""

import ipaddress
import json
import shlex
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from composed import COMPOSE, CONTAINER, environment, filled, read, stages, the
from empty import NAME, PATH, until
from server.serving import heard
from steps import run
from websockets.sync.client import ClientConnection, connect

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
"""What the PostgreSQL image does at start: create a cluster with this user and password if there is none."""
BEGINS = {
    "postgres": POSTGRES,
    "nats": "exec nats-server",
    "caddy": "exec env XDG_DATA_HOME=/data caddy run --config /etc/caddy/Caddyfile --adapter caddyfile",
}
"""The command that each image runs."""


class Service:
    """A service of the compose file, with its own network and volumes."""

    def __init__(self, name: str, answer: dict[str, Any], at: str, house: "House") -> None:
        self.name, self.told, self.at, self.house = name, answer, at, house
        self.image = answer["image"].partition(":")[0] if "image" in answer else ""
        self.process: subprocess.Popen[bytes] | None = None
        self.log = house.folder / f"{name}.log"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"v-{at.rpartition('.')[2]}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"v-{at.rpartition('.')[2]}", "master", "inside", "up")
        for words in (f"addr add {at}/{house.network.prefixlen} dev eth0", "link set eth0 up", "link set lo up"):
            run("ip", "-n", name, *words.split())

    def words(self, command: str, user: str = "") -> list[str]:
        """Return the command line that runs a command within this service's network, volumes and root."""
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
        """Start the service as its image or the container file says."""
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
        """Return whether the service's health check succeeds."""
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()[-4000:]
        if self.image:
            test = self.told.get("healthcheck", {}).get("test", ["CMD", "true"])[1:]
        else:
            test = json.loads(the(self.house.steps, "HEALTHCHECK").partition("CMD ")[2])
        done = subprocess.run(self.words(shlex.join(test)), env={"PATH": PATH}, capture_output=True)
        return done.returncode == 0

    def send(self, what: int) -> None:
        """Send a signal to the service and wait until it has exited."""
        assert self.process is not None
        self.process.send_signal(what)
        self.process.wait(30)


class House:
    """All services of the compose file, on one bridge."""

    def __init__(self, folder: Path, root: Path) -> None:
        answer = filled(read(COMPOSE.read_text()), {"CARROM_NAME": NAME, "CARROM_PASSWORD": "kept-inside"})
        self.folder, self.root, self.steps = folder, root, stages(CONTAINER.read_text())[""]
        user = next(
            line.split(":") for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("carrom:")
        )
        self.user = (int(user[2]), int(user[3]))
        self.network = ipaddress.ip_network(answer["networks"]["inside"]["ipam"]["config"][0]["subnet"])
        own, *places = map(str, list(self.network.hosts())[: len(answer["services"]) + 1])
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "inside", "type", "bridge")
        run("ip", "addr", "add", f"{own}/{self.network.prefixlen}", "dev", "inside")
        run("ip", "link", "set", "inside", "up")
        services = dict(zip(answer["services"], places, strict=True))
        names = "".join(f"{at} {name}\n" for name, at in services.items())
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n" + names)
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost\n{services['proxy']} {NAME}\n")
        run("mount", "--bind", hosts, "/etc/hosts")
        for what in ("proc", "dev"):
            run("mount", "--rbind", f"/{what}", root / what)
        self.services = {name: Service(name, answer["services"][name], at, self) for name, at in services.items()}

    def begin(self) -> None:
        """Start all services, each once its dependencies have started or are healthy."""
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
        """An SSL context that trusts the proxy's own certificate authority."""
        return ssl.create_default_context(
            cafile=str(self.folder / "volumes/proxy/caddy/pki/authorities/local/root.crt")
        )

    @contextmanager
    def line(self) -> Iterator[ClientConnection]:
        """Open a websocket through the proxy and receive the greeting."""
        with connect(f"wss://{NAME}/ws", origin=f"https://{NAME}", ssl=self.trust) as line:
            heard(line)
            yield line

    def get(self, path: str) -> httpx.Response:
        """Fetch a path through the proxy."""
        return httpx.get(f"https://{NAME}{path}", verify=self.trust, timeout=10)

    def answers(self, path: str) -> bool:
        """Return whether a path can be fetched through the proxy."""
        try:
            return self.get(path).status_code == 200
        except (httpx.TransportError, OSError):
            return False
