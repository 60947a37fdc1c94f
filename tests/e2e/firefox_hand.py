"""Play in Debian's Firefox through the page: press buttons, aim by keys or mouse, and answer the game's prompts."""

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from e2e.conftest import ROOT
from e2e.hand import HELD_FOR, powering, pull_of, slide_of, sliding, steps, turning

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import level
from carrom.game.game import GameHistory

sys.path.insert(0, str(ROOT))

from bench.firefox import Firefox

LIMIT = 240.0
"""Seconds for the start of Python in a page on a busy machine, and for a move of the computer."""

CENTRE = """(selector) => {
  const node = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && !one.disabled);
  if (!node) return null;
  node.scrollIntoView({ block: 'nearest' });
  const box = node.getBoundingClientRect();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(...at);
  return top !== null && node.contains(top) ? at : null;
}"""
"""The centre of what can be pressed; null while it is hidden, disabled or covered."""
ASKED = """() => {
  const sees = (selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
  const phase = document.querySelector('[data-testid=board]')?.dataset.phase;
  if (phase === 'strike' || phase === 'place') return phase;
  if (sees('[data-testid^=demand-]')) return 'demand';
  return sees('[data-testid=next], [data-testid=result], [data-testid=again]') ? 'end' : null;
}"""
BOARD = """() => {
  const node = document.querySelector('[data-testid=board]');
  const box = node.getBoundingClientRect();
  return { ...node.dataset, box: [box.x, box.y, box.width, box.height] };
}"""
FOCUS = "() => document.querySelector('[data-testid=board]').focus()"
LATER = "(version) => document.querySelector('[data-testid=board]')?.dataset.version !== version"


def press(firefox: Firefox, name: str, limit: float = 60.0) -> None:
    """Press the button with a test id by mouse, as soon as it can be pressed."""
    firefox.drag(tuple(firefox.wait_for(CENTRE, f"[data-testid={name}]", limit=limit)))


class FirefoxHand:
    """Plays at a page in Firefox, with strokes of the strongest computer level so that a board ends soon."""

    def __init__(self, firefox: Firefox, game: Callable[[], GameHistory]) -> None:
        """`game` reads the game as it is stored."""
        self.firefox, self.game = firefox, game
        self.brain, self.chance = level("machine"), Random(1)

    def wait_for_turn(self) -> str:
        """Wait until the page asks for an action; return "strike", "place", "demand" or "end"."""
        return str(self.firefox.wait_for(ASKED, limit=LIMIT))

    def board(self) -> dict[str, Any]:
        """Return the data attributes of the board, and its box in pixels."""
        return dict(self.firefox.evaluate(BOARD))

    def act(self, asked: str, by_mouse: bool = False) -> None:
        """Do what is asked for, and wait until it is ruled on."""
        version, seat = self.board()["version"], Seat(self.board()["bottom"])
        if asked == "strike":
            stroke = self.brain.choose(self.game(), seat, self.chance)
            (self._strike_by_mouse if by_mouse else self._strike_by_keys)(stroke)
        elif asked == "demand":
            self.firefox.drag(tuple(self.firefox.wait_for(CENTRE, "[data-testid^=demand-]")))
        elif (at := self.brain.place(self.game(), seat)) is None:
            press(self.firefox, "waive")
        else:
            x, y = seat.from_board(at.x, at.y)
            self._drag([(x / 1000, y / 1000)])
        self.firefox.wait_for(LATER, version, limit=LIMIT)

    def _strike_by_keys(self, stroke: Stroke) -> None:
        self.firefox.evaluate(FOCUS)
        self.firefox.press(*steps(*sliding(stroke, int(self.board()["x"]))))
        self.firefox.press(*steps(*turning(stroke, float(self.board()["degrees"]))))
        self.firefox.press(*steps(*powering(stroke, float(self.board()["power"]))), "Enter")

    def _strike_by_mouse(self, stroke: Stroke) -> None:
        self._drag(slide_of(stroke, int(self.board()["x"]) / 1000))
        self._drag(pull_of(stroke), 0 if stroke.vy > 0 else HELD_FOR)

    def _drag(self, places: list[tuple[float, float]], hold: int = 0) -> None:
        """Drag the mouse over places of the board (mm, in the frame of the seat at the lower edge)."""
        shown = self.board()
        left, top, width, height = shown["box"]
        extent = float(shown["extent"])
        pixels = [(left + (1 + x / extent) * width / 2, top + (1 - y / extent) * height / 2) for x, y in places]
        self.firefox.drag(*pixels, hold=hold)
