"""The ten commonest jobs of a hall take at most three taps each on a phone; docs/how-to/hall.md lists them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import ROOT, Visit, missing
from e2e.test_hall import PHONE, Hall, written
from playwright.sync_api import Locator, Page, expect

from carrom.tournament.event_log import load

MOST = 3


class Phone:
    """A page on a phone that counts taps."""

    def __init__(self, page: Page, hall: Hall) -> None:
        page.set_viewport_size(PHONE)
        self.page, self.hall, self.taps = page, hall, 0

    def as_(self, role: str) -> None:
        """Open the page of a role; the count begins."""
        self.hall.open(self.page, role)
        self.taps = 0

    def tap(self, target: str | Locator) -> None:
        """Tap something that can be seen, by its test id."""
        (self.page.get_by_test_id(target) if isinstance(target, str) else target).click()
        self.taps += 1

    def type(self, field: str | Locator, text: str) -> None:
        """Type into a field, which is no tap."""
        (self.page.get_by_test_id(field) if isinstance(field, str) else field).fill(text)


@pytest.fixture
def phone(visit: Visit, tmp_path: Path) -> Iterator[Phone]:
    if not (ROOT / "src" / "carrom" / "static" / "index.html").exists():
        missing("the client is not built (python3 dev.py play builds it)")
    hall = Hall(tmp_path / "hall")
    yield Phone(visit.page, hall)
    hall.kill()


def drawn(phone: Phone) -> None:
    """Draw the first round, and call both matches."""
    phone.as_("organiser")
    phone.tap("draw-s")
    written(phone.page, "draw s.1")


def result(phone: Phone, address: str, first: str, second: str) -> None:
    """Enter a result as the scorer."""
    phone.as_("scorer")
    card = phone.page.get_by_test_id(f"card-{address}")
    phone.tap(card.locator("> summary"))
    phone.type(card.get_by_test_id("points-1-1"), first)
    phone.type(card.get_by_test_id("points-2-1"), second)
    phone.tap(card.get_by_test_id("say-result"))
    phone.tap(card.get_by_test_id("confirm-result"))
    written(phone.page, f"finish {address}")


def next_round(phone: Phone) -> None:
    drawn(phone)


def call_a_match(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap("call")
    written(phone.page, "place s.1.1")


def enter_a_result(phone: Phone) -> None:
    drawn(phone)
    result(phone, "s.1.1", "25", "12")


def correct_a_result(phone: Phone) -> None:
    drawn(phone)
    result(phone, "s.1.1", "25", "12")
    phone.as_("referee")
    card = phone.page.get_by_test_id("card-s.1.1")
    phone.tap(card.locator("> summary"))
    phone.type(card.get_by_test_id("points-1-1"), "25")
    phone.type(card.get_by_test_id("points-2-1"), "21")
    phone.type(card.get_by_test_id("reason"), "card misread")
    phone.tap(card.get_by_test_id("say-result"))
    phone.tap(card.get_by_test_id("confirm-result"))
    written(phone.page, "correct ")


def late_entry(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap(phone.page.get_by_test_id("entries").locator("> summary"))
    phone.type("entrant-name", "Indu Nair")
    phone.tap("enter")
    written(phone.page, "late indu_nair stage=s round=2")


def withdraw_somebody(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap(phone.page.get_by_test_id("entries").locator("> summary"))
    phone.tap("edit-dev")
    phone.type("withdraw-s-reason", "ill")
    phone.tap("withdraw-s-confirm")
    written(phone.page, "withdraw dev stage=s")


def correct_a_name(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap(phone.page.get_by_test_id("entries").locator("> summary"))
    phone.tap("edit-asha")
    phone.type("edit-name", "Asha Rao")
    phone.type("edit-reason", "misspelt")
    phone.tap("save-entry")
    written(phone.page, "edit asha")


def take_back_a_draw(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap("undo-s")
    phone.type("undo-s-reason", "Indu was overlooked")
    phone.tap("undo-s-confirm")
    written(phone.page, "retract s.1")


def start_the_clock(phone: Phone) -> None:
    drawn(phone)
    phone.as_("organiser")
    phone.tap("clock-start")
    written(phone.page, "clock s.1 start")


def print_the_standings(phone: Phone) -> None:
    drawn(phone)
    result(phone, "s.1.1", "25", "12")
    phone.as_("organiser")
    phone.tap("to-prints")
    with phone.page.expect_popup() as opened:
        phone.tap("print-standings")
    expect(opened.value.locator("h1").first).to_contain_text("Autumn Open")


JOBS = {
    "enter a result": enter_a_result,
    "correct a result": correct_a_result,
    "late entry": late_entry,
    "withdrawal": withdraw_somebody,
    "next round": next_round,
    "call the next matches": call_a_match,
    "take back a draw": take_back_a_draw,
    "correct a name": correct_a_name,
    "start the clock": start_the_clock,
    "print the standings": print_the_standings,
}


@pytest.mark.parametrize("job", JOBS)
def test_a_job_takes_no_more_taps_than_the_documentation_says(phone: Phone, job: str) -> None:
    listed = documented()
    JOBS[job](phone)
    assert phone.taps <= MOST, f"{job} takes {phone.taps} taps"
    assert phone.taps == listed[job], f"docs/how-to/hall.md says that '{job}' takes {listed[job]} taps"
    assert load(phone.hall.path).stages[0].id == "s"


def documented() -> dict[str, int]:
    """Return the taps of each job in the table of the documentation."""
    text = (ROOT / "docs" / "how-to" / "hall.md").read_text(encoding="utf-8")
    table = text.partition("## The ten commonest jobs")[2].partition("\n## ")[0]
    return {job: int(taps) for job, taps in re.findall(r"^\| ([a-z ]+) \| [^|]+ \| (\d+)", table, re.MULTILINE)}


def test_the_documentation_lists_the_ten_jobs() -> None:
    assert set(documented()) == set(JOBS)
