"""Rated games between two accounts, in two real browsers: paired in the lobby, aborted, played, and rated."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import Hand, board, choose
from e2e.test_account import at, sign_up
from e2e.test_lobby import tossed
from playwright.sync_api import Browser, Page, expect

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.protocol import Length, SeatPlan, Strike, Terms, Who
from carrom.server.people.accounts import AccountService
from carrom.storage.database import StoredSeat
from carrom.storage.store import Store
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.terms import GameSettings
from carrom.tokens import hashed, new_game_id
from carrom.tournament.online import FEWEST_STROKES
from carrom.values import changed


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts enabled."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def friend(browser: Browser) -> Iterator[Visit]:
    """A second person, with their own phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Visit(context.new_page())
    context.close()


def paired(server: Server, *pages: Page) -> None:
    """Pair two players in the lobby by quick match, and wait until both pages show the game."""
    for page in pages:
        page.goto(at(server, "lobby"))
        page.get_by_test_id("quick").click()
        expect(page.get_by_test_id("withdraw").or_(page.get_by_test_id("toss")).first).to_be_visible()
    for page in pages:
        page.wait_for_url(re.compile("/game/"))


def rating(server: Server, page: Page) -> int:
    """Return the only rating on the account page."""
    page.goto(at(server, "account"))
    expect(page.get_by_test_id("ratings")).to_contain_text(re.compile(r"\d{4}"))
    found = re.search(r"\d{4}", page.get_by_test_id("ratings").inner_text())
    assert found
    return int(found[0])


NEARLY_OVER = "c1_W1.300000.300000_B1.-100000.50000"
"""White's last piece hangs over a pocket; white has the turn and the queen."""


def last_stroke(server: Server) -> Hand:
    """Start a rated board between the accounts of Asha and Bala, one stroke before its end; return Asha's `Hand`.

    Both have missed until then, so that the board has enough strokes to count.
    """
    game, key = new_game_id(), "a-key-that-no-browser-has"
    with closing(Store(server.data / "games.db")) as store:
        people = {Seat.SOUTH: "Asha", Seat.NORTH: "Bala"}
        found = {seat: AccountService(store.database).called(name) for seat, name in people.items()}
        terms = Terms(
            length=Length.BOARD,
            seats=tuple(SeatPlan(seat=seat, who=Who.HERE, name=name) for seat, name in people.items()),
            first_break=Seat.SOUTH,
            position=NEARLY_OVER,
            watching=True,
        )
        setting = changed(GameSettings.of(terms), found=True, pool="icf.board")
        now = time.time_ns() // 1_000_000
        room, stored = Room.set_up(game, setting, Random(1), now)
        for number in range(FEWEST_STROKES):
            assert room.actor is not None
            stroke = Strike(nonce=f"{number:016}", version=room.version, seat=room.actor, stroke=Stroke(0, 0, 300_000))
            change = room.propose(stroke, frozenset(people), now)
            assert isinstance(change, PendingChange)
            stored += change.stored
            room.apply(change)
        seats = [
            StoredSeat(seat=seat, name=people[seat], hash=hashed(f"{key}-{seat}"), account=each.id)
            for seat, each in found.items()
            if each is not None
        ]
        store.games.begin(game, game, room.setting.text(), stored, seats, open=True)
    return Hand(None, server.address, {"game": game, "key": f"{key}-{Seat.SOUTH}"})  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_rated_board_that_is_played_to_its_end_by_two_with_accounts_shows_both_what_it_brought(
    visit: Visit, friend: Visit, server: Server
) -> None:
    asha, bala = visit.page, friend.page
    for page, name in ((asha, "Asha"), (bala, "Bala")):
        page.goto(at(server, "account"))
        sign_up(page, name)
        expect(page.get_by_test_id("account-mine")).to_have_text(name)
    hand = last_stroke(server)
    hand.page = asha
    for page, phase in ((bala, "wait"), (asha, "strike")):
        page.goto(at(server, f"game/{hand.session['game']}"))
        expect(page.get_by_test_id("score-south")).to_be_visible()
        expect(board(page)).to_have_attribute("data-phase", phase)
    expect(bala.get_by_test_id("score-south").get_by_role("link", name="Asha")).to_be_visible()
    hand.strike_by_keys(hand.stroke())
    expect(asha.get_by_test_id("result")).to_contain_text("You win")
    expect(bala.get_by_test_id("result")).to_contain_text("Asha wins")
    assert hand.game().result is not None
    assert not hand.game().result.conceded  # type: ignore[union-attr]
    assert rating(server, asha) > 1500 > rating(server, bala)
    for page, answer in ((asha, r"won .*\+(\d+)$"), (bala, r"lost .*−(\d+)$")):
        page.get_by_test_id("own-page").click()
        expect(page.get_by_test_id("person-games").locator("em")).to_have_text(re.compile(answer))
    assert visit.complaints == friend.complaints == []


@pytest.mark.slow
def test_two_with_accounts_call_a_game_off_and_one_that_is_given_up_after_a_stroke_moves_no_rating(
    visit: Visit, friend: Visit, server: Server
) -> None:
    asha, bala = visit.page, friend.page
    for page, name in ((asha, "Asha"), (bala, "Bala")):
        page.goto(at(server, "account"))
        sign_up(page, name)
    paired(server, asha, bala)
    choose(asha, "resign")
    asha.get_by_test_id("call-off").click()
    expect(asha.get_by_test_id("result")).to_have_text("Game cancelled: nobody wins.")
    expect(bala.get_by_test_id("result")).to_have_text("Game cancelled: nobody wins.")
    paired(server, asha, bala)
    mine = tossed(asha, bala)
    expect(board(mine)).to_have_attribute("data-phase", "strike")
    board(mine).press("Enter")
    for page in (asha, bala):
        expect(page.get_by_test_id("ruling")).to_be_attached()
    choose(asha, "resign")
    expect(asha.get_by_test_id("call-off")).to_have_count(0)
    asha.get_by_test_id("resign-yes").click()
    expect(bala.get_by_test_id("result")).to_have_text("Asha resigned: you win!")
    for page in (asha, bala):
        page.goto(at(server, "account"))
        expect(page.get_by_test_id("account-mine")).to_be_visible()
        expect(page.get_by_test_id("own-page")).to_be_visible()
        expect(page.get_by_test_id("ratings")).to_have_count(0)
    assert visit.complaints == friend.complaints == []
