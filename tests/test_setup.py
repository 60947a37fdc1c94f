"""The build hook and the set-up script."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def script(name: str):
    """Load a program from the repository's root as a module."""
    sys.path.insert(0, str(ROOT))
    try:
        found = importlib.util.spec_from_file_location(name, ROOT / f"{name}.py")
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT))
    return module


@pytest.fixture
def hook(tmp_path, monkeypatch):
    """Return the build hook, set up for a small client in a temporary folder."""
    monkeypatch.delenv("CARROM_SKIP_WEB", raising=False)
    module = script("hatch_build")
    module.WEB, module.STATIC, module.TEXTS = tmp_path / "web", tmp_path / "static", tmp_path / "texts"
    (module.WEB / "src").mkdir(parents=True)
    module.STATIC.mkdir()
    (module.WEB / "package.json").write_bytes(b"{}\n")
    (module.WEB / "src" / "main.ts").write_bytes(b"let a = 1;\nlet b = 2;\n")
    return module


def test_the_hash_of_the_client_does_not_depend_on_line_endings_or_on_what_npm_leaves(hook):
    before = hook.sources_hash()
    (hook.WEB / "src" / "main.ts").write_bytes(b"let a = 1;\r\nlet b = 2;\r\n")
    (hook.WEB / "node_modules").mkdir()
    (hook.WEB / "node_modules" / "thing.js").write_bytes(b"x")
    assert hook.sources_hash() == before


def test_any_change_of_the_client_changes_its_hash(hook):
    seen = {hook.sources_hash()}
    (hook.WEB / "src" / "main.ts").write_bytes(b"let a = 3;\n")
    seen.add(hook.sources_hash())
    (hook.WEB / "src" / "main.ts").rename(hook.WEB / "src" / "other.ts")
    seen.add(hook.sources_hash())
    hook.TEXTS.mkdir()
    (hook.TEXTS / "hi.json").write_bytes(b"{}\n")
    seen.add(hook.sources_hash())
    assert len(seen) == 4


def test_the_client_is_built_only_when_it_is_not_built_from_these_sources(hook, monkeypatch):
    assert hook.must_build()
    (hook.STATIC / ".sources").write_text(hook.sources_hash())
    assert not hook.must_build()
    (hook.WEB / "src" / "main.ts").write_bytes(b"let a = 4;\n")
    assert hook.must_build()
    monkeypatch.setenv("CARROM_SKIP_WEB", "1")
    assert not hook.must_build()


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins for node and npm are shell scripts")
def test_a_node_that_is_too_old_is_not_used(hook, tmp_path, monkeypatch):
    def says(version: str) -> None:
        for name in ("node", "npm"):
            program = tmp_path / name
            program.write_text(f"#!/bin/sh\necho {version}\n")
            program.chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    says("v20.18.9")
    assert hook.system_npm() is None
    assert {hook.MSGSPEC, hook.native_build.ZIG, hook.NODE_WHEEL} <= set(hook.WebHook.dependencies(None))
    says("v20.19.0")
    assert hook.system_npm() is not None
    assert hook.NODE_WHEEL not in hook.WebHook.dependencies(None)
    says("v9.99.0")
    assert hook.system_npm() is None


def test_the_package_lock_of_the_client_carries_no_addresses():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert all("resolved" not in entry for entry in packages)
    assert all("integrity" in entry for entry in packages)


def test_the_set_up_renews_itself_when_a_file_it_is_made_from_changes(tmp_path, monkeypatch):
    dev = script("dev")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    for name in dev.SETUP:
        (tmp_path / name).write_text("one\n")
    before = dev.state()
    (tmp_path / "requirements.lock").write_bytes(b"one\r\n")
    assert dev.state() == before
    (tmp_path / "requirements.lock").write_text("two\n")
    assert dev.state() != before


def test_playing_installs_nothing_for_tests_and_takes_nothing_away(tmp_path, monkeypatch):
    dev, ran = script("dev"), []
    monkeypatch.setattr(dev, "VENV", tmp_path)
    monkeypatch.setattr(dev, "run", lambda *words: ran.append([str(word) for word in words]))
    monkeypatch.setattr(dev, "find_uv", lambda: "uv")
    monkeypatch.setattr(dev.hatch_build, "must_build", lambda: False)
    monkeypatch.setattr(dev.native_build, "target", lambda: tmp_path / "kernels")  # `prepare` removes it
    synced = []
    for extent in ("play", "play", "all", "play", "all"):
        ran.clear()
        dev.prepare(extent)
        synced += [[Path(words[-1]).name for words in ran if "sync" in words]]
    assert synced == [["requirements.lock"], [], ["requirements-dev.lock"], [], []]
    monkeypatch.setattr(dev, "state", lambda: "changed")
    ran.clear()
    dev.prepare("play")
    assert [Path(words[-1]).name for words in ran if "sync" in words] == ["requirements-dev.lock"]


def test_the_lock_for_playing_is_part_of_the_other_and_has_no_tools():
    locks = [
        set(re.findall(r"^[a-z0-9-]+==[^ ]+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    ]
    assert locks[0] < locks[1]
    names = {each.split("==")[0] for each in locks[0]}
    assert not names & {"pytest", "playwright", "mypy", "ruff", "hypothesis", "httpx", "resvg-py", "watchfiles"}


def test_the_set_up_explains_itself_without_words():
    done = subprocess.run([sys.executable, str(ROOT / "dev.py")], capture_output=True, text=True)
    assert done.returncode == 2
    assert "dev.py play" in done.stdout


@pytest.mark.parametrize("has_zig", [True, False])
def test_without_a_c_compiler_the_kernels_are_compiled_by_zig_or_interpreted(tmp_path, monkeypatch, capsys, has_zig):
    dev, built = script("dev"), []

    def build(python: str) -> None:
        if not has_zig:
            raise OSError("there is no C compiler")
        built.append(python)

    monkeypatch.setattr(dev.native_build, "target", lambda: tmp_path / "kernels")
    monkeypatch.setattr(dev.native_build, "compiler", lambda python: None)
    monkeypatch.setattr(dev.native_build, "build", build)
    monkeypatch.setattr(dev, "find_uv", lambda: "uv")
    ran = []
    monkeypatch.setattr(dev.subprocess, "run", lambda words, **_: ran.append(words))
    dev.compile_kernels()
    assert [Path(words[-1]).name for words in ran] == ["build.lock"]
    assert built == ([str(dev.python())] if has_zig else [])
    assert ("strokes are interpreted" in capsys.readouterr().err) is not has_zig
