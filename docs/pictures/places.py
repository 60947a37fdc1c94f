"""Takes a picture of every place of the page in every size of window, by day and by night, for eyes that judge it.

`PYTHONPATH=tests python3 dev.py python docs/pictures/places.py FOLDER [NAME…] [--sizes 390x664,1440x900]
[--schemes light,dark] [--language ur]`: into FOLDER, a sheet of them all for each size and scheme among them.
With `--references`, it also renews the references of `tests/e2e/test_looks.py` that look different now.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e2e.block_font import style
from e2e.comparison import References, decoded, encoded, reduced, side_by_side
from e2e.conftest import SEEDED, Server, launched
from e2e.hand import choose
from e2e.test_sharing import LAST_MAN
from e2e.test_table import ENDGAME, IN_LINE, towards_the_pocket
from e2e.wire import Wire, strike, terms
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect, sync_playwright

from carrom.board.seat import Seat
from carrom.protocol import ClockPlan, Length, Next, Pass, Resign, Who

SIZES = "390x664,844x390,820x1180,1440x900"
SHEETS = {390: (5, 3), 844: (2, 4), 820: (4, 2), 1440: (2, 3)}
"""How many pictures stand side by side on a sheet of a size, and one below the other."""
COMPARED = [(size, "light") for size in SIZES.split(",")] + [("390x664", "dark")]
"""Sizes and schemes that have references."""
MOMENT = 1_790_000_000
"""What the clock of a browser shows while pictures are compared, in seconds since 1970."""
CONSTANT = """style => {
  Math.random = () => 0.5;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""
"""Run before the page while pictures are compared."""
FIXED = """
.warming { display: none !important }
[style*='--share'] { --share: 0.7 !important }
"""
"""CSS for what depends on seconds: the note of a server that has just started, the ring of a clock."""
CHANGING = "[data-testid=today] .board"
"""What differs from day to day: covered while pictures are compared."""
NOT_COMPARED = ("analysis", "coached", "coached-open", "home-later", "games", "tie-runs")
"""Places that show what the engine found in the time it had, what was played before, or who lost a toss."""
UNCHANGING = """
import random, sys
import carrom.cli, carrom.server.common, carrom.server.ops.app

class Unchanging(random.Random):
    random = lambda self: 0.5
    getrandbits = lambda self, bits: 0
    gauss = lambda self, mu=0.0, sigma=1.0: mu

carrom.server.ops.app.SystemRandom = Unchanging
carrom.server.common.TokenBuckets.take = lambda *asked, **how: True  # as fast as the machine can
sys.exit(carrom.cli.main(sys.argv[1:]))
"""
"""A server with the same rack in every game and no deviation in any stroke, whatever was asked of it before."""
LESSONS = ("first-stroke", "cover", "fouls", "safety", "endgame")


def nothing(page: Page) -> None:
    """Leave the place as it opens."""


def pressing(*names: str) -> Callable[[Page], None]:
    """Return what presses these one after the other; the menu first where it is folded away."""

    def press(page: Page) -> None:
        for name in names:
            wanted = page.get_by_test_id(name).first
            if not wanted.is_visible() and page.get_by_test_id("menu-button").is_visible():
                page.get_by_test_id("menu-button").click()
            wanted.click()

    return press


def aiming(page: Page) -> None:
    """Turn the aim a little, so that the guide shows something."""
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("board").press("Shift+ArrowLeft")
    page.get_by_test_id("board").press("d")


def tried(page: Page) -> None:
    """Strike once at a puzzle or in a drill."""
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("verdict")).to_be_visible(timeout=30_000)
    expect(page.get_by_test_id("board")).not_to_have_attribute("data-phase", "strike")


def after_months(page: Page) -> None:
    """Let this browser remember boards of some months."""
    boards = [
        {"at": 1_790_000_000_000 + 86_400_000 * day, "misses": 9, "strokes": 30, "slam": False,
         "hand": 1.6 - 0.02 * day + 0.1 * (day % 3), "low": 1.1 - 0.02 * day, "high": 2.2 - 0.02 * day}
        for day in range(24)
    ]  # fmt: skip
    page.evaluate("boards => localStorage.setItem('carrom.alone', JSON.stringify({boards, open: null}))", boards)
    page.reload()
    expect(page.get_by_test_id("course")).to_be_visible()
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike", timeout=30_000)


def opening_the_ruling(page: Page) -> None:
    """Open the line of the ruling, where it is one."""
    expect(page.get_by_test_id("turn")).to_be_visible()
    if page.get_by_test_id("ruling-line").is_visible():
        page.get_by_test_id("ruling-line").click()


def asking_the_law(page: Page) -> None:
    """Read the ruling, as far down as it stands."""
    page.get_by_test_id("ruling").scroll_into_view_if_needed()


def analysing(page: Page) -> None:
    """Wait until the engine knows something, and let it rest."""
    expect(page.get_by_test_id("line-more")).to_be_visible(timeout=60_000)
    page.wait_for_timeout(6_000)
    page.get_by_test_id("shows-heat").check()
    page.get_by_test_id("shows-engine").uncheck()


def coached(page: Page) -> None:
    """Let a coach say what the stroke was."""
    if page.get_by_test_id("game-coach-on").get_attribute("aria-pressed") == "false":
        pressing("game-coach-on")(page)
    coach = page.get_by_test_id("game-coach")
    expect(coach).to_have_attribute("data-number", "1", timeout=60_000)
    expect(coach).to_have_attribute("data-busy", "false", timeout=60_000)


def opening_the_coach(page: Page) -> None:
    """Read all that the coach says, where it is a line that opens."""
    coached(page)
    if page.get_by_test_id("coach-line").is_visible():
        page.get_by_test_id("coach-line").click()


def opening_the_menu(page: Page) -> None:
    """Open the menu of a game, where it is folded away."""
    expect(page.get_by_test_id("turn")).to_be_visible()
    if page.get_by_test_id("menu-button").is_visible():
        page.get_by_test_id("menu-button").click()


def opening_the_sheet(page: Page) -> None:
    """Open the table sheet."""
    page.get_by_test_id("change").click()
    page.get_by_test_id("play-more").click()


def to_the_end(page: Page) -> None:
    """Look at the lower end of a long place, once all of it is there."""
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")


PLACES: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "home": ("/", "play", nothing),
    "play-sheet": ("/", "play", pressing("change")),
    "sheet": ("/", "play", opening_the_sheet),
    "watch": ("/watch", "watch", nothing),
    "you": ("/you", "you", nothing),
    "learn": ("/learn", "learn", nothing),
    **{f"lesson-{name}": (f"/learn/{name}", "lesson", nothing) for name in LESSONS},
    "rules": ("/rules", "rules", nothing),
    "rules-end": ("/rules", "rules", to_the_end),
    "book": ("/rules/icf", "book", nothing),
    "clause": ("/rules/icf#law-72a", "book", nothing),
    "compare": ("/rules/icf/compare/club", "comparison", nothing),
    "practice": ("/practice", "game-here", nothing),
    "analysis": ("/analysis", "line-found", analysing),
    "analysis-lay": ("/analysis?lay=1", "look", nothing),
    "law": (f"/practice?p={ENDGAME}&rules=icf&falls=W1.S", "ask-law", nothing),
    "law-read": (f"/practice?p={ENDGAME}&rules=icf&falls=W1.S", "ruling", asking_the_law),
    "puzzles": ("/puzzles", "next-puzzle", nothing),
    "puzzle": ("/puzzles/1", "strike-button", aiming),
    "puzzle-tried": ("/puzzles/2", "strike-button", tried),
    "drills": ("/drills", "drill-cut", nothing),
    "drill": ("/drills/cut", "strike-button", aiming),
    "drill-tried": ("/drills/plant", "strike-button", tried),
    "solo": ("/solo", "strike-button", nothing),
    "solo-later": ("/solo", "strike-button", after_months),
    "settings": ("/settings", "settings", nothing),
    "settings-end": ("/settings", "settings", to_the_end),
    "new-tie": ("/tie", "begin-tie", nothing),
    "translation": ("/translation", "translation", nothing),
    "nowhere": ("/nowhere", "nowhere", nothing),
    "lost": ("/game/game-of-others", "lost", nothing),
}
"""The places that anybody finds: address, what to wait for, what is done there."""
AFTER: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "home-later": ("/", "play", nothing),
    "games": ("/games", "games", nothing),
}
"""Places that know what was played: they are visited last."""


@dataclass
class Moment:
    """A moment of a game: how it came, what is done when it is seen, who sees it and what is waited for."""

    bring: Callable[[Wire], Any]
    act: Callable[[Page], None] = nothing
    awaited: str = "board"
    yours: tuple[str, ...] = ()
    watching: bool = False


def begun(**agreed: Any) -> Callable[[Wire], Any]:
    """Return what begins a game by these terms."""
    return lambda wire: wire.begin(terms(**agreed))


def struck(wire: Wire, **agreed: Any) -> dict[str, Any]:
    """Begin a game, and break."""
    words = wire.begin(terms(**agreed))
    strike(wire, Seat.SOUTH)
    return words


def owing(wire: Wire) -> dict[str, Any]:
    """Let a man and the striker fall."""
    words = wire.begin(terms(position=IN_LINE))
    stroke = towards_the_pocket(2_400_000)
    strike(wire, Seat.SOUTH, vx=stroke.vx, vy=stroke.vy)
    return words


def board_over(wire: Wire, length: Length = Length.GAME) -> dict[str, Any]:
    """Let the last man of a board fall."""
    words = wire.begin(terms(position=LAST_MAN, length=length))
    stroke = towards_the_pocket(1_500_000)
    strike(wire, Seat.SOUTH, vx=stroke.vx, vy=stroke.vy)
    return words


def game_over(wire: Wire) -> dict[str, Any]:
    """Let a board be won, the next begin, and the other side give the game up."""
    words = board_over(wire)
    wire.act(Next, seat=Seat.SOUTH)
    wire.act(Resign, seat=Seat.NORTH)
    return words


def between_games(wire: Wire) -> dict[str, Any]:
    """Let the first game of a match end."""
    words = board_over(wire, Length.MATCH)
    wire.act(Resign, seat=Seat.NORTH, what=Length.GAME)
    return words


def passed(wire: Wire) -> dict[str, Any]:
    """Let two pass."""
    words = struck(wire)
    for _ in range(2):
        assert wire.state is not None
        wire.act(Pass, seat=wire.state.turn)
    return words


MOMENTS: dict[str, Moment] = {
    "toss": Moment(begun(first=None), awaited="toss"),
    "first-stroke": Moment(begun(), aiming),
    "ruled": Moment(struck, opening_the_ruling),
    "folded": Moment(struck),
    "menu": Moment(struck, opening_the_menu),
    "coached": Moment(lambda wire: struck(wire, length=Length.MATCH), coached),
    "coached-open": Moment(owing, opening_the_coach),
    "keys": Moment(struck, pressing("keys")),
    "resign": Moment(struck, pressing("resign")),
    "share": Moment(struck, pressing("share")),
    "doubles": Moment(lambda wire: struck(wire, count=4, clock=ClockPlan(stroke=3000, place=3000)), aiming),
    "three": Moment(lambda wire: struck(wire, count=3, ruleset="three-player"), aiming),
    "points": Moment(lambda wire: struck(wire, ruleset="points"), aiming),
    "eight-rounds": Moment(lambda wire: struck(wire, ruleset="eight-rounds")),
    "owing": Moment(owing),
    "passes": Moment(passed),
    "board-over": Moment(board_over, awaited="board-card"),
    "between-games": Moment(between_games, awaited="board-card"),
    "game-over": Moment(game_over, awaited="board-card"),
    "replay": Moment(struck, pressing("replay")),
    "waiting": Moment(begun(who=Who.LINK), awaited="waiting-room"),
    "watching": Moment(struck, watching=True),
}
"""The moments of a game: they are brought about over the wire, and opened in the browser."""


def begin_a_tie(page: Page, address: str, captain: str) -> None:
    """Agree on a tie whose second captain is this one."""
    page.goto(f"{address}tie")
    page.get_by_test_id(f"captain-{captain}").check(force=True)
    for side, team in (("first", "Pune"), ("second", "Delhi")):
        page.get_by_test_id(f"{side}-name").fill(team)
    for number, name in enumerate(("Asha", "Chitra"), 1):
        page.get_by_test_id(f"first-player-{number}").fill(name)
    page.get_by_test_id("begin-tie").click()
    expect(page.get_by_test_id("tie-card")).to_be_visible()


def ties(page: Page, address: str) -> dict[str, str]:
    """Begin three ties and bring each to another moment; return the address of each."""
    found = {}
    begin_a_tie(page, address, "link")
    found["tie-waits"] = page.url
    begin_a_tie(page, address, "here")
    found["tie-lines-up"] = page.url
    begin_a_tie(page, address, "here")
    for side in "AB":
        page.get_by_test_id(f"give-{side}").click()
    page.get_by_test_id("begin-rubber").click()
    page.get_by_test_id("to-board").click()
    choose(page, "resign")
    page.get_by_test_id("resign-yes").click()
    page.get_by_test_id("to-tie").click()
    expect(page.get_by_test_id("tie-card")).to_be_visible()
    found["tie-runs"] = page.url
    return found


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="names or their beginnings (default: all)")
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--schemes", default="light,dark")
    parser.add_argument("--language", default="en")
    parser.add_argument("--references", action="store_true", help="renew the references; every place by default")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.script = UNCHANGING if words.references else SEEDED
        server.start()
        try:
            browser = launched(playwright)
            everything = Everything(server.address, browser, tuple(words.names))
            if words.references:
                wanted = words.sizes.split(","), words.schemes.split(",")
                for size, scheme in (pair for pair in COMPARED if pair[0] in wanted[0] and pair[1] in wanted[1]):
                    renew(everything, words.folder, size, scheme)
            else:
                for size in words.sizes.split(","):
                    for scheme in words.schemes.split(","):
                        everything.take(words.folder / words.language, size, scheme, words.language)
            browser.close()
        finally:
            server.kill()


def renew(everything: "Everything", folder: Path, size: str, scheme: str) -> None:
    """Renew the references of a size and scheme that look different now; write the old ones next to the new."""
    sheet = f"{size}-{scheme}"
    page = everything.browser.new_page()
    references = References.read(page, sheet)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in everything.constant(size, scheme):
        picture, before = reduced(decoded(page, data)), references.pictures.get(name)
        if references.renew(name, picture):
            shown = picture if before is None else side_by_side(before, picture)
            (folder / f"{sheet}-{name}.png").write_bytes(encoded(page, shown, "image/png"))
            print(f"{sheet} {name} {'is new' if before is None else 'looks different'}", flush=True)
    references.write(page)
    page.close()


class Everything:
    """Games and ties at every moment, on one server, and the pictures of them."""

    def __init__(self, address: str, browser: Browser, names: tuple[str, ...]) -> None:
        self.address, self.browser, self.names = address, browser, names
        self.games: dict[str, dict[str, Any]] = {}
        for name in filter(self._is_wanted, MOMENTS):
            with Wire(address) as wire:
                self.games[name] = MOMENTS[name].bring(wire)
        self.ties: dict[str, str] = {}
        self.kept: Any = None
        if any(map(self._is_wanted, ("tie-waits", "tie-lines-up", "tie-runs"))):
            context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
            self.ties = ties(context.new_page(), address)
            self.kept = context.storage_state()
            context.close()

    def _is_wanted(self, name: str) -> bool:
        return not self.names or name.startswith(self.names)

    def take(self, folder: Path, size: str, scheme: str, language: str) -> None:
        """Take every picture of one size and scheme, and lay them on a sheet."""
        folder = folder / f"{size}-{scheme}"
        folder.mkdir(parents=True, exist_ok=True)
        width, height = map(int, size.split("x"))
        taken = []
        with self._opened(width, height, scheme, language, storage_state=self.kept) as context:
            page = context.new_page()
            for name, visit in self._visits(page):
                visit()
                self._settle(page)
                page.screenshot(path=folder / f"{name}.png")
                taken.append(name)
                cut = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                print(f"{size} {scheme} {name}{'   IS WIDER THAN THE WINDOW' if cut else ''}", flush=True)
        self._lay(folder, taken, width)

    def picture(self, size: str, scheme: str, name: str, more: str = "") -> bytes:
        """Return the PNG of one place as `constant` yields it, with some more CSS."""
        return next(data for found, data in self.constant(size, scheme, more) if found == name)

    def constant(self, size: str, scheme: str, more: str = "") -> Iterator[tuple[str, bytes]]:
        """Yield the name and the PNG of every place, without what differs by machine, time or chance.

        Each place is visited by a browser that has seen no other.
        """
        width, height = map(int, size.split("x"))
        before = f"({CONSTANT})({json.dumps(style() + FIXED + more)})"
        alike: dict[str, Any] = {"bypass_csp": True, "timezone_id": "UTC"}
        for name in (name for name, _ in self._visits(None) if name not in NOT_COMPARED):
            storage = self.kept if name in self.ties else None
            with self._opened(width, height, scheme, storage_state=storage, **alike) as context:
                context.clock.set_fixed_time(MOMENT)
                context.add_init_script(before)
                if name in self.games:  # help with the first stroke comes and goes by seconds
                    context.add_init_script("localStorage.setItem('carrom.settings', '{\"hasStruck\":true}')")
                page = context.new_page()
                dict(self._visits(page))[name]()
                self._settle(page)
                yield name, page.screenshot(mask=[page.locator(CHANGING)], mask_color="#888", animations="disabled")

    def _settle(self, page: Page) -> None:
        """Wait until a place has loaded everything and rests."""
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        with suppress(TimeoutError):
            page.wait_for_load_state("networkidle", timeout=5000)
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(350)

    @contextmanager
    def _opened(
        self, width: int, height: int, scheme: Any, language: str = "en", **options: Any
    ) -> Iterator[BrowserContext]:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=width < 900,
            reduced_motion="reduce",
            locale="en-GB",
            **options,
        )
        context.set_default_timeout(30_000)
        context.add_init_script(f"localStorage.setItem('carrom.language', {language!r})")
        yield context
        context.close()

    def _visits(self, page: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        for places in (PLACES, None, AFTER):
            if places is None:
                yield from ((name, self._moment(page, name)) for name in self.games)
                yield from ((name, self._place(page, path, "tie-card", nothing)) for name, path in self.ties.items())
                continue
            for name, (path, awaited, act) in places.items():
                if self._is_wanted(name):
                    yield name, self._place(page, self.address.rstrip("/") + path, awaited, act)

    def _place(self, page: Page, address: str, awaited: str, act: Callable[[Page], None]) -> Callable[[], None]:
        def visit() -> None:
            page.goto("about:blank")
            page.goto(address)
            expect(page.get_by_test_id(awaited).first).to_be_visible()
            act(page)

        return visit

    def _moment(self, page: Page, name: str) -> Callable[[], None]:
        moment, words = MOMENTS[name], self.games[name]
        stored = {**words, "yours": [], "key": None} if moment.watching else words

        def visit() -> None:
            page.goto(f"{self.address}settings")
            page.evaluate(
                "([name, kept]) => localStorage.setItem(name, kept)",
                [f"carrom.game.{words['game']}", json.dumps(stored)],
            )
            page.goto(f"{self.address}game/{words['game']}")
            expect(page.get_by_test_id(moment.awaited).first).to_be_visible()
            moment.act(page)

        return visit

    def _lay(self, folder: Path, names: list[str], width: int) -> None:
        across, down = SHEETS.get(width, (4, 2))
        grid = f"display:grid;grid-template-columns:repeat({across},1fr);gap:6px"
        style = f"body{{margin:0;{grid};background:#888;font:12px sans-serif}}figure{{margin:0}}img{{width:100%}}"
        page = self.browser.new_page(viewport={"width": 1560, "height": 900})
        for number, some in enumerate(batched(names, across * down), 1):
            figures = (f"<figure><img src='{name}.png'><figcaption>{name}</figcaption></figure>" for name in some)
            (folder / "sheet.html").write_text(f"<style>{style}</style>{''.join(figures)}")
            page.goto((folder / "sheet.html").resolve().as_uri())
            page.screenshot(path=folder / f"sheet-{number}.png", full_page=True)
        page.close()


def batched(names: list[str], many: int) -> Iterator[list[str]]:
    """Give the names, so many at a time."""
    for first in range(0, len(names), many):
        yield names[first : first + many]


if __name__ == "__main__":
    main()
