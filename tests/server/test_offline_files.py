"""Files for play without a connection: a server offers those of its own version, and refuses any others."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from carrom.errors import SetupError
from carrom.server.http.security import SECURITY_HEADERS
from carrom.server.http.static_files import offline_files
from carrom.server.ops.app import KernelWarmup, application
from carrom.storage.store import Store
from carrom.tables.history import offline_digest
from carrom.version import __version__

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"


class Cold(KernelWarmup):
    """A kernel warm-up that never compiles anything."""

    def begin(self, told: object) -> None:
        """Do nothing."""


def built(folder: Path, **fields: object) -> Path:
    """Write a folder like that of `python3 dev.py site`."""
    (folder / "assets").mkdir(parents=True)
    (folder / "python" / "abc").mkdir(parents=True)
    (folder / "assets" / "worker-1.js").write_text("onmessage = 1;")
    (folder / "python" / "abc" / "packages.zip.packed").write_bytes(b"zip")
    files = ["/assets/worker-1.js", "/python/abc/packages.zip.packed"]
    program = {"version": __version__, "program": offline_digest(), "build": "0123456789abcdef"}
    listed = {**program, "worker": files[0], "files": files, **fields}
    (folder / "offline.json").write_text(json.dumps(listed))
    return folder


def page(folder: Path) -> Path:
    """Write a built client with the real service worker."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<!doctype html><title>Carrom</title><script src="/assets/app-1.js"></script>')
    (folder / "assets" / "app-1.js").write_text("let a = 1;")
    (folder / "assets" / "later-1.js").write_text("let b = 1;")
    (folder / "sw.js").write_bytes((PUBLIC / "sw.js").read_bytes())
    return folder


def test_a_server_offers_the_files_and_says_so(tmp_path: Path) -> None:
    static, offline = page(tmp_path / "static"), built(tmp_path / "offline")
    app = application(Store(":memory:"), static=static, offline=offline, warmth=Cold())
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        listed = client.get("/offline.json").json()
        for path in listed["files"]:
            answer = client.get(path)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-security-policy"] == SECURITY_HEADERS["content-security-policy"]
        with client.websocket_connect("/ws", headers={"host": "127.0.0.1:8137"}) as socket:
            assert json.loads(socket.receive_text())["offline"] is True


def test_the_service_worker_lists_every_file_with_the_hash_under_which_it_is_served(tmp_path: Path) -> None:
    static, offline = page(tmp_path / "static"), built(tmp_path / "offline")
    app = application(Store(":memory:"), static=static, offline=offline, warmth=Cold())
    with TestClient(app, base_url="http://127.0.0.1:8137") as client:
        script = client.get("/sw.js").text
        lists = {name: json.loads(value) for name, value in re.findall(r"^const (\w+) = (.*);$", script, re.M)[:3]}
        assert lists["FIRST"] == ["/assets/app-1.js", "/index.html"]
        assert "/python/abc/packages.zip.packed" in lists["FILES"]
        for path, digest in lists["FILES"].items():
            assert hashlib.sha256(client.get(path).content).hexdigest().startswith(digest), path
        assert not any(path.startswith(("/games", "/api")) for path in lists["FILES"]), "a game is never stored"


@pytest.mark.parametrize("fields", [{"version": "0.0.1"}, {"program": "0" * 32}])
def test_files_of_another_version_are_refused_in_one_sentence(tmp_path: Path, fields: dict[str, str]) -> None:
    sentence = r"another version of carrom.*; build them again with `python3 dev.py site`\.$"
    with pytest.raises(SetupError, match=sentence):
        offline_files(built(tmp_path / "offline", **fields))


@pytest.mark.parametrize("path", ["/assets/gone.js", "/../secret.txt"])
def test_a_folder_that_is_not_complete_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("nobody's business")
    with pytest.raises(SetupError, match="is missing"):
        offline_files(built(tmp_path / "offline", files=[path]))


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"dev\.py site"):
        offline_files(tmp_path)
