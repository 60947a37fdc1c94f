"""A weekend of 64 players in a hall, run by an organiser who has a browser only, while server and phones are killed.

    carrom bench hall_weekend [--kills 100] [--players 64] [--seed 1] [--keep FOLDER]

The script starts `carrom hall` and then does only what an organiser, a scorer, a player and the referee do on their
pages: entries from a messy spreadsheet, groups and a knockout on 12 tables, late entries, withdrawals, corrected names
and results, a protest. Meanwhile the server is killed (SIGKILL) and pages of phones are closed at random moments. In
the end every result must be in the file once, `verify` must find nothing, and the standings on the public page must
equal those of an independent computation. Exit code 1 otherwise.
"""

import argparse
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bench.weekend_reference import Weekend
from bench.weekend_server import Killer, Server
from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

from carrom.tournament.draw_files import differences
from carrom.tournament.events import Corrected, Edited, Entered, Finished, Protested, Ruled, Withdrawn
from carrom.tournament.standings import outcome_of
from carrom.tournament.state import Championship, Fixture

PHONE = {"width": 390, "height": 664}
LAPTOP = {"width": 1440, "height": 900}
PATIENCE = 240.0
"""Seconds after which one act is given up."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--kills", type=int, default=100, help="kills of server and phones together (default: 100)")
    parser.add_argument("--players", type=int, default=64, help="number of players, in groups of four (default: 64)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of scores and kills (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the hall's folder")


def run(args: argparse.Namespace) -> int:
    """Run the weekend; return the exit code."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = args.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright, Server(folder) as server:
            phones = args.kills // 3
            killer = Killer(server, args.kills - phones, 2 * args.players + 20, args.seed)
            script = Script(playwright, server, killer, args.players, random.Random(args.seed))
            script.phones_to_kill = phones
            start = time.monotonic()
            wrong = script.weekend()
        for each in wrong[:20]:
            print(each)
        print(
            f"{args.players} players, {script.typed} results typed, {killer.killed} kills of the server, "
            f"{script.closed} of phones, {script.again} acts repeated; {time.monotonic() - start:.0f} s; "
            f"{'nothing lost, nothing twice, standings equal' if not wrong else f'{len(wrong)} faults'}"
        )
    return 1 if wrong else 0


class Script:
    """The people of the weekend, each with pages of their own."""

    def __init__(
        self, playwright: Playwright, server: Server, killer: Killer, players: int, rng: random.Random
    ) -> None:
        path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
        self._browser = playwright.chromium.launch(
            executable_path=os.environ.get("CARROM_CHROMIUM") or path, args=["--no-sandbox"] if os.getuid() == 0 else []
        )
        self._server, self._killer, self._players, self._random = server, killer, players, rng
        self._contexts: dict[str, BrowserContext] = {}
        self._pages: dict[str, Page] = {}
        self._links: dict[str, str] = {}
        self.reference = Weekend()
        self.typed, self.closed, self.again, self.phones_to_kill = 0, 0, 0, 0

    # Pages

    def page(self, who: str) -> Page:
        """Return the page of a person, opened with their link; storage survives when the page is closed."""
        if who not in self._contexts:
            size = LAPTOP if who == "organiser" else PHONE
            self._contexts[who] = self._browser.new_context(viewport=size, has_touch=who != "organiser")
            self._contexts[who].set_default_timeout(4000)
        if who not in self._pages or self._pages[who].is_closed():
            self._pages[who] = self._contexts[who].new_page()
            self._pages[who].goto(self._links.get(who, self._server.link))
        return self._pages[who]

    def drop(self, who: str) -> None:
        """Close a page in the middle of what it does, as a phone whose battery is empty."""
        page = self._pages.pop(who, None)
        if page is not None:
            page.close()

    def act(
        self, who: str, act: Callable[[Page], None], done: Callable[[Championship], bool], where: str = "/hall"
    ) -> None:
        """Do something on a page, and again until it has been recorded."""
        ends = time.monotonic() + PATIENCE
        for attempt in range(1000):
            if done(self._server.event()):
                return
            if time.monotonic() > ends:
                raise SystemExit(f"{who} could not finish: {act}")
            self.again += attempt > 0
            try:
                page = self.page(who)
                if attempt and attempt % 2 == 0:
                    page.goto(f"{self._server.address}{where}")
                if not attempt:
                    self._killer.begins()
                act(page)
            except Error:
                pass
            if who != "organiser" and self.phones_to_kill > 0 and self._random.random() < 0.3:
                self.drop(who)
                self.closed += 1
                self.phones_to_kill -= 1
            patience = time.monotonic() + 3
            while time.monotonic() < patience and not done(self._server.event()):
                time.sleep(0.05)

    def see(self, who: str, address: str, look: Callable[[Page], Any]) -> Any:
        """Open an address and return what is seen, as soon as it is there."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            try:
                page = self.page(who)
                page.goto(f"{self._server.address}{address}")
                return look(page)
            except Error:
                time.sleep(0.3)
        raise SystemExit(f"{who} could not see {address}")

    # The weekend

    def weekend(self) -> list[str]:
        """Hold the whole event; return what is wrong."""
        self.set_up()
        self._killer.start()
        self.late_before_the_draw("Wanda Weiss")
        self.draw("g")
        for name in ("Zara Zaman", "Yusuf Yilmaz"):
            self.late_after_the_draw(name)
        self.rename(0, "misspelt on the entry form")
        at = self._server.event()
        self.reference.groups = [list(group) for group in at.stage("g").seats]
        self.reference.lot = at.lot
        self.act(
            "organiser",
            lambda page: page.get_by_test_id("schedule").click(),
            lambda at: _fixtures(at, "g")[0][1].time != "",
        )
        self.play_groups()
        wrong = self.check_groups("after the groups")
        self.draw("cup")
        self.correct("g", 2)
        seeds = self._server.event().stage("cup").seats[0]
        self.withdraw(seeds[5], "cup")
        for number in range(1, (len(seeds) - 1).bit_length() + 1):
            if number > 1:
                self.draw("cup")
            if number == 2:
                self.correct("cup", 1)
                self.rename(1, "a married name")
            for address, fixture in self._open("cup"):
                self.result(address, fixture)
        self._killer.stop()
        wrong += self.check_groups("at the end")
        return [*wrong, *self.check_cup(), *self.check()]

    def set_up(self) -> None:
        """Create the event in the browser: name, tables, hours, stages, entries from a spreadsheet, lot; open it."""
        page = self.page("organiser")
        page.set_default_timeout(20_000)
        page.get_by_test_id("new-name").fill("Weekend Open")
        page.get_by_test_id("preset-national").click()
        page.get_by_test_id("create-setup").click()
        page.get_by_test_id("setup-boards").fill("12")
        page.get_by_test_id("setup-place").fill("Club house")
        day = (date.today() + timedelta(days=1)).isoformat()
        for shift, (first, last) in enumerate((("09:00", "12:30"), ("13:30", "19:00"))):
            if shift:
                page.locator("fieldset > button").click()
            for name, value in (("day", day), ("from", first), ("to", last)):
                page.get_by_test_id(f"session-{name}-{shift}").fill(value)
        page.get_by_test_id("step-stages").click()
        page.get_by_test_id("stage-0-groups").fill(str(self._players // 4))
        for stage in (0, 1):
            page.get_by_test_id(f"stage-{stage}-match").select_option("game")
        page.get_by_test_id("step-entries").click()
        page.get_by_test_id("paste").fill(spreadsheet(self._players - 3))
        page.get_by_test_id("read-table").click()
        page.get_by_test_id("row-4").get_by_role("textbox").first.wait_for()
        self.mend(page)
        page.get_by_test_id("enter-rows").click()
        page.get_by_text(f"{self._players - 3} entrants").first.wait_for()
        page.get_by_test_id("step-lots").click()
        page.get_by_test_id("own-lot").fill("3 14 27 40")
        page.get_by_test_id("use-lot").click()
        page.get_by_test_id("lot").wait_for()
        page.get_by_test_id("step-open").click()
        page.get_by_test_id("open-setup").click()
        page.get_by_test_id("draw-g").wait_for()
        self.hand_out(page, "scorer", "referee")
        page.set_default_timeout(4000)

    def mend(self, page: Page) -> None:
        """Correct the rows of the spreadsheet that have a problem: a name is missing, and one person stands twice."""
        page.get_by_test_id("cell-4-0").fill("Nameless")
        page.get_by_test_id("cell-4-1").fill("Nina")
        twice = page.locator("[data-testid^=row-]", has_text="Row").filter(has=page.locator(".fault"))
        twice.last.locator("[data-testid^=remove-row-]").click()

    def hand_out(self, page: Page, *roles: str) -> None:
        """Read links from the organiser's page, as people who scan its codes."""
        if page.get_by_test_id("links").get_attribute("open") is None:
            page.get_by_test_id("links").locator("> summary").click()
        for role in roles:
            page.get_by_test_id(f"link-{role}").click()
            self._links[role] = page.get_by_test_id("word").inner_text()
            page.get_by_test_id(f"link-{role}").click()

    def draw(self, stage: str) -> None:
        """Draw the next round of a stage."""
        count = len(self._server.event().stage(stage).rounds)
        self.act(
            "organiser",
            lambda page: page.get_by_test_id(f"draw-{stage}").click(),
            lambda at: len(at.stage(stage).rounds) > count,
        )

    def late_before_the_draw(self, name: str) -> None:
        """Enter somebody who comes on the morning."""

        def enter(page: Page) -> None:
            self._entries(page)
            page.get_by_test_id("entrant-name").fill(name)
            page.get_by_test_id("enter").click()

        self.act("organiser", enter, lambda at: name in [each.name for each in at.entrants])

    def late_after_the_draw(self, name: str) -> None:
        """Enter somebody who comes when the groups are drawn: the draw is taken back, and made again."""
        self.late_before_the_draw(name)
        id = _id(self._server.event(), name)

        def join(page: Page) -> None:
            self._edit(page, id)
            page.get_by_test_id("late-g").click()
            page.get_by_test_id("late-g-reason").fill("came late")
            page.get_by_test_id("late-g-confirm").click()

        self.act("organiser", join, lambda at: not at.stage("g").rounds)
        self.draw("g")

    def rename(self, at: int, reason: str) -> None:
        """Correct the name of an entrant."""
        entrant = self._server.event().entrants[at]
        name = f"{entrant.name} Corrected"

        def edit(page: Page) -> None:
            self._edit(page, entrant.id)
            page.get_by_test_id("edit-name").fill(name)
            page.get_by_test_id("edit-reason").fill(reason)
            page.get_by_test_id("save-entry").click()

        self.act("organiser", edit, lambda at: at.name(entrant.id) == name)

    def withdraw(self, id: str, stage: str) -> None:
        """Withdraw an entrant."""

        def leave(page: Page) -> None:
            self._edit(page, id)
            page.get_by_test_id(f"withdraw-{stage}-reason").fill("ill")
            page.get_by_test_id(f"withdraw-{stage}-confirm").click()

        self.act("organiser", leave, lambda at: id in at.stage(stage).withdrawn)
        if stage == "g":
            self.reference.gone.add(id)

    def _entries(self, page: Page) -> None:
        if page.get_by_test_id("entries").get_attribute("open") is None:
            page.get_by_test_id("entries").locator("> summary").click()

    def _edit(self, page: Page, id: str) -> None:
        self._entries(page)
        if page.get_by_test_id(f"form-{id}").count() == 0:
            page.get_by_test_id(f"edit-{id}").click()

    def play_groups(self) -> None:
        """Play all rounds of the groups; one withdraws before the first, one after it, one after the second."""
        groups = self.reference.groups
        self.withdraw(groups[0][1], "g")
        for number in (1, 2, 3):
            for address, fixture in self._open("g"):
                if address.startswith(f"g.{number}."):
                    self.result(address, fixture)
            if number < 3:
                self.withdraw(self._loser_of(groups[number]), "g")
        self.protest(next(address for address, each in _fixtures(self._server.event(), "g") if each.finish))

    def _loser_of(self, group: list[str]) -> str:
        lost = Counter(
            loser
            for (a, b), (x, y) in self.reference.results.items()
            for loser in [b if x > y else a]
            if a in group and b in group
        )
        return lost.most_common(1)[0][0]

    def result(self, address: str, fixture: Fixture) -> None:
        """Enter a result on the scorer's phone."""
        points = (25, self._random.randrange(25))
        score = points if self._random.random() < 0.5 else (points[1], points[0])

        def enter(page: Page) -> None:
            card = page.get_by_test_id(f"card-{address}")
            if card.get_attribute("open") is None:
                card.locator("> summary").click()
            card.get_by_test_id("points-1-1").fill(str(score[0]))
            card.get_by_test_id("points-2-1").fill(str(score[1]))
            card.get_by_test_id("say-result").click()
            card.get_by_test_id("confirm-result").click()

        self.act("scorer", enter, lambda at: address in _finished(at))
        self.typed += 1
        if address.startswith("g."):
            self.reference.results[fixture.a, fixture.b] = score
        elif not fixture.third:
            self.reference.winner = fixture.a if score[0] > score[1] else fixture.b

    def correct(self, stage: str, count: int) -> None:
        """Correct results of a stage after the next draw, as the referee; the winners stay."""
        finished = [each for each in _fixtures(self._server.event(), stage) if each[1].finish is not None]
        for address, fixture in finished[:count]:
            assert fixture.finish is not None
            before = fixture.finish.games[0]
            low = (min(before) + 7) % 24
            score = (25, low) if before[0] > before[1] else (low, 25)

            def change(page: Page, address: str = address, score: tuple[int, int] = score) -> None:
                card = page.get_by_test_id(f"card-{address}")
                if card.get_attribute("open") is None:
                    card.locator("> summary").click()
                card.get_by_test_id("points-1-1").fill(str(score[0]))
                card.get_by_test_id("points-2-1").fill(str(score[1]))
                card.get_by_test_id("reason").fill("card misread")
                card.get_by_test_id("say-result").click()
                card.get_by_test_id("confirm-result").click()

            def is_done(at: Championship, address: str = address, score: tuple[int, int] = score) -> bool:
                return dict(_fixtures(at, stage))[address].finish.games == (score,)  # type: ignore[union-attr]

            self.act("referee", change, is_done)
            if stage == "g":
                self.reference.results[fixture.a, fixture.b] = score

    def protest(self, address: str) -> None:
        """A player protests on their phone, and the referee lets the result stand."""
        side = dict(_fixtures(self._server.event(), address.split(".", maxsplit=1)[0]))[address].b
        who = f"player:{side}"
        self.see("organiser", "/hall", lambda page: self.hand_out(page, who))

        def say(page: Page) -> None:
            card = page.get_by_test_id(f"card-{address}")
            if card.get_attribute("open") is None:
                card.locator("> summary").click()
            card.get_by_test_id("protest-reason").fill("the queen was not covered")
            card.get_by_test_id("protest").click()

        self.act(who, say, lambda at: bool(at.protests))

        def decide(page: Page) -> None:
            page.get_by_test_id("stand-reason").fill("covered, seen by the umpire")
            page.get_by_test_id("let-stand").click()

        self.act("referee", decide, lambda at: bool(at.protests and at.protests[0].ruled))

    def _open(self, stage: str) -> list[tuple[str, Fixture]]:
        at = self._server.event()
        stage = at.stage(stage)
        gone = set(stage.withdrawn)
        return [
            (address, each)
            for address, each in _fixtures(at, stage)
            if each.b and each.finish is None and outcome_of(stage, each) is None and not gone & {each.a, each.b}
        ]

    # What must be so in the end

    def public(self) -> Any:
        """Return what the public page of the event shows."""
        path = f"/api/events/{next(self._server.folder.rglob('*.carrom-event')).name.removesuffix('.carrom-event')}"
        read = f"fetch('{path}').then((answer) => answer.json())"
        return self.see("organiser", "/hall", lambda page: page.evaluate(read))

    def check_cup(self) -> list[str]:
        """Compare the winner on the public page with that of the final as it was typed."""
        shown, due = self.public()["stages"][1]["order"], self._server.event().name(self.reference.winner)
        first = next(iter(shown), "")
        name = first["name"] if isinstance(first, dict) else first
        return [] if name == due else [f"the knockout was won by {due}, but the page shows {name!r}"]

    def check_groups(self, when: str) -> list[str]:
        """Compare the tables of the public page with the reference."""
        answer = self.public()
        at = self._server.event()
        wrong = []
        for number, (table, due) in enumerate(zip(answer["stages"][0]["tables"], self.reference.tables(), strict=True)):
            shown = [row["name"] for row in table["rows"]]
            wanted = [at.name(id) for id, _ in due]
            if shown != wanted:
                wrong.append(f"group {number + 1} {when}: {shown}, expected {wanted}")
        return wrong

    def check(self) -> list[str]:
        """Return lines about anything lost, doubled or unverified in the file."""
        at = self._server.event()
        wrong = list(differences(at))
        counts = Counter(each.fixture for each in at.events if isinstance(each, Finished))
        wrong += [f"{fixture} is finished {count} times" for fixture, count in counts.items() if count > 1]
        wanted = {
            Entered: self._players,
            Withdrawn: 4,
            Edited: 2,
            Corrected: 3,
            Protested: 1,
            Ruled: 1,
            Finished: self.typed,
        }
        for kind, count in wanted.items():
            found = sum(isinstance(each, kind) for each in at.events)
            if found != count:
                wrong.append(f"{kind.__name__}: {found} lines, expected {count}")
        return wrong


def _fixtures(at: Championship, stage: str) -> list[tuple[str, Fixture]]:
    return [
        (f"{stage}.{round.number}.{each.number}", each) for round in at.stage(stage).rounds for each in round.fixtures
    ]


def _finished(at: Championship) -> set[str]:
    return {each.fixture for each in at.events if isinstance(each, Finished)}


def _id(at: Championship, name: str) -> str:
    return next(each.id for each in at.entrants if each.name == name)


def spreadsheet(players: int) -> str:
    """Return a table as people send it: odd columns and spaces, an empty line, one name missing, one person twice."""
    lines = ["Last name;First name;No.;Club;Phone;Rating"]
    for number, (first, last) in enumerate(_names(players - 1), 1):
        club = ("Pune", "Delhi", " Chennai ", "")[number % 4]
        lines.append(f"{last} ; {first};{number};{club};98765 {number:05};{2000 - 7 * number}")
    lines.insert(5, ";;99;Pune;;1500")
    lines.insert(9, "")
    lines.append(lines[2].upper())
    return "\n".join(lines) + "\n"


def _names(count: int) -> Iterator[tuple[str, str]]:
    firsts = ("Asha", "Bilal", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari")
    lasts = ("Rao", "Khan", "Iyer", "Nair", "Sen", "Das", "Pillai", "Bose")
    for number in range(count):
        yield firsts[number % 8], lasts[number // 8]
