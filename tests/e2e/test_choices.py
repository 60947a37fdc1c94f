"""Past games and settings: what is stored in the browser, and its effect on the page."""

from pathlib import Path

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import Hand, begin, board, choose, options
from e2e.test_page import violations
from e2e.wire import Wire, sit, strike, terms
from playwright.sync_api import expect

from carrom.board.seat import Seat
from carrom.protocol import Resign

PAPER = "page => getComputedStyle(page).backgroundColor"


@pytest.mark.slow
def test_past_games_are_filtered_downloaded_and_left_out(visit: Visit, server: Server, tmp_path: Path) -> None:
    page = visit.page
    begin(page, "friend")
    first = visit.session()["game"]
    Hand(page, server.address, visit.session()).wait_for_turn()
    page.goto(server.address)
    begin(page)
    second = visit.session()["game"]
    Hand(page, server.address, visit.session()).wait_for_turn()
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto(f"{server.address}games")
    expect(page.get_by_test_id(f"past-{first}")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("filter-result").select_option("lost")
    expect(page.get_by_test_id(f"past-{first}")).to_have_count(0)
    expect(page.get_by_test_id(f"past-{second}")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_test_id(f"download-{second}").click()
    assert download.value.suggested_filename == f"{second}.carrom"
    page.get_by_test_id("filter-result").select_option("")
    page.get_by_test_id(f"leave-{first}").click()
    page.get_by_test_id("leave-yes").click()
    expect(page.get_by_test_id(f"past-{first}")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id(f"past-{second}")).to_be_visible()
    expect(page.get_by_test_id(f"past-{first}")).to_have_count(0)
    assert visit.complaints == []


@pytest.mark.slow
def test_a_game_that_ended_while_nobody_had_it_open_here_is_among_those_that_are_over(
    visit: Visit, server: Server
) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms())
        sit(page, server.address, {**words, "yours": ["south"]})
        expect(board(page)).to_have_attribute("data-phase", "strike")
        page.goto(f"{server.address}settings")
        strike(wire, Seat.SOUTH)
        wire.act(Resign, seat=Seat.NORTH)
    page.goto(server.address)
    expect(page.get_by_test_id("past-game")).to_have_count(1)
    expect(page.get_by_test_id("go-on")).to_have_count(0)
    page.goto(f"{server.address}games")
    expect(page.get_by_test_id(f"past-{words['game']}")).to_contain_text("won")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_look_that_is_chosen_stays_and_is_there_before_the_page_is_drawn(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}settings")
    paper = page.locator("body")
    light = paper.evaluate(PAPER)
    page.get_by_test_id("theme-dark").check()
    expect(paper).not_to_have_css("background-color", light)
    dark = paper.evaluate(PAPER)
    page.reload()
    expect(page.get_by_test_id("theme-dark")).to_be_checked()
    assert paper.evaluate(PAPER) == dark
    page.get_by_test_id("theme-system").check()
    expect(paper).to_have_css("background-color", light)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", "settings", "games", "nowhere"])
def test_axe_finds_nothing_in_high_contrast(visit: Visit, server: Server, place: str, scheme: str) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme, contrast="more", reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(server.address + place)
    page.locator("h1").wait_for(state="attached")
    assert violations(page) == []


@pytest.mark.slow
def test_axe_finds_nothing_in_settings_in_light_and_dark(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}settings")
    for look in ("light", "dark", "contrast"):
        page.get_by_test_id(f"theme-{look}").check()
        assert violations(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("place", ["", "games", "settings", "rules", "nowhere"])
def test_at_320_pixels_and_at_twice_the_size_a_place_scrolls_only_downward(
    visit: Visit, server: Server, place: str
) -> None:
    page = visit.page
    for size in ({"width": 320, "height": 568}, {"width": 640, "height": 430}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(server.address + place)
        page.locator("h1").wait_for(state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.locator("h1").count() == 1


@pytest.mark.slow
def test_the_sheet_fits_320_pixels(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size({"width": 320, "height": 568})
    options(page)
    dialog = page.get_by_test_id("new-game-dialog")
    expect(dialog).to_be_visible()
    page.get_by_test_id("players-4").check()
    assert dialog.evaluate("node => node.scrollWidth <= node.clientWidth")
    expect(page.get_by_test_id("start")).to_be_in_viewport()


@pytest.mark.slow
def test_settings_of_the_hand_reach_the_board(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}settings")
    page.get_by_test_id("turn").uncheck()
    page.get_by_test_id("name").fill("Meera")
    page.get_by_test_id("name").blur()
    page.goto(server.address)
    begin(page, "friend")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    expect(page.get_by_test_id("turn-board")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("score-south")).to_contain_text("Meera")
