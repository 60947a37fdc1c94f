"""Moderation in a real browser: resolve a report, close an account, and read the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import Server, Visit
from e2e.test_account import at, sign_up
from e2e.test_page import violations
from playwright.sync_api import Page, expect

from carrom.server.people.accounts import AccountService
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.storage.store import Store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts enabled."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


def report_of_bala(page: Page, server: Server) -> None:
    """Sign up Bala, Asha and Meera, report Bala as Asha, and make Meera a moderator."""
    for name in ("Bala", "Asha", "Meera"):
        page.goto(at(server, "account"))
        sign_up(page, name)
        if name == "Asha":
            page.goto(at(server, "@/Bala"))
            page.get_by_test_id("person-report").click()
            page.get_by_test_id("report-said").fill("A program, by the look of its strokes.")
            page.get_by_test_id("report-send").click()
            expect(page.get_by_test_id("reported")).to_be_visible()
        if name != "Meera":
            page.goto(at(server, "account"))
            page.get_by_test_id("sign-out").click()
            expect(page.get_by_test_id("to-sign-up")).to_be_visible()
    store = Store(server.data / "games.db")
    people = AccountService(store.database)
    meera = people.called("Meera")
    assert meera is not None
    Moderation(people).promote(OPERATOR, meera, "runs club nights", up=True)
    store.close()


@pytest.mark.slow
def test_a_moderator_answers_a_report_closes_an_account_and_reads_what_was_done(visit: Visit, server: Server) -> None:
    page = visit.page
    report_of_bala(page, server)
    page.goto(at(server, "account"))
    page.get_by_test_id("to-moderation").click()
    page.get_by_test_id("open-report").click()
    page.get_by_test_id("what-report").select_option("warn")
    page.get_by_test_id("why-report").fill("Play by your own hand.")
    page.get_by_test_id("do-report").click()
    expect(page.get_by_test_id("no-reports")).to_be_visible()
    expect(page.get_by_test_id("about")).to_contain_text("Bala")
    page.get_by_test_id("what-about").select_option("close")
    page.get_by_test_id("why-about").fill("Went on with it.")
    page.get_by_test_id("do-about").click()
    expect(page.get_by_test_id("what-about")).to_have_value("reopen")
    expect(page.get_by_test_id("log-all")).to_contain_text("Went on with it.")
    page.goto(at(server, "@/Bala"))
    expect(page.get_by_test_id("person-none")).to_be_visible()
    assert [each for each in visit.complaints if "404" not in each] == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_moderation_is_whole_at_every_size_accessible_and_for_moderators_alone(
    visit: Visit, server: Server, scheme: str
) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(at(server, "moderation"))
    expect(page.get_by_test_id("moderation-none")).to_be_visible()
    report_of_bala(page, server)
    page.goto(at(server, "moderation?about=Bala"))
    page.get_by_test_id("open-report").click()
    for size in ((320, 640), (390, 664), (844, 390), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert violations(page) == [], size
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"at {size} the page is {wide} px wide"
