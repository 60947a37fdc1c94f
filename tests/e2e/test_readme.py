"""What the README promises, by its own commands: the board of a clone, and a wheel in a new environment.

Its other promises are parts of `.ci/run` (tests, documentation) and `test_static_site.py` (the site without a server).
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from e2e.conftest import DESKTOP, ROOT, Visit
from e2e.hand import board, choose
from playwright.sync_api import Browser, expect
from tools import release_build, release_check

PLAY = ["play", "--no-browser", "--port", "0", "--data"]


@contextmanager
def printed_address(words: list[str], **environment: str) -> Iterator[str]:
    """Run a program that serves the board; yield the address that it prints, and end it."""
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    )
    assert process.stdout is not None
    try:
        found = next(filter(None, (re.search(r"http://127\.0\.0\.1:\d+/", line) for line in process.stdout)))
        yield found[0]
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()


def a_stroke_is_ruled(browser: Browser, address: str) -> None:
    """Strike the board of the home page, and read the ruling."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    visit = Visit(context.new_page())
    page = visit.page
    page.goto(address)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    board(page).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/game/"))
    expect(page.get_by_test_id("ruling").or_(page.get_by_test_id("ruling-line")).first).to_contain_text(
        re.compile(r"\w+ \w+"), timeout=60_000
    )
    choose(page, "resign")
    assert visit.complaints == []
    context.close()


def test_the_command_of_the_readme_opens_a_board_on_which_a_stroke_is_ruled(browser: Browser, tmp_path: Path) -> None:
    assert "python3 dev.py play " in (ROOT / "README.md").read_text(encoding="utf-8")
    with printed_address([sys.executable, "dev.py", *PLAY, str(tmp_path)]) as address:
        a_stroke_is_ruled(browser, address)


def test_a_wheel_in_a_new_environment_opens_a_board_on_which_a_stroke_is_ruled(
    browser: Browser, tmp_path: Path
) -> None:
    assert "`pip install 'carrom[server]'` and `carrom play`" in (ROOT / "README.md").read_text(encoding="utf-8")
    uv, python = release_build.uv(), tmp_path / "venv" / release_build.PROGRAMS / "python"
    build = [uv, "build", "-q", "--wheel", "--build-constraints", "build.lock", "--out-dir", str(tmp_path)]
    release_build.run(build, ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    release_build.run([uv, "venv", "-q", "--no-project", "--python", sys.executable, str(tmp_path / "venv")], tmp_path)
    versions = release_check.versions(ROOT / "requirements-dev.lock", tmp_path)
    install = [uv, "pip", "install", "-q", "--python", str(python), "-c", str(versions)]
    release_build.run([*install, f"carrom[server] @ {wheel.as_uri()}"], tmp_path)
    words = [str(python.with_name("carrom")), *PLAY, str(tmp_path / "data")]
    with printed_address(words, PYTHONPATH="", VIRTUAL_ENV="") as address:
        a_stroke_is_ruled(browser, address)


def test_every_command_of_the_readme_is_run_by_every_submission() -> None:
    words = set(re.findall(r"dev\.py (\w+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert words > {"play", "test"}
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert {word for word in words - {"play"} if f"python3 dev.py {word}" not in script} == set()
