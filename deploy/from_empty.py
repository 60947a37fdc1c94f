"""Run `compose.yaml` and `Containerfile` from an empty Debian up to a played game, without a container runtime.

    sudo python3 dev.py python deploy/from_empty.py                # some minutes; needs debootstrap and iproute2
    sudo python3 dev.py python deploy/from_empty.py --base FOLDER  # reuse the empty Debian in this folder

An empty Debian is made with debootstrap and stands in for all images. The instructions of the container file are
executed in it one by one, Debian's packages replace the other images, and every service gets its own network on a
bridge, its volumes, its variables and its health check. Then, through the proxy: the page is fetched, a game is played
over both nodes, nodes are killed and shut down, the database and the message bus crash, and a worker verifies the
finished game. All services run in an isolated network. Exit code 1 at the first step that fails.
"""

import argparse
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "deploy")]

from agreed import WATCH, friends, new_game  # noqa: E402
from composed import COMPOSE, CONTAINER, environment, read, stages  # noqa: E402
from empty import NAME, PATH, apart, based, inside, is_possible, until  # noqa: E402
from server.serving import heard, resumed  # noqa: E402
from services import House  # noqa: E402
from steps import run, step  # noqa: E402

from carrom import protocol  # noqa: E402
from carrom.board.stroke import Stroke  # noqa: E402

PACKAGES = {"python": "python3 python3-venv", "postgres": "postgresql", "nats": "nats-server", "caddy": "caddy"}
"""The Debian packages that replace each image."""


def installed(root: Path, folder: Path) -> None:
    """Install the packages of the images in the root folder, and execute the container file in it."""
    services = read(COMPOSE.read_text())["services"]
    images = {"python"} | {each["image"].partition(":")[0] for each in services.values() if "image" in each}
    steps = stages(CONTAINER.read_text())
    assert all(step.words.startswith("python:") for stage in steps.values() for step in stage if step.does == "FROM")
    with step("Debian's packages for " + ", ".join(sorted(images))):
        inside(
            root,
            "apt-get -q update && apt-get -q -y install --no-install-recommends "
            + " ".join(map(PACKAGES.__getitem__, sorted(images))),
        )
        inside(root, "ln -s /usr/lib/postgresql/* /usr/lib/postgresql/current && python3 -m venv /usr/local")
    with step("the wheel with the page, and the packages in the lock file"):
        from dev import find_uv

        wheels = root / "wheelhouse"
        run(find_uv(), "build", "-q", "--wheel", "--out-dir", folder / "dist", ROOT, cwd=ROOT)
        version = inside(root, "python3 -c 'import sys; print(*sys.version_info[:2], sep=chr(46))'").strip()
        words = ["-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        python = Path(sys.base_prefix) / "bin/python3"
        run(python, *words, "--python-version", version, "-d", wheels, "-r", ROOT / "deploy/requirements.lock")
    with step("the instructions of the container file, one by one"):
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


def struck(line: ClientConnection, version: int, state: protocol.State, nonce: str) -> protocol.Played:
    """Play a gentle stroke as the player in turn, and return its `Played` message."""
    assert state.turn is not None
    line.send(
        protocol.encode(protocol.Strike(nonce=nonce, version=version, seat=state.turn, stroke=Stroke(0, 0, 300_000)))
    )
    while not isinstance(message := heard(line), protocol.Played):
        assert not isinstance(message, protocol.Refused), message
    return message


def played(house: House) -> None:
    """Play through the proxy while one service after the other fails."""
    one, two = house.services["carrom-one"], house.services["carrom-two"]
    with step("the page through the proxy, over TLS, by its host name"):
        until(lambda: house.answers("/"), 60, "the page was never served")
        page = house.get("/")
        assert "<title>" in page.text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)[:1]
        assert house.get(script).status_code == 200
        assert httpx.get(f"http://{NAME}/", follow_redirects=False).headers["location"].startswith(f"https://{NAME}")
    with step("a body of almost 2 MB passes the proxy, and the server explains why it is invalid"):
        answer = httpx.post(
            f"https://{NAME}/api/games/import", content=b"{" * 1_900_000, verify=house.trust, timeout=30
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "illegal"), answer.text
    with step("a game over both nodes: a stroke reaches the spectators"), house.line() as line:
        line.send(protocol.encode(new_game(friends())))
        joined, snapshot = heard(line), heard(line)
        assert isinstance(joined, protocol.Joined)
        assert isinstance(snapshot, protocol.Snapshot)
        done = struck(line, snapshot.version, snapshot.state, "a" * 16)
        for _ in range(4):  # the proxy distributes connections over the nodes in turn
            with house.line() as other:
                other.send(protocol.encode(protocol.Resume(game=joined.game, key=None, watch=WATCH)))
                _, seen = heard(other), heard(other)
                assert isinstance(seen, protocol.Snapshot)
                assert (seen.version, seen.state.position) == (done.version, done.state.position)
    version, state = done.version, done.state
    for number, (node, what) in enumerate(((one, signal.SIGKILL), (two, signal.SIGTERM), (one, signal.SIGTERM))):
        with step(
            f"{node.name} is {'killed' if what == signal.SIGKILL else 'shut down'}; the game continues on the other"
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
    with step("PostgreSQL crashes and restarts without losing a stroke; the game continues without the message bus"):
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
            while not isinstance(answer := heard(line), protocol.Acted):
                assert not isinstance(answer, protocol.Refused), answer
    with step("a worker simulates the finished game again with the same result"):
        command = "exec carrom worker --verifications"
        given = {"PATH": PATH, **environment(house.steps), **one.told["environment"]}
        until(lambda: "1 same" in run(*one.words(command, "carrom"), env=given), 60, one.log.read_text()[-3000:])
    with step("on shutdown, every node closes its connections and reports that all events are stored"):
        for node in (one, two):
            node.send(signal.SIGTERM)
            assert "all events are stored" in node.log.read_text().splitlines()[-1]
    for service in house.services.values():
        assert "kept-inside" not in service.log.read_text(), f"{service.name} logged the password"


def main() -> int:
    """Build the services, play on them, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, metavar="FOLDER", help="an empty Debian, created there if missing")
    parser.add_argument("--live", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.live is not None:
        house = House(args.live, args.live / "root")
        with step("all services start, in the order of their dependencies"):
            house.begin()
        try:
            played(house)
        except BaseException:
            for service in house.services.values():
                print(f"-- {service.name}\n{service.log.read_text()[-1500:]}", file=sys.stderr)
            raise
        return 0
    if not is_possible():
        return 1
    with tempfile.TemporaryDirectory(prefix="carrom-empty-") as folder:
        root = based(args.base, Path(folder))
        installed(root, Path(folder))
        done = subprocess.run(apart(sys.executable, __file__, "--live", folder))
        if done.returncode == 0:
            print("All steps succeeded.")
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
