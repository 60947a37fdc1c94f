"""The signature of the physics from the page's own code (TypeScript and kernel), in real browsers."""

import subprocess
import sys
from pathlib import Path

import pytest

from carrom.physics import signature

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.firefox import MISSING, Firefox, FirefoxError  # noqa: E402
from bench.web_assembly.browsers import BROWSERS, opened  # noqa: E402
from bench.web_assembly.comparison import PHYSICS, TABLE, node  # noqa: E402

WEB = ROOT / "web"
BUNDLER = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
SIGNED = signature.SIGNATURES
READ = "async () => (await import('/signature.js')).signatures('/')"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a page that computes signatures."""
    assert BUNDLER.exists(), "the client's packages are missing: run `python3 dev.py npm ci`"
    made = tmp_path_factory.mktemp("page") / "signature.js"
    subprocess.run([node(), BUNDLER, WEB / "tests" / "signature.ts", "--file", made, "--format", "esm"], check=True)
    strokes = WEB / "tests" / "physics.json"
    paths = {"signature.js": made, "table": TABLE, "kernel.wasm": PHYSICS / "kernel.wasm", "physics.json": strokes}
    return {name: path.read_bytes() for name, path in paths.items()}


@pytest.mark.slow
@pytest.mark.parametrize("browser", BROWSERS)
def test_the_physics_has_the_same_signature_in_a_browser(browser: str, files: dict[str, bytes]) -> None:
    with opened(browser, files) as evaluate:
        assert evaluate(READ) == SIGNED


def test_a_missing_firefox_is_reported_with_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_FIREFOX", "/nowhere/firefox")
    with pytest.raises(FirefoxError) as refused:
        Firefox()
    assert str(refused.value) == MISSING
    assert "apt-get install firefox-esr" in MISSING
