"""Accounts in a real browser: password, recovery code, passkey, and games that open on another device."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, PHONE, Server, Visit
from e2e.hand import begin, board
from e2e.test_page import violations
from e2e.test_tie import Captains
from playwright.sync_api import Browser, Page, expect

PASSWORD = "a long password of mine"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with accounts enabled."""
    server = Server(tmp_path / "data")
    server.command = ("serve", "--accounts", "on")
    server.start()
    yield server
    server.kill()


def at(server: Server, place: str) -> str:
    """Return an address with the host `localhost`, which passkeys require."""
    return f"http://localhost:{server.port}/{place}"


def sign_up(page: Page, name: str = "Asha") -> str:
    """Create an account and return its recovery code."""
    page.get_by_test_id("to-sign-up").click()
    page.get_by_test_id("account-name").fill(name)
    page.get_by_test_id("account-password").fill(PASSWORD)
    page.get_by_test_id("enter").click()
    code = page.get_by_test_id("recovery-code").inner_text()
    page.get_by_test_id("written-down").click()
    return code


def test_a_guest_makes_an_account_takes_his_games_along_and_opens_them_elsewhere(
    visit: Visit, server: Server, browser: Browser
) -> None:
    page = visit.page
    page.goto(at(server, ""))
    begin(page, "friend")
    expect(board(page)).to_have_attribute("data-phase", "strike")
    game = page.url.partition("/game/")[2].partition("#")[0]
    page.goto(at(server, "account"))
    assert re.fullmatch(r"[0-9A-Z]{5}(-[0-9A-Z]{5}){4}", sign_up(page))
    expect(page.get_by_test_id("account-mine")).to_have_text("Asha")
    expect(page.get_by_test_id("who")).to_have_text("Asha")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claimed")).to_contain_text("1 game")
    elsewhere = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    phone = elsewhere.new_page()
    phone.goto(at(server, "account"))
    phone.get_by_test_id("account-name").fill("asha")
    phone.get_by_test_id("account-password").fill(PASSWORD)
    phone.get_by_test_id("account-password").press("Enter")
    phone.get_by_test_id(f"own-{game}").click()
    expect(board(phone)).to_have_attribute("data-phase", "strike")
    elsewhere.close()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_tie_stands_among_the_games_of_the_account_and_opens_on_another_device(
    visit: Visit, server: Server, browser: Browser
) -> None:
    captain = Captains(browser, server)
    captain.address = at(server, "")
    captain.pune.goto(at(server, "account"))
    sign_up(captain.pune)
    captain.begin()
    tie = captain.pune.url.partition("/tie/")[2].partition("#")[0]
    page = visit.page
    page.goto(at(server, "account"))
    page.get_by_test_id("account-name").fill("asha")
    page.get_by_test_id("account-password").fill(PASSWORD)
    page.get_by_test_id("account-password").press("Enter")
    expect(page.get_by_test_id(f"own-{tie}")).to_contain_text("Pune – Delhi")
    page.get_by_test_id(f"own-{tie}").click()
    expect(page.get_by_test_id("tie-yours")).to_have_text("You’re the captain of Pune.")
    captain.close()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_passkey_makes_an_account_and_signs_in(visit: Visit, server: Server) -> None:
    page = visit.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(at(server, "account"))
    page.get_by_test_id("to-sign-up").click()
    page.get_by_test_id("account-name").fill("आशा")
    page.get_by_test_id("passkey-up").click()
    page.get_by_test_id("written-down").click()
    expect(page.get_by_test_id("account-mine")).to_have_text("आशा")
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("passkey-in").click()
    expect(page.get_by_test_id("account-mine")).to_have_text("आशा")
    page.get_by_test_id("new-password").fill(PASSWORD)
    page.get_by_test_id("set-password").click()
    page.get_by_test_id("remove-passkey").click()
    expect(page.get_by_test_id("remove-passkey")).to_have_count(0)
    page.get_by_test_id("add-passkey").click()
    expect(page.get_by_test_id("remove-passkey")).to_have_count(1)
    assert visit.complaints == []


@pytest.mark.slow
def test_what_is_wrong_is_said_and_a_recovery_code_leads_back(visit: Visit, server: Server) -> None:
    page = visit.page
    page.goto(at(server, "account"))
    page.get_by_test_id("to-sign-up").click()
    page.get_by_test_id("account-name").fill("admin")
    page.get_by_test_id("account-password").fill(PASSWORD)
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("account-fault")).to_contain_text("mistaken for the server")
    code = sign_up(page)
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("account-name").fill("Asha")
    page.get_by_test_id("account-password").fill("a wrong password")
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("account-fault")).to_contain_text("The name or the password is wrong")
    page.get_by_test_id("to-recover").click()
    page.get_by_test_id("account-code").fill(code.lower())
    page.get_by_test_id("account-password").fill("another long one")
    page.get_by_test_id("enter").click()
    assert page.get_by_test_id("recovery-code").inner_text() != code
    page.get_by_test_id("written-down").click()
    page.get_by_test_id("to-delete").click()
    page.get_by_test_id("delete-name").fill("Asha")
    page.get_by_test_id("delete").click()
    expect(page.get_by_test_id("to-sign-up")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_account_is_whole_on_small_screens_and_accessible(
    visit: Visit, server: Server, scheme: str, tmp_path: Path
) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(at(server, "account"))
    page.get_by_test_id("to-sign-up").click()
    found = {"a guest": violations(page)}
    sign_up(page)
    page.get_by_test_id("to-token").click()
    page.get_by_test_id("token-label").fill("my board")
    page.get_by_test_id("make-token").click()
    expect(page.get_by_test_id("token")).to_be_visible()
    found["one's own"] = violations(page)
    for size in ((320, 640), (390, 664), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"at {size} the page is {wide} px wide"
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
