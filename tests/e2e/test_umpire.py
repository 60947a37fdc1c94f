"""The umpire's page in a real browser: taps are counted, keys fit the screen, nothing is lost offline."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.test_page import violations
from e2e.umpiring import DEAF, REFEREE, WATCH, Phone, Sheet, ask
from playwright.sync_api import Browser, Page, expect

OPENED = ("toss asha", "choose break", "seats keep", "play asha")
BEGUN = (*OPENED, "w1")
"""Asha has broken, with white, and strikes again."""
BEFORE = OPENED[:3]

TAPS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], int, tuple[str, ...]], ...] = (
    ("nothing", BEGUN, ("key-nothing",), 1, ("-",)),
    ("the break, touched", OPENED, ("key-nothing",), 1, ("-",)),
    ("the break, missed", OPENED, ("key-missed",), 1, ("miss",)),
    ("one man", BEGUN, ("key-one",), 1, ("w1",)),
    ("two men", BEGUN, ("key-two",), 1, ("w2",)),
    ("cover", (*BEGUN, "q"), ("key-one",), 1, ("w1",)),
    ("queen", BEGUN, ("key-queen",), 1, ("q",)),
    ("queen and a man", BEGUN, ("key-queen-one",), 1, ("q w1",)),
    ("their man", BEGUN, ("key-their",), 1, ("b1",)),
    ("striker alone, due placed", BEGUN, ("key-striker", "key-placed"), 2, ("s", "place")),
    ("striker alone, owed", (*OPENED, "-", "-"), ("key-striker",), 1, ("s",)),
    ("striker and own man", BEGUN, ("key-mix", "mix-w1", "mix-s", "mix-ok", "key-placed"), 5, ("w1 s", "place all")),
    ("three men", BEGUN, ("key-mix", "mix-w3", "mix-ok"), 3, ("w3",)),
    ("improper", OPENED, ("key-mix", "mix-improper", "mix-ok"), 3, ("improper",)),
    ("foul by the player in turn", BEGUN, ("key-foul", "foul-elbow", "key-placed"), 3,
     ("foul elbow asha", "place")),
    ("foul by another", (*BEGUN, "-", "b1"), ("key-foul", "foul-by-asha", "foul-talking", "key-placed"), 4,
     ("foul talking asha", "place")),
    ("board over", (*BEGUN, "w7 q", "w1"), ("right",), 1, ()),
    ("undo", BEGUN, ("key-undo",), 1, None),
    ("appeal", BEGUN, ("key-appeal",), 1, ("appeal asha",)),
    ("card mode, a board", BEFORE, ("row-winner-A", "row-men-5", "row-queen-B", "row-ok"), 4,
     ("board asha 5 queen bilal broken asha",)),
    ("card mode, a last man", BEFORE, ("row-winner-A", "row-men-4", "row-opponent-last", "row-queen-A", "row-ok"), 5,
     ("board asha 4 queen asha opponent-last broken asha",)),
)  # fmt: skip
"""Per event: the lines before it, the keys the umpire presses, the number of taps, and the lines they type."""

PHONE = {"width": 360, "height": 640}


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    """The smallest supported phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


def lines_of(sheet: Sheet) -> list[str]:
    """Return the lines in force."""
    return [each["line"] for each in ask(sheet.address, f"/sheets/{sheet.name}/log")["entries"]]


@pytest.mark.slow
def test_what_an_umpire_sees_takes_as_many_taps_as_agreed(phone: Visit, server: Server) -> None:
    """Check the tap count of each row of `TAPS`, in one browser, each on its own sheet."""
    counted = {}
    for number, (what, before, keys, _, typed) in enumerate(TAPS):
        sheet = Sheet(server.address, match=str(number))
        sheet.type(*before)
        here = sheet.open(phone.page)
        if keys[0].startswith("row"):
            here.tap("umpire-menu", "menu-mode", "menu-close")
        here.taps = 0
        version = ask(server.address, f"/sheets/{sheet.name}")["version"]
        for key in keys:
            here.tap(key)
            here.ruled()
        counted[what] = here.taps
        lines = lines_of(sheet)
        expected = [*before][:-1] if typed is None else [*before, *typed]
        assert len(lines) == len(expected), (what, lines)
        if typed:
            assert lines[-len(typed) :] == list(typed), what
            assert sheet.told()["version"] > version
    assert counted == {what: taps for what, _, _, taps, _ in TAPS}
    assert phone.complaints == []


def test_a_sheet_is_begun_and_a_stroke_ruled_on(phone: Visit, server: Server) -> None:
    here = begun(phone, server)
    here.tap("key-toss-bilal", "key-choose-break", "key-seats-keep", "key-play", "key-one")
    expect(phone.page.get_by_test_id("umpire-ruling")).to_contain_text("Bilal strikes again")
    assert phone.complaints == []


@pytest.mark.slow
def test_a_board_is_played_to_its_end_and_signed(phone: Visit, server: Server) -> None:
    page, here = phone.page, begun(phone, server)
    here.tap("key-toss-bilal", "key-choose-break", "key-seats-keep", "key-certified", "key-play")
    here.tap("key-mix", "mix-w-many", "mix-w8", "mix-q", "mix-ok", "key-one")
    expect(page.get_by_test_id("umpire-over")).to_contain_text("Bilal")
    here.tap("right", "key-sign-asha")
    field = page.get_by_test_id("ink").bounding_box()
    assert field
    page.mouse.move(field["x"] + 40, field["y"] + 40)
    page.mouse.down()
    page.mouse.move(field["x"] + 160, field["y"] + 60, steps=6)
    page.mouse.up()
    here.tap("ink-sign")
    expect(page.get_by_test_id("signed").locator("path")).to_have_attribute("d", re.compile("^M.*L"))
    expect(page.get_by_test_id("umpire-hash")).to_have_text(re.compile("[0-9a-f ]{71}"))
    here.tap("key-undo")
    expect(page.get_by_test_id("umpire-note")).to_contain_text("referee")
    assert phone.complaints == []


def begun(phone: Visit, server: Server) -> Phone:
    """Start a sheet of one board through its form."""
    page = phone.page
    page.goto(f"{server.address}umpire")
    for number, name in enumerate(("Asha", "Bilal"), 1):
        page.get_by_test_id(f"umpire-name-{number}").fill(name)
    page.get_by_test_id("umpire-contest-board").check(force=True)
    page.get_by_test_id("umpire-begin").click()
    return Phone(page)


@pytest.mark.slow
def test_a_grey_key_says_why_and_types_nothing(phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address)
    sheet.type(*OPENED, "w8 b7")
    here = sheet.open(phone.page)
    key = phone.page.get_by_test_id("key-two")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(key).to_contain_text("only 1 on the board")
    here.tap("key-two")
    expect(phone.page.get_by_test_id("umpire-note")).to_contain_text("only 1 on the board")
    assert lines_of(sheet)[-1] == "w8 b7"


@pytest.mark.slow
def test_a_second_tap_at_once_is_not_heard(phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address)
    sheet.type(*BEGUN)
    here = sheet.open(phone.page)
    phone.page.wait_for_timeout(DEAF)
    phone.page.evaluate("for (const n of [1, 2, 3]) document.querySelector('[data-testid=key-one]').click()")
    here.ruled()
    expect(here.sheet).to_have_attribute("data-version", str(sheet.told()["version"]))
    assert lines_of(sheet) == [*BEGUN, "w1"]


@pytest.mark.slow
def test_another_phone_takes_over_and_the_first_one_reads(browser: Browser, phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address)
    sheet.type(*BEGUN)
    first = sheet.open(phone.page)
    first.tap("key-one")
    first.ruled()
    other = browser.new_context(viewport=PHONE).new_page()
    second = sheet.open(other)
    second.tap("key-nothing")
    second.ruled()
    expect(phone.page.get_by_test_id("umpire-taken")).to_be_visible()
    expect(phone.page.get_by_test_id("key-one")).to_have_count(0)
    assert lines_of(sheet) == [*BEGUN, "w1", "-"]
    other.context.close()


@pytest.mark.slow
def test_only_the_referees_link_corrects_a_signed_card(phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address, contest="board")
    sheet.type(*OPENED, "w8 q", "w1", "sign asha")
    referee = sheet.open(phone.page, key=REFEREE)
    referee.tap("umpire-menu", "menu-log", "log-5", "log-mix", "mix-w-many", "mix-w7", "mix-q", "mix-ok")
    referee.ruled()
    assert lines_of(sheet)[4:] == ["w7 q", "w1", "sign asha"]
    assert not sheet.told()["closed"]


@pytest.mark.slow
def test_a_line_is_put_right_from_the_list(phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address)
    sheet.type(*OPENED, "w1", "-", "b1")
    here = sheet.open(phone.page)
    here.tap("umpire-menu", "menu-log", "log-5", "log-mix", "mix-w2", "mix-ok")
    here.ruled()
    assert lines_of(sheet)[4:] == ["w2", "-", "b1"]


def screens(sheet: Sheet, page: Page) -> Iterator[str]:
    """Bring the page to every screen in turn, and yield its name."""
    here = sheet.open(page)
    yield "the toss"
    sheet.type("toss asha", "choose break", "seats keep", device=device_of(page))
    yield "before a board"
    here.tap("key-row")
    yield "a row"
    here.tap("row-cancel", "key-play")
    here.ruled()
    yield "the break"
    for name, leave in (("key-mix", "mix-cancel"), ("key-foul", "foul-cancel"), ("umpire-menu", "menu-close")):
        here.tap(name)
        yield name
        here.tap(leave)
    here.tap("key-striker")
    here.ruled()
    yield "placing"
    here.tap("key-undo")
    here.ruled()
    here.tap("key-appeal")
    here.ruled()
    yield "an appeal"
    here.tap("appeal-undo")
    here.ruled()
    sheet.type("w8 q", "w1", device=device_of(page))
    expect(page.get_by_test_id("umpire-over")).to_be_visible()
    yield "the end of a board"
    here.tap("not-so")
    yield "putting right"
    here.tap("log-close", "right")
    yield "the card"
    here.tap("key-sign-asha")
    yield "a signature"


def device_of(page: Page) -> str:
    """Return the device id that this browser stores."""
    found: str = page.evaluate("localStorage.getItem('carrom.device')")
    return found


@pytest.mark.slow
def test_axe_finds_nothing_on_any_screen_and_every_key_is_whole(phone: Visit, server: Server) -> None:
    page = phone.page
    sheet = Sheet(server.address, contest="board", event="Spring Cup")
    wrong: dict[str, Any] = {}
    for screen in screens(sheet, page):
        page.wait_for_timeout(150)
        small = page.evaluate(SMALL)
        if found := [*violations(page), *small]:
            wrong[screen] = found
    assert wrong == {}
    assert phone.complaints == []


SMALL = """
[...document.querySelectorAll('main button[data-testid]')].filter((each) => !each.closest('form, header'))
  .map((each) => [each.dataset.testid, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 63.9 || box.height < 63.9 || box.left < 0 || box.right > innerWidth)
  .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)} at ${Math.round(box.left)}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [])
"""
"""JavaScript: the keys that are smaller than 64 px or not entirely within the window."""


@pytest.mark.slow
def test_a_reader_sees_the_card_and_no_keys(phone: Visit, server: Server) -> None:
    sheet = Sheet(server.address)
    sheet.type(*BEFORE, "board asha 5 queen")
    sheet.open(phone.page, key=WATCH)
    expect(phone.page.get_by_test_id("umpire-card")).to_contain_text("5+3")
    expect(phone.page.get_by_test_id("take-over")).to_have_count(0)
