"""Carrom as a static site: the page plays without a server, and nothing is lost when a tab or its worker ends."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, Visit
from e2e.hand import BREAK, begin, board, choose, options
from e2e.static_site import StaticHand, StaticServer, build, installed, session, stored
from playwright.sync_api import Browser, BrowserContext, Page, expect

from carrom.board.seat import Seat
from carrom.cli import main
from carrom.game.game import GameHistory
from carrom.game.record import read_record

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def files() -> Iterator[StaticServer]:
    build()
    server = StaticServer()
    yield server
    server.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", accept_downloads=True)
    made.set_default_timeout(60_000)
    yield made
    made.close()


def opened(context: BrowserContext, address: str) -> Visit:
    visit = Visit(context.new_page())
    visit.page.goto(address)
    return visit


def play(hand: StaticHand, strokes: int) -> None:
    """Play strokes into the rack, and whatever is asked for between them."""
    while strokes:
        asked = hand.wait_for_turn()
        if asked == "strike":
            hand.strike_by_keys(BREAK)
            strokes -= 1
        elif asked == "place":
            hand.place()
        elif asked == "demand":
            hand.demand()
        elif hand.page.get_by_test_id("next").is_visible():
            version = hand.version()
            hand.page.get_by_test_id("next").click()
            hand.wait_past(version)  # otherwise the tables have just restarted: look again


def test_two_people_play_with_the_network_off_and_every_reload_keeps_the_game(
    browser: Browser, context: BrowserContext
) -> None:
    build()
    server = StaticServer()
    visit = opened(context, server.address)
    page = visit.page
    options(page, "here")
    begin(page, "friend")
    hand = StaticHand(page, server.address, session(page))
    play(hand, 1)
    installed(page)
    server.close()
    for _ in range(2):
        play(hand, 1)
        version = hand.version()
        page.reload()
        expect(board(page)).to_have_attribute("data-version", str(version))
    assert stored(page, hand.session["game"]).version == version
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("result").first).to_be_visible()
    room = stored(page, hand.session["game"])
    assert read_record(room.record()).is_over
    assert visit.complaints == []


def begin_by_a_stroke(page: Page) -> None:
    """Strike the board of the home page as soon as it is drawn, and wait until pieces move in a game."""
    expect(board(page)).to_have_attribute("data-phase", "strike")
    board(page).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/game/"))
    page.wait_for_function("performance.getEntriesByName('carrom:moves').length > 0")


def verify(page: Page, game: str, folder: Path) -> None:
    """Resign, and verify the record of the game by the command line."""
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("result").first).to_be_visible()
    verify_stored(page, game, folder)


def verify_stored(page: Page, game: str, folder: Path) -> None:
    """Verify the record of the game as it stands by the command line."""
    record = folder / "game.carrom"
    record.write_text(stored(page, game).record())
    assert main(["verify", str(record)]) == 0


def test_watch_says_before_python_is_there_that_games_of_others_need_a_server(browser: Browser) -> None:
    build()
    server = StaticServer()
    server.python_may_load.clear()
    page = browser.new_page(viewport=DESKTOP)
    page.goto(f"{server.address}watch")
    expect(page.get_by_test_id("watch-film")).to_contain_text("need a Carrom server", timeout=30_000)
    page.close()
    server.close()


def test_pieces_move_before_python_is_there_and_the_ruling_follows(browser: Browser, tmp_path: Path) -> None:
    build()
    server = StaticServer()
    server.python_may_load.clear()
    context = browser.new_context(viewport=DESKTOP)
    context.set_default_timeout(60_000)
    visit = Visit(context.new_page())
    page = visit.page
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
    page.goto(server.address)
    begin_by_a_stroke(page)
    hand = StaticHand(page, server.address, session(page))
    shown = hand.version()
    server.python_may_load.set()
    expect(board(page)).not_to_have_attribute("data-version", str(shown))
    hand.wait_for_turn()
    assert len(hand.game().strokes) >= 1
    assert not warnings, "the tables have the same result"
    verify(page, hand.session["game"], tmp_path)
    assert visit.complaints == []
    context.close()
    server.close()


def test_a_game_that_began_before_python_was_there_survives_a_reload(context: BrowserContext, tmp_path: Path) -> None:
    build()
    server = StaticServer()
    server.python_may_load.clear()
    visit = opened(context, server.address)
    page = visit.page
    begin_by_a_stroke(page)
    hand = StaticHand(page, server.address, session(page))
    shown = hand.version()
    page.reload()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert hand.version() == shown
    server.python_may_load.set()
    play(hand, 1)
    hand.wait_for_turn()
    assert len(hand.game().strokes) >= 1
    verify(page, hand.session["game"], tmp_path)
    # Without a service worker, the host answers the game's address with 404.html.
    assert [each for each in visit.complaints if "404" not in each] == []
    server.close()


def test_a_game_goes_on_after_a_reload_before_python_is_there(browser: Browser, tmp_path: Path) -> None:
    build()
    server = StaticServer()
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(60_000)
    page = opened(context, server.address).page
    options(page, "here")
    begin(page, "friend")
    hand = StaticHand(page, server.address, session(page))
    play(hand, 2)
    hand.wait_for_turn()
    version, strokes = hand.version(), len(hand.game().strokes)
    server.python_may_load.clear()
    page.reload()
    expect(board(page)).to_have_attribute("data-version", str(version))
    expect(
        page.locator("[data-testid=board][data-phase=strike], [data-testid=board][data-phase=place]")
    ).to_be_visible()
    if board(page).get_attribute("data-phase") == "strike":
        board(page).focus()
        page.keyboard.press("Enter")
        page.wait_for_function("performance.getEntriesByName('carrom:moves').length > 0")
    server.python_may_load.set()
    play(hand, 1)
    assert len(hand.game().strokes) > strokes
    verify(page, hand.session["game"], tmp_path)
    context.close()
    server.close()


def test_a_second_tab_waits_until_the_first_is_closed(files: StaticServer, context: BrowserContext) -> None:
    first = opened(context, files.address).page
    options(first, "here")
    begin(first, "friend")
    hand = StaticHand(first, files.address, session(first))
    play(hand, 1)
    installed(first)
    version = hand.version()
    second = opened(context, first.url).page
    expect(second.get_by_test_id("refusal")).to_contain_text("another tab")
    first.close()
    expect(board(second)).to_have_attribute("data-version", str(version))
    play(StaticHand(second, files.address, hand.session), 1)


def test_a_worker_that_crashes_loses_nothing(files: StaticServer, context: BrowserContext) -> None:
    page = opened(context, files.address).page
    options(page, "here")
    begin(page, "friend")
    hand = StaticHand(page, files.address, session(page))
    play(hand, 2)
    version = hand.version()
    page.workers[0].evaluate("setTimeout(() => { throw new Error('out of memory') }) && null")
    play(hand, 1)
    assert hand.version() > version
    assert stored(page, hand.session["game"]).version == hand.version()


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("level", ["champion", "first-timer", "club"])
def test_the_computer_plays_with_the_network_off_and_the_record_verifies(
    browser: Browser, tmp_path: Path, request: pytest.FixtureRequest, level: str
) -> None:
    turns = 10 if request.config.getoption("--all") else 3
    build()
    server = StaticServer()
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    visit = opened(context, server.address)
    page = visit.page
    installed(page)
    server.close()
    options(page)
    begin(page, "program", level)
    hand = StaticHand(page, server.address, session(page))
    earlier = 0  # turns in games that are over: a champion needs few for a game
    while earlier + turns_of_the_computer(hand.game()) < turns:
        if hand.game().is_over:
            verify_stored(page, hand.session["game"], tmp_path)
            earlier += turns_of_the_computer(hand.game())
            page.goto(server.address)
            options(page)
            begin(page, "program", level)
            hand = StaticHand(page, server.address, session(page))
        play(hand, 1)
        hand.wait_for_turn()
    verify_stored(page, hand.session["game"], tmp_path)
    assert visit.complaints == []
    context.close()


def turns_of_the_computer(game: GameHistory) -> int:
    """Return how often the computer, who sits north, has had the turn."""
    seats = [played.seat for played in game.strokes]
    return sum(seat is Seat.NORTH and before is not Seat.NORTH for before, seat in pairwise([None, *seats]))
