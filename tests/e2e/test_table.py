"""The game page: seats, toss, prompts, score card, and the end of a game, by pointer and by keyboard alone."""

import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import BREAK, Hand, board, choose, options
from e2e.test_page import violations
from e2e.test_screen_reader import Reader
from e2e.wire import NAMES, Wire, nonce, sit, strike, terms
from playwright.sync_api import Page, expect

from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.protocol import ClockPlan, Join, Joined, Length, Resign, Who

ENDGAME = "c1_Q.0.60000_W1.-300000.290000_B1.120000.-40000"


IN_LINE = "c1_Q.200000.0_W1.-200500.93500_W2.100000.200000_B1.200000.-80000_B2.250000.100000"
"""A white piece on the line from the middle of south's baseline to the north-west pocket."""


LAST_OF_WHITE = "c1_W1.-200500.93500_B1.120000.-40000_B2.40000.-140000"
"""The last white piece on that line, with the queen covered."""


def towards_the_pocket(speed: int) -> Stroke:
    """Return a stroke along that line; at high speed the striker follows the piece into the pocket."""
    return Stroke(0, -round(0.5012 * speed), round(0.8653 * speed))


def hand_at(visit: Visit, server: Server, **agreed: Any) -> Hand:
    """Start a game of friends at one screen with these terms, and open it."""
    with Wire(server.address) as wire:
        words = wire.begin(terms(**agreed))
    sit(visit.page, server.address, words)
    return Hand(visit.page, server.address, words)


def answer_toss_by_keys(page: Page) -> None:
    """Answer the toss (guess, take the break, keep the seats) with Enter alone; focus moves to each prompt."""
    for asks in ("guess", "choose", "sit"):
        expect(page.get_by_test_id("toss")).to_have_attribute("data-asks", asks)
        expect(page.get_by_test_id("toss").get_by_role("button").first).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("toss")).to_be_hidden()


def place_by_keys(hand: Hand) -> None:
    """Place a due piece a little above the spot that is offered."""
    before = hand.version()
    board(hand.page).press("ArrowUp")
    board(hand.page).press("Enter")
    hand.wait_past(before)


@pytest.mark.slow
def test_a_board_of_doubles_is_played_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, count=4, length=Length.BOARD, first=None, position=ENDGAME)
    answer_toss_by_keys(page)
    seen = set()
    for _ in range(40):
        match hand.wait_for_turn():
            case "strike":
                seen.add(hand.seat())
                expect(page.locator(".plate.lit")).to_have_attribute("data-testid", f"plate-{hand.seat()}")
                expect(page.locator(".plate.lit")).to_have_attribute("data-edge", "bottom")
                hand.strike_by_keys(hand.stroke())
            case "place":
                place_by_keys(hand)
            case "demand":
                page.keyboard.press("Enter")
            case _:
                break
    expect(page.get_by_test_id("board-card")).to_have_attribute("data-boards", "1")
    expect(page.get_by_test_id("result")).to_contain_text("win")
    expect(page.get_by_test_id("again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(hand.session["game"]))
    expect(page.get_by_test_id("toss")).to_be_visible()
    assert seen
    assert visit.complaints == []


TWO_BOARDS = 'extends = "icf"\nname = "two boards"\nboard_limit = 2\n'


@pytest.mark.slow
def test_a_whole_game_of_doubles_is_played_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, count=4, first=None, position=ENDGAME, rules=TWO_BOARDS)
    following, boards = page.get_by_test_id("next"), []
    answer_toss_by_keys(page)
    for _ in range(300):
        match hand.wait_for_turn():
            case "strike":
                hand.strike_by_keys(hand.stroke())
            case "place":
                place_by_keys(hand)
            case "demand":
                page.keyboard.press("Enter")
            case _ if following.count():
                boards.append(int(page.get_by_test_id("board-card").get_attribute("data-boards") or 0))
                expect(following).to_be_focused()
                before = hand.version()
                page.keyboard.press("Enter")
                hand.wait_past(before)
            case _:
                break
    expect(page.get_by_test_id("board-card").get_by_role("heading")).to_contain_text("win the game")
    expect(page.get_by_test_id("again")).to_be_focused()
    game = hand.game()
    assert game.is_over
    assert len([row for row in game.state.game.boards if not row.replay]) >= 2
    assert boards[0] == 1
    assert visit.complaints == []


SHORT_MATCH = 'extends = "icf"\nname = "one piece each"\nboard_limit = 1\nhandicap = [8, 8]\n'
"""Games of one board with one piece a side and the queen, which the strongest level wins in one to three strokes."""


@pytest.mark.slow
def test_a_best_of_three_match_is_played_by_keyboard_alone_from_home_to_the_rematch(
    visit: Visit, tmp_path: Path, server: Server
) -> None:
    page, reader = visit.page, Reader(visit.page)
    rules = tmp_path / "short.toml"
    rules.write_text(SHORT_MATCH, encoding="utf-8")
    reader.press("button", "^Pass and play")
    reader.press("button", "^More options")
    with page.expect_file_chooser() as chooser:
        reader.tab_to("button", "custom rules")
        page.keyboard.press("Enter")
    chooser.value.set_files(rules)
    reader.choose("Length", "best of 3")
    reader.choose("Who breaks first", "Toss")
    reader.press("button", "^Start game")
    hand = Hand(page, server.address, visit.session())
    answer_toss_by_keys(page)
    following, asks, games = page.get_by_test_id("next"), page.get_by_test_id("toss"), 0
    for _ in range(60):
        match hand.wait_for_turn():
            case "strike":
                hand.strike_by_keys(hand.stroke())
            case "place":
                place_by_keys(hand)
            case "demand":
                page.keyboard.press("Enter")
            case _ if following.count():
                games += 1
                expect(following).to_be_focused()
                before = hand.version()
                page.keyboard.press("Enter")
                hand.wait_past(before)
                if asks.is_visible():
                    answer_toss_by_keys(page)
            case _:
                break
    expect(page.get_by_test_id("board-card").get_by_role("heading")).to_contain_text("wins the match")
    assert hand.game().is_over
    assert games >= 1
    expect(page.get_by_test_id("again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(hand.session["game"]))
    answer_toss_by_keys(page)
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert visit.complaints == []


@pytest.mark.slow
def test_men_are_taken_off_for_the_stronger_one(visit: Visit, server: Server) -> None:
    page = visit.page
    options(page, "here")
    sheet = page.get_by_test_id("new-game-dialog")
    sheet.get_by_text("More options").click()
    sheet.get_by_test_id("handicap-1").fill("2")
    sheet.get_by_test_id("first-me").check()
    sheet.get_by_test_id("start").click()
    expect(page.locator("[data-testid^=disc-B][data-shown=true]")).to_have_count(7)
    expect(page.locator("[data-testid^=disc-W][data-shown=true]")).to_have_count(9)
    assert visit.complaints == []


@pytest.mark.slow
def test_partners_share_a_side_and_every_name_stands_at_its_edge(visit: Visit, server: Server) -> None:
    page = visit.page
    hand_at(visit, server, count=4)
    edges = {seat: page.get_by_test_id(f"plate-{seat}").get_attribute("data-edge") for seat in SEATS}
    assert edges == {Seat.SOUTH: "bottom", Seat.EAST: "right", Seat.NORTH: "top", Seat.WEST: "left"}
    for seat in SEATS:
        expect(page.get_by_test_id(f"plate-{seat}")).to_contain_text(NAMES[seat])
    expect(page.get_by_test_id("score-south")).to_contain_text("Asha · Meena")
    expect(page.get_by_test_id("score-east")).to_contain_text("Ravi · Dev")


@pytest.mark.slow
def test_three_play_on_in_turn_at_one_screen(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, count=3, ruleset="three-player")
    seats = []
    for _ in range(3):
        assert hand.wait_for_turn() == "strike"
        seats.append(hand.seat())
        before = hand.version()
        if page.get_by_test_id("pass").count():
            page.get_by_test_id("pass").click()
            page.get_by_test_id("pass-yes").click()
        else:
            hand.strike_by_keys(BREAK)
        expect(board(page)).not_to_have_attribute("data-version", str(before))
    assert len(set(seats)) > 1
    assert page.locator("[data-testid^=score-]").count() == 3
    assert page.locator("[data-testid^=plate-]").count() == 3


@pytest.mark.slow
def test_a_points_game_counts_what_each_has_taken(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, ruleset="points", position=IN_LINE)
    expect(page.get_by_test_id("taken-white-south")).to_have_text("brown 0")
    hand.wait_for_turn()
    hand.strike_by_keys(towards_the_pocket(1_500_000))
    expect(page.get_by_test_id("taken-white-south")).to_have_text("brown 1")
    expect(page.get_by_test_id("taken-black-south")).to_have_text("black 0")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_man_is_placed_for_who_asks_for_it(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, position=IN_LINE)
    assert hand.wait_for_turn() == "strike"
    hand.strike_by_keys(towards_the_pocket(2_400_000))
    assert hand.wait_for_turn() == "place"
    expect(page.locator("[data-testid^=score-][data-due='0']")).to_have_count(1)
    before = hand.version()
    page.get_by_test_id("place-auto").click()
    hand.wait_past(before)
    expect(page.get_by_test_id("deed")).to_contain_text("placed the white piece")


@pytest.mark.slow
def test_between_the_games_of_a_match_the_players_change_seats(visit: Visit, server: Server) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms(2, length=Length.MATCH))
        sit(page, server.address, {**words, "yours": ["south"]})
        strike(wire, Seat.SOUTH)
        wire.act(Resign, seat=Seat.SOUTH, what=Length.GAME)
        assert wire.state is not None
        now = {each.sitter: each.seat for each in wire.state.seated}
    expect(page.get_by_test_id("board-card")).to_contain_text("Game 1 over")
    expect(page.get_by_test_id(f"plate-{now[Seat.SOUTH]}")).to_contain_text("Asha")
    expect(page.get_by_test_id(f"games-{now[Seat.NORTH]}")).to_contain_text("1 game won")
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("board-card")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390), (820, 1180), (1440, 900), (320, 568)])
@pytest.mark.parametrize("moment", ["toss", "doubles", "three", "over"])
def test_no_moment_of_the_table_scrolls_or_is_cut(
    visit: Visit, server: Server, width: int, height: int, moment: str
) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": height})
    agreed: dict[str, Any] = {
        "toss": {"first": None},
        "doubles": {"count": 4},
        "three": {"count": 3, "ruleset": "three-player"},
        "over": {},
    }[moment]
    with Wire(server.address) as wire:
        words = wire.begin(terms(**agreed))
        if moment == "over":
            wire.act(Resign, seat=Seat.SOUTH)
    sit(page, server.address, words)
    expect(page.get_by_test_id(f"{'toss' if moment == 'toss' else 'board'}")).to_be_visible()
    size = page.evaluate("(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)")
    assert size[0] <= width
    assert size[1] <= height or height < 600
    for button in page.locator("main button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= width + 1


@pytest.mark.slow
def test_a_replay_shows_the_cards_of_each_moment_and_a_link_opens_it(visit: Visit, server: Server) -> None:
    page = visit.page
    hand = hand_at(visit, server, position=IN_LINE)
    hand.wait_for_turn()
    hand.strike_by_keys(towards_the_pocket(1_500_000))
    hand.wait_for_turn()
    hand.strike_by_keys(Stroke(0, 0, 500_000))
    hand.wait_for_turn()
    left = page.get_by_test_id("score-south")
    expect(left).to_have_attribute("data-left", "1")
    page.goto(f"{page.url.partition('#')[0]}#1")
    page.reload()
    expect(page.get_by_test_id("timeline")).to_be_visible()
    expect(left).to_have_attribute("data-left", "2")
    page.keyboard.press("ArrowRight")
    expect(left).to_have_attribute("data-left", "1")
    page.keyboard.press("Home")
    expect(left).to_have_attribute("data-left", "2")
    page.keyboard.press("End")
    expect(left).to_have_attribute("data-left", "1")
    expect(page.get_by_test_id("replay-link")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_toss_at_doubles_or_at_the_end(visit: Visit, server: Server, scheme: Any) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hand_at(visit, server, count=4, first=None, clock=ClockPlan(stroke=60, place=60))
    expect(page.get_by_test_id("toss")).to_be_visible()
    assert violations(page) == []
    answer_toss_by_keys(page)
    expect(page.get_by_test_id("time")).to_be_visible()
    assert violations(page) == []
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("board-card")).to_be_visible()
    assert violations(page) == []


@pytest.mark.slow
def test_a_piece_that_falls_flies_to_its_pip_and_a_foul_is_marked_at_its_pocket(phone: Visit, server: Server) -> None:
    page = phone.page
    page.add_init_script(
        "window.flights = 0; new MutationObserver(all => all.forEach(each => each.addedNodes.forEach(node =>"
        " node.className === 'flight' && (window.flights += 1)))).observe(document, {childList: true, subtree: true});"
    )
    hand = hand_at(phone, server, position=IN_LINE)
    hand.wait_for_turn()
    pips = page.get_by_test_id("score-south").locator(".pip.filled")
    expect(pips).to_have_count(7)
    hand.strike_by_keys(towards_the_pocket(2_400_000))
    expect(pips).to_have_count(8, timeout=20_000)
    foul = page.get_by_test_id("mark-foul")
    expect(foul).to_be_visible(timeout=20_000)
    expect(foul).to_contain_text("Foul: striker pocketed")
    expect(board(page)).to_have_attribute("data-bottom", "north")
    page.wait_for_timeout(1000)  # until the board has turned for the other player
    x, y = hand.pixel(347, -347)
    box = foul.locator("circle").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - x) < 40
    assert abs(box["y"] + box["height"] / 2 - y) < 40
    expect(foul).to_have_count(0)
    assert page.evaluate("flights") == 1
    assert phone.complaints == []


@pytest.mark.parametrize("size", [(390, 664), (1440, 900)])
def test_the_end_of_a_game_is_told_once_with_its_reason_and_one_first_action(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    page = visit.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hand = hand_at(visit, server, length=Length.BOARD, position=LAST_OF_WHITE)
    hand.wait_for_turn()
    hand.strike_by_keys(towards_the_pocket(1_500_000))
    if hand.wait_for_turn() == "demand":
        hand.demand()
    card = page.get_by_test_id("board-card")
    expect(card).to_be_visible()
    expect(page.get_by_test_id("result").filter(visible=True)).to_have_count(1)
    expect(page.get_by_test_id("card-decided")).to_contain_text("Meena had 2 pieces left")
    expect(card.locator("button.primary")).to_have_text("Rematch")
    assert page.locator("button.primary").filter(visible=True).count() == 1
    for name in ("over-share", "card-review", "over-home"):
        expect(card.get_by_test_id(name)).to_be_visible()
    expect(page.get_by_test_id("result")).to_have_text("Asha wins the board")
    expect(page.get_by_test_id("card-score")).to_have_text("5 – 0")
    expect(page.get_by_test_id("confetti")).to_have_count(0)
    box, table = card.bounding_box(), page.locator(".table").bounding_box()
    assert box is not None
    assert table is not None
    assert box["y"] >= table["y"] - 1
    assert box["y"] + box["height"] <= table["y"] + table["height"] + 1
    page.get_by_test_id("card-aside").click()
    expect(page.get_by_test_id("again")).to_be_visible()
    page.get_by_test_id("card-back").click()
    expect(card.get_by_test_id("again")).to_be_visible()
    assert violations(page) == []


@pytest.mark.slow
def test_a_win_is_celebrated_and_who_lost_reads_one_thing_that_went_well(phone: Visit, server: Server) -> None:
    page = phone.page
    key = secrets.token_urlsafe(32)
    with Wire(server.address) as wire, Wire(server.address) as second:
        words = wire.begin(terms(who=Who.LINK, length=Length.BOARD, position=LAST_OF_WHITE))
        second.say(Join(nonce=nonce(), game=words["game"], invite=words["invite"], key=key, name="Meena"))
        second.until(Joined)
    sit(page, server.address, {**words, "yours": ["south"]})
    hand = Hand(page, server.address, words)
    hand.wait_for_turn()
    hand.strike_by_keys(towards_the_pocket(1_500_000))
    expect(page.get_by_test_id("confetti")).to_be_attached(timeout=20_000)
    expect(page.get_by_test_id("result")).to_have_text("You win the board")
    assert page.context.browser is not None
    with page.context.browser.new_context() as context:
        loser = context.new_page()
        sit(loser, server.address, {**words, "key": key, "yours": ["north"]})
        expect(loser.get_by_test_id("card-well")).to_have_text("You were 2 pieces from winning.")
        expect(loser.get_by_test_id("result")).to_have_text("Asha wins the board")
        expect(loser.get_by_test_id("confetti")).to_have_count(0)
