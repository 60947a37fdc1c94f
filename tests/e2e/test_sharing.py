"""Sharing: opening the server to the network, a finished game, a starting position; and chat."""

import re
from collections.abc import Iterator

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import BREAK, Hand, board, choose, options, shown
from e2e.test_invitation import invite
from e2e.test_page import violations
from e2e.test_table import hand_at, towards_the_pocket
from e2e.wire import Wire, sit, strike, terms
from playwright.sync_api import Browser, expect

from carrom.board.notation import read_position
from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.protocol import Length, Pass, Resign
from carrom.server.http.security import own_addresses

LAID = "c1_Q.0.60000_W1.-300000.290000_B1.120000.-40000"
ALONE = 'extends = "points"\nplayers = [1, 2]\nname = "alone"\n'
LAST_MAN = "c1_W1.-200500.93500_B1.120000.-40000_B2.40000.-140000"


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """A second person, with their own phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


@pytest.mark.slow
def test_the_network_is_let_in_from_the_page_and_a_friend_plays_and_shares_from_its_address(
    visit: Visit, friend: Visit, server: Server
) -> None:
    page = visit.page
    invite(page)
    expect(page.locator("button.primary:visible")).to_have_text(["Allow my network"])
    page.get_by_test_id("open-door").click()
    if not own_addresses():
        expect(page.get_by_role("alert")).to_contain_text("no network")
        return
    expect(page.get_by_test_id("loopback")).to_have_count(0)
    address = page.get_by_test_id("invitation").input_value()
    assert address.startswith(f"http://{own_addresses()[0]}:")
    expect(page.get_by_test_id("invitation-code")).to_be_visible()
    friend.page.goto(address)
    assert friend.page.evaluate("isSecureContext") is False
    friend.page.get_by_test_id("join-name").fill("Asha")
    friend.page.get_by_test_id("sit-down").click()
    assert Hand(page, server.address, visit.session()).wait_for_turn() == "strike"
    friend.page.get_by_test_id("menu-button").click()
    friend.page.get_by_test_id("share").click()
    link = friend.page.get_by_test_id("watch-link")
    friend.page.get_by_test_id("watch-link-copy").click()
    expect(friend.page.get_by_test_id("watch-link-copy")).to_have_text("Copied")
    page.context.grant_permissions(["clipboard-read"])
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    assert visit.complaints == []
    assert all("Cross-Origin-Opener-Policy" in each for each in friend.complaints), "only COOP, due to plain http"


@pytest.mark.slow
def test_a_finished_game_is_shared_as_its_replay_with_the_record_beside_it(
    visit: Visit, friend: Visit, server: Server
) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms())
        strike(wire, Seat.SOUTH)
        wire.act(Resign, seat=Seat.SOUTH)
    sit(page, server.address, words)
    page.get_by_test_id("over-share").click()
    expect(page.locator("dialog button.primary")).to_have_count(1)
    assert violations(page) == []
    with page.expect_download() as saved:
        page.get_by_test_id("share-download").click()
    assert saved.value.suggested_filename == f"{words['game']}.carrom"
    friend.page.goto(page.get_by_test_id("watch-link").input_value())
    friend.page.get_by_test_id("watch").click()
    expect(board(friend.page)).to_have_attribute("data-phase", "replay")
    expect(friend.page.get_by_test_id("again")).to_have_count(0)


@pytest.mark.slow
def test_a_game_begins_from_a_position_that_is_pasted_and_an_impossible_one_is_refused_in_a_sentence(
    visit: Visit, server: Server
) -> None:
    page = visit.page
    options(page, "here")
    page.get_by_text("More options").click()
    position = page.get_by_test_id("new-game-dialog").get_by_test_id("position")
    for wrong, said in (("hello", "begins with"), ("c1_W1.0.0_W2.9000.0", "overlap"), ("c1_Q.0.0", "without pieces")):
        position.fill(wrong)
        page.get_by_test_id("start").click()
        expect(page.get_by_test_id("sheet-refusal")).to_contain_text(said)
    position.fill(LAID)
    page.get_by_test_id("first-me").check()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    lies = {placed.disc.value: placed.at for placed in read_position(LAID)}
    assert {name: at for name, at in shown(page).items() if name != "S"} == lies
    page.goto(server.address)
    page.get_by_test_id("play").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert len(shown(page)) >= 19, "the next game starts from the rack again"


@pytest.mark.slow
def test_a_board_that_was_laid_by_hand_is_played_from(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}practice?p={LAID}")
    page.get_by_test_id("lay-B1").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_test_id("game-here").click()
    page.get_by_test_id("seat-north").select_option("here")
    page.get_by_test_id("first-me").check()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/game/"))
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert shown(page)["B1"] == Point(130_000, -40_000)


@pytest.mark.slow
def test_between_games_the_card_has_the_boards_of_the_one_that_ended(visit: Visit, server: Server) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms(length=Length.MATCH, position=LAST_MAN))
        stroke = towards_the_pocket(1_500_000)
        strike(wire, Seat.SOUTH, vx=stroke.vx, vy=stroke.vy)
        wire.act(Resign, seat=Seat.SOUTH, what=Length.GAME)
    sit(page, server.address, words)
    card = page.get_by_test_id("board-card")
    expect(card).to_contain_text("Game 1 over")
    expect(card).to_have_attribute("data-boards", "1")


@pytest.mark.slow
def test_passes_in_a_row_are_said_with_their_clause(visit: Visit, server: Server) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms())
        strike(wire, Seat.SOUTH)
        assert wire.state is not None
        wire.act(Pass, seat=wire.state.turn)
        wire.act(Pass, seat=wire.state.turn)
    sit(page, server.address, words)
    expect(page.get_by_test_id("passes")).to_have_text("Passes in a row: 2 of 6 (Law 137).")
    page.get_by_test_id("pass").click()
    page.get_by_test_id("pass-yes").click()
    expect(page.get_by_test_id("passes")).to_have_text("Passes in a row: 3 of 6 (Law 137).")
    expect(page.get_by_test_id("live")).to_contain_text("3 of 6")


@pytest.mark.slow
def test_who_resigns_reads_that_a_board_by_itself_is_not_given_up(visit: Visit, server: Server) -> None:
    page = visit.page
    hand_at(visit, server)
    choose(page, "resign")
    expect(page.get_by_test_id("resign-board")).to_contain_text("Law 139")
    assert violations(page) == []


@pytest.mark.slow
def test_the_law_is_asked_about_calls_passes_and_what_leaves_the_board(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(f"{server.address}practice?p={LAID}&rules=icf")
    page.get_by_test_id("happened-call").check()
    page.get_by_test_id("call").select_option("touched-man")
    page.get_by_test_id("when").select_option("after")
    page.get_by_test_id("ask-law").click()
    expect(page.get_by_test_id("clause").first).to_have_text("Law 134")
    assert "call=touched-man" in page.url
    assert violations(page) == []
    page.get_by_test_id("happened-pass").check()
    page.get_by_test_id("passes-before").fill("5")
    page.get_by_test_id("ask-law").click()
    expect(page.get_by_test_id("ruling")).to_have_attribute("data-turn", "replay")
    page.get_by_test_id("happened-stroke").check()
    page.get_by_test_id("picking").select_option("jumped")
    page.get_by_test_id("lay-Q").press("Enter")
    expect(page.get_by_test_id("jumped")).to_have_text("Q")
    page.get_by_test_id("ask-law").click()
    expect(page.get_by_test_id("ruling")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("ruling")).to_be_visible()
    expect(page.get_by_test_id("jumped")).to_have_text("Q")


@pytest.mark.parametrize(
    ("count", "agreed"),
    [
        (1, {"rules": ALONE}),
        (2, {"ruleset": "eight-rounds"}),
        (2, {"ruleset": "points"}),
        (4, {"ruleset": "classic-29"}),
        (2, {"ruleset": "team-event"}),
        (2, {"ruleset": "club"}),
    ],
    ids=["alone", "eight-rounds", "points", "classic-29", "team-event", "club"],
)
def test_each_mode_plays_its_first_strokes_by_hand(
    visit: Visit, server: Server, count: int, agreed: dict[str, str]
) -> None:
    hand = hand_at(visit, server, count=count, **agreed)
    for _ in range(2):
        assert hand.wait_for_turn() == "strike"
        hand.strike_by_keys(BREAK)
    assert len(hand.game().strokes) == 2
    assert visit.complaints == []
