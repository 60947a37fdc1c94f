"""A whole set-up in the browser: from an empty folder, with a messy spreadsheet, to the first round drawn."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from e2e.conftest import ROOT, Visit, missing
from e2e.prefork import Started
from e2e.test_page import violations
from playwright.sync_api import Page, expect

from carrom.tournament.entrants import DEFAULT_KEYS, Key
from carrom.tournament.event_log import load

PHONE, DESK = {"width": 390, "height": 664}, {"width": 1440, "height": 900}
MESSY = (
    "Autumn Open 2026;;;;;\nSl No;Spieler;Verein;Setzplatz;Elo;Telefon\n"
    + "".join(f"{n};Player {n:02};Club {n % 4};{n if n < 5 else ''};{1800 - 10 * n};98220{n}\n" for n in range(1, 17))
    + "17;;Pune;;;\n18;Player 03;Club 3;;;\n19;Zoë  Last;Köln;2;;\n"
)


class EmptyHall:
    """`carrom hall` with a folder that does not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.link = folder, 0, ""
        self.start()

    def start(self) -> None:
        words = ["hall", str(self.folder), "--no-browser", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = Started("import carrom.cli, sys; sys.exit(carrom.cli.main(sys.argv[1:]))", words)
        found = re.search(r":(\d+)/", self.process.line())
        assert found, "the hall did not start"
        self.port = int(found[1])
        self.link = self.process.line().removeprefix("Organiser's link: ").strip()

    def kill(self) -> None:
        self.process.kill()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[EmptyHall]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    running = EmptyHall(tmp_path / "hall")
    yield running
    running.kill()


def step(page: Page, name: str) -> None:
    """Go to a step of the set-up, once everything is on the server."""
    expect(page.get_by_test_id("saved")).to_have_text("Saved")
    page.get_by_test_id(f"step-{name}").click()
    expect(page.get_by_test_id(f"step-{name}")).to_have_attribute("aria-current", "step")


def accessible(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_from_an_empty_folder_to_the_first_round_with_a_messy_spreadsheet(
    visit: Visit, hall: EmptyHall, size: dict[str, int], tmp_path: Path
) -> None:
    page = visit.page
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(hall.link)
    page.get_by_test_id("new-name").fill("Autumn Open")
    page.get_by_test_id("preset-national").click()
    accessible(page)
    page.get_by_test_id("create-setup").click()
    page.get_by_test_id("setup-place").fill("Pune")
    page.get_by_test_id("setup-boards").fill("6")
    page.get_by_test_id("session-day-0").fill("2026-11-28")
    page.get_by_test_id("session-from-0").fill("09:30")
    page.get_by_test_id("session-to-0").fill("18:00")
    accessible(page)
    step(page, "stages")
    page.get_by_test_id("stage-0-draw").select_option("lots")
    page.get_by_test_id("add-swiss").click()
    expect(page.get_by_test_id("stage-2-summary")).to_contain_text("5 rounds")
    page.get_by_test_id("stage-2-up").click()
    page.get_by_test_id("stage-1-remove").click()
    expect(page.get_by_test_id("stage-2")).to_have_count(0)
    accessible(page)
    step(page, "entries")
    (tmp_path / "entries.csv").write_bytes(MESSY.encode("cp1252"))
    page.get_by_test_id("file").set_input_files(tmp_path / "entries.csv")
    expect(page.get_by_test_id("column-1")).to_have_value("name")
    expect(page.get_by_test_id("unknown-columns")).to_contain_text("Sl No, Telefon")
    expect(page.get_by_test_id("row-16")).to_contain_text("there is no name")
    expect(page.get_by_test_id("row-17")).to_contain_text("Player 03 is also in row 3")
    expect(page.get_by_test_id("row-18")).to_contain_text("seed 2 is also given to Player 02")
    accessible(page)
    page.get_by_test_id("enter-rows").click()
    expect(page.get_by_test_id("entry-count")).to_have_text("16 entrants")
    hall.kill()  # the rows that are left survive a crash, and the page goes on where it was
    hall.start()
    expect(page.get_by_test_id("row-0")).to_contain_text("Row 17:")  # as in the list, not as the first one left
    page.get_by_test_id("cell-0-1").fill("Late Player")
    expect(page.get_by_test_id("row-0")).to_contain_text("ready")
    page.get_by_test_id("remove-row-1").click()
    page.get_by_test_id("cell-1-3").fill("")
    expect(page.get_by_test_id("enter-rows")).to_have_text("Enter 2 rows")
    page.get_by_test_id("enter-rows").click()
    expect(page.get_by_test_id("entry-count")).to_have_text("18 entrants")
    page.get_by_test_id("entry-name").fill("player 05")
    page.get_by_test_id("add-entry").click()
    expect(page.get_by_test_id("entry-fault")).to_contain_text("player 05 is already entered")
    expect(page.get_by_test_id("entry-name")).to_have_value("player 05")
    page.get_by_test_id("entry-name").fill("Asha Rao")
    page.get_by_test_id("add-entry").click()
    step(page, "seeds")
    page.get_by_test_id("seed-list").click()
    expect(page.get_by_test_id("seeds").locator("li").nth(15)).to_contain_text("Player 16")
    expect(page.get_by_test_id("seed-up-1")).to_be_enabled()
    page.get_by_test_id("seed-up-1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("seeds").locator("li").first).to_contain_text("Player 02")
    accessible(page)
    step(page, "lots")
    page.get_by_test_id("draw-lot").click()
    expect(page.get_by_test_id("lot-now")).to_contain_text("Player")
    page.get_by_test_id("lot-all").click()
    lot = page.get_by_test_id("lot").inner_text()
    expect(page.get_by_test_id("repeat")).to_contain_text(lot)
    drawn = page.get_by_test_id("lot-g").locator("section").first.locator("li").all_inner_texts()
    accessible(page)
    step(page, "open")
    page.get_by_test_id("open-setup").click()
    expect(page.get_by_test_id("role")).to_have_text("Organiser")
    page.get_by_test_id("draw-g").click()
    expect(page.get_by_test_id("written")).to_have_attribute("data-lines", re.compile("seat g"))
    at = load(hall.folder / "autumn-open" / "autumn-open.carrom-event")
    assert (at.details.place, at.details.boards, at.details.sessions) == ("Pune", 6, "2026-11-28 09:30-18:00")
    assert (at.lot, len(at.entrants), [each.id for each in at.stages]) == (lot, 19, ["g", "cup"])
    assert [at.name(id) for id in at.stage("g").seats[0]] == drawn
    assert [at.entrant(each).club for each in ("zoe_last", "late_player")] == ["Köln", "Pune"]


def test_another_page_does_not_overwrite_and_a_restart_keeps_what_was_typed(visit: Visit, hall: EmptyHall) -> None:
    page = visit.page
    page.goto(hall.link)
    page.get_by_test_id("new-name").fill("Open")
    page.get_by_test_id("create-setup").click()
    expect(page.get_by_test_id("saved")).to_have_text("Saved")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_test_id("setup-place").fill("Delhi")
    expect(other.get_by_test_id("saved")).to_have_text("Saved")
    page.get_by_test_id("setup-place").fill("Pune")
    expect(page.get_by_test_id("setup-refusal")).to_contain_text("changed on another page")
    expect(page.get_by_test_id("setup-place")).to_have_value("Pune")
    page.get_by_role("button", name="Load it again").click()
    expect(page.get_by_test_id("setup-place")).to_have_value("Delhi")
    hall.kill()
    page.get_by_test_id("setup-place").fill("Goa")
    expect(page.get_by_test_id("saved")).to_contain_text("Not saved yet")
    hall.start()
    expect(page.get_by_test_id("saved")).to_have_text("Saved", timeout=15_000)
    page.reload()
    expect(page.get_by_test_id("setup-place")).to_have_value("Goa")


def test_the_organiser_switches_tournaments_prints_and_returns_to_the_set_up(visit: Visit, hall: EmptyHall) -> None:
    page = visit.page
    for name in ("Spring Open", "Autumn Open"):
        page.goto(f"http://127.0.0.1:{hall.port}/setup" if name == "Autumn Open" else hall.link)
        if name == "Autumn Open":
            page.get_by_test_id("new-setup").click()
        page.get_by_test_id("new-name").fill(name)
        page.get_by_test_id("create-setup").click()
        page.get_by_test_id("setup-boards").fill("2")
        step(page, "entries")
        page.get_by_test_id("paste").fill("Asha\tPune\nBilal\tDelhi\nChitra\tPune\nDev\tGoa")
        page.get_by_test_id("read-table").click()
        # The guess is shown, and can be changed before anything is stored.
        expect(page.get_by_test_id("guessed")).to_contain_text("a guess")
        expect(page.get_by_test_id("good-rows")).to_contain_text("Asha · Pune")
        page.get_by_test_id("column-1").select_option("last")
        page.get_by_test_id("column-0").select_option("first")
        expect(page.get_by_test_id("good-rows")).to_contain_text("Asha Pune")
        expect(page.get_by_test_id("entry-count")).to_have_text("0 entrants")
        page.get_by_test_id("column-0").select_option("name")
        page.get_by_test_id("column-1").select_option("club")
        expect(page.get_by_test_id("good-rows")).to_contain_text("Asha · Pune")
        page.get_by_test_id("enter-rows").click()
        expect(page.get_by_test_id("entry-count")).to_have_text("4 entrants")
        step(page, "prints")
        with page.context.expect_page() as opened:
            page.get_by_test_id("print-boards").click()
        expect(opened.value.locator("h1").first).to_have_text(re.compile("(Board|Table) 1"))
        opened.value.close()
        step(page, "open")
        page.get_by_test_id("open-setup").click()
        page.wait_for_url("**/hall")  # the set-up's heading has the same name
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_test_id("to-setup").click()
    page.get_by_test_id("open-spring-open").click()
    expect(page.get_by_text("This closes Autumn Open for all phones")).to_be_visible()
    page.get_by_test_id("open-sure").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring Open")
    page.get_by_test_id("to-setup").click()
    page.get_by_test_id("back-spring-open").click()
    expect(page.get_by_test_id("stage-0")).to_be_visible()
    page.get_by_test_id("stage-0-rounds").fill("3")
    step(page, "open")
    page.get_by_test_id("open-setup").click()
    page.get_by_test_id("draw-s").click()
    expect(page.get_by_test_id("written")).to_have_attribute("data-lines", re.compile(r"draw s\.1"))
    page.get_by_test_id("to-prints").click()
    with page.context.expect_page() as opened:
        page.get_by_test_id("print-fixtures").click()
    expect(opened.value.locator("body")).to_contain_text("Asha")
    page.get_by_test_id("print-brackets").click()
    expect(page.get_by_test_id("print-refusal")).to_contain_text("no knockout")


def test_without_the_organisers_link_nothing_is_set_up(visit: Visit, hall: EmptyHall) -> None:
    page = visit.page
    page.goto(f"http://127.0.0.1:{hall.port}/")
    expect(page.get_by_test_id("hall")).to_be_visible()
    page.goto(f"http://127.0.0.1:{hall.port}/setup")
    expect(page.get_by_test_id("setup-no-link")).to_be_visible()
    assert page.get_by_test_id("new-name").count() == 0


def keys_shown(page: Page, stage: int) -> list[str]:
    rows = page.get_by_test_id(f"stage-{stage}-keys").locator("li").all()
    return [str(each.get_attribute("data-key")) for each in rows]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_ranking_byes_and_walkovers_of_a_stage_and_the_umpires_are_set_up(
    visit: Visit, hall: EmptyHall, size: dict[str, int]
) -> None:
    page = visit.page
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(hall.link)
    page.get_by_test_id("new-name").fill("Open")
    page.get_by_test_id("create-setup").click()
    page.get_by_test_id("setup-umpires").fill("Lena Roy, Pune\nIqbal Shah\nlena roy")
    expect(page.get_by_test_id("umpires-fault")).to_have_text("lena roy is in the list twice and counts once.")
    expect(page.get_by_test_id("setup-umpires")).to_have_value("Lena Roy, Pune\nIqbal Shah\nlena roy")
    page.get_by_test_id("setup-umpires").fill("Lena Roy, Pune\nIqbal Shah")
    expect(page.get_by_test_id("umpires-count")).to_have_text("2 umpires")
    accessible(page)
    step(page, "stages")
    page.get_by_test_id("add-groups").click()
    page.get_by_test_id("add-league").click()
    usual = dict(DEFAULT_KEYS)
    for at, system in ((0, "swiss"), (2, "groups"), (3, "league")):
        page.get_by_test_id(f"stage-{at}-more").click()
        assert ",".join(keys_shown(page, at)) == ",".join(usual[system])  # type: ignore[index]
    offered = (
        page.get_by_test_id("stage-3-keys-add").locator("option").evaluate_all("all => all.map(each => each.value)")
    )
    assert {*offered, *keys_shown(page, 3)} == {"", *get_args(Key)}
    page.get_by_test_id("stage-1-more").click()
    expect(page.get_by_test_id("stage-1-walkover")).to_have_value("25-0")
    expect(page.get_by_test_id("stage-1-bye")).to_have_count(0)  # a knockout gives no points, and has no table
    expect(page.get_by_test_id("stage-1-keys")).to_have_count(0)
    page.get_by_test_id("stage-0-keys-up-net").click()
    page.get_by_test_id("stage-0-keys-remove-total").click()
    page.get_by_test_id("stage-0-keys-add").select_option("head")
    page.get_by_test_id("stage-0-keys-down-seed").click()
    assert keys_shown(page, 0) == ["points", "net", "buchholz", "head", "seed"]
    page.get_by_test_id("stage-0-bye").fill("0-13")
    expect(page.get_by_text("0-13 is not a winning score; type one such as 25-0.")).to_be_visible()
    step(page, "open")
    expect(page.get_by_text("a bye or walkover cannot score 0-13")).to_be_visible()
    expect(page.get_by_test_id("open-setup")).to_be_disabled()
    page.reload()
    step(page, "stages")
    page.get_by_test_id("stage-0-more").click()
    expect(page.get_by_test_id("stage-0-bye")).to_have_value("0-13")
    accessible(page)
    page.get_by_test_id("stage-0-bye").fill("13 : 0")
    page.get_by_test_id("stage-0-walkover").fill("20-0")
    expect(page.get_by_text("is not a winning score")).to_have_count(0)
    for _ in range(2):
        page.get_by_test_id("stage-2-remove").click()
    step(page, "entries")
    page.get_by_test_id("paste").fill("Asha\tPune\nBilal\tDelhi\nChitra\tPune")
    page.get_by_test_id("read-table").click()
    page.get_by_test_id("enter-rows").click()
    step(page, "open")
    page.get_by_test_id("open-setup").click()
    page.wait_for_url("**/hall")
    page.get_by_test_id("draw-s").click()
    expect(page.get_by_test_id("written")).to_have_attribute("data-lines", re.compile(r"draw s\.1"))
    at = load(hall.folder / "open" / "open.carrom-event")
    terms = at.stage("s").terms
    assert (terms.bye, terms.walkover) == ((13, 0), (20, 0))
    assert terms.keys == ("points", "net", "buchholz", "head", "seed")
    assert [(each.id, each.name, each.club) for each in at.umpires] == [
        ("lena_roy", "Lena Roy", "Pune"),
        ("iqbal_shah", "Iqbal Shah", ""),
    ]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_late_entries_are_pasted_into_a_running_tournament(visit: Visit, hall: EmptyHall, size: dict[str, int]) -> None:
    page = visit.page
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    opened_with_four(page, hall)
    page.get_by_test_id("draw-s").click()
    expect(page.get_by_test_id("written")).to_have_attribute("data-lines", re.compile(r"draw s\.1"))
    page.get_by_test_id("entries").locator("summary").first.click()
    page.get_by_test_id("late-table").locator("summary").click()
    page.get_by_test_id("paste").fill("Name,Name")
    page.get_by_test_id("read-table").click()
    expect(page.get_by_test_id("late-refusal")).to_contain_text("has no entrants")
    expect(page.get_by_test_id("paste")).to_have_value("Name,Name")
    page.get_by_test_id("paste").fill(
        "Verein;Spieler;Telefon\nGoa;Esha Iyer;98\nPune;ASHA;97\nDelhi;;96\nKöln;Zoë Last;95"
    )
    page.get_by_test_id("read-table").click()
    expect(page.get_by_test_id("column-1")).to_have_value("name")
    expect(page.get_by_test_id("unknown-columns")).to_contain_text("Telefon")
    expect(page.get_by_test_id("row-1")).to_contain_text("ASHA is already entered")
    expect(page.get_by_test_id("row-2")).to_contain_text("there is no name")
    accessible(page)
    page.get_by_test_id("enter-rows").click()
    expect(page.get_by_test_id("entry-zoe_last")).to_contain_text("Köln")
    expect(page.get_by_test_id("good-rows")).to_have_count(0)
    expect(page.get_by_test_id("cell-0-1")).to_have_value("ASHA")
    page.get_by_test_id("cell-0-1").fill("Asha Two")
    expect(page.get_by_test_id("row-0")).to_contain_text("ready")
    page.get_by_test_id("remove-row-1").click()
    expect(page.get_by_test_id("enter-rows")).to_have_text("Enter 1 row")
    page.get_by_test_id("enter-rows").click()
    expect(page.get_by_test_id("entry-asha_two")).to_be_visible()
    expect(page.get_by_test_id("paste")).to_have_value("")
    at = load(hall.folder / "open" / "open.carrom-event")
    assert at.stage("s").late == (("esha_iyer", 2), ("zoe_last", 2), ("asha_two", 2))


def opened_with_four(page: Page, hall: EmptyHall) -> None:
    """Open a tournament with four entrants."""
    page.goto(hall.link)
    page.get_by_test_id("new-name").fill("Open")
    page.get_by_test_id("create-setup").click()
    step(page, "entries")
    page.get_by_test_id("paste").fill("Name\tClub\nAsha\tPune\nBilal\tDelhi\nChitra\tPune\nDev\tGoa")
    page.get_by_test_id("read-table").click()
    page.get_by_test_id("enter-rows").click()
    expect(page.get_by_test_id("entry-count")).to_have_text("4 entrants")
    step(page, "open")
    page.get_by_test_id("open-setup").click()
    page.wait_for_url("**/hall")
