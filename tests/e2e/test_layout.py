"""Where things stand on the page of a game: whole, in reach, and in their places while it is played."""

import json
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BREAK, Hand, begin, board
from e2e.wire import retold
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from carrom.texts import LANGUAGES

UPRIGHT = [(320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (820, 1180)]
LYING = [(568, 320), (844, 390), (1280, 720)]
LARGE = [(1440, 900), (2560, 1440)]

PRESSED = "button, a, input, select, summary, [role=application]"

OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(node => {
    const box = node.getBoundingClientRect();
    if (!box.width || getComputedStyle(node).visibility === 'hidden' || node.closest('.unseen')) return false;
    return box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
}).map(node => node.dataset.testid || node.textContent)"""

BOXES = """selector => Object.fromEntries([...document.querySelectorAll(selector)].filter(node =>
    node.dataset.testid && node.getBoundingClientRect().width).map(node => {
    const {left, top, right, bottom} = node.getBoundingClientRect();
    return [node.dataset.testid, [left, top, right, bottom].map(Math.round)];
}))"""


@pytest.fixture
def sized(browser: Browser, server: Server) -> Any:
    """Return a visitor whose window has a size."""
    contexts = []

    def opened(size: tuple[int, int], warming: bool = False) -> Visit:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=width < 900
        )
        contexts.append(context)
        context.set_default_timeout(30_000)
        visit = Visit(context.new_page())
        if warming:
            visit.page.route_web_socket("**/ws?*", keep_warming)
        visit.page.goto(server.address)
        return visit

    yield opened
    for context in contexts:
        context.close()


def keep_warming(socket: WebSocketRoute) -> None:
    """Let the page hear that the kernel still warms up."""
    retold(socket, lambda text: text.replace('"kernel":"compiled"', '"kernel":"warming"'))


def does_not_scroll(page: Page) -> bool:
    """Whether the page is as large as its window."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
    )


def played(page: Page, server: Server, visit: Visit, opponent: str = "friend") -> Hand:
    """Begin a game and play a stroke."""
    begin(page, opponent)
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    hand.strike_by_keys(BREAK)
    hand.wait_for_turn()
    return hand


@pytest.mark.parametrize("size", UPRIGHT)
def test_upright_the_board_is_as_wide_as_the_screen_and_nothing_scrolls(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size, warming=True)
    page = visit.page
    played(page, server, visit)
    expect(page.get_by_text("Warming up")).to_be_visible()
    box = board(page).bounding_box()
    assert box is not None
    assert box["width"] >= 0.975 * size[0]
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    page.get_by_test_id("menu-button").click()
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)


@pytest.mark.parametrize("size", LYING)
def test_lying_every_control_is_whole_and_in_reach(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size, warming=True)
    page = visit.page
    played(page, server, visit)
    expect(page.get_by_text("Warming up")).to_be_visible()
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    box = board(page).bounding_box()
    assert box is not None
    assert box["height"] >= 0.94 * size[1]
    strike = page.get_by_test_id("strike-button").bounding_box()
    assert strike is not None
    assert strike["width"] >= 88
    header = page.locator("header").bounding_box()
    assert header is not None
    assert header["height"] <= 48
    page.get_by_test_id("menu-button").click()
    for name in ("new-game", "undo", "resign", "replay", "download", "mute", "keys"):
        page.get_by_test_id(name).scroll_into_view_if_needed()
        assert name not in page.evaluate(OUTSIDE, "nav button")
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    assert page.evaluate(OUTSIDE, PRESSED) == []


@pytest.mark.parametrize("size", LARGE)
def test_on_a_desk_the_board_takes_the_height(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size)
    played(visit.page, server, visit)
    box = board(visit.page).bounding_box()
    assert box is not None
    assert box["height"] >= 0.95 * size[1]
    assert does_not_scroll(visit.page)


@pytest.mark.parametrize("size", [(390, 664), (844, 390), (1440, 900)])
def test_nothing_that_is_pressed_moves_between_turns(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size)
    page = visit.page
    begin(page)
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    before = page.evaluate(BOXES, f"{PRESSED}:not(.pass)")
    assert {"board", "strike-button", "power", "angle-left"} <= set(before)
    for _ in range(2):
        hand.strike_by_keys(BREAK)
        while_waiting = page.evaluate(BOXES, f"{PRESSED}:not(.pass)")
        assert moved(before, while_waiting) == {}
        hand.wait_for_turn()
        assert moved(before, page.evaluate(BOXES, f"{PRESSED}:not(.pass)")) == {}


def moved(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return what stands elsewhere now."""
    return {name: (box, after[name]) for name, box in before.items() if after.get(name, box) != box}


@pytest.mark.parametrize("size", [(390, 664), (844, 390)])
def test_the_ruling_is_a_line_that_opens(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size)
    page = visit.page
    played(page, server, visit)
    expect(page.get_by_test_id("why")).to_be_hidden()
    page.get_by_test_id("ruling-line").click()
    expect(page.get_by_test_id("why")).to_be_visible()
    expect(page.get_by_test_id("clause").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("why")).to_be_hidden()


BEYOND = """() => [...document.querySelectorAll('a, button, input, select, summary')].filter(node => {
    const box = node.getBoundingClientRect();
    return box.width && !node.closest('.unseen') && (box.left < -0.5 || box.right > innerWidth + 0.5);
}).map(node => node.dataset.testid || node.textContent)"""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_narrow_window_the_way_to_the_places_is_one_line_and_opens_whole(
    sized: Any, server: Server, language: str, width: int
) -> None:
    page = sized((width, 664)).page
    page.evaluate(f"localStorage.setItem('carrom.language', '{language}')")
    for place in ("", "games", "learn", "rules", "settings", "tie", "nowhere"):
        page.goto(server.address + place)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_be_attached()
        header = page.locator("header").first.bounding_box()
        assert header is not None
        assert header["height"] <= 64, place
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
        assert page.evaluate(BEYOND) == [], place
    page.get_by_test_id("places-button").click()
    links = page.get_by_test_id("places").get_by_role("link")
    assert links.count() >= 5
    for link in links.all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    page.get_by_test_id("places-button").click()
    page.get_by_test_id("places").locator("a[href='/learn']").click()
    expect(page.get_by_test_id("learn")).to_be_visible()
    expect(page.get_by_test_id("places")).to_be_hidden()


@pytest.mark.parametrize("size", [(390, 664), (844, 390), (820, 1180)])
@pytest.mark.parametrize("lesson", ["lines", "queen", "dues"])
def test_in_a_lesson_everything_that_is_pressed_is_in_sight(
    sized: Any, server: Server, lesson: str, size: tuple[int, int]
) -> None:
    page = sized(size).page
    page.goto(f"{server.address}learn/{lesson}")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert page.evaluate(OUTSIDE, PRESSED) == []


def with_games_to_go_on_with(page: Page) -> None:
    """Let the browser keep games that are not over."""
    for number in range(6):
        kept = {"game": f"game-{number}", "key": "k" * 43, "yours": ["south"], "seen": number, "last": None}
        page.evaluate(
            "([name, kept]) => localStorage.setItem(name, kept)", [f"carrom.game.game-{number}", json.dumps(kept)]
        )


@pytest.mark.parametrize("size", [(390, 664), (1440, 900)])
def test_with_games_to_go_on_with_the_button_that_plays_is_in_sight(sized: Any, server: Server, size: Any) -> None:
    page = sized(size).page
    with_games_to_go_on_with(page)
    page.goto(server.address)
    expect(page.get_by_test_id("go-on").first).to_be_visible()
    assert "play" not in page.evaluate(OUTSIDE, "[data-testid=play]")


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (844, 390), (820, 1180), (1440, 900)])
@pytest.mark.parametrize("language", ["en", "bn", "ur"])
def test_the_way_to_the_lobby_is_in_sight_with_and_without_games_to_go_on_with(
    sized: Any, server: Server, size: tuple[int, int], language: str
) -> None:
    page = sized(size).page
    page.evaluate("(value) => localStorage.setItem('carrom.settings', value)", json.dumps({"language": language}))
    for _ in range(2):
        page.goto(server.address)
        expect(page.get_by_test_id("play")).to_be_visible()
        assert page.evaluate(OUTSIDE, "[data-testid=lobby-link]") == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        with_games_to_go_on_with(page)


def test_lying_the_discs_beside_a_practice_board_are_in_reach(sized: Any, server: Server) -> None:
    page = sized((844, 390)).page
    page.goto(f"{server.address}practice")
    tray = page.get_by_test_id("tray").bounding_box()
    assert tray is not None
    assert tray["y"] + tray["height"] <= 390
    page.get_by_test_id("tray-W9").press("Enter")
    expect(page.get_by_test_id("lay-W9")).to_be_visible()
