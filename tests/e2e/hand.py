"""Helpers that play in the browser: start games, aim strokes by mouse or keys, and answer the game's prompts."""

import math
import re
from random import Random

import httpx
from playwright.sync_api import Locator, Page, expect

from carrom.board.position import Point
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import level
from carrom.game.game import GameHistory
from carrom.game.record import read_record

SLOWEST, FASTEST, BEND = 0.2, 7.0, 1.6
"""Striker speeds in m/s at zero and full power, and the exponent between them (as in web/src/board/aim.ts)."""
DEAD_PULL, FULL_PULL = 16.0, 300.0
"""Length of a pull in mm at zero and at full power."""
HELD_FOR = 700
"""Milliseconds to hold a pull that was turned round before it counts as a backward stroke."""
BREAK = Stroke(0, 0, 3_000_000)
"""A stroke from the middle of the baseline straight into the rack."""
BASELINE = -252.6
TURN_STEP, SLIDE_STEP, COARSE = 0.25, 500, 12


def board(page: Page) -> Locator:
    """Return the board element."""
    return page.get_by_test_id("board")


def options(page: Page, company: str | None = None) -> None:
    """Open the table sheet from the home page: for the default game, or for another way to play."""
    page.get_by_test_id(f"company-{company}" if company else "change").click()
    more, sheet = page.get_by_test_id("play-more"), page.get_by_test_id("new-game-dialog")
    expect(more.or_(sheet).first).to_be_visible()
    if more.is_visible():
        more.click()
    expect(sheet).to_be_visible()


def begin(
    page: Page, opponent: str = "program", who: str = "beginner", breaker: str = "south", length: str = "game"
) -> None:
    """Start a game from the table sheet, opening the sheet first if it is closed."""
    if not page.get_by_test_id("new-game-dialog").is_visible():
        options(page)
    page.get_by_test_id(f"length-{length}").check()
    page.get_by_test_id("seat-north").select_option("here" if opponent == "friend" else opponent)
    if opponent == "program":
        page.get_by_test_id("strength-north").select_option(who)
    page.get_by_test_id(f"first-{ {'south': 'me', 'north': 'they'}.get(breaker, breaker) }").check()
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("new-game-dialog")).to_be_hidden()
    page.wait_for_url(re.compile("/game/"))


def choose(page: Page, name: str) -> None:
    """Press an action of the game, opening the menu first if the action is in it."""
    wanted = page.get_by_test_id(name)
    if not wanted.is_visible():
        page.get_by_test_id("menu-button").click()
    wanted.click()


def steps(key: str, times: int) -> list[str]:
    """Return the keys that press a key for this many steps, coarse steps (with Shift) first."""
    coarse = key.upper() if len(key) == 1 else key
    return [f"Shift+{coarse}"] * (times // COARSE) + [key] * (times % COARSE)


def press(page: Page, key: str, times: int) -> None:
    """Press a key for this many steps, coarse steps (with Shift) first."""
    for one in steps(key, times):
        page.keyboard.press(one)


def sliding(stroke: Stroke, x: int) -> tuple[str, int]:
    """Return the key, and how many steps, that move the striker from `x` to where a stroke begins."""
    return "ArrowRight" if stroke.x > x else "ArrowLeft", round(abs(stroke.x - x) / SLIDE_STEP)


def turning(stroke: Stroke, degrees: float) -> tuple[str, int]:
    """Return the key, and how many steps, that turn the aim from `degrees` to a stroke's direction."""
    wanted = math.degrees(math.atan2(-stroke.vx, stroke.vy))
    return "a" if wanted > degrees else "d", round(abs(wanted - degrees) / TURN_STEP)


def powering(stroke: Stroke, now: float) -> tuple[str, int]:
    """Return the key, and how many steps, that change the power to that of a stroke."""
    power = max(0.0, (stroke.speed - SLOWEST) / (FASTEST - SLOWEST)) ** (1 / BEND)
    return "ArrowUp" if power > now else "ArrowDown", round(abs(power - now) / 0.01)


def strike_by_keys(page: Page, stroke: Stroke) -> None:
    """Move the striker and turn the aim by keys to the nearest reachable values, then strike."""
    board(page).focus()
    press(page, *sliding(stroke, int(board(page).get_attribute("data-x") or 0)))
    press(page, *turning(stroke, float(board(page).get_attribute("data-degrees") or 0)))
    press(page, *powering(stroke, float(board(page).get_attribute("data-power") or 0)))
    page.keyboard.press("Enter")


def slide_of(stroke: Stroke, x: float) -> list[tuple[float, float]]:
    """Return the places (mm) of a mouse that moves the striker from `x` (mm) to where a stroke begins."""
    return [(x, BASELINE), ((x + stroke.x / 1000) / 2, BASELINE), (stroke.x / 1000, BASELINE)]


def pull_of(stroke: Stroke) -> list[tuple[float, float]]:
    """Return the places (mm) of a mouse that pulls back for a stroke, which starts when it is released.

    For a backward stroke it pulls back first, then turns the pull round; hold it there for `HELD_FOR`.
    """
    power = ((stroke.speed - SLOWEST) / (FASTEST - SLOWEST)) ** (1 / BEND)
    pull = DEAD_PULL + min(1.0, max(0.01, power)) * (FULL_PULL - DEAD_PULL)
    length = math.hypot(stroke.vx, stroke.vy)
    east, north = stroke.vx / length, stroke.vy / length
    x, y = anchor = (0.0, 150.0 if north > 0 else -100.0)
    back = [] if north > 0 else [(x, y - 60)]
    return [anchor, *back, (x - east * pull / 2, y - north * pull / 2), (x - east * pull, y - north * pull)]


class Hand:
    """Plays at the page, with strokes of the strongest computer level so that a board ends soon."""

    def __init__(self, page: Page, address: str, session: dict[str, str], seed: int = 1) -> None:
        self.page, self.address, self.session = page, address, session
        self.brain, self.chance = level("machine"), Random(seed)

    def game(self) -> GameHistory:
        """Fetch the current record of the game and return its history."""
        headers = {"authorization": f"Bearer {self.session['key']}"}
        answer = httpx.get(f"{self.address}games/{self.session['game']}.carrom", headers=headers)
        answer.raise_for_status()
        return read_record(answer.text)

    def wait_for_turn(self) -> str:
        """Wait until the page asks for an action; return "strike", "place", "demand" or "end"."""
        page = self.page
        asked = page.locator(
            "[data-testid=board][data-phase=strike], [data-testid=board][data-phase=place], [data-testid=next], "
            "[data-testid^=demand-], [data-testid=result], [data-testid=again]"
        )
        expect(asked.filter(visible=True).first).to_be_visible(timeout=60_000)
        phase = board(page).get_attribute("data-phase")
        if phase in ("strike", "place"):
            return phase
        return "demand" if page.locator("[data-testid^=demand-]").count() else "end"

    def seat(self) -> Seat:
        """Return the seat at the lower edge, which has the turn at a shared screen."""
        return Seat(board(self.page).get_attribute("data-bottom"))

    def stroke(self) -> Stroke:
        """Return the stroke that the strongest level plays in this position."""
        return self.brain.choose(self.game(), self.seat(), self.chance)

    def strike_by_mouse(self, stroke: Stroke) -> None:
        """Slide the striker, pull back and release, by mouse."""
        version = self.version()
        x = int(board(self.page).get_attribute("data-x") or 0) / 1000
        self._drag(slide_of(stroke, x))
        self._drag(pull_of(stroke), 0 if stroke.vy > 0 else HELD_FOR)
        self.wait_past(version)

    def _drag(self, places: list[tuple[float, float]], hold: int = 0) -> None:
        """Press the mouse at the first place (mm), move it to the others, and release it after `hold` ms."""
        mouse = self.page.mouse
        mouse.move(*self.pixel(*places[0]))
        mouse.down()
        for place in places[1:]:
            mouse.move(*self.pixel(*place))
        if hold:
            self.page.wait_for_timeout(hold)
        mouse.up()

    def strike_by_keys(self, stroke: Stroke) -> None:
        """Move the striker and turn the aim by keys to the nearest reachable values, then strike and wait."""
        version = self.version()
        strike_by_keys(self.page, stroke)
        self.wait_past(version)

    def place(self) -> None:
        """Place a due piece on a spot that the computer would choose."""
        version = self.version()
        at = self.brain.place(self.game(), self.seat())
        if at is None:
            self.page.get_by_test_id("waive").click()
        else:
            x, y = self.seat().from_board(at.x, at.y)
            self.page.mouse.click(*self.pixel(x / 1000, y / 1000))
        self.wait_past(version)

    def demand(self) -> None:
        """Demand everything that can be demanded."""
        version = self.version()
        self.page.locator("[data-testid^=demand-]").last.click()
        self.wait_past(version)

    def version(self) -> int:
        """Return the game version that the page shows."""
        return int(board(self.page).get_attribute("data-version") or 0)

    def wait_past(self, version: int) -> None:
        """Wait until the page shows a later version."""
        expect(board(self.page)).not_to_have_attribute("data-version", str(version))

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Convert a place on the board (mm, in the frame of the seat at the lower edge) to pixels of the page."""
        box = board(self.page).bounding_box()
        assert box is not None
        extent = float(board(self.page).get_attribute("data-extent") or 0)
        return box["x"] + (1 + x / extent) * box["width"] / 2, box["y"] + (1 - y / extent) * box["height"] / 2


def spoken_laws(page: Page) -> list[str]:
    """Return the texts of the last ruling's clauses that contain a law number."""
    return [text for text in page.get_by_test_id("clause").all_inner_texts() if re.search(r"\d", text)]


def shown(page: Page) -> dict[str, Point]:
    """Return the position that the page shows for each disc at rest."""
    found = page.locator("[data-testid^=disc-][data-shown=true]").evaluate_all(
        "nodes => nodes.map(node => [node.dataset.testid.slice(5), +node.dataset.x, +node.dataset.y])"
    )
    return {name: Point(x, y) for name, x, y in found}
