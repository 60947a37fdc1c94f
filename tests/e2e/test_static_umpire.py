"""The umpire's score sheet on the static site: kept in the browser, with the network off, and never lost."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from e2e.conftest import Visit
from e2e.static_site import StaticServer, build, installed
from e2e.umpiring import Phone
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from carrom.cli import main
from carrom.game.record import read_record

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 664}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", accept_downloads=True)
    made.set_default_timeout(60_000)
    yield made
    made.close()


@pytest.fixture
def files() -> Iterator[StaticServer]:
    build()
    server = StaticServer()
    yield server
    server.close()


def begun(page: Page, address: str, contest: str = "match", rules: str = "icf", names: tuple[str, ...] = ()) -> Phone:
    """Start a sheet through its form."""
    page.goto(f"{address}umpire")
    names = names or ("Asha", "Bilal")
    page.get_by_test_id(f"umpire-many-{len(names)}").dispatch_event("click")
    for number, name in enumerate(names, 1):
        page.get_by_test_id(f"umpire-name-{number}").fill(name)
    page.get_by_test_id(f"umpire-contest-{contest}").dispatch_event("click")
    if rules != "icf":
        page.get_by_test_id("umpire-rules").select_option(rules)
    page.get_by_test_id("umpire-begin").click()
    return ready(page)


def ready(page: Page) -> Phone:
    """Wait until the tables have started and answered."""
    phone = Phone(page)
    expect(phone.sheet).to_have_attribute("data-version", re.compile("[0-9]"), timeout=60_000)
    expect(phone.sheet).to_have_attribute("data-waiting", "0", timeout=60_000)
    return phone


def test_a_match_is_scored_with_the_network_off_and_reloads_and_its_record_verifies(
    context: BrowserContext, tmp_path: Path
) -> None:
    build()
    server = StaticServer()
    visit = Visit(context.new_page())
    page = visit.page
    here = begun(page, server.address)
    here.tap("key-toss-bilal", "key-choose-break", "key-seats-keep")
    installed(page)
    server.close()
    here.tap("key-play", "key-one", "key-striker")
    here.ruled()
    expect(page.get_by_test_id("umpire-turn")).to_be_visible()
    page.reload()
    here = ready(page)
    here.tap("key-placed")
    here.ruled()
    here.tap("key-foul", "foul-elbow")
    here.ruled()
    here.tap("key-undo")
    here.ruled()
    here.tap("umpire-menu", "menu-log", "log-5", "log-mix", "mix-w2", "mix-ok")
    here.ruled()
    here.tap("umpire-menu")
    with page.expect_download() as saved:
        here.tap("menu-download")
    record = tmp_path / "sheet.carrom"
    saved.value.save_as(record)
    assert main(["verify", str(record)]) == 0
    here.tap("menu-close")
    version = here.sheet.get_attribute("data-version")
    with suppress(Error):
        page.goto("chrome://crash")
    page.close()
    page = context.new_page()
    visit = Visit(page)
    page.goto(f"{server.address}umpire")
    page.get_by_test_id("umpire-kept-sheet").click()
    here = ready(page)
    expect(here.sheet).to_have_attribute("data-version", str(version))
    here.tap("umpire-menu")
    page.get_by_test_id("type-line").fill("concede asha match")
    here.tap("type-send")
    here.ruled()
    here.tap("right", "key-sign-bilal")
    field = page.get_by_test_id("ink").bounding_box()
    assert field
    page.mouse.move(field["x"] + 40, field["y"] + 40)
    page.mouse.down()
    page.mouse.move(field["x"] + 160, field["y"] + 60, steps=6)
    page.mouse.up()
    here.tap("ink-sign")
    here.ruled()
    expect(page.get_by_test_id("signed")).to_have_count(1)
    with page.expect_download() as saved:
        here.tap("key-download")
    saved.value.save_as(record)
    assert main(["verify", str(record)]) == 0
    assert main(["umpire", str(record), "--card"]) == 0
    assert read_record(record.read_text()).is_over
    # The menu shows the languages by their own names; their fonts are fetched when they are first needed.
    assert [each for each in visit.complaints if "ERR_FAILED" not in each] == []


def test_a_second_tab_reads_until_the_first_leaves_the_sheet(files: StaticServer, context: BrowserContext) -> None:
    first = context.new_page()
    here = begun(first, files.address, "board")
    here.tap("key-toss-asha")
    here.ruled()
    second = context.new_page()
    second.goto(first.url)
    expect(second.get_by_test_id("umpire-blocked")).to_contain_text("another tab")
    expect(second.get_by_test_id("key-choose-break")).to_have_count(0)
    here.tap("umpire-menu")
    first.get_by_role("link", name="All score sheets").click()
    expect(second.get_by_test_id("umpire-blocked")).to_have_count(0)
    there = Phone(second)
    there.tap("key-choose-break")
    there.ruled()
    expect(there.sheet).to_have_attribute("data-phase", "seats")


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("icf", ("Asha", "Bilal", "Chitra", "Dev")),
        ("three-player", ("Asha", "Bilal", "Chitra")),
        ("points", ("Asha", "Bilal")),
    ],
)
def test_a_board_of_doubles_of_three_and_of_points_is_scored(
    files: StaticServer, context: BrowserContext, rules: str, names: tuple[str, ...]
) -> None:
    visit = Visit(context.new_page())
    page = visit.page
    here = begun(page, files.address, "board", rules, names)
    while here.sheet.get_attribute("data-phase") not in ("strike", None):
        here.tap(page.locator("[data-testid^=key-]:not([aria-disabled=true])").first.get_attribute("data-testid") or "")
        here.ruled()
    here.tap("key-nothing")
    here.ruled()
    here.tap("key-queen")
    here.ruled()
    assert visit.complaints == []


def test_the_referee_goes_on_with_a_signed_card_and_links_need_a_server(
    files: StaticServer, context: BrowserContext
) -> None:
    page = context.new_page()
    here = begun(page, files.address, "board")
    for line in ("toss asha", "choose break", "seats keep", "play asha", "w8 q", "w1", "sign asha"):
        here.tap("umpire-menu")
        page.get_by_test_id("type-line").fill(line)
        here.tap("type-send")
        here.ruled()
        if page.get_by_test_id("right").count():
            here.tap("right")
    here.tap("key-undo")
    expect(page.get_by_test_id("umpire-note")).to_contain_text("referee")
    here.tap("umpire-menu")
    expect(page.get_by_test_id("share-needs-server")).to_contain_text("server")
    expect(page.get_by_test_id("share-watch")).to_have_count(0)
    here.tap("as-referee")
    here.tap("key-undo")
    here.ruled()
    expect(page.get_by_test_id("signed")).to_have_count(0)
