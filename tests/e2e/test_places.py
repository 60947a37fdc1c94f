"""The places of the page: each has an address, and the address follows navigation."""

import re

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BREAK, Hand, begin, board, options
from playwright.sync_api import expect


@pytest.mark.slow
def test_the_address_of_a_game_survives_reload_back_and_forward(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    address, hand = page.url, Hand(page, server.address, visit.session())
    hand.wait_for_turn()
    page.reload()
    assert hand.wait_for_turn() == "strike"
    assert page.url == address
    page.go_back()
    expect(page.get_by_test_id("home")).to_be_visible()
    page.go_forward()
    assert hand.wait_for_turn() == "strike"
    hand.strike_by_keys(BREAK)
    hand.wait_for_turn()
    assert page.url == address
    assert visit.complaints == []


@pytest.mark.slow
def test_two_games_in_two_tabs_stay_two_games(visit: Visit, server: Server) -> None:
    page, other = visit.page, visit.page.context.new_page()
    begin(page, "friend")
    other.goto(server.address)
    begin(other, "friend")
    assert page.url != other.url
    for tab in (page, other):
        address = tab.url
        tab.reload()
        expect(board(tab)).to_have_attribute("data-phase", "strike")
        assert tab.url == address


@pytest.mark.slow
def test_an_old_game_is_reached_from_home_and_from_past_games(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    first = page.url
    Hand(page, server.address, visit.session()).wait_for_turn()
    page.goto(server.address)
    begin(page, "friend")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    page.goto(server.address)
    expect(page.get_by_test_id("go-on")).to_have_count(2)
    page.get_by_test_id("go-on").last.click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert page.url == first
    page.goto(server.address)
    page.goto(f"{server.address}games")
    page.get_by_test_id("games").locator(f"a[href='{first.removeprefix(server.address.rstrip('/'))}']").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")


@pytest.mark.slow
def test_a_stroke_of_a_game_has_an_address(visit: Visit, server: Server) -> None:
    page = visit.page
    begin(page, "friend")
    hand = Hand(page, server.address, visit.session())
    for _ in range(2):
        hand.wait_for_turn()
        hand.strike_by_keys(BREAK)
    hand.wait_for_turn()
    game = page.url
    page.goto(server.address)
    page.goto(f"{game}#1")
    expect(page.get_by_test_id("timeline")).to_have_attribute("aria-valuetext", "Stroke 1 of 2")
    page.get_by_test_id("replay-forward").click()
    page.wait_for_url(f"{game}#2")
    page.get_by_test_id("replay-close").click()
    page.wait_for_url(game)
    assert hand.wait_for_turn() == "strike"


@pytest.mark.parametrize("path", ["nowhere", "game", "games/42"])
def test_an_address_that_is_none_says_so_and_leads_home(visit: Visit, server: Server, path: str) -> None:
    page = visit.page
    answer = page.goto(server.address + path)
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_test_id("nowhere")).to_contain_text(f"/{path}")
    page.get_by_test_id("nowhere").get_by_role("link").click()
    expect(page.get_by_test_id("play")).to_be_visible()
    assert page.url == server.address


@pytest.mark.slow
def test_a_game_of_somebody_else_is_not_shown(visit: Visit, server: Server) -> None:
    visit.page.goto(f"{server.address}game/game-of-others")
    expect(visit.page.get_by_test_id("lost")).to_be_visible()
    expect(board(visit.page)).to_have_count(0)


@pytest.mark.slow
def test_settings_of_an_older_page_do_not_break_this_one(visit: Visit, server: Server) -> None:
    page = visit.page
    page.evaluate("""localStorage.setItem('carrom.settings', '{"muted":true,"volume":"loud"}')""")
    page.goto(f"{server.address}settings")
    expect(page.get_by_test_id("settings")).to_be_visible()
    begin_from_home(visit, server)
    assert visit.complaints == []


def begin_from_home(visit: Visit, server: Server) -> None:
    """Start a game with one click from the home page."""
    visit.page.goto(server.address)
    visit.page.get_by_test_id("play").click()
    visit.page.wait_for_url(re.compile("/game/"))
    expect(board(visit.page)).to_be_visible()


def test_one_click_meets_the_easiest_program_and_later_what_was_chosen(visit: Visit, server: Server) -> None:
    page = visit.page
    page.get_by_test_id("play").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert '"level":"first-timer"' in page.evaluate("localStorage.getItem('carrom.usual')")
    page.goto(server.address)
    page.get_by_test_id("company-here").click()
    page.get_by_test_id("play-2").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    page.goto(server.address)
    expect(page.get_by_test_id("change")).to_contain_text("Pass and play")
    assert visit.complaints == []


@pytest.mark.slow
def test_the_table_sheet_sets_a_game_for_four_and_is_remembered(visit: Visit, server: Server) -> None:
    page = visit.page
    options(page)
    page.get_by_test_id("sheet-rules").select_option("club")
    page.get_by_test_id("players-4").check()
    for seat in ("north", "east", "west"):
        page.get_by_test_id(f"seat-{seat}").select_option("here")
    page.get_by_test_id("length-match").check()
    page.get_by_test_id("clock-law").check()
    page.get_by_test_id("first-they").check()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    record = Hand(page, server.address, visit.session()).game()
    assert (record.header.ruleset, record.header.contest) == ("club", "match")
    assert record.round.turn == "east"
    page.goto(server.address)
    expect(page.get_by_test_id("usual")).to_have_text("Club game · best of 3 · 15 s per stroke")
    options(page)
    expect(page.get_by_test_id("players-4")).to_be_checked()
    expect(page.get_by_test_id("seat-west")).to_have_value("here")


@pytest.mark.slow
def test_what_becomes_of_who_stays_away_is_agreed_on_the_sheet(visit: Visit) -> None:
    page = visit.page
    options(page)
    page.get_by_text("More options").click()
    expect(page.get_by_test_id("away")).to_have_count(0)
    page.get_by_test_id("seat-north").select_option("link")
    page.get_by_test_id("away").select_option("180")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("waiting-room")).to_contain_text("If a player leaves: they lose after 3 minutes")
    assert '"forfeit_after":180' in page.evaluate("localStorage.getItem('carrom.usual')")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_rule_set_for_three_seats_three(visit: Visit) -> None:
    page = visit.page
    options(page)
    page.get_by_test_id("sheet-rules").select_option("three-player")
    expect(page.get_by_test_id("seat-east")).to_be_visible()
    expect(page.get_by_test_id("seat-west")).to_have_count(0)
    page.get_by_test_id("sheet-rules").select_option("icf")
    expect(page.get_by_test_id("seat-east")).to_have_count(0)


@pytest.mark.slow
def test_rules_of_ones_own_are_read_or_refused_with_a_sentence(visit: Visit, server: Server) -> None:
    page = visit.page
    options(page)
    before = page.get_by_test_id("sheet-rules").input_value()
    file = page.get_by_test_id("rules-file")
    file.set_input_files({"name": "odd.toml", "mimeType": "text/plain", "buffer": b'extends = "icf"\nqueens = 2\n'})
    expect(page.get_by_test_id("sheet-refusal")).to_contain_text("queens")
    assert page.get_by_test_id("sheet-rules").input_value() == before
    own = b'extends = "icf"\nqueen_cover = "none"\n'
    file.set_input_files({"name": "ours.toml", "mimeType": "text/plain", "buffer": own})
    expect(page.get_by_test_id("sheet-rules")).to_have_value("")
