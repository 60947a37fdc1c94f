"""The analysis board in a real browser: setting up positions, engine strokes, variations, links and files."""

import json
import re
from pathlib import Path

import pytest
from e2e.conftest import ROOT, Server, Visit
from e2e.hand import board
from e2e.test_page import violations
from e2e.test_practice import drag, pixel
from e2e.wire import Wire, terms
from e2e.wire import strike as play
from playwright.sync_api import Page, Route, expect

from carrom.protocol import Resign

READY = "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000"
GOLDEN = ROOT / "tests" / "messages" / "streamed"
IN_A_ROW = {"name": "cut", "disc": "W2", "pocket": 0, "corner": "north-west", "win": 0.5, "success": 0.4}


def said(*names: str) -> str:
    """Return golden messages as NDJSON lines; the analysis gets a second stroke."""
    lines = []
    for name in names:
        message = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
        if name == "analysis":
            first = message["lines"][0]
            stroke = {"x": -40000, "vx": -500000, "vy": 2500000, "y": 0, "spin": 0}
            message["lines"] = [first, {**first, **IN_A_ROW, "stroke": stroke, "clouds": [], "wrong": [], "next": []}]
        lines.append(json.dumps(message))
    return "\n".join(lines) + "\n"


def engine_says(page: Page, analysis: str, stroke: str = "") -> None:
    """Answer every engine request of the page with these bodies."""

    def answer(body: str) -> None:
        pattern = re.compile(r"/api/analysis\?" if body is analysis else r"/api/stroke\?")

        def told(route: Route) -> None:
            route.fulfill(status=200, content_type="application/x-ndjson", body=body)

        page.route(pattern, told)

    answer(analysis)
    answer(stroke or said("assessed"))


def opened(visit: Visit, server: Server, words: str = f"?p={READY}") -> Page:
    """Open the analysis board with this query string, and return the page."""
    visit.page.goto(f"{server.address}analysis{words}")
    expect(visit.page.get_by_test_id("analysis")).to_have_attribute("aria-busy", "false")
    return visit.page


def strike(page: Page, *keys: str) -> None:
    """Play a stroke by keys, and wait until its animation has ended."""
    nodes = page.get_by_test_id("node").count()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    for key in (*keys, "Enter"):
        board(page).press(key)
    expect(page.get_by_test_id("node")).to_have_count(nodes + 1)
    expect(board(page)).to_have_attribute("data-phase", "strike")


def test_strokes_are_shown_tried_taken_back_and_found_again_by_their_address(visit: Visit, server: Server) -> None:
    page = visit.page
    engine_says(page, said("heat", "analysis"))
    page.get_by_test_id("tab-tools").click()
    page.get_by_test_id("places").locator("a[href='/analysis']").click()
    expect(page.get_by_test_id("line-found")).to_have_count(2)
    expect(page.get_by_test_id("win-bar")).to_have_attribute("data-win", re.compile(r"\d+"))
    page.get_by_test_id("line-found").nth(1).click()
    expect(board(page)).to_have_attribute("data-x", "-40000")
    page.get_by_test_id("play-line").click()
    nodes = page.get_by_test_id("node")
    expect(nodes).to_have_count(2)
    expect(page).to_have_url(re.compile(r"s=x-40000\.vx-500000\.vy2500000"))
    expect(page.get_by_test_id("assessed")).to_contain_text("to win the board")
    page.get_by_test_id("take-back").click()
    strike(page, "Shift+ArrowRight")
    expect(nodes).to_have_count(3)
    expect(nodes.nth(2)).to_have_attribute("aria-current", "step")
    here = page.url
    page.reload()
    expect(nodes).to_have_count(3)
    assert page.url == here
    expect(nodes.nth(2)).to_have_attribute("aria-current", "step")
    nodes.first.click()
    page.go_back()
    expect(nodes.nth(2)).to_have_attribute("aria-current", "step")
    assert page.url == here
    page.get_by_test_id("promote").click()
    expect(nodes.nth(1)).to_have_attribute("aria-current", "step")
    page.get_by_test_id("drop").click()
    expect(nodes).to_have_count(2)
    assert violations(page) == []
    assert visit.complaints == []


@pytest.mark.slow
def test_a_position_is_laid_and_what_cannot_be_is_said_by_the_law(visit: Visit, server: Server) -> None:
    engine_says(visit.page, said("analysis"))
    page = opened(visit, server, f"?p={READY}&lay=1")
    page.get_by_test_id("lay-B1").click(button="right")
    expect(page.get_by_test_id("lay-B1")).to_have_count(0)
    expect(page.get_by_test_id("tray-B1")).to_be_visible()
    drag(page, (250, 180), (-2, 10))
    expect(page.get_by_test_id("fault")).to_contain_text(re.compile(r"overlaps (Q|W1) by 2\d mm"))
    page.get_by_test_id("mode-look").click(force=True)
    expect(page.get_by_test_id("arranger")).to_be_visible()
    drag(page, (-2, 10), (100, 100))
    expect(page.get_by_test_id("fault")).to_be_empty()
    assert violations(page) == []
    page.get_by_test_id("look").click()
    expect(board(page)).to_have_attribute("data-phase", "strike")
    assert "lay=1" not in page.url
    page.go_back()
    expect(page.get_by_test_id("lay-W1")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_finger_that_rests_on_a_disc_takes_it_away(phone: Visit, server: Server) -> None:
    page = opened(phone, server, f"?p={READY}&lay=1")
    x, y = pixel(page, 250, 180)
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.get_by_test_id("tray-W1")).to_be_visible()
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_test_id("lay-W1")).to_have_count(0)


@pytest.mark.slow
def test_a_text_or_a_link_that_is_put_in_is_opened_and_what_is_none_is_refused(visit: Visit, server: Server) -> None:
    page = opened(visit, server)
    engine_says(page, said("analysis"))
    field = page.get_by_test_id("position")
    field.fill(f"{server.address}practice?p=c1_W1.0.0_W2.90000.0_B1.0.90000&rules=club&turn=north")
    field.press("Enter")
    expect(field).to_have_value("c1_W1.0.0_W2.90000.0_B1.0.90000")
    expect(page).to_have_url(re.compile(r"rules=club&turn=north"))
    field.fill("the rack")
    field.press("Enter")
    expect(page.get_by_test_id("fault")).to_contain_text("should look like c1")
    page.go_back()
    expect(field).to_have_value(READY)


@pytest.mark.slow
def test_the_board_is_saved_as_a_drawing_a_picture_and_an_animation(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    page = opened(visit, server, f"?p={READY}&s=x0.vx300000.vy3000000")
    expect(page.get_by_test_id("node")).to_have_count(2)
    found = {}
    for kind in ("svg", "png", "gif"):
        with page.expect_download() as waited:
            page.get_by_test_id(f"save-{kind}").click()
        waited.value.save_as(tmp_path / kind)
        found[kind] = (tmp_path / kind).read_bytes()
    assert found["svg"].startswith(b"<svg xmlns=")
    assert found["svg"].count(b"<g transform=") > 4
    assert found["png"][:8] == b"\x89PNG\r\n\x1a\n"
    assert found["gif"][:6] == b"GIF89a"
    frames = page.evaluate(
        """async (bytes) => {
          const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' });
          await decoder.tracks.ready;
          await decoder.completed;
          await decoder.decode({ frameIndex: decoder.tracks.selectedTrack.frameCount - 1 });
          return decoder.tracks.selectedTrack.frameCount;
        }""",
        list(found["gif"]),
    )
    assert frames > 20
    assert len(found["gif"]) < 2_000_000


def reviewed() -> str:
    """Return the NDJSON of a review of a two-stroke game whose first stroke lost much."""
    lines = []
    for name in ("review-begun", "stroke-reviewed", "review"):
        message = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
        if name == "stroke-reviewed":
            lines += [json.dumps({**message, "number": number, "first": 0.3 * number}) for number in (1, 2)]
            continue
        if name == "review":
            message["turning"] = [{"number": 2, "loss": 0.2, "luck": 0.05}]
        lines.append(json.dumps(message))
    return "\n".join(lines) + "\n"


def finished(visit: Visit, server: Server) -> str:
    """Play a game of two strokes to its end, store its keys in the browser, and return its id."""
    with Wire(server.address) as line:
        words = line.begin(terms())
        for _ in range(2):
            assert line.state is not None
            assert line.state.turn is not None
            play(line, line.state.turn, x=-160_000, vy=1_000_000)
        assert line.state.turn is not None
        line.act(Resign, seat=line.state.turn)
    stored = [f"carrom.game.{words['game']}", json.dumps(words)]
    visit.page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", stored)
    return str(words["game"])


def test_a_finished_game_is_reviewed_stroke_by_stroke_and_tried_again(visit: Visit, server: Server) -> None:
    page, game = visit.page, finished(visit, server)
    page.route(
        re.compile("/api/review/"),
        lambda route: route.fulfill(status=200, content_type="application/x-ndjson", body=reviewed()),
    )
    engine_says(page, said("analysis"))
    page.goto(f"{server.address}game/{game}#1")
    page.get_by_test_id("to-review").click()
    card = page.get_by_test_id("stroke-card")
    expect(card).to_have_attribute("data-number", "1")
    expect(page.get_by_test_id("players")).to_be_visible()
    page.get_by_test_id("moment").click()
    expect(card).to_have_attribute("data-number", "2")
    expect(page).to_have_url(re.compile(f"/analysis/{game}#2$"))
    page.get_by_test_id("graph").press("ArrowLeft")
    expect(card).to_have_attribute("data-number", "1")
    assert violations(page) == []
    page.reload()
    expect(card).to_have_attribute("data-number", "1")
    page.get_by_test_id("try-it").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/analysis\?p=c1_Q"))
    page.go_back()
    expect(card).to_have_attribute("data-number", "1")
    assert visit.complaints == []


@pytest.mark.slow
def test_a_game_that_is_over_is_reviewed_from_past_games_and_one_that_goes_on_is_not(
    visit: Visit, server: Server
) -> None:
    page, game = visit.page, finished(visit, server)
    page.goto(f"{server.address}games")
    page.get_by_test_id(f"review-{game}").click()
    expect(page.get_by_test_id("stroke-card")).to_be_visible(timeout=60_000)
    with Wire(server.address) as line:
        words = line.begin(terms())
    stored = [f"carrom.game.{words['game']}", json.dumps(words)]
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", stored)
    page.goto(f"{server.address}analysis/{words['game']}")
    expect(page.get_by_test_id("review")).to_contain_text("when it’s over")
    expect(board(page)).to_have_count(0)


@pytest.mark.slow
def test_the_engine_thinks_about_what_is_looked_at_and_no_longer_than_that(visit: Visit, server: Server) -> None:
    page = opened(visit, server)
    expect(page.get_by_test_id("line-found").first).to_be_visible(timeout=60_000)
    page.get_by_test_id("shows-engine").uncheck()
    expect(page.get_by_test_id("engine")).to_have_attribute("data-busy", "false")
    expect(page.get_by_test_id("line-found").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    strike(page)
    expect(page.get_by_test_id("line-found")).to_have_count(0)
    assert visit.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 640), (390, 664), (844, 390), (820, 1180), (1440, 900)])
def test_everything_beside_the_analysis_board_is_whole_at_every_size(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    page = visit.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    engine_says(page, said("heat", "analysis"))
    opened(visit, server)
    expect(page.get_by_test_id("line-found")).to_have_count(2)
    for laying in (False, True):
        if laying:
            page.get_by_test_id("mode-lay").click()
            expect(page.get_by_test_id("arranger")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for button in page.locator("main button:visible, main select:visible, main input:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0] + 0.5
