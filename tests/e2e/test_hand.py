"""Aiming at the board in a real Chromium: gestures that make a stroke, and gestures that must not."""

import math

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BASELINE, Hand, begin, board, choose, press
from playwright.sync_api import Page, expect

SLOW_LINE = """
const say = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const late = typeof text === 'string' && text.includes('"strike"') ? 1500 : 0;
  setTimeout(() => say.call(this, text), late);
};
"""
"""JavaScript that delays every strike message on the websocket."""


@pytest.mark.slow
def test_the_striker_stands_solid_until_its_stroke_comes_and_a_word_says_what_is_waited_for(
    phone: Visit, server: Server
) -> None:
    page = phone.page
    page.add_init_script(SLOW_LINE)
    page.reload()
    begin(page, "friend")
    hand = Hand(page, server.address, phone.session())
    hand.wait_for_turn()
    page.wait_for_timeout(300)
    x, y = hand.pixel(0, -252.6)
    inside = {"x": round(x) - 5, "y": round(y) - 5, "width": 10, "height": 10}
    standing = page.screenshot(clip=inside)
    elsewhere = page.screenshot(clip={**inside, "x": inside["x"] + 60})
    board(page).focus()
    page.keyboard.press("Enter")
    expect(board(page)).to_have_attribute("data-phase", "wait")
    assert page.screenshot(clip=inside) == standing != elsewhere
    expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for the server")
    assert page.screenshot(clip=inside) == standing
    expect(board(page)).to_have_attribute("data-phase", "film")
    expect(page.get_by_test_id("waiting")).to_have_text("")


class Finger:
    """Touch input at pixels of the page."""

    def __init__(self, page: Page) -> None:
        self.tools = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Put down, move or lift fingers."""
        found = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    def tap(self, at: tuple[float, float]) -> None:
        """Press and release one finger."""
        self.touch("touchStart", at)
        self.touch("touchEnd")


def at_a_turn(visit: Visit, server: Server) -> Hand:
    """Start a game between friends and wait for its first stroke."""
    begin(visit.page, "friend")
    hand = Hand(visit.page, server.address, visit.session())
    hand.wait_for_turn()
    visit.page.wait_for_timeout(1500)  # while the board still glides into place, a first touch can be lost
    return hand


def aim(page: Page) -> tuple[float, float]:
    """Return the aim's direction in degrees and its power."""
    found = [board(page).get_attribute(name) for name in ("data-degrees", "data-power")]
    return float(found[0] or "nan"), float(found[1] or "nan")


def assert_nothing_was_struck(hand: Hand, version: int) -> None:
    """Assert that no stroke was played, and that none follows within 250 ms."""
    hand.page.wait_for_timeout(250)
    assert hand.version() == version
    assert board(hand.page).get_attribute("data-phase") == "strike"
    assert hand.game().strokes == ()


@pytest.mark.parametrize("wanted", [-90.0, -63.37, -17.21, -0.05, 8.88, 41.33, 77.77])
def test_by_touch_every_direction_is_within_a_tenth_of_a_degree_in_the_second_gesture(
    phone: Visit, server: Server, wanted: float
) -> None:
    page = phone.page
    hand, finger = at_a_turn(phone, server), Finger(page)
    east, north = -math.sin(math.radians(wanted)), math.cos(math.radians(wanted))
    far = min(330 / max(abs(east), 1e-9), 580 / max(north, 1e-9))
    finger.tap(whole(hand.pixel(far * east, BASELINE + far * north)))
    assert abs(aim(page)[0] - wanted) < 1
    x, y = whole(hand.pixel(100 * east, -100 + 100 * north))
    finger.touch("touchStart", (x, y))
    down, right = round(70 * north), round(-70 * east)
    for step in range(1, 8):
        finger.touch("touchMove", (x + right * step // 7, y + down * step // 7))
    aside = 0
    while abs(off := wanted - aim(page)[0]) > 0.05 and abs(aside) < 60:
        aside += 1 if off > 0 else -1
        finger.touch("touchMove", (x + right + aside * north, y + down + aside * east))
    assert abs(wanted - aim(page)[0]) <= 0.1
    assert aim(page)[1] > 0.3
    expect(page.get_by_test_id("loupe")).to_be_visible()
    page.wait_for_timeout(120)  # the finger stops before it lifts
    finger.touch("touchEnd")
    hand.wait_past(2)
    stroke = hand.game().strokes[0].stroke
    assert abs(math.degrees(math.atan2(-stroke.vx, stroke.vy)) - wanted) <= 0.1


def whole(pixel: tuple[float, float]) -> tuple[int, int]:
    """Round a position to whole pixels, the resolution of a touch."""
    return round(pixel[0]), round(pixel[1])


@pytest.mark.parametrize("up", [0, 15, 24, 34, -26])
def test_a_finger_that_slides_the_striker_strikes_nothing_wherever_it_began(
    phone: Visit, server: Server, up: int
) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    hand, finger = at_a_turn(phone, server), Finger(phone.page)
    version = hand.version()
    for drift in (0, -12, 12, 30):
        before = int(board(phone.page).get_attribute("data-x") or 0)
        x, y = whole(hand.pixel(before / 1000, BASELINE))
        towards = -1 if before > 0 else 1
        finger.touch("touchStart", (x, y - up))
        for step in range(1, 11):
            finger.touch("touchMove", (x + 8 * step * towards, y - up + drift * step // 10))
        phone.page.wait_for_timeout(120)
        finger.touch("touchEnd")
        assert abs(abs(int(board(phone.page).get_attribute("data-x") or 0) - before) - 165_000) < 15_000
    assert_nothing_was_struck(hand, version)
    x, y = whole(hand.pixel(int(board(phone.page).get_attribute("data-x") or 0) / 1000, BASELINE))
    finger.touch("touchStart", (x, y - up))
    for down in range(4, 60, 4):
        finger.touch("touchMove", (x - down // 4, y - up + down))
    phone.page.wait_for_timeout(120)
    finger.touch("touchEnd")
    hand.wait_past(version)
    assert hand.game().strokes[0].stroke.vy > 1_000_000


@pytest.mark.parametrize("accident", ["tap", "double tap", "small travel", "second finger", "lost", "forward", "blur"])
def test_no_finger_strikes_by_accident(phone: Visit, server: Server, accident: str) -> None:
    page = phone.page
    hand, finger = at_a_turn(phone, server), Finger(page)
    version = hand.version()
    x, y = hand.pixel(50, 60)
    if accident == "double tap":
        finger.tap((x, y))
    finger.touch("touchStart", (x, y))
    if accident == "small travel":
        finger.touch("touchMove", (x + 1, y + 60))
        finger.touch("touchMove", (x + 1, y + 5))
    elif accident == "forward":
        for up in range(10, 130, 20):
            finger.touch("touchMove", (x, y - up))
        page.wait_for_timeout(900)
    elif "tap" not in accident:
        finger.touch("touchMove", (x, y + 40))
        finger.touch("touchMove", (x, y + 70))
        assert aim(page)[1] > 0.3
    if accident == "second finger":
        finger.touch("touchStart", (x, y + 70), (x + 60, y))
        finger.touch("touchMove", (x, y + 90), (x + 80, y))
    elif accident == "blur":
        page.evaluate("window.dispatchEvent(new Event('blur'))")
    finger.touch("touchCancel" if accident == "lost" else "touchEnd")
    assert_nothing_was_struck(hand, version)


@pytest.mark.slow
@pytest.mark.parametrize("accident", ["right button", "Escape", "focus", "another press", "forward from the striker"])
def test_no_mouse_strikes_by_accident(visit: Visit, server: Server, accident: str) -> None:
    page = visit.page
    hand, mouse = at_a_turn(visit, server), page.mouse
    version, before = hand.version(), aim(page)
    striker = accident == "forward from the striker"
    x, y = hand.pixel(0, BASELINE) if striker else hand.pixel(50, 60)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 30 if striker else y + 40)
    mouse.move(x, y - 160 if striker else y + 120)
    if accident == "right button":
        mouse.down(button="right")
        mouse.up(button="right")
    elif accident == "Escape":
        page.keyboard.press("Escape")
    elif accident == "focus":
        page.keyboard.press("Tab")
    elif accident == "another press":
        page.evaluate("""document.querySelector('[data-testid=board]').dispatchEvent(
            new PointerEvent('pointerdown', {pointerId: 77, button: 0, bubbles: true}))""")
    mouse.move(x + 3, y - 170 if striker else y + 130)
    mouse.up()
    assert_nothing_was_struck(hand, version)
    if striker:
        assert aim(page) != before, "a drag forward aims"
    else:
        assert aim(page) == before


@pytest.mark.slow
def test_a_resize_during_an_aim_leaves_the_aim_and_strikes_nothing(visit: Visit, server: Server) -> None:
    page = visit.page
    hand, mouse = at_a_turn(visit, server), page.mouse
    version = hand.version()
    x, y = hand.pixel(50, 60)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 20, y + 60)
    mouse.move(x - 40, y + 120)
    aimed = aim(page)
    assert aimed[1] > 0.3
    page.set_viewport_size({"width": 900, "height": 640})
    page.wait_for_timeout(200)
    mouse.move(x - 60, y + 60)
    mouse.up()
    assert_nothing_was_struck(hand, version)
    assert aim(page) == aimed


@pytest.mark.slow
def test_a_pull_that_begins_on_the_striker_strikes(phone: Visit, server: Server) -> None:
    hand, finger = at_a_turn(phone, server), Finger(phone.page)
    x, y = hand.pixel(0, BASELINE)
    finger.touch("touchStart", (x, y))
    for down in range(4, 60, 4):
        finger.touch("touchMove", (x - down / 4, y + down))
    phone.page.wait_for_timeout(120)
    finger.touch("touchEnd")
    hand.wait_past(2)
    stroke = hand.game().strokes[0].stroke
    assert stroke.x == 0
    assert stroke.vx > 0
    assert stroke.vy > 1_000_000


@pytest.mark.slow
def test_in_two_steps_a_pull_only_aims_and_the_button_strikes(phone: Visit, server: Server) -> None:
    page = phone.page
    page.evaluate("localStorage.setItem('carrom.settings', '{\"twoStep\": true}')")
    page.reload()
    hand, finger = at_a_turn(phone, server), Finger(page)
    version = hand.version()
    x, y = hand.pixel(50, 60)
    finger.touch("touchStart", (x, y))
    finger.touch("touchMove", (x - 20, y + 40))
    finger.touch("touchMove", (x - 30, y + 70))
    page.wait_for_timeout(120)
    aimed = aim(page)
    finger.touch("touchEnd")
    assert_nothing_was_struck(hand, version)
    assert aim(page) == aimed != (0.0, 0.35)
    page.get_by_test_id("strike-button").click()
    hand.wait_past(version)


@pytest.mark.slow
def test_two_fingers_look_closer_and_a_double_tap_shows_all_again(phone: Visit, server: Server) -> None:
    page = phone.page
    hand, finger = at_a_turn(phone, server), Finger(page)
    x, y = hand.pixel(0, 0)
    finger.touch("touchStart", (x - 30, y))
    finger.touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in range(35, 75, 5):
        finger.touch("touchMove", (x - apart, y), (x + apart, y))
    finger.touch("touchEnd")
    assert float(board(page).get_attribute("data-zoom") or 1) > 1.8
    for _ in range(2):
        finger.tap((x + 50, y - 40))
    expect(board(page)).to_have_attribute("data-zoom", "1")
    assert_nothing_was_struck(hand, hand.version())


@pytest.mark.slow
def test_the_programs_stroke_is_seen_to_be_aimed_and_can_be_seen_again_by_a_key(phone: Visit, server: Server) -> None:
    page = phone.page
    begin(page, "program", breaker="north")
    theirs = page.get_by_test_id("aim-of-other")
    expect(theirs).to_be_visible(timeout=30_000)
    expect(theirs).to_have_attribute("data-seat", "north")
    expect(theirs).to_be_hidden()
    hand = Hand(page, server.address, phone.session())
    hand.wait_for_turn()
    version = hand.version()
    board(page).focus()
    page.keyboard.press("l")
    expect(theirs).to_be_visible()
    expect(board(page)).to_have_attribute("data-phase", "film")
    expect(board(page)).to_have_attribute("data-phase", "strike", timeout=20_000)
    assert hand.version() == version


CORNERS = """
() => new Promise((done) => {
  const seen = [Infinity, -Infinity, 0];
  const until = performance.now() + 5000;
  const look = () => {
    const board = document.querySelector('[data-testid=board]');
    const box = board.querySelector('.turning').getBoundingClientRect();
    if (Math.abs(box.width - board.getBoundingClientRect().width) > 2) seen[2] += 1;
    seen[0] = Math.min(seen[0], box.left);
    seen[1] = Math.max(seen[1], box.right);
    if (performance.now() < until) requestAnimationFrame(look); else done(seen);
  };
  requestAnimationFrame(look);
})
"""


@pytest.mark.slow
def test_while_the_board_turns_for_the_other_player_no_corner_leaves_the_screen(phone: Visit, server: Server) -> None:
    page = phone.page
    at_a_turn(phone, server)
    board(page).focus()
    press(page, "ArrowDown", 15)
    page.keyboard.press("Enter")
    expect(board(page)).to_have_attribute("data-phase", "film")
    left, right, turned = page.evaluate(CORNERS)
    expect(board(page)).to_have_attribute("data-bottom", "north")
    assert turned > 3
    assert left >= -1
    assert right <= page.viewport_size["width"] + 1


@pytest.mark.slow
def test_discs_that_are_put_back_are_seen_coming_back(phone: Visit, server: Server) -> None:
    page = phone.page
    page.clock.install()
    page.reload()
    hand = at_a_turn(phone, server)
    board(page).focus()
    page.keyboard.press("Enter")
    hand.wait_past(2)
    hand.wait_for_turn()
    page.wait_for_timeout(1500)
    x, y = hand.pixel(0, 0)
    middle = {"x": x - 60, "y": y - 60, "width": 120, "height": 120}
    page.clock.pause_at(page.evaluate("Date.now()") + 200)
    page.evaluate("document.querySelector('[data-testid=undo]').click()")
    expect(board(page)).not_to_have_attribute("data-version", "3")
    page.wait_for_timeout(300)
    seen = []
    for _ in range(3):
        page.clock.run_for(120)
        seen.append(page.screenshot(clip=middle))
    page.clock.run_for(2000)
    at_rest = page.screenshot(clip=middle)
    assert at_rest not in seen
    assert len(set(seen)) == 3


@pytest.mark.slow
def test_after_a_hard_stroke_the_next_one_starts_at_a_middling_power(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = at_a_turn(visit, server)
    choose(page, "turn-board")
    page.get_by_test_id("power").fill("100")
    version = hand.version()
    page.get_by_test_id("strike-button").click()
    hand.wait_past(version)
    hand.wait_for_turn()
    page.get_by_test_id("undo").click()
    expect(board(page)).to_have_attribute("data-bottom", "south")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert aim(page) == (0.0, 0.5)


def test_a_drag_forward_aims_at_the_finger_and_says_what_comes_next(phone: Visit, server: Server) -> None:
    page = phone.page
    hand, finger = at_a_turn(phone, server), Finger(page)
    version = hand.version()
    finger.touch("touchStart", whole(hand.pixel(0, 0)))
    finger.touch("touchMove", whole(hand.pixel(60, 60)))
    finger.touch("touchMove", whole(hand.pixel(120, 120)))
    expect(page.get_by_test_id("hint-pull")).to_have_text("Now pull back to strike.")
    finger.touch("touchEnd")
    assert abs(aim(page)[0] + math.degrees(math.atan2(120, 120 - BASELINE))) < 1
    assert_nothing_was_struck(hand, version)
    expect(page.get_by_test_id("hint-pull")).to_be_visible()
    finger.touch("touchStart", whole(hand.pixel(0, 0)))
    for back in (40, 80, 120):
        finger.touch("touchMove", whole(hand.pixel(-back / 4, -back)))
    page.wait_for_timeout(120)
    finger.touch("touchEnd")
    hand.wait_past(version)
    stroke = hand.game().strokes[0].stroke
    assert abs(math.degrees(math.atan2(-stroke.vx, stroke.vy)) + math.degrees(math.atan2(120, 120 - BASELINE))) < 2


FELT = "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"


@pytest.mark.slow
def test_full_power_and_the_release_are_felt(phone: Visit, server: Server) -> None:
    page = phone.page
    page.add_init_script(FELT)
    page.reload()
    hand, finger = at_a_turn(phone, server), Finger(page)
    finger.tap(hand.pixel(0, 200))
    x, y = hand.pixel(0, 100)
    finger.touch("touchStart", (x, y))
    for down in range(20, 220, 20):
        finger.touch("touchMove", (x, y + down))
    expect(page.get_by_test_id("power-arc")).to_have_attribute("data-part", "1")
    assert page.evaluate("felt") == [8]
    finger.touch("touchMove", (x, y + 230))
    page.wait_for_timeout(120)
    finger.touch("touchEnd")
    hand.wait_past(2)
    assert page.evaluate("felt")[:2] == [8, 15]


@pytest.mark.slow
def test_a_pull_back_to_its_beginning_says_that_letting_go_cancels(phone: Visit, server: Server) -> None:
    page = phone.page
    hand, finger = at_a_turn(phone, server), Finger(page)
    version = hand.version()
    x, y = hand.pixel(0, 0)
    finger.touch("touchStart", (x, y))
    finger.touch("touchMove", (x, y + 60))
    expect(page.get_by_test_id("power-arc")).to_have_attribute("data-cancels", "false")
    finger.touch("touchMove", (x, y + 2))
    expect(page.get_by_test_id("hint-cancel")).to_have_text("Let go to cancel.")
    expect(page.get_by_test_id("power-arc")).to_have_attribute("data-cancels", "true")
    finger.touch("touchEnd")
    expect(page.get_by_test_id("hint-cancel")).to_have_count(0)
    assert_nothing_was_struck(hand, version)


@pytest.mark.slow
def test_at_the_very_first_stroke_a_hand_shows_the_pull_and_a_line_names_the_pieces(
    phone: Visit, server: Server
) -> None:
    page = phone.page
    hand = at_a_turn(phone, server)
    expect(page.get_by_test_id("first-stroke")).to_be_visible()
    expect(page.get_by_test_id("note")).to_have_text("Your pieces are white.", timeout=10_000)
    expect(page.get_by_test_id("first-stroke")).to_have_count(0)
    version = hand.version()
    board(page).press("Enter")
    hand.wait_past(version)
    begin_again = page.url.partition("game/")[0]
    page.goto(begin_again)
    at_a_turn(phone, server)
    page.wait_for_timeout(1600)
    expect(page.get_by_test_id("first-stroke")).to_have_count(0)


@pytest.mark.slow
def test_one_button_unfolds_the_fine_controls_and_remembers_it(phone: Visit, server: Server) -> None:
    page = phone.page
    hand = at_a_turn(phone, server)
    for name in ("power", "angle", "strike-button"):
        expect(page.get_by_test_id(name)).to_have_count(0)
    page.get_by_test_id("fine").click()
    page.get_by_test_id("angle-left").click()
    assert aim(page) == (0.25, 0.5)
    page.reload()
    hand.wait_for_turn()
    expect(page.get_by_test_id("strike-button")).to_be_visible()
    page.get_by_test_id("fine").click()
    expect(page.get_by_test_id("strike-button")).to_have_count(0)
