"""The umpire's page offline, and at a plain http address of a hall, which is not a secure context."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import Server, launched
from e2e.test_umpire import BEFORE, BEGUN, PHONE, lines_of
from e2e.umpiring import Sheet
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

Hall = tuple[str, Sheet, Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium that resolves the hall's name to this machine."""
    with sync_playwright() as playwright:
        found = launched(playwright, "--host-resolver-rules=MAP hall.example 127.0.0.1")
        yield found
        found.close()


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Hall]:
    """A server and a phone over a plain http name: no localhost, no TLS, no secure context."""
    running = Server(tmp_path / "data")
    running.command = ("serve", "--allow-host", "hall.example")
    running.start()
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(30_000)
    yield f"http://hall.example:{running.port}/", Sheet(running.address), context.new_page()
    context.close()
    running.kill()


@pytest.mark.slow
def test_without_a_network_taps_wait_are_shown_as_not_yet_ruled_and_are_done_once(
    hall: Hall,
) -> None:
    address, sheet, page = hall
    sheet.type(*BEGUN)
    phone = sheet.open(page, address=address)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]") == [False] * 3
    page.context.set_offline(True)
    phone.tap("key-nothing")
    expect(page.get_by_test_id("umpire-alone")).to_be_visible()
    phone.tap("away-black-1", "away-nothing")
    expect(page.get_by_test_id("umpire-outbox").locator("li")).to_have_count(3)
    expect(page.get_by_test_id("umpire-alone")).to_contain_text("waiting to be sent")
    assert lines_of(sheet) == list(BEGUN)
    page.context.set_offline(False)
    phone.ruled()
    assert lines_of(sheet) == [*BEGUN, "-", "b1", "-"]
    expect(page.get_by_test_id("umpire-turn")).to_have_attribute("data-player", "Asha")


@pytest.mark.slow
def test_taps_that_waited_survive_a_reload_and_a_lost_answer_is_no_second_stroke(
    hall: Hall,
) -> None:
    address, sheet, page = hall
    sheet.type(*BEGUN)
    phone = sheet.open(page, address=address)
    page.route("**/lines?**", heard_and_not_answered)
    phone.tap("key-one")
    expect(page.get_by_test_id("umpire-alone")).to_be_visible()
    phone.tap("away-nothing")
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    phone.ruled()
    assert lines_of(sheet) == [*BEGUN, "w1", "-"]


def heard_and_not_answered(route: Route) -> None:
    """Let a request reach the server, and drop its response."""
    origin = route.request.url.split("/sheets")[0].replace("hall.example", "127.0.0.1")
    headers = {**route.request.headers, "origin": origin}
    assert route.fetch(url=route.request.url.replace("hall.example", "127.0.0.1"), headers=headers).ok
    route.abort()


@pytest.mark.slow
def test_card_mode_goes_on_without_a_network(hall: Hall) -> None:
    address, sheet, page = hall
    sheet.type(*BEFORE)
    phone = sheet.open(page, address=address)
    phone.tap("umpire-menu", "menu-mode", "menu-close")
    page.context.set_offline(True)
    phone.tap("row-winner-A", "row-men-5", "row-queen-A", "row-ok")
    expect(page.get_by_test_id("umpire-alone")).to_be_visible()
    phone.tap("row-winner-B", "row-men-2", "row-queen-B", "row-ok")
    expect(page.get_by_test_id("umpire-outbox").locator("li")).to_have_count(2)
    page.context.set_offline(False)
    phone.ruled()
    assert [each["scores"] for each in sheet.told()["boards"]] == [[8, 0], [8, 5]]


@pytest.mark.slow
def test_what_the_law_refuses_of_waiting_taps_stops_those_behind_it(hall: Hall) -> None:
    address, sheet, page = hall
    sheet.type(*BEGUN)
    phone = sheet.open(page, address=address)
    page.context.set_offline(True)
    phone.tap("key-striker")
    expect(page.get_by_test_id("umpire-alone")).to_be_visible()
    phone.tap("away-nothing", "away-nothing")
    page.context.set_offline(False)
    expect(page.get_by_test_id("outbox-drop")).to_be_visible()
    assert lines_of(sheet) == [*BEGUN, "s"]
    phone.tap("outbox-drop")
    expect(page.get_by_test_id("key-placed")).to_be_visible()


@pytest.mark.slow
def test_the_screen_is_kept_awake_where_there_is_no_wake_lock(hall: Hall) -> None:
    address, sheet, page = hall
    sheet.type(*BEGUN)
    phone = sheet.open(page, address=address)
    phone.tap("key-one")
    phone.ruled()
    expect(page.locator("video")).to_have_js_property("paused", False)
    expect(page.locator("video")).to_have_js_property("error", None)
