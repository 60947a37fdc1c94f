"""An umpire at a tournament: a board's QR code opens its sheet; a game is scored, signed and counted."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import Server
from e2e.test_umpire import PHONE
from e2e.umpiring import Phone
from playwright.sync_api import Browser, expect
from server.test_hall import championship, verified

from carrom.server.events.event_writer import HallLinks, secret_of
from carrom.tournament.event_log import load
from carrom.tournament.permissions import holder

Hall = tuple[Server, Path]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall of four boards; the first round is drawn, and one fixture is called to board 3 with Uma as umpire."""
    path = championship(tmp_path)
    running = Server(tmp_path)
    running.command = ("hall", str(tmp_path), "--no-browser", "--host", "127.0.0.1")
    running.start()
    for number, line in enumerate(("draw", "place s.1.1 board=3 umpire=uma called=yes"), 1):
        say(running, word(path, "organiser"), line, number)
    yield running, path
    running.kill()


def word(path: Path, role: str) -> str:
    """Return the token in the link of a role."""
    return HallLinks(secret_of(path.parent), path.name.removesuffix(".carrom-event")).word(load(path), holder(role))


def say(hall: Server, key: str, line: str, number: int) -> None:
    """Propose a line with the token of a link."""
    body = json.dumps({"type": "propose", "nonce": f"a-line-of-a-test-{number}", "line": line}).encode()
    asked = urllib.request.Request(f"{hall.address}api/hall", body, {"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        assert answer.status == 200


def told(hall: Server, key: str) -> Any:
    """Return the first fixture as the hall's API shows it."""
    asked = urllib.request.Request(f"{hall.address}api/hall", headers={"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return json.load(answer)["fixtures"][0]


@pytest.mark.slow
def test_a_game_that_an_umpire_scores_and_signs_finishes_its_fixture(browser: Browser, hall: Hall) -> None:
    running, path = hall
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(f"{running.address}hall#{word(path, 'umpire:uma')}")
    expect(page.get_by_test_id("keep").first).to_be_visible()
    page.goto(f"{running.address}live/3")  # the address in the QR code at board 3
    page.get_by_test_id("keep").click()
    phone = Phone(page)
    expect(page.get_by_test_id("umpire-between")).to_be_visible()
    assert page.url.endswith("/umpire/s-1-1")
    toss = page.locator("[data-testid^=key-toss-]").first
    phone.tap(str(toss.get_attribute("data-testid")), "key-choose-break", "key-seats-keep", "key-play")
    for board in (1, 2):
        if board == 2:
            phone.tap("key-play", "key-nothing")
        phone.tap("key-mix")
        own = letter(page)
        phone.tap(f"mix-{own}-many", f"mix-{own}8", "mix-q", "mix-ok", "key-one")
        expect(page.get_by_test_id("umpire-over")).to_be_visible()
        phone.tap("right")
    phone.tap("key-row", "row-winner-A", "row-men-3", "row-queen-A", "row-ok", "right")
    for name in page.locator("[data-testid^=key-sign-]").evaluate_all("all => all.map((each) => each.dataset.testid)"):
        phone.tap(name, "ink-sign")
        phone.ruled()
    expect(page.get_by_test_id("umpire-kept")).to_contain_text("Signed")
    for _ in range(100):
        fixture = told(running, word(path, "scorer"))
        if fixture["state"] == "over":
            break
        page.wait_for_timeout(100)
    assert fixture["score"] in ("25-0", "0-25")
    assert "begin s.1.1" in path.read_text()
    assert verified(path) == []
    page.goto(f"{running.address}umpire")  # in a hall, sheets cannot be started by hand
    expect(page.get_by_test_id("umpire-hall")).to_be_visible()
    expect(page.get_by_test_id("umpire-begin")).to_have_count(0)
    context.close()


@pytest.mark.slow
def test_a_sheet_that_is_signed_beside_another_result_is_decided_by_the_referee(browser: Browser, hall: Hall) -> None:
    running, path = hall
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(f"{running.address}hall#{word(path, 'umpire:uma')}")
    page.get_by_test_id("keep").first.click()
    phone = Phone(page)
    toss = page.locator("[data-testid^=key-toss-]").first
    phone.tap(str(toss.get_attribute("data-testid")), "key-choose-break", "key-seats-keep")
    names = [side["name"] for side in told(running, word(path, "scorer"))["sides"]]
    expect(page.get_by_test_id("umpire-finished")).to_have_count(0)
    player = browser.new_context(viewport=PHONE).new_page()
    player.goto(f"{running.address}hall#{word(path, f'player:{names[0].lower()}')}")
    expect(player.get_by_test_id("umpired")).to_contain_text("Uma is scoring this match")
    expect(player.get_by_test_id("say-result")).to_have_count(0)
    say(running, word(path, "scorer"), "finish s.1.1 12-25", 11)
    expect(page.get_by_test_id("umpire-finished")).to_contain_text(f"{names[1]} wins 25–12")
    expect(page.get_by_test_id("umpire-finished")).to_contain_text("the referee then decides")
    expect(player.get_by_test_id("result-s.1.1")).to_have_text(f"{names[1]} wins 25–12")
    for _ in range(3):
        phone.tap("key-row", "row-winner-A", "row-men-9", "row-queen-A", "row-ok", "right")
    phone.tap("key-sign-umpire", "ink-sign")
    expect(page.get_by_test_id("umpire-finished")).to_contain_text("says otherwise. The referee decides.")
    expect(player.get_by_test_id("differs-s.1.1")).to_contain_text(f"{names[0]} wins 25–0")
    referee = browser.new_context().new_page()
    referee.goto(f"{running.address}hall#{word(path, 'referee')}")
    dispute = referee.get_by_test_id("dispute-s.1.1")
    expect(dispute).to_contain_text(f"Recorded: {names[1]} wins 25–12")
    expect(dispute).to_contain_text(f"Signed score sheet: {names[0]} wins 25–0")
    expect(dispute.get_by_test_id("take-sheet")).to_be_disabled()
    dispute.get_by_test_id("dispute-reason").fill("The scorer took the wrong card")
    dispute.get_by_test_id("take-sheet").click()
    expect(referee.get_by_test_id("dispute-s.1.1")).to_have_count(0)
    expect(player.get_by_test_id("result-s.1.1")).to_have_text(f"{names[0]} wins 25–0")
    expect(page.get_by_test_id("umpire-finished")).to_contain_text("The referee has already decided")
    for each in (context, player.context, referee.context):
        each.close()


def letter(page: Any) -> str:
    """Return the colour letter of the striking side, whose row is first."""
    found: str = page.locator(".numbers button").first.get_attribute("data-testid")
    return found[4]
