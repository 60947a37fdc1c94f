"""A player's profile in a real browser: ratings, history, games, and what other players can do there."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api.people import Someone, signed
from api.test_games import Reading
from api.test_people import found, strikes
from e2e.conftest import PHONE, Server, Visit
from e2e.hand import board
from e2e.test_account import at, sign_up
from e2e.test_page import violations
from playwright.sync_api import expect

from carrom.protocol.http_lobby import Counting
from carrom.server.people.ratings import RatedGame, RatingStore
from carrom.server.people.sessions import Scope
from carrom.storage.database import Database
from carrom.storage.store import Store

DAY = 86_400_000
BEGAN = 1_790_000_000_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts and rated games."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


def evening(database: Database, *others: str) -> None:
    """Store 40 rated games of Asha, most of them won."""
    shelf = RatingStore(database)
    for number in range(40):
        other, won = others[number % len(others)], number % 5 < 3
        accounts = (("id-of-Asha", 0), (f"id-of-{other}", 1))
        pool = "icf.game" if number % 4 else "club.board"
        shares = (1.0, 0.0) if won else (0.0, 1.0)
        at = BEGAN + number * DAY
        shelf.rate(RatedGame(game=f"game-{number:04}", pool=pool, accounts=accounts, shares=shares, at=at))


def asha_has_played(server: Server) -> str:
    """Create accounts with past games for Asha, Bala and a bot; return a public game."""
    store = Store(server.data / "games.db")
    try:
        with httpx.Client(base_url=server.address, headers={"origin": server.address[:-1]}, timeout=60) as client:
            asha, bala = (Someone(client, name, signed(store, name)) for name in ("Asha", "Bala"))
            signed(store, "Robo", Scope.BOT, bot=True)
            game = found(asha, bala, stake=Counting.RATED)
            strikes(game, asha, bala)
            bala.acts(game, "resign")
        evening(store.database, "Bala", "Robo")
    finally:
        store.close()
    return game


@pytest.mark.slow
def test_a_persons_page_shows_how_strong_he_is_leads_to_his_games_and_lets_others_block_and_report_him(
    visit: Visit, server: Server
) -> None:
    page, game = visit.page, asha_has_played(server)
    page.goto(at(server, "@/asha"))
    expect(page.get_by_test_id("person-name")).to_have_text("Asha")
    pool = page.get_by_test_id("rating-icf.game")
    expect(pool).to_contain_text("±")
    expect(pool.get_by_test_id("rating-course")).to_be_visible()
    expect(page.get_by_test_id("person-block")).to_have_count(0)
    expect(page.get_by_test_id("person-games")).to_contain_text(re.compile(r"won \S*\d+ – \d+\S* · resigned · \+\d+"))
    page.get_by_test_id(f"game-{game}").click()
    expect(board(page)).to_be_visible()
    page.get_by_test_id("score-north").get_by_role("link", name="Bala").click()
    expect(page.get_by_test_id("person-name")).to_have_text("Bala")
    page.get_by_test_id("person-games").get_by_role("link", name="Asha", exact=True).click()
    expect(page.get_by_test_id("person-name")).to_have_text("Asha")
    page.goto(at(server, "account"))
    sign_up(page, "Chitra")
    page.goto(at(server, "@/Asha"))
    page.get_by_test_id("person-block").click()
    expect(page.get_by_test_id("person-blocked")).to_be_visible()
    page.get_by_test_id("person-block").click()
    expect(page.get_by_test_id("person-blocked")).to_have_count(0)
    page.get_by_test_id("person-report").click()
    page.get_by_test_id("report-reason").select_option("stalling")
    page.get_by_test_id("report-game").select_option(game)
    page.get_by_test_id("report-said").fill("two minutes for every stroke")
    page.get_by_test_id("report-send").click()
    expect(page.get_by_test_id("reported")).to_be_visible()
    page.get_by_test_id("person-challenge").click()
    expect(page.get_by_test_id("challenge-name")).to_have_value("Asha")
    page.goto(at(server, "account"))
    page.get_by_test_id("own-page").click()
    expect(page.get_by_test_id("person-name")).to_have_text("Chitra")
    page.get_by_test_id("person-own").click()
    expect(page.get_by_test_id("account-mine")).to_have_text("Chitra")
    page.goto(at(server, "@/Nobody"))
    expect(page.get_by_test_id("person-none")).to_be_visible()
    assert [each for each in visit.complaints if "404" not in each] == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_persons_page_is_whole_at_every_size_and_accessible(visit: Visit, server: Server, scheme: str) -> None:
    page = visit.page
    asha_has_played(server)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(at(server, "account"))
    sign_up(page, "Chitra")
    page.goto(at(server, "@/Asha"))
    page.get_by_test_id("person-report").click()
    for size in ((320, 640), (390, 664), (844, 390), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert violations(page) == [], size
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"at {size} the page is {wide} px wide"
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]


@pytest.mark.slow
def test_names_in_the_lobby_lead_to_people(visit: Visit, server: Server) -> None:
    page, store = visit.page, Store(server.data / "games.db")
    with httpx.Client(base_url=server.address, headers={"origin": server.address[:-1]}, timeout=60) as client:
        asha, bala, dev = (Someone(client, name, signed(store, name)) for name in ("Asha", "Bala", "Dev"))
        robo = Someone(client, "Robo", signed(store, "Robo", bot=True))
        page.goto(at(server, "account"))
        sign_up(page, "Chitra")
        game = found(asha, bala)
        streams = [
            Reading(client, path, each.headers["authorization"].split()[1])
            for path, each in (
                (f"/api/games/{game}/stream", asha),
                ("/api/lobby", robo),
            )
        ]
        robo.says("/api/seeks", terms={})
        dev.says("/api/challenges", to="Chitra", terms={})
        page.goto(at(server, "lobby"))
        for place, name in (("seeks", "Robo"), ("playing", "Bala"), ("challenges", "Dev")):
            expect(
                page.locator(f"section[aria-labelledby={place}]").get_by_role("link", name=name, exact=True)
            ).to_be_visible()
        for size in ((320, 640), (390, 664), (844, 390), (1440, 900)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert violations(page) == [], size
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.get_by_test_id("playing").get_by_role("link", name="Bala", exact=True).click()
        expect(page.get_by_test_id("person-name")).to_have_text("Bala")
        page.go_back()
        page.get_by_test_id("look-on").click()
        expect(board(page)).to_be_visible()
        for each in streams:
            each.close()
    store.close()
    assert visit.complaints == []
