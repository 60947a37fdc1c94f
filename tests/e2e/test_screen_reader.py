"""A player who hears the page and presses keys plays from the home page to the result.

Everything is read from the accessibility tree, and everything is done by keyboard: no test ids, no markup, no wire.
"""

import math
import re
import time
from dataclasses import dataclass
from typing import Literal

import pytest
from e2e.conftest import Server, Visit
from playwright.sync_api import Locator, Page, expect

LONGEST = 180
"""Most strokes of the test's player."""
PIECE = re.compile(
    r"(White|Black|Queen): (\d+) mm (left|right), (\d+) mm (up|down)\. "
    r"(?:Clear path to ([^.]*)|No clear path to a pocket)\."
)
MEASURES = re.compile(
    r"Your baseline is ([\d.]+) mm down\. The pockets are ([\d.]+) mm left or right and [\d.]+ mm up or down\."
    r" A piece is ([\d.]+) mm wide, the striker ([\d.]+) mm\."
)
AIM = re.compile(
    r"Striker ([\d.]+) mm (left|right)\. Aim (?:(straight ahead)|([\d.]+)° to the (left|right)), \w+, ([\d.]+) m/s\."
)
OWN = re.compile(r"region \"You: \d+\"'?:\n(?:.*\n)*?.*paragraph: (white|black), (\d+) pieces? left")
CORNERS = {"far left": (-1, 1), "far right": (1, 1), "near left": (-1, -1), "near right": (1, -1)}
SLIDE, TURN, COARSE = 0.5, 0.25, 12
"""What a press of a key moves (mm) and turns (degrees), and how much more with Shift, as the board's help says."""
SHORT = "c1_Q.30000.30000_W1.-200500.93500_W2.150000.-40000_B1.-120000.200000_B2.220000.120000"

Xy = tuple[float, float]


@dataclass(frozen=True)
class Heard:
    """A piece as the page describes it, in mm of the player's frame."""

    kind: str
    at: Xy
    pockets: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """The board as the page describes it."""

    pieces: tuple[Heard, ...]
    baseline: float
    pocket: float
    piece: float
    striker: float
    own: str
    left: int

    def clear(self, begin: Xy, end: Xy, room: float, *leaving: Heard) -> bool:
        """Whether no piece lies within `room` of the way."""
        return all(piece in leaving or off(piece.at, begin, end) >= room for piece in self.pieces)

    def shot(self) -> tuple[float, float, float]:
        """Return the striker's place (mm), the angle and the speed of the straightest shot into an open pocket."""
        targets = [piece for piece in self.pieces if piece.kind == self.own]
        if (0 < self.left < 9 and len(targets) > 1) or not targets:
            targets += [piece for piece in self.pieces if piece.kind == "Queen"]
        best, found = math.inf, self.scatter(targets or list(self.pieces))
        for target in targets:
            for name in target.pockets:
                pocket = tuple(side * self.pocket for side in CORNERS[name])
                way = math.dist(target.at, pocket)
                ux, uy = ((pocket[i] - target.at[i]) / way for i in (0, 1))
                touch = (self.piece + self.striker) / 2
                ghost = (target.at[0] - touch * ux, target.at[1] - touch * uy)
                for x in range(-180, 181, 4):
                    start = (float(x), -self.baseline)
                    length = math.dist(start, ghost)
                    if length < 30 or abs(ghost[0]) > 348 or abs(ghost[1]) > 348:
                        continue
                    cut = math.acos(max(-1, min(1, ((ghost[0] - x) * ux + (ghost[1] - start[1]) * uy) / length)))
                    if cut > 1.1 or not self.clear(start, ghost, touch + 2, target):
                        continue
                    cost = (length + way) * (1 + math.tan(cut))
                    if cost < best:
                        speed = min(4.0, 1.2 + (length * 0.8 + way) / 350 / math.cos(cut))
                        best, found = cost, (float(x), turned(start, ghost), speed)
        return found

    def scatter(self, targets: list[Heard]) -> tuple[float, float, float]:
        """Return a hard stroke at the nearest of some pieces."""
        nearest = min(targets, key=lambda piece: math.dist(piece.at, (0, -self.baseline)))
        return 0.0, turned((0.0, -self.baseline), nearest.at), 4.5


def off(point: Xy, begin: Xy, end: Xy) -> float:
    """Return the distance of a point from a segment."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    part = ((point[0] - begin[0]) * dx + (point[1] - begin[1]) * dy) / (dx * dx + dy * dy)
    part = max(0.0, min(1.0, part))
    return math.dist(point, (begin[0] + part * dx, begin[1] + part * dy))


def turned(begin: Xy, end: Xy) -> float:
    """Return the angle of a direction: 0 straight ahead, positive to the left."""
    return math.degrees(math.atan2(begin[0] - end[0], end[1] - begin[1]))


class Reader:
    """A player who reads the accessibility tree and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page, self.announced, self.strokes = page, list[str](), 0

    def text(self) -> str:
        """Return the page as a screen reader has it."""
        return self.page.locator("body").aria_snapshot().replace('\\"', '"')

    def listen(self) -> list[str]:
        """Note what the live regions say now."""
        now = [text for text in self.page.get_by_role("status").all_inner_texts() if text]
        self.announced += [text for text in now if text not in self.announced[-6:]]
        return now

    def tab_to(self, role: Literal["button", "link", "application", "textbox", "combobox"], name: str) -> Locator:
        """Press Tab until the control of that role and name has focus."""
        wanted = self.page.get_by_role(role, name=re.compile(name)).filter(visible=True).first
        expect(wanted).to_be_visible()
        for _ in range(80):
            if wanted.evaluate("node => node === document.activeElement"):
                return wanted
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {role} {name!r}")

    def press(self, role: Literal["button", "link"], name: str) -> None:
        """Reach a control with Tab and press it."""
        self.tab_to(role, name)
        self.page.keyboard.press("Enter")

    def choose(self, group: str, name: str) -> None:
        """Reach a group of choices with Tab, and choose one by the arrow keys."""
        choices = self.page.get_by_role("group", name=re.compile(group)).get_by_role("radio")
        wanted = self.page.get_by_role("group", name=re.compile(group)).get_by_role("radio", name=name)
        expect(wanted).to_be_attached()
        for _ in range(80):
            if any(each.evaluate("node => node === document.activeElement") for each in choices.all()):
                break
            self.page.keyboard.press("Tab")
        for _ in choices.all():
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys do not choose {name!r}")

    def keys(self, key: str, steps: float) -> None:
        """Press a key so many times, in coarse steps first."""
        many, few = divmod(round(steps), COARSE)
        for _ in range(many):
            self.page.keyboard.press(f"Shift+{key}")
        for _ in range(few):
            self.page.keyboard.press(key)

    def board(self) -> Board:
        """Read the board."""
        text = self.text()
        measures, own = MEASURES.search(text), OWN.search(text)
        assert measures, "the page does not say the distances of the board"
        assert own, "the page does not say which pieces are mine"
        pieces = tuple(
            Heard(
                kind,
                (float(x) * (-1 if across == "left" else 1), float(y) * (-1 if along == "down" else 1)),
                tuple(name for name in CORNERS if f"the {name} pocket" in pockets),
            )
            for kind, x, across, y, along, pockets in PIECE.findall(text)
        )
        baseline, pocket, piece, striker = map(float, measures.groups())
        return Board(pieces, baseline, pocket, piece, striker, own[1].capitalize(), int(own[2]))

    def aim(self) -> tuple[float, float, float]:
        """Ask for the aim and return what is read: the striker's place (mm), the angle, the speed (m/s)."""
        self.page.keyboard.press("i")
        for _ in range(60):
            time.sleep(0.05)
            for text in self.listen():
                if found := AIM.search(text):
                    x, side, straight, degrees, turn, speed = found.groups()
                    return (
                        float(x) * (-1 if side == "left" else 1),
                        0.0 if straight else float(degrees) * (1 if turn == "left" else -1),
                        float(speed),
                    )
        raise AssertionError("the page does not read the aim")

    def strike(self) -> None:
        """Read the board, aim a straight shot by keys, hear that the aim is so, and strike."""
        self.tab_to("application", "Carrom board")
        board = self.board()
        wanted_x, degrees, wanted_speed = board.shot()
        x, now, speed = self.aim()
        self.keys("ArrowRight" if wanted_x > x else "ArrowLeft", abs(wanted_x - x) / SLIDE)
        x, now, speed = self.aim()
        if abs(x - wanted_x) < 10:  # a piece on the line may shift the striker: the angle follows from where it stands
            degrees += math.degrees((x - wanted_x) / 400)
        turn = degrees - now
        self.keys("a" if turn > 0 else "d", abs(turn) / TURN)
        for _ in range(8):
            x, now, speed = self.aim()
            if abs(speed - wanted_speed) < 0.3:
                break
            self.keys("ArrowUp" if speed < wanted_speed else "ArrowDown", max(1, 10 * abs(speed - wanted_speed)))
        assert abs(now - degrees) <= TURN
        before = self.listed()
        self.page.keyboard.press("Enter")
        self.strokes += 1
        for _ in range(200):
            self.listen()
            if self.listed() > before:
                return
            time.sleep(0.05)
        raise AssertionError("the stroke is not among the moves")

    def listed(self) -> int:
        """Return the number of the last stroke in the list of moves."""
        return max((int(number) for number in re.findall(r'group: "(\d+) ', self.text())), default=0)

    def answer_toss(self) -> None:
        """Answer what the toss asks."""
        for name in ("Left hand", "^Break$", "Keep seats"):
            if self.page.get_by_role("button", name=re.compile(name)).count():
                return self.press("button", name)

    def place(self) -> None:
        """Choose a spot by keys, hear where it is, and put the piece down."""
        self.tab_to("application", "Carrom board")
        self.page.keyboard.press("ArrowUp")
        expect(self.page.get_by_role("status").filter(has_text=re.compile(r"^Spot \d+ mm"))).to_have_count(1)
        self.page.keyboard.press("ArrowUp")
        self.page.keyboard.press("Enter")

    def play(self) -> str:
        """Play until the page says that the game is over; return the heading that says who won."""
        until = time.monotonic() + 540
        before = ""
        while self.strokes < LONGEST and time.monotonic() < until:
            self.listen()
            headings = [each for each in self.page.get_by_role("heading", level=2).all_inner_texts() if each]
            asked = " | ".join(headings)
            if over := next((each for each in headings if re.search(r" wins? | a draw", each)), ""):
                self.listen()
                return over
            if asked != before:
                self.announced.append(f"[{asked}]")
                before = asked
            if re.search("Your (turn|break)", asked):
                self.strike()
            elif re.search(r"Place (a|\S+’s) (white|black) piece", asked):
                self.place()
                time.sleep(0.3)
            elif "Claim your extra points?" in asked:
                self.press("button", "^Claim [1-9]")
            elif self.page.get_by_role("region", name="The toss").count():
                self.answer_toss()
            time.sleep(0.1)
        raise AssertionError("\n".join(self.announced[-40:]))


@pytest.mark.slow
def test_a_whole_game_is_played_by_reading_and_by_keyboard_alone(
    visit: Visit, server: Server, request: pytest.FixtureRequest
) -> None:
    """Every browser test of a full run plays all nineteen pieces; the slice plays a short end that a link opens."""
    page, reader = visit.page, Reader(visit.page)
    reader.tab_to("button", "^Play$")
    if request.config.getoption("--all"):
        page.keyboard.press("Enter")
    else:
        page.goto(f"{server.address}practice?p={SHORT}")
        reader.press("button", "^Start a game from here")
        reader.choose("Length", "one board")
        reader.choose("Who breaks first", "Toss")
        reader.press("button", "^Start game")
    page.wait_for_url(re.compile("/game/"))
    result = reader.play()
    print(result, reader.strokes, *reader.announced, sep="\n")
    assert re.search(r"(You|Computer) wins? ", result)
    assert "Computer is thinking…" in " ".join(reader.announced)
    assert re.search(r"pocket", " ".join(reader.announced))
    assert visit.complaints == []
