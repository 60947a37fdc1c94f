"""Every place of the page at twice the size, by page zoom and by text size alone, and its touch targets on a phone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.conftest import Server, at_rest
from e2e.test_axe import WORDS
from e2e.umpiring import Sheet
from e2e.wire import Wire, sit, strike, terms
from playwright.sync_api import Browser, Page, expect

from carrom.board.seat import Seat
from carrom.protocol import ClockPlan, Resign
from carrom.server.http.static_files import PATHS

SIZES = {
    "page": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "text": {"viewport": {"width": 1280, "height": 800}},
}
"""A window of 1280 x 800 pixels at a zoom of 200 %, and with text of 200 %."""
LARGE_TEXT = """
const large = new CSSStyleSheet();
large.replaceSync(':root { font-size: 200% !important }');
document.adoptedStyleSheets = [large];
"""

SHOWN = """
const shown = node => node.getBoundingClientRect().width > 1 && node.getBoundingClientRect().height > 1
    && node.checkVisibility({ visibilityProperty: true }) && !node.closest('.unseen, [inert], [aria-hidden=true]');
const name = node => (node.dataset.testid || node.getAttribute('aria-label') || node.textContent.trim() || node.tagName)
    .replace(/\\s+/g, ' ').slice(0, 40);
const scrolls = node => {
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return true;
    return false;
};
const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=application], [role=tab], [role=slider]';
const controls = () => [...document.querySelectorAll(CONTROLS)].filter(node => !node.disabled).map(node => {
    const hidden = node.matches('input[type=radio], input[type=checkbox], input[type=file]');
    return (hidden && node.closest('label')) || node;
}).filter(shown);
"""

CUT = f"""() => {{
    {SHOWN}
    const found = [];
    const width = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - width;
    if (over > 0) found.push(`the page scrolls sideways by ${{over}} px`);
    for (const node of document.querySelectorAll('body *')) {{
        const own = [...node.childNodes].filter(child => child.nodeType === 3 && child.data.trim());
        if (!own.length || !shown(node) || node.closest('svg, select, option')) continue;
        const range = document.createRange();
        for (const text of own) {{
            range.selectNodeContents(text);
            const box = range.getBoundingClientRect();
            const leaves = box.right > width + 1 || box.left < -1;
            if (leaves && !scrolls(node)) found.push(`the text ${{name(node)}} leaves the page`);
        }}
        const style = getComputedStyle(node);
        const clips = ['hidden', 'clip'].includes(style.overflowX) && node.scrollWidth > node.clientWidth + 1;
        if (clips && !node.closest('[title]')) found.push(`the text ${{name(node)}} is cut`);
    }}
    return [...new Set(found)];
}}"""
"""What is cut or leaves the page at its side."""

UNREACHED = f"""() => {{
    {SHOWN}
    const found = [];
    const width = document.documentElement.clientWidth;
    for (const node of controls()) {{
        node.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }});
        const box = node.getClientRects()[0];
        if (!box) continue;
        if (box.left < -1 || box.right > width + 1) {{
            found.push(`${{name(node)}} leaves the page at its side`);
            continue;
        }}
        const y = Math.min(innerHeight - 2, Math.max(2, box.top + box.height / 2));
        const hit = document.elementFromPoint(box.left + box.width / 2, y);
        const labels = hit?.closest('label');
        if (!hit || !(node.contains(hit) || labels?.contains(node) || labels?.control === node))
            found.push(`${{name(node)}} is under ${{hit ? hit.tagName + '.' + hit.className : 'nothing'}}`);
    }}
    scrollTo(0, 0);
    return [...new Set(found)];
}}"""
"""Which controls cannot be scrolled to and pressed."""

SMALL = f"""() => {{
    {SHOWN}
    const found = [];
    for (const node of new Set(controls())) {{
        if (node.matches('[role=application]')) continue;
        const inline = node.matches('a') && getComputedStyle(node).display === 'inline';
        const sentence = node.closest('p')?.textContent.trim() ?? '';
        const prose = inline && sentence.length > node.textContent.trim().length;
        if (prose) continue;
        let {{ width, height }} = node.getBoundingClientRect();
        const label = node.matches('input, select, textarea') ? node.closest('label') : null;
        if (label) ({{ width, height }} = label.getBoundingClientRect());
        const larger = getComputedStyle(node, '::before'), after = getComputedStyle(node, '::after');
        for (const more of [larger, after]) if (more.content !== 'none' && more.position === 'absolute') {{
            width = Math.max(width, parseFloat(more.width) || 0);
            height = Math.max(height, parseFloat(more.height) || 0);
        }}
        if (width < 43.5 || height < 43.5) found.push(`${{name(node)}} ${{Math.round(width)}}x${{Math.round(height)}}`);
    }}
    return found;
}}"""
"""Which controls that are not part of a sentence are smaller than 44 x 44 px."""


VERBS = f"""() => {{
    {SHOWN}
    const first = document.createElement('button');
    first.className = 'primary';
    document.body.append(first);
    const red = getComputedStyle(first).backgroundColor;
    first.remove();
    const isRed = node => node.matches('button, a') && getComputedStyle(node).backgroundColor === red;
    const found = controls().filter(isRed);
    return found.length > 1 ? [`more than one first action: ${{found.map(name).join(', ')}}`] : [];
}}"""
"""Which first actions a place has, if it has more than one."""


@pytest.fixture
def opened(browser: Browser) -> Iterator[Any]:
    """Return a function that opens a page with settings of a browser's context."""
    contexts = []

    def open_page(**settings: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce", **settings)
        contexts.append(context)
        context.add_init_script("""localStorage.setItem('carrom.analysis', '{"engine":false}')""")
        context.set_default_timeout(30_000)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def places(server: Server) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Return every address of the map, and the words of its game where it is a game's."""
    with Wire(server.address) as line:
        begun = line.begin(terms(2))
    sheet = Sheet(server.address, match="zoom")
    sheet.type("toss asha", "choose break", "seats keep", "play asha")
    for place in PATHS:
        address = re.sub("^/(game|analysis)/{word}", rf"/\1/{begun['game']}", place)
        address = address.replace("/umpire/{word}", f"/umpire/{sheet.name}#key=umpires-key-1234")
        for word in WORDS.get(place, []):
            address = re.sub(r"\{\w+\}", word, address, count=1)
        yield address, begun if begun["game"] in address else None


def visited(page: Page, server: Server, address: str, begun: dict[str, Any] | None) -> None:
    """Open a place and wait until it is there."""
    if begun:
        sit(page, server.address, begun)
    page.goto(server.address.rstrip("/") + address)
    expect(page.locator("h1")).to_be_attached()
    expect(page.locator("main")).not_to_be_empty()
    if address.startswith("/umpire/"):  # a sheet listens to its changes for ever
        expect(page.get_by_test_id("umpire-sheet")).to_have_attribute("data-version", re.compile("[0-9]"))
    else:
        at_rest(page)


@pytest.mark.slow
@pytest.mark.parametrize("zoom", SIZES)
def test_at_twice_the_size_nothing_is_cut_and_every_control_is_reached(opened: Any, server: Server, zoom: str) -> None:
    page = opened(**SIZES[zoom])
    if zoom == "text":
        page.add_init_script(LARGE_TEXT)
    found = {}
    for address, begun in places(server):
        if address.startswith("/overlay"):
            continue
        visited(page, server, address, begun)
        found[address] = page.evaluate(CUT) + page.evaluate(UNREACHED)
    wrong = [f"{address}: {what}" for address, faults in found.items() for what in faults]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
def test_at_a_zoom_of_200_percent_the_board_and_its_controls_fit_the_window(opened: Any, server: Server) -> None:
    page = opened(**SIZES["page"])
    with Wire(server.address) as line:
        begun = line.begin(terms(2))
    sit(page, server.address, begun)
    width, height = (SIZES["page"]["viewport"][side] for side in ("width", "height"))
    button = page.get_by_role("button", name="Strike", exact=True)
    if not button.is_visible():
        page.get_by_test_id("fine").click()
    button.scroll_into_view_if_needed()
    board = page.get_by_role("application").bounding_box()
    assert board is not None
    assert board["width"] > 0.75 * height
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= height
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert box["x"] + box["width"] <= width


OVERLAP = """() => {
    const parts = [...document.querySelector('main').children].map(node => [node.className || node.tagName, node])
        .filter(([, node]) => node.checkVisibility() && node.getBoundingClientRect().height > 0);
    return parts.flatMap(([one, node], i) => parts.slice(i + 1).flatMap(([other, beside]) => {
        const a = node.getBoundingClientRect(), b = beside.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > 1 && high > 1 ? [`${one} is over ${other}`] : [];
    }));
}"""
"""Which parts of a game lie over each other."""
SCREENS = ((390, 664), (844, 390), (1440, 900))
LEAST_BOARD = 230
"""Smallest side of the board in px."""


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["strike", "fine", "toss", "doubles", "three", "replay", "over"])
def test_with_text_of_200_percent_the_board_and_the_next_action_are_on_one_screen(
    opened: Any, server: Server, moment: str
) -> None:
    agreed: dict[str, Any] = {
        "toss": {"first": None},
        "doubles": {"count": 4, "clock": ClockPlan(stroke=3000, place=60)},
        "three": {"count": 3, "ruleset": "three-player"},
    }
    with Wire(server.address) as line:
        begun = line.begin(terms(**agreed.get(moment, {})))
        if moment in ("replay", "over"):
            strike(line, Seat.SOUTH)
        if moment == "over":
            line.act(Resign, seat=Seat.SOUTH)
    action = {
        "strike": "fine",
        "fine": "strike-button",
        "toss": "toss-left",
        "doubles": "fine",
        "three": "fine",
        "replay": "replay-play",
        "over": "again",
    }[moment]
    page = opened(viewport={"width": 390, "height": 664})
    page.add_init_script(LARGE_TEXT)
    sit(page, server.address, begun, "#1" if moment == "replay" else "")
    if moment == "fine":
        page.get_by_test_id("fine").click()
    wrong = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_test_id(action)).to_be_in_viewport(ratio=0.99)
        if moment == "replay":
            expect(page.get_by_test_id("replay-close")).to_be_in_viewport(ratio=0.99)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        board = page.get_by_role("application").bounding_box()
        assert board is not None
        within = board["x"] >= -1 and board["x"] + board["width"] <= width + 1
        within = within and board["y"] >= -1 and board["y"] + board["height"] <= height + 1
        found = page.evaluate(CUT) + page.evaluate(UNREACHED) + page.evaluate(OVERLAP)
        if moment in ("toss", "over"):  # the toss and the result lie on the board
            found = [each for each in found if not each.startswith("board is under")]
        found += [] if within and board["width"] >= LEAST_BOARD else [f"the board is at {board}"]
        found += ["it scrolls"] if page.evaluate("document.documentElement.scrollHeight > innerHeight") else []
        wrong += [f"{width} x {height}: {what}" for what in found]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
def test_on_a_phone_every_target_has_44_pixels_and_a_place_has_one_first_action(opened: Any, server: Server) -> None:
    page = opened(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True, device_scale_factor=2)
    found = {}
    for address, begun in places(server):
        if address.startswith("/overlay"):
            continue
        visited(page, server, address, begun)
        found[address] = page.evaluate(SMALL) + page.evaluate(VERBS)
    wrong = [f"{address}: {what}" for address, faults in found.items() for what in faults]
    assert wrong == [], "\n".join(wrong)
