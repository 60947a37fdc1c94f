"""Upgrade from 0.1.0: games in progress in an old data folder and browser storage open and can be played on."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, ROOT, Server, Visit, missing
from e2e.hand import BREAK, Hand, board
from playwright.sync_api import Browser, expect

OLD = ROOT / "tests" / "server" / "data-0.1.0"
KEPT = json.loads((OLD / "tokens.json").read_text())


@pytest.fixture
def old_server(tmp_path: Path) -> Iterator[Server]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    (tmp_path / "data").mkdir()
    shutil.copy(OLD / "games.db", tmp_path / "data" / "games.db")
    running = Server(tmp_path / "data")
    running.start()
    yield running
    running.kill()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["friend", "program"])
def test_a_browser_of_0_1_0_finds_its_game_and_plays_on(browser: Browser, old_server: Server, name: str) -> None:
    old = KEPT[name]
    kept = {"game": old["game"], "token": old["token"], "yours": old["yours"]}
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script(f"localStorage.setItem('carrom.game', {json.dumps(json.dumps(kept))})")
    visit = Visit(context.new_page())
    page = visit.page
    page.goto(f"{old_server.address}game/{old['game']}")
    expect(board(page)).to_have_attribute("data-version", str(old["version"]))
    hand = Hand(page, old_server.address, {"game": old["game"], "key": old["token"]})
    assert len(hand.game().strokes) == old["strokes"]
    hand.wait_for_turn()
    hand.strike_by_keys(BREAK)
    hand.wait_past(old["version"])
    strokes = len(hand.game().strokes)
    assert strokes > old["strokes"]
    old_server.kill()
    old_server.start()
    page.reload()
    hand.wait_for_turn()
    assert len(hand.game().strokes) >= strokes
    assert visit.complaints == []
    context.close()
