"""The signature of the physics from the page's own code (TypeScript and kernel), in real browsers."""

import subprocess
import sys
from pathlib import Path

import pytest

from carrom.physics import signature

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.firefox import MISSING, Firefox, FirefoxError  # noqa: E402
from bench.physics_javascript.browsers import BROWSERS, opened  # noqa: E402
from bench.physics_javascript.comparison import TABLE, node  # noqa: E402

WEB = ROOT / "web"
BUNDLER = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
SIGNED = signature.SIGNATURES
READ = "async (inWebAssembly) => (await import('/signature.js')).signatures('/', inWebAssembly)"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a page that computes signatures."""
    assert BUNDLER.exists(), "the client's packages are missing: run `python3 dev.py npm ci`"
    made = tmp_path_factory.mktemp("page") / "signature.js"
    subprocess.run([node(), BUNDLER, WEB / "tests" / "signature.ts", "--file", made, "--format", "esm"], check=True)
    strokes = WEB / "tests" / "physics.json"
    return {"signature.js": made.read_bytes(), "table": TABLE.read_bytes(), "physics.json": strokes.read_bytes()}


@pytest.mark.slow
@pytest.mark.parametrize("browser", BROWSERS)
def test_the_physics_has_the_same_signature_in_a_browser_in_webassembly_and_javascript(
    browser: str, files: dict[str, bytes]
) -> None:
    with opened(browser, files) as evaluate:
        assert [evaluate(READ, in_webassembly) for in_webassembly in (True, False)] == [SIGNED, SIGNED]


def test_a_missing_firefox_is_reported_with_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_FIREFOX", "/nowhere/firefox")
    with pytest.raises(FirefoxError) as refused:
        Firefox()
    assert str(refused.value) == MISSING
    assert "apt-get install firefox-esr" in MISSING
