"""Takes a picture of every situation in which the page shows texts, and lists which text of the catalogue is where.

`PYTHONPATH=tests python3 dev.py python docs/pictures/texts.py FOLDER [NAME…]` visits the situations on a phone
(390×664) and writes into FOLDER: a picture of each, `keys.tsv` (key, first picture, text), `unseen.tsv` (the texts
seen in none) and `long.tsv` (texts cut off by their box). NAME is a situation or its beginning.
"""

import argparse
import json
import math
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from e2e.conftest import DESKTOP, Server, launched
from e2e.hand import BEND, FASTEST, SLIDE_STEP, SLOWEST, TURN_STEP, Hand
from e2e.test_account import at, sign_up
from e2e.test_by_link import Company
from e2e.test_hall import Hall, drawn, entered
from e2e.test_lobby import come
from e2e.test_moderation import report_of_bala
from e2e.test_person import asha_has_played
from e2e.test_umpire import BEFORE, BEGUN, OPENED
from e2e.umpiring import REFEREE, WATCH, Sheet
from e2e.wire import Wire
from places import AFTER, MOMENTS, PLACES, pressing, ties
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from carrom.board.stroke import Stroke
from carrom.practice.lessons import LESSONS, Lesson
from carrom.protocol import ClockPlan
from carrom.rules.ruleset import ruleset

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = (
    ROOT / "web" / "src" / "i18n" / "en.json",
    *sorted((ROOT / "web" / "src" / "i18n" / "more").glob("*.json")),
    ROOT / "src" / "carrom" / "i18n" / "en.json",
)
PHONE = {"width": 390, "height": 664}
KEYS = (
    ("x", ("ArrowLeft", "ArrowRight"), SLIDE_STEP),
    ("degrees", ("d", "a"), TURN_STEP),
    ("power", ("ArrowDown", "ArrowUp"), 0.01),
)
"""An attribute of the board, the keys that make it smaller and greater, and by how much."""
ROLES = ("organiser", "scorer", "referee", "umpire:uma", "captain:north", "player:asha")
"""Links of a tournament that are opened."""
PUBLIC = {
    "public": "",
    "live": "live",
    "board": "live/1",
    "overlay": "overlay/1",
    "events": "events",
    "no-link": "hall",
}
"""Places of a tournament that anybody may see."""
RECORD = "window.carromTexts = new Map()"
"""Makes the page record its texts by key (`web/src/i18n/language.svelte.ts`)."""
ON_SCREEN = r"""() => {
    const plain = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
    const named = [...document.querySelectorAll('[aria-label],[title],[placeholder],[alt],option')]
        .flatMap((node) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => node.getAttribute(name) ?? '')
            .concat(node.tagName === 'OPTION' ? node.textContent : ''));
    const all = plain([document.title, document.body.innerText, ...named].join(' | '));
    return [...(window.carromTexts ?? [])].filter(([, text]) => text.trim() && all.includes(plain(text)));
}"""
CUT = r"""() => [...document.querySelectorAll('body *')].filter((node) => {
    const { overflowX, textOverflow } = getComputedStyle(node);
    return node.childElementCount === 0 && node.textContent.trim() && node.checkVisibility()
        && overflowX !== 'visible' && node.clientWidth > 24 && node.scrollWidth > node.clientWidth + 1
        && node.tagName !== 'INPUT';
}).map((node) => node.textContent.trim())"""


class Album:
    """The pictures taken so far, and the keys found on them."""

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        self.folder, self.names = folder, names
        self.found: dict[str, tuple[str, str]] = {}
        self.cut: dict[str, str] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        """Whether a situation is to be visited."""
        return not self.names or name.startswith(self.names)

    def take(self, name: str, page: Page) -> None:
        """Take the whole page as a picture, and note the keys that it shows."""
        page.wait_for_timeout(300)
        page.screenshot(path=self.folder / f"{name}.png", full_page=True)
        new = 0
        for key, text in page.evaluate(ON_SCREEN):
            new += key not in self.found
            self.found.setdefault(key, (name, text))
        for text in page.evaluate(CUT):
            self.cut.setdefault(text, name)
        print(f"{name}: {new} new, {len(self.found)} in all", flush=True)

    def write(self) -> None:
        """Write the lists."""
        known: dict[str, str] = {}
        for path in CATALOGUES:
            known |= json.loads(path.read_text(encoding="utf-8"))
        unseen = [key for key in known if key not in self.found]
        lists = {
            "keys": (f"{key}\t{name}.png\t{text}" for key, (name, text) in sorted(self.found.items())),
            "unseen": (f"{key}\t{known[key]}" for key in unseen),
            "long": (f"{name}.png\t{text}" for text, name in self.cut.items()),
        }
        for title, lines in lists.items():
            (self.folder / f"{title}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{len(known) - len(unseen)} of {len(known)} texts seen; {len(self.cut)} cut off")


class Tour:
    """One tour of all situations with one browser; a situation that fails is reported and left out."""

    def __init__(self, album: Album, browser: Browser, data: Path) -> None:
        self.album, self.browser, self.data = album, browser, data
        self.failed: list[str] = []

    @contextmanager
    def page(self, state: object = None) -> Iterator[Page]:
        """Open a page of its own on a phone."""
        context = self.browser.new_context(
            viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="en-GB", storage_state=state
        )  # fmt: skip
        context.set_default_timeout(5_000)
        context.add_init_script(RECORD)
        yield context.new_page()
        context.close()

    def visit(self, name: str, page: Page, *steps: Callable[[Page], object]) -> None:
        """Take a situation after these steps; a failing step leaves the situation out."""
        if not self.album.wants(name):
            return
        try:
            for step in steps:
                step(page)
            self.album.take(name, page)
        except (Error, AssertionError) as fault:
            self.failed.append(name)
            print(f"{name}: {str(fault).splitlines()[0]}", flush=True)

    @contextmanager
    def server(self, name: str, *command: str) -> Iterator[Server]:
        """Run a server with a data folder of its own."""
        running = Server(self.data / name)
        if command:
            running.command = command
        running.start()
        yield running
        running.kill()

    def everybody(self) -> None:
        """Visit what anybody finds, and every moment of a game."""
        with self.server("play") as server, self.page() as page:
            for name, (path, awaited, act) in PLACES.items():
                self.visit(name, page, going(server.address.rstrip("/") + path, awaited), act)
                self.visit(f"{name}-unfolded", page, unfolding)
            self.home(page, server.address)
            for name, moment in MOMENTS.items():
                if not self.album.wants(name):
                    continue
                with Wire(server.address) as wire:
                    words = moment.bring(wire)
                given = {**words, "yours": [], "key": None} if moment.watching else words
                self.visit(name, page, playing(server.address, given, moment.awaited), moment.act)
            for lesson in filter(lambda each: self.album.wants(f"lesson-{each.name}"), LESSONS):
                self.lesson(page, server.address, lesson)
            for name, (path, awaited, act) in AFTER.items():
                self.visit(name, page, going(server.address.rstrip("/") + path, awaited), act, unfolding)
            self.ties(server.address)
            self.together(server)
            self.visit("server-gone", page, going(server.address, "play"), lambda page: server.kill(), waiting(4))

    def home(self, page: Page, address: str) -> None:
        """Open the sheet for a new game with each rule book and each company."""
        for number in range(1, 8):
            steps = going(address, "play"), pressing("change"), choosing("sheet-rules", number), unfolding
            self.visit(f"sheet-rules-{number}", page, *steps)
        for who in ("here", "link"):
            self.visit(f"home-{who}", page, going(address, "play"), pressing(f"company-{who}"))
        self.visit("warmed", page, going(address, "play"), pressing("play"), waiting(2))

    def lesson(self, page: Page, address: str, lesson: Lesson) -> None:
        """Read each step of a lesson: the hint, a failed try, and the solved step."""
        going(f"{address}learn/{lesson.name}", "lesson")(page)
        for number, step in enumerate(lesson.under(ruleset("icf")), 1):
            name = f"lesson-{lesson.name}-{number}"
            self.visit(f"{name}-hint", page, pressing("hint"))
            self.visit(f"{name}-failed", page, striking(Stroke(-150_000, 0, 300_000)), told, unfolding)
            self.visit(f"{name}-solved", page, again, striking(step.solution), told, unfolding)
            if page.get_by_test_id("next-step").count():
                page.get_by_test_id("next-step").click()

    def ties(self, address: str) -> None:
        """Visit team matches, which are begun on a desk."""
        if not self.album.wants("tie"):
            return
        context = self.browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        found = ties(context.new_page(), address)
        with self.page(context.storage_state()) as page:
            for name, path in found.items():
                self.visit(name, page, going(path, "tie-card"))
        context.close()

    def together(self, server: Server) -> None:
        """See what two people and a spectator see of each other, and the lobby of guests."""
        if self.album.wants("together"):
            company = Company(self.browser, server, clock=ClockPlan(stroke=600, place=600))
            for page in (company.asha, company.meena, company.guest):
                page.context.set_default_timeout(5_000)
                page.context.add_init_script(RECORD)
                page.set_viewport_size(PHONE)  # type: ignore[arg-type]
                page.reload()
            self.visit("together-asha", company.asha)
            self.visit("together-watching", company.guest)
            self.visit(
                "together-struck", company.asha, lambda page: page.get_by_test_id("board").press("Enter"), waiting(4)
            )
            self.visit("together-menu", company.asha, pressing("menu-button"))
            self.visit("together-phrase", company.asha, pressing("phrases"), pressing("say-good-luck"))
            self.visit("together-phrase-heard", company.meena)
            for name in ("undo", "pause", "resign"):
                self.visit(f"together-{name}", company.asha, pressing(name))
                self.visit(f"together-{name}-asked", company.meena)
                closing = "resign-yes" if name == "resign" else "offer-back"
                self.visit(f"together-{name}-closed", company.asha, pressing(closing))
            self.visit("together-over", company.meena, waiting(1))
            company.close()
        if not self.album.wants("lobby"):
            return
        with self.page() as asha, self.page() as bala:
            self.visit("lobby", asha, going(f"{server.address}lobby", "quick"), lambda page: come(page, server, "Asha"))
            self.visit("lobby-more", asha, pressing("lobby-more"))
            self.visit("lobby-doubles", asha, pressing("lobby-players-4"))
            self.visit("lobby-invite", asha, lambda page: come(page, server, "Asha"), pressing("lobby-more", "invite"))
            self.visit("lobby-waiting", asha, lambda page: come(page, server, "Asha"), pressing("quick"))
            self.visit("lobby-open-game", bala, lambda page: come(page, server, "Bala"))

    def accounts(self) -> None:
        """Visit the pages of a server with accounts."""
        if not self.album.wants("account"):
            return
        with self.server("accounts", "serve", "--accounts", "on") as server, self.page() as page:
            self.visit("account-sign-in", page, going(at(server, "account"), "to-sign-up"))
            self.visit("account-sign-up", page, pressing("to-sign-up"))
            self.visit("account-forgotten", page, going(at(server, "account"), "to-sign-up"), pressing("to-recover"))
            self.visit("account-moderation-none", page, going(at(server, "moderation"), "moderation-none"))
            asha_has_played(server)
            page.goto(at(server, "account"))
            sign_up(page, "Chitra")
            self.visit("account-own", page, going(at(server, "account"), "account-mine"), unfolding)
            self.visit("account-person", page, going(at(server, "@/Asha"), "person-name"), unfolding)
            self.visit("account-report", page, pressing("person-report"))
            self.visit("account-blocked", page, going(at(server, "@/Asha"), "person-block"), pressing("person-block"))
            self.visit("account-nobody", page, going(at(server, "@/Nobody"), "person-none"))
            self.visit("account-lobby", page, going(at(server, "lobby"), "quick"), pressing("lobby-more"), unfolding)
        with self.server("moderated", "serve", "--accounts", "on") as server, self.page() as page:
            report_of_bala(page, server)
            self.visit("account-moderation", page, going(at(server, "moderation?about=Bala"), "about"), unfolding)

    def umpire(self) -> None:
        """Visit the umpire's sheet in every state of a board."""
        if not self.album.wants("umpire"):
            return
        states: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
            "toss": ((), ()), "choose": (("toss asha",), ()), "seats": (OPENED[:2], ()), "before": (BEFORE, ()),
            "break": (OPENED, ()), "begun": (BEGUN, ()), "mix": (BEGUN, ("key-mix",)),
            "foul": (BEGUN, ("key-foul", "foul-more")),
            "foul-other": (BEGUN, ("key-foul", "foul-by-bilal")), "placing": ((*BEGUN, "s"), ()),
            "cover": ((*BEGUN, "q"), ()), "over": ((*BEGUN, "w7 q", "w1"), ()),
            "done": ((*BEGUN, "w7 q", "w1"), ("right",)),
            "signing": ((*BEGUN, "w7 q", "w1"), ("right", "key-sign-asha")), "menu": (BEGUN, ("umpire-menu",)),
            "log": (BEGUN, ("umpire-menu", "menu-log")), "share": (BEGUN, ("umpire-menu", "share-umpire")),
            "card": (BEGUN, ("umpire-menu", "menu-card")),
            "mode": (BEFORE, ("umpire-menu", "menu-mode", "menu-close")), "appeal": ((*BEGUN, "appeal asha"), ()),
            "row": (BEFORE, ("key-row",)),
        }  # fmt: skip
        with self.server("umpire") as server, self.page() as page:
            self.visit("umpire-new", page, going(f"{server.address}umpire", "umpire-begin"), unfolding)
            for number, (name, (lines, keys)) in enumerate(states.items()):
                sheet = Sheet(server.address, match=str(number), contest="board")
                sheet.type(*lines)
                self.visit(f"umpire-{name}", page, lambda page, sheet=sheet: sheet.open(page), slowly(*keys))
            for name, key in (("referee", REFEREE), ("reader", WATCH)):
                self.visit(
                    f"umpire-{name}", page, going(f"{server.address}umpire/{sheet.name}#key={key}", "umpire-sheet")
                )
            self.visit("umpire-lost", page, going(f"{server.address}umpire/nothing-here", "umpire-lost"))
            self.visit("umpire-all", page, going(f"{server.address}umpire", "umpire-begin"))

    def hall(self) -> None:
        """Visit a tournament with the links of its people."""
        if not self.album.wants("hall"):
            return
        hall = Hall(self.data / "hall")
        try:
            with self.page() as page:
                for role in ROLES:
                    self.visit(f"hall-{role.partition(':')[0]}-before", page, entering(hall, role), unfolding)
                drawn(page, hall, "s", "l")
                page.get_by_test_id("call-s.1.1").click()
                page.get_by_test_id("written").wait_for()
                for role in ROLES:
                    self.visit(f"hall-{role.partition(':')[0]}-drawn", page, entering(hall, role), unfolding)
                self.visit(
                    "hall-card", page, lambda page: hall.open(page, "scorer"), lambda page: finish(page, "s.1.2")
                )
                self.visit("hall-claimed", page, lambda page: claim(page, hall))
                self.visit("hall-protest", page, lambda page: protest(page, hall))
                self.visit("hall-protest-referee", page, entering(hall, "referee"), unfolding)
                for name, path in PUBLIC.items():
                    self.visit(f"hall-{name}", page, opening(f"{hall.address}/{path}"), waiting(1), unfolding)
        finally:
            hall.kill()


def going(address: str, awaited: str) -> Callable[[Page], None]:
    """Return a step that opens an address anew."""

    def go(page: Page) -> None:
        page.goto("about:blank")
        page.goto(address)
        expect(page.get_by_test_id(awaited).first).to_be_visible()

    return go


def opening(address: str) -> Callable[[Page], object]:
    """Return a step that opens an address."""
    return lambda page: page.goto(address)


def entering(hall: Hall, role: str) -> Callable[[Page], object]:
    """Return a step that opens the link of somebody at a tournament."""
    return lambda page: hall.open(page, role)


def playing(address: str, words: dict[str, object], awaited: str) -> Callable[[Page], None]:
    """Return a step that opens a game with the keys of a player."""

    def play(page: Page) -> None:
        page.goto(f"{address}settings")
        page.evaluate(
            "([name, kept]) => localStorage.setItem(name, kept)", [f"carrom.game.{words['game']}", json.dumps(words)]
        )
        going(f"{address}game/{words['game']}", awaited)(page)

    return play


def waiting(seconds: float) -> Callable[[Page], None]:
    """Return a step that waits."""
    return lambda page: page.wait_for_timeout(1000 * seconds)


def choosing(name: str, number: int) -> Callable[[Page], object]:
    """Return a step that chooses an option by its number."""
    return lambda page: page.get_by_test_id(name).select_option(index=number - 1)


def slowly(*names: str) -> Callable[[Page], None]:
    """Return a step that taps keys as slowly as the umpire's page accepts them."""

    def tap(page: Page) -> None:
        for name in names:
            page.wait_for_timeout(320)
            page.get_by_test_id(name).click(force=True)

    return tap


def unfolding(page: Page) -> None:
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def striking(stroke: Stroke) -> Callable[[Page], None]:
    """Return a step that aims as this stroke and plays it, by keys."""
    power = max(0.0, (stroke.speed - SLOWEST) / (FASTEST - SLOWEST)) ** (1 / BEND)
    wanted = {"x": stroke.x, "degrees": math.degrees(math.atan2(-stroke.vx, stroke.vy)), "power": power}

    def strike(page: Page) -> None:
        board = page.get_by_test_id("board")
        expect(board).to_have_attribute("data-phase", "strike")
        board.focus()
        hand = Hand(page, page.url, {})
        for name, (less, more), step in KEYS:
            away = wanted[name] - float(board.get_attribute(f"data-{name}") or 0)
            hand.press(more if away > 0 else less, round(abs(away) / step))
        page.keyboard.press("Enter")

    return strike


def told(page: Page) -> None:
    """Wait until the lesson has judged a stroke."""
    expect(page.get_by_test_id("teacher")).to_have_attribute("data-reached", re.compile("true|false"))


def again(page: Page) -> None:
    """Try a step again, if it was tried."""
    if page.get_by_test_id("try-again").count():
        page.get_by_test_id("try-again").click()


def finish(page: Page, fixture: str) -> None:
    """Enter a result as the scorer."""
    card = page.get_by_test_id(f"card-{fixture}")
    card.locator("summary").first.click()
    entered(card, "25", "12", "Bilal wins 25–12")


def claim(page: Page, hall: Hall) -> None:
    """Report a result as one player, and read it as the other."""
    hall.open(page, "player:chitra")
    unfolding(page)
    entered(page.get_by_test_id("card-s.1.1"), "12", "25", "Chitra wins 25–12")
    expect(page.get_by_test_id("written")).to_be_visible()
    hall.open(page, "player:asha")


def protest(page: Page, hall: Hall) -> None:
    """Protest as a player."""
    hall.open(page, "player:dev")
    card = page.get_by_test_id("card-s.1.2")
    card.locator("summary").first.click()
    card.get_by_test_id("protest-reason").fill("The queen was not covered")
    card.get_by_test_id("protest").click()
    expect(page.get_by_test_id("written")).to_contain_text(re.compile("side=dev"))


def main() -> None:
    """Visit the situations that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="situations or their beginnings (default: all)")
    words = parser.parse_args()
    expect.set_options(timeout=12_000)
    album = Album(words.folder, tuple(words.names))
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = launched(stack.enter_context(sync_playwright()))
        tour = Tour(album, browser, data)
        for part in (tour.everybody, tour.accounts, tour.umpire, tour.hall):
            try:
                part()
            except (Error, AssertionError) as fault:
                tour.failed.append(f"the rest of {part.__name__}")
                print(f"{part.__name__}: {str(fault).splitlines()[0]}", flush=True)
        browser.close()
    album.write()
    if tour.failed:
        print(f"not visited: {', '.join(tour.failed)}")


if __name__ == "__main__":
    main()
