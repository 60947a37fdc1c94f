"""A published folder in a real browser: below a path of a plain web host, and opened from the disk."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import Visit, missing
from playwright.sync_api import Page, expect
from tournament.publications import event_with_records

from carrom.cli.event_print import PLAYER, publish

PAGES = ("index", "standings", "rounds", "rounds/s.1", "entrants", "entrants/asha", "replays", "checks", "downloads")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PLAYER.exists():
        missing("the client is not built (python3 dev.py play builds it)")
    made = tmp_path_factory.mktemp("published")
    publish(event_with_records(made), made / "www" / "clubs" / "open", ("en", "ur", "ta"))
    return made / "www"


@pytest.fixture
def host(folder: Path) -> Iterator[str]:
    """The address of the event on a web host that serves files and nothing else."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/clubs/open"
    server.shutdown()


def watched(page: Page) -> list[str]:
    """Return a list that receives every error of the page, and every file that is missing."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("response", lambda answer: found.append(answer.url) if answer.status >= 400 else None)
    return found


def plays(page: Page) -> None:
    """Play the first strokes of the simulated record."""
    expect(page.locator(".player canvas")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".steps [aria-current]")).to_contain_text("Board 1 begins: Asha breaks.")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".player .check")).to_contain_text("Same result as in the record", timeout=20_000)
    page.locator(".steps li").nth(4).click()
    expect(page.locator(".player .check")).to_contain_text("Same result as in the record", timeout=20_000)


def test_every_stroke_of_a_record_is_simulated_again_on_a_plain_web_host(visit: Visit, host: str) -> None:
    errors = watched(visit.page)
    visit.page.goto(f"{host}/replays/s.1.1.html")
    plays(visit.page)
    assert errors == []


@pytest.mark.slow
def test_a_replay_plays_from_a_folder_on_the_disk(visit: Visit, folder: Path) -> None:
    errors = watched(visit.page)
    visit.page.goto((folder / "clubs" / "open" / "replays" / "s.1.1.html").as_uri())
    plays(visit.page)
    assert errors == []


@pytest.mark.slow
def test_a_record_of_a_wooden_board_is_shown_entry_by_entry(visit: Visit, host: str) -> None:
    visit.page.goto(f"{host}/replays/s.1.2.html")
    expect(visit.page.locator(".player canvas")).to_have_count(0)
    for _ in range(8):
        visit.page.get_by_role("button", name="Next").click()
    expect(visit.page.locator(".player .counters")).to_contain_text("White")
    expect(visit.page.locator(".steps [aria-current] small").first).to_have_text("8.")
    visit.page.get_by_role("button", name="Previous").click()
    expect(visit.page.locator(".steps [aria-current] small").first).to_have_text("7.")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 664), (1440, 900)])
def test_no_page_is_wider_than_the_window_in_any_direction_of_writing(
    visit: Visit, host: str, size: tuple[int, int]
) -> None:
    errors = watched(visit.page)
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    for language in ("", "ur/", "ta/"):
        for page in PAGES:
            visit.page.goto(f"{host}/{language}{page}.html")
            wide = visit.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0], f"{language}{page} is {wide} px wide"
    assert errors == []


@pytest.mark.slow
def test_the_language_switch_leads_to_the_same_page(visit: Visit, host: str) -> None:
    visit.page.goto(f"{host}/rounds/s.1.html")
    visit.page.get_by_role("link", name="தமிழ்").click()
    expect(visit.page).to_have_url(f"{host}/ta/rounds/s.1.html")
    expect(visit.page.locator("html")).to_have_attribute("lang", "ta")
    visit.page.get_by_role("link", name="English").click()
    expect(visit.page).to_have_url(f"{host}/rounds/s.1.html")


@pytest.mark.slow
def test_the_pages_read_without_javascript(browser: object, host: str) -> None:
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{host}/replays/s.1.1.html")
    expect(page.locator(".player")).to_be_hidden()
    expect(page.locator(".steps li").first).to_contain_text("Board 1 begins: Asha breaks.")
    page.goto(f"{host}/standings.html")
    expect(page.locator("tbody tr").first).to_contain_text("leads.")
    context.close()
