"""Strokes start in the page before the server has answered, and the server's answer confirms them."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.conftest import DESKTOP, Server, Visit
from e2e.hand import begin, board
from playwright.sync_api import Browser, Page, expect

DELAY = 150
"""Added on the way to the server and on the way back, ms."""
FAR_AWAY = """
delete window.DecompressionStream;
const Real = WebSocket;
window.far = {delay: 0, changed: (data) => data, said: []};
window.WebSocket = class extends Real {
  send(text) {
    const {type} = JSON.parse(text);
    if (type !== 'ping' && type !== 'aim') far.said.push(JSON.parse(text));
    setTimeout(() => this.readyState === 1 && super.send(text), far.delay);
  }
  set onmessage(hear) {
    super.onmessage = ({data}) => setTimeout(() => hear({data: far.changed(data)}), far.delay);
  }
};
const mark = performance.mark.bind(performance);
performance.mark = (name) => {
  if (name === 'carrom:moves') {
    const {version} = document.querySelector('[data-testid=board]').dataset;
    far.moved = {frames: far.frames, ms: performance.now() - far.released, version};
  }
  return mark(name);
};
addEventListener('keydown', ({key}) => {
  if (key !== 'Enter') return;
  [far.frames, far.moved, far.released] = [0, null, performance.now()];
  const count = () => { far.frames += 1; if (!far.moved) requestAnimationFrame(count); };
  requestAnimationFrame(count);
}, true);
"""
"""JavaScript that delays and changes messages, and counts the frames from a stroke to its first movement."""


@pytest.fixture
def far(browser: Browser, server: Server) -> Iterator[Visit]:
    """A page whose server can be moved far away."""
    context = browser.new_context(viewport=DESKTOP)
    context.set_default_timeout(30_000)
    context.add_init_script(FAR_AWAY)
    visit = Visit(context.new_page())
    visit.page.goto(server.address)
    yield visit
    context.close()


def broken(page: Page) -> None:
    """Start a game of two at one screen, break, and wait for the next stroke and for the physics."""
    begin(page, "friend")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    version = struck(page)
    expect(board(page)).not_to_have_attribute("data-version", version)
    page.wait_for_function("() => far.said.some(({type, wanted}) => type === 'send-films' && !wanted)")
    expect(board(page)).to_have_attribute("data-phase", "strike")


def struck(page: Page) -> str:
    """Play the stroke that is aimed; return the version before it."""
    version = board(page).get_attribute("data-version")
    assert version is not None
    board(page).press("Enter")
    return version


def moved(page: Page) -> dict[str, Any]:
    """Return the frames and ms until the striker first moved, and the version that the board had then."""
    page.wait_for_function("() => far.moved")
    found: dict[str, Any] = page.evaluate("far.moved")
    return found


def test_a_stroke_moves_within_two_frames_however_far_the_server_is(far: Visit) -> None:
    page = far.page
    broken(page)
    page.evaluate(f"far.delay = {DELAY}")
    version = struck(page)
    first = moved(page)
    print(json.dumps(first))
    assert first["frames"] <= 2
    assert first["version"] == version, "the answer is still on its way"
    expect(board(page)).not_to_have_attribute("data-version", version)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert not any(each["type"] == "send-films" and each["wanted"] for each in page.evaluate("far.said"))
    assert far.complaints == []


@pytest.mark.slow
def test_a_result_that_differs_is_replaced_by_the_film_of_the_server_and_reported(far: Visit) -> None:
    page = far.page
    broken(page)
    page.evaluate("""() => { far.changed = (data) => data.startsWith('{"type":"stroke"')
        ? data.replace(/"digest":"[0-9a-f]{8}"/, '"digest":"00000000"') : data }""")
    score = page.get_by_test_id("score-south").inner_text()
    version = struck(page)
    page.wait_for_function("() => far.said.some(({wanted, differs}) => wanted && differs)")
    assert page.get_by_test_id("score-south").inner_text() == score
    expect(board(page)).not_to_have_attribute("data-version", version)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    (answer,) = [each for each in page.evaluate("far.said") if each.get("differs")]
    assert answer["differs"]["version"] == int(version) + 1
    assert re.fullmatch("[0-9a-f]{8}", answer["differs"]["digest"])
    page.evaluate("() => { far.changed = (data) => data }")
    again = struck(page)
    expect(board(page)).not_to_have_attribute("data-version", again)
    assert far.complaints == []


@pytest.mark.slow
def test_where_the_physics_cannot_be_loaded_strokes_wait_for_the_server(far: Visit) -> None:
    page = far.page
    page.context.route(re.compile("uniform_disc"), lambda route: route.abort())
    begin(page, "friend")
    for _ in range(2):
        expect(board(page)).to_have_attribute("data-phase", "strike")
        version = struck(page)
        expect(board(page)).not_to_have_attribute("data-version", version)
    assert not any(each["type"] == "send-films" for each in page.evaluate("far.said"))


@pytest.mark.slow
def test_a_stroke_whose_answer_is_lost_on_the_way_is_neither_lost_nor_played_twice(far: Visit, server: Server) -> None:
    page = far.page
    broken(page)
    page.evaluate("far.delay = 2000")
    version = struck(page)
    moved(page)
    server.kill()
    server.start()
    page.evaluate("far.delay = 0")
    expect(board(page)).to_have_attribute("data-version", str(int(version) + 1))
    expect(board(page)).to_have_attribute("data-phase", "strike")


@pytest.mark.slow
def test_a_spectator_and_an_opponent_play_the_stroke_themselves(far: Visit, browser: Browser, server: Server) -> None:
    page = far.page
    broken(page)
    context = browser.new_context(viewport=DESKTOP)
    context.add_init_script(FAR_AWAY)
    other = context.new_page()
    key = page.evaluate(
        "localStorage.getItem(Object.keys(localStorage).find((name) => name.startsWith('carrom.game.')))"
    )
    other.goto(server.address)
    game = page.url.partition("/game/")[2].partition("#")[0]
    other.evaluate("([game, key]) => localStorage.setItem(`carrom.game.${game}`, key)", [game, key])
    other.goto(f"{server.address}game/{game}")
    other.wait_for_function("() => far.said.some(({type, wanted}) => type === 'send-films' && !wanted)")
    other.evaluate("""() => { far.heard = [];
        far.changed = (data) => { far.heard.push(JSON.parse(data).type); return data; } }""")
    version = struck(page)
    expect(board(other)).not_to_have_attribute("data-version", version)
    expect(board(other)).to_have_attribute("data-phase", "strike")
    heard = other.evaluate("far.heard")
    assert "stroke" in heard
    assert "played" not in heard
    context.close()
