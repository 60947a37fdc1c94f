"""The hand at the board, in a real Chromium: what a stroke looks like, and what never makes one."""

from e2e.conftest import Server, Visit
from e2e.hand import Hand, begin, board
from playwright.sync_api import expect

SLOW_LINE = """
const say = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const late = typeof text === 'string' && text.includes('"strike"') ? 1500 : 0;
  setTimeout(() => say.call(this, text), late);
};
"""
"""A line on which strokes take their time."""


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
