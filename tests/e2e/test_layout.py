"""Layout of the game page: everything visible, reachable, and stable during play."""

import base64
import json
from contextlib import suppress
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BREAK, Hand, begin, board, options
from e2e.test_table import IN_LINE, towards_the_pocket
from e2e.wire import PLACES, Wire, retold, sit, strike, terms
from playwright.sync_api import Browser, Locator, Page, TimeoutError, WebSocketRoute, expect

from carrom.board.seat import Seat
from carrom.i18n import LANGUAGES
from carrom.protocol import ClockPlan, SeatPlan, Terms, Who

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
    """Return a function that opens a page in a window of a given size."""
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
    """Make the page believe that the physics kernel is still compiling."""
    retold(socket, lambda text: text.replace('"kernel":"compiled"', '"kernel":"warming"'))


def does_not_scroll(page: Page) -> bool:
    """Return whether the whole page fits its window."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
    )


def played(page: Page, server: Server, visit: Visit, opponent: str = "friend") -> Hand:
    """Start a game, play the break, and wait for the next turn."""
    begin(page, opponent)
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    hand.strike_by_keys(BREAK)
    hand.wait_for_turn()
    return hand


def unfold(page: Page) -> None:
    """Show the controls for exact aiming if they are folded behind a button."""
    fine = page.get_by_test_id("fine")
    if fine.count():
        fine.click()


@pytest.mark.parametrize("size", UPRIGHT)
def test_upright_the_board_is_as_wide_as_the_screen_and_nothing_scrolls(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size, warming=True)
    page = visit.page
    played(page, server, visit)
    expect(page.get_by_text("Loading…")).to_be_visible()
    box = board(page).bounding_box()
    assert box is not None
    assert box["width"] >= 0.975 * size[0]
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    unfold(page)
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    page.get_by_test_id("menu-button").click()
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    page.get_by_test_id("replay-close").click(timeout=5000)
    expect(page.get_by_test_id("timeline")).to_have_count(0)


@pytest.mark.parametrize("size", LYING)
def test_lying_every_control_is_whole_and_in_reach(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size, warming=True)
    page = visit.page
    played(page, server, visit)
    expect(page.get_by_text("Loading…")).to_be_visible()
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)
    box = board(page).bounding_box()
    assert box is not None
    assert box["height"] >= 0.94 * size[1]
    unfold(page)
    assert page.evaluate(OUTSIDE, PRESSED) == []
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


@pytest.mark.slow
@pytest.mark.parametrize("size", LARGE)
def test_on_a_desk_the_board_takes_the_height(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size)
    played(visit.page, server, visit)
    box = board(visit.page).bounding_box()
    assert box is not None
    assert box["height"] >= 0.95 * size[1]
    assert does_not_scroll(visit.page)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (844, 390), (1440, 900)])
@pytest.mark.parametrize("fine", [False, True])
def test_nothing_that_is_pressed_moves_between_turns(sized: Any, server: Server, size: Any, fine: bool) -> None:
    visit = sized(size)
    page = visit.page
    begin(page)
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    if fine:
        unfold(page)
    before = page.evaluate(BOXES, f"{PRESSED}:not(.pass)")
    unfolded = {"strike-button", "power", "angle-left"}
    assert {"board", *(unfolded if fine or size[0] > 900 else {"fine", "last-stroke"})} <= set(before)
    for _ in range(2):
        hand.strike_by_keys(BREAK)
        while_waiting = page.evaluate(BOXES, f"{PRESSED}:not(.pass)")
        assert moved(before, while_waiting) == {}
        hand.wait_for_turn()
        assert moved(before, page.evaluate(BOXES, f"{PRESSED}:not(.pass)")) == {}


def moved(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the elements whose box has changed."""
    return {name: (box, after[name]) for name, box in before.items() if after.get(name, box) != box}


@pytest.mark.slow
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


@pytest.mark.slow
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
    tabs = page.get_by_test_id("places").locator("[data-testid^=tab-]")
    expect(tabs).to_have_count(6)
    assert reachable(tabs.all(), width) == []
    page.get_by_test_id("tab-tools").click()
    tools = page.locator("#tools a")
    expect(tools).to_have_count(5)
    assert reachable(tools.all(), width) == []
    page.keyboard.press("Escape")
    expect(tools.first).to_be_hidden()
    page.get_by_test_id("tab-learn").click()
    expect(page.get_by_test_id("learn")).to_be_visible()
    expect(page.get_by_test_id("tab-learn")).to_have_attribute("aria-current", "page")


COVERED = """() => {
    const bar = document.querySelector('[data-testid=places]').getBoundingClientRect();
    const targets = [...document.querySelectorAll('main a, main button, main input')];
    const last = targets.filter(node => node.checkVisibility()).at(-1);
    return last && bar.top > innerHeight / 2 && last.getBoundingClientRect().bottom > bar.top ? [last.outerHTML] : [];
}"""
"""JavaScript: with the page scrolled to its end, return the last target if the tab bar covers it."""


LINES = """link => {
    const tops = new Set();
    const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const { top } of range.getClientRects()) tops.add(Math.round(top));
    }
    return tops.size;
}"""
"""JavaScript: return how many lines the text of an element takes."""


def reachable(targets: list[Locator], width: int) -> list[str]:
    """Return the targets that are lower than 44 px or not within the width of the window."""
    boxes = [(target.inner_text(), target.bounding_box()) for target in targets]
    return [
        name
        for name, box in boxes
        if box is None or box["height"] < 44 or box["x"] < 0 or box["x"] + box["width"] > width + 1
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (844, 390), (1440, 900)])
def test_titles_of_pages_start_at_one_x_and_the_tab_bar_covers_nothing(sized: Any, server: Server, size: Any) -> None:
    page = sized(size).page
    left = {}
    for place in ("lobby", "learn", "watch", "umpire", "events", "rules", "you", "settings", "games", "tie"):
        page.goto(f"{server.address}{place}")
        expect(page.locator("h1")).to_be_visible()
        left[place] = page.locator("h1").evaluate("node => Math.round(node.getBoundingClientRect().left)")
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(COVERED) == [], place
    assert len(set(left.values())) == 1, left


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (844, 390), (820, 1180)])
@pytest.mark.parametrize("lesson", ["first-stroke", "cover", "fouls"])
def test_in_a_lesson_everything_that_is_pressed_is_in_sight(
    sized: Any, server: Server, lesson: str, size: tuple[int, int]
) -> None:
    page = sized(size).page
    page.goto(f"{server.address}learn/{lesson}")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert page.evaluate(OUTSIDE, PRESSED) == []


def with_games_to_go_on_with(page: Page) -> None:
    """Store six unfinished games in the browser."""
    for number in range(6):
        stored = {"game": f"game-{number}", "key": "k" * 43, "yours": ["south"], "seen": number, "last": None}
        page.evaluate(
            "([name, kept]) => localStorage.setItem(name, kept)", [f"carrom.game.game-{number}", json.dumps(stored)]
        )


@pytest.mark.slow
def test_on_a_tablet_held_upright_the_board_stands_above_games_to_go_on_with(sized: Any, server: Server) -> None:
    page = sized((820, 1180)).page
    with_games_to_go_on_with(page)
    page.goto(server.address)
    expect(page.get_by_test_id("go-on").first).to_be_visible()
    expect(page.get_by_test_id("board")).to_be_visible()
    assert page.evaluate(OUTSIDE, "[data-testid=play], [data-testid=today]") == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (1440, 900)])
def test_with_games_to_go_on_with_the_button_that_plays_is_in_sight(sized: Any, server: Server, size: Any) -> None:
    page = sized(size).page
    with_games_to_go_on_with(page)
    page.goto(server.address)
    expect(page.get_by_test_id("go-on").first).to_be_visible()
    assert "play" not in page.evaluate(OUTSIDE, "[data-testid=play]")


@pytest.mark.slow
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


@pytest.mark.slow
def test_lying_the_discs_beside_a_practice_board_are_in_reach(sized: Any, server: Server) -> None:
    page = sized((844, 390)).page
    page.goto(f"{server.address}practice")
    tray = page.get_by_test_id("tray").bounding_box()
    assert tray is not None
    assert tray["y"] + tray["height"] <= 390
    page.get_by_test_id("tray-W9").press("Enter")
    expect(page.get_by_test_id("lay-W9")).to_be_visible()


CLIPPED = """selector => [...document.querySelectorAll(selector)].filter(node => {
    const style = getComputedStyle(node);
    if (!node.getClientRects().length || style.visibility === 'hidden' || node.closest('.unseen')) return false;
    const isCut = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    return isCut && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 3);
}).map(node => node.textContent.trim())"""
"""JavaScript: the elements matching a selector whose content is clipped at their own edge."""
OVERLAID = """([first, second]) => [...document.querySelectorAll(first)].flatMap(one =>
    [...document.querySelectorAll(second)].filter(other => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const aside = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
        return a.width && b.width && !aside;
    }).map(other => one.textContent + ' over ' + other.outerHTML.slice(0, 60)))"""
"""JavaScript: the elements of the first selector that overlap elements of the second."""
SIZES = [(390, 664), (320, 568), (360, 640), (844, 390), (1440, 900)]


def among_computers(server: Server, count: int, ruleset: str = "icf") -> dict[str, Any]:
    """Start a game against computers at all other seats, by a player without a name."""
    me = SeatPlan(seat=Seat.SOUTH, who=Who.ME)
    others = (SeatPlan(seat=seat, who=Who.PROGRAM, level="beginner") for seat in PLACES[count][1:])
    clock = ClockPlan(stroke=600, place=600)
    agreed = Terms(ruleset=ruleset, seats=(me, *others), first_break=Seat.SOUTH, clock=clock)
    with Wire(server.address) as wire:
        return wire.begin(agreed)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_head_line_and_the_names_on_the_cards_are_whole(sized: Any, server: Server, size: Any) -> None:
    page = sized(size, warming=True).page
    for count, ruleset in ((4, "icf"), (3, "three-player")):
        sit(page, server.address, among_computers(server, count, ruleset))
        expect(page.get_by_test_id("head-line")).to_contain_text("Board 1")
        expect(page.get_by_text("Loading…")).to_be_visible()
        expect(page.get_by_text("Computer 2").first).to_be_visible()
        assert (
            page.evaluate(CLIPPED, "header p, header p *, .side .called, .side .marks *, .turn, .plate .called") == []
        )
        assert page.evaluate(OUTSIDE, f"{PRESSED}, header p *, .side *") == []
        assert does_not_scroll(page)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_owed_stands_beside_the_discs_and_not_on_them(sized: Any, server: Server, size: Any) -> None:
    page = sized(size).page
    with Wire(server.address) as wire:
        words = wire.begin(terms(position=IN_LINE))
        stroke = towards_the_pocket(2_400_000)
        strike(wire, Seat.SOUTH, vx=stroke.vx, vy=stroke.vy)
    sit(page, server.address, words)
    owing = page.locator("[data-testid^=score-][data-due='2']")
    expect(owing).to_contain_text("owes 2")
    assert page.evaluate(OVERLAID, [".side .due", ".side .icon"]) == []
    assert page.evaluate(OVERLAID, [".side .due", ".side h2"]) == []


ARROW = 20
"""Width of a select's arrow in px."""
CHOSEN_CUT = """arrow => [...document.querySelectorAll('select')].filter(select => {
    const style = getComputedStyle(select), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    return select.getClientRects().length && pen.measureText(select.selectedOptions[0].text).width > room;
}).map(select => `${select.dataset.testid}: ${select.selectedOptions[0].text}`)"""
"""JavaScript: the selects whose chosen text does not fit."""


def chosen_are_whole(page: Page) -> None:
    """Wait until the sheet is laid out, then assert that no select cuts its chosen text."""
    with suppress(TimeoutError):
        page.wait_for_function(f"arrow => ({CHOSEN_CUT})(arrow).length === 0", arg=ARROW, timeout=5_000)
    assert page.evaluate(CHOSEN_CUT, ARROW) == []


@pytest.mark.parametrize("size", SIZES)
def test_what_is_chosen_for_a_seat_or_a_team_is_read_whole(sized: Any, server: Server, size: Any) -> None:
    page = sized(size).page
    options(page)
    page.get_by_test_id("players-4").check()
    expect(page.get_by_test_id("seat-west")).to_have_value("program")
    for seat in ("east", "north", "west"):
        page.get_by_test_id(f"strength-{seat}").select_option("strong-club")
    chosen_are_whole(page)
    page.goto(f"{server.address}tie")
    page.get_by_test_id("first-who-2").select_option("program")
    chosen_are_whole(page)


@pytest.mark.parametrize("size", SIZES)
def test_from_a_game_home_rules_and_settings_are_in_reach_and_lead_back(sized: Any, server: Server, size: Any) -> None:
    visit = sized(size)
    page = visit.page
    begin(page)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    game = page.url
    mark = page.get_by_test_id("wordmark").bounding_box()
    assert mark is not None
    assert min(mark["width"], mark["height"]) >= 44
    for way, place in (("menu-rules", "book"), ("menu-settings", "settings")):
        page.get_by_test_id("menu-button").click()
        page.get_by_test_id(way).scroll_into_view_if_needed()
        assert page.evaluate(OUTSIDE, f"[data-testid={way}]") == []
        box = page.get_by_test_id(way).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        page.get_by_test_id(way).click()
        expect(page.get_by_test_id(place)).to_be_visible()
        page.get_by_test_id("back-to-game").click()
        expect(board(page)).to_have_attribute("data-phase", "strike")
        assert page.url == game
    page.get_by_test_id("menu-button").click()
    page.get_by_test_id("menu-home").click()
    expect(page.get_by_test_id("go-on")).to_be_visible()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.get_by_test_id("back-to-game")).to_have_count(0)
    page.get_by_test_id("go-on").get_by_role("link").first.click()
    assert page.url == game


OVER_THE_BOARD = """() => {
    const table = document.querySelector('.table'), box = table.getBoundingClientRect(), found = new Set();
    for (let i = 1; i < 20; i += 1) for (let j = 1; j < 20; j += 1) {
        const node = document.elementFromPoint(box.left + box.width * i / 20, box.top + box.height * j / 20);
        if (!table.contains(node)) found.add(node ? node.outerHTML.slice(0, 60) : 'nothing');
    }
    return [...found];
}"""
"""JavaScript: the elements that lie over the board."""
SMALL_TEXT = """() => [...document.querySelectorAll('main *')].filter(node => {
    const box = node.getBoundingClientRect();
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    return own && box.width && !node.closest('.unseen, svg') && parseFloat(getComputedStyle(node).fontSize) < 12;
}).map(node => node.textContent)"""
"""JavaScript: the texts smaller than 12 px."""


@pytest.mark.parametrize("size", [(390, 664), (390, 780)])
def test_on_a_phone_a_plate_is_above_and_below_the_board_and_the_actions_are_under_the_thumb(
    sized: Any, server: Server, size: Any
) -> None:
    visit = sized(size)
    page = visit.page
    begin(page)
    hand = Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    boxes = {
        name: page.locator(selector).bounding_box()
        for name, selector in {
            "head": "header", "theirs": "[data-testid=score-north]", "board": "[data-testid=board]",
            "mine": "[data-testid=score-south]", "turn": "[data-testid=turn]", "fine": "[data-testid=fine]",
        }.items()
    }  # fmt: skip
    assert all(boxes.values())
    order = [boxes[name]["y"] for name in ("head", "theirs", "board", "mine", "turn", "fine")]  # type: ignore[index]
    assert order == sorted(order)
    head, fine = boxes["head"], boxes["fine"]
    assert head is not None
    assert fine is not None
    assert head["height"] <= 44
    assert 48 <= fine["width"] == fine["height"] <= 56
    assert fine["y"] >= size[1] - 130
    assert page.evaluate(OVER_THE_BOARD) == []
    assert page.get_by_test_id("strike-button").count() == 0
    expect(page.get_by_test_id("score-south").locator(".pip")).to_have_count(9)
    assert "rgb" in page.locator(".side.active").evaluate("side => getComputedStyle(side).borderColor")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 4])
def test_no_text_of_a_game_is_smaller_than_12_pixels(sized: Any, server: Server, size: Any, count: int) -> None:
    page = sized(size).page
    sit(page, server.address, among_computers(server, count))
    expect(page.get_by_test_id("turn")).to_contain_text("Your")
    assert page.evaluate(SMALL_TEXT) == []


def test_on_a_desk_a_panel_has_the_moves_and_the_terms_of_the_table(sized: Any, server: Server) -> None:
    visit = sized((1440, 900))
    page = visit.page
    played(page, server, visit)
    panel = page.get_by_test_id("panel")
    expect(panel.get_by_role("tab")).to_have_text(["Moves", "Table"])
    move = page.get_by_test_id("move-1")
    assert move.evaluate("move => move.getBoundingClientRect().height") < 50
    move.locator("summary").click()
    expect(move.get_by_role("link").first).to_contain_text("Law")
    page.get_by_test_id("move-replay-1").click()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    page.get_by_test_id("replay-close").click()
    page.get_by_test_id("tab-table").click()
    expect(page.get_by_test_id("terms")).to_contain_text("Official rules")
    expect(page.get_by_test_id("terms")).to_contain_text("First to 25 points")
    for name in ("undo", "replay", "share", "mute"):
        tool = page.get_by_test_id(name)
        assert tool.get_attribute("title") == tool.get_attribute("aria-label") != ""
    power = page.get_by_test_id("power").bounding_box()
    assert power is not None
    assert power["width"] >= 180
    theirs, mine = (page.get_by_test_id(f"score-{seat}").bounding_box() for seat in ("south", "north"))
    assert theirs is not None
    assert mine is not None
    assert theirs["y"] < panel.bounding_box()["y"] < mine["y"]  # type: ignore[index]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "left"), [((390, 664), True), ((844, 390), True), ((1440, 900), True)])
def test_for_a_left_hand_the_actions_are_on_the_left(sized: Any, server: Server, size: Any, left: bool) -> None:
    visit = sized(size)
    page = visit.page
    page.evaluate("localStorage.setItem('carrom.settings', JSON.stringify({leftHanded: true}))")
    page.reload()
    played(page, server, visit)
    action = page.get_by_test_id("fine") if size[0] < 900 else page.get_by_test_id("strike-button")
    box = action.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] / 2 < size[0] / 2
    assert page.evaluate(OUTSIDE, PRESSED) == []
    assert does_not_scroll(page)


@pytest.mark.slow
def test_for_one_hand_the_menu_and_the_way_out_are_at_the_bottom(sized: Any, server: Server) -> None:
    visit = sized((390, 780))
    page = visit.page
    page.evaluate("localStorage.setItem('carrom.settings', JSON.stringify({oneHanded: true}))")
    page.reload()
    played(page, server, visit)
    for name in ("menu-button", "wordmark"):
        box = page.get_by_test_id(name).bounding_box()
        assert box is not None
        assert box["y"] > 700
    assert does_not_scroll(page)
    page.get_by_test_id("menu-button").click()
    expect(page.get_by_test_id("menu-home")).to_be_visible()
    assert page.evaluate(OUTSIDE, "#menu, #menu h2") == []


def test_the_menu_of_a_game_is_in_three_groups(sized: Any, server: Server) -> None:
    page = sized((390, 664)).page
    begin(page)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("menu-button").click()
    expect(page.get_by_test_id("menu").get_by_role("heading")).to_have_text(["Game", "View", "Leave"])
    page.get_by_test_id("past").click()
    expect(page.get_by_test_id("panel")).to_be_visible()
    assert page.evaluate(OUTSIDE, "#past") == []


def test_on_a_phone_that_lies_the_button_that_begins_a_game_is_whole_and_links_have_room(
    sized: Any, server: Server
) -> None:
    page = sized((844, 390)).page
    page.goto(server.address)
    expect(page.get_by_test_id("play")).to_be_visible()
    assert page.evaluate(OUTSIDE, "[data-testid=play]") == []
    for link in page.locator(".ways .card").all():
        assert link.evaluate(LINES) <= 2, link.inner_text()


def test_on_a_wide_screen_a_ruling_is_read_without_scrolling(sized: Any, server: Server) -> None:
    page = sized((1440, 900)).page
    with Wire(server.address) as wire:
        words = wire.begin(terms())
        strike(wire, Seat.SOUTH)
    sit(page, server.address, words)
    expect(page.get_by_test_id("ruling")).to_contain_text("Law")
    assert page.locator(".whole").evaluate("whole => whole.scrollHeight - whole.clientHeight") <= 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (1440, 900)])
def test_on_a_dark_page_white_is_light_black_is_dark_and_the_wood_is_dimmed(
    sized: Any, server: Server, size: Any
) -> None:
    page = sized(size).page
    begin(page, "friend")
    lights = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_timeout(200)
        for seat, colour in (("south", "white"), ("north", "black")):
            lights[scheme, colour] = brightness(page, page.get_by_test_id(f"score-{seat}").locator(".icon").first)
        lights[scheme, "board"] = brightness(page, page.locator(".wooden"))
    for scheme in ("light", "dark"):
        assert lights[scheme, "white"] > 1.8 * lights[scheme, "black"], scheme
    assert lights["dark", "black"] < 90
    assert 0.84 < lights["dark", "board"] / lights["light", "board"] < 0.93


def brightness(page: Page, shown: Any) -> float:
    """Return the mean brightness (0 to 255) of the middle of an element."""
    box = shown.bounding_box()
    assert box is not None
    inner = {"x": box["x"] + box["width"] * 0.15, "y": box["y"] + box["height"] * 0.15}
    clip = {**inner, "width": max(1, box["width"] * 0.7), "height": max(1, box["height"] * 0.7)}
    picture = base64.b64encode(page.screenshot(clip=clip)).decode()  # type: ignore[arg-type]
    return float(page.evaluate(AVERAGE, picture))


AVERAGE = """async picture => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += 0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2];
    return sum / (data.length / 4);
}"""
