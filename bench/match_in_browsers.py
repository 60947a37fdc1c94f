"""Play a match of doubles in five browsers, through three server kills and a network cut, and check the scores shown.

    python -m bench.match_in_browsers [--seed 1]

Four people and a spectator open the real page, each in a browser context with its own storage. South presses Play, the
others join by South's link and take their seats, and the toss is done at the board. A short match: games of one board
under the official Laws, the best of three. The engine chooses the strokes, with small aim errors; each player sets
slider, direction and power on their own page and presses Strike, places dues and goes on to the next board with the
page's own buttons. The server is killed (SIGKILL) and restarted three times: at a stroke, during its animation, and
while a player aims, whose page then takes nothing. West's connection is cut for 30 s: the browser is offline and the
data on its websocket is dropped.

Each page stores every score that it shows, with the version of the game and the phase of its board. At the end the
record is read and simulated again. A page may show a score that the record had at that version, or at an earlier one
during an animation, but never a later score and never an older one after a newer. Exit code 1 if a page did, if the
pages end with different results, if the record does not verify, or if a planned fault did not happen.
"""

import argparse
import asyncio
import json
import math
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from bench.frames import chromium_words
from bench.lines import Server
from bench.match_of_doubles import DARK, STEADY, Network
from playwright.async_api import Browser, Page, async_playwright
from playwright.async_api import TimeoutError as NothingTaken

from carrom.board.seat import SEATS, Seat
from carrom.board.stroke import Stroke
from carrom.engine.player import EnginePlayer
from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.tables.history import TableHistory
from carrom.tables.views import state_of

RULES = 'extends = "icf"\nname = "a short match"\nboard_limit = 1\n'
NAMES = {Seat.SOUTH: "Asha", Seat.EAST: "Ravi", Seat.NORTH: "Meena", Seat.WEST: "Dev"}
SLOWEST, FASTEST, BEND = 0.2, 7.0, 1.6
"""Striker speeds in m/s at zero and full power, and the exponent between them (as in web/src/board/aim.ts)."""
KILLS = {4: "at a stroke", 12: "during an animation", 20: "while a player aimed"}
CUT = 8
"""The strokes before which the server is killed, and the connection cut."""
HAND = 5000
"""Timeout in ms for operating a control of the page."""
PATIENCE = 90.0
"""Seconds without progress after which the match is given up."""

WATCH = """
window.scores = [];
let last = '';
const look = () => {
  const board = document.querySelector('[data-testid=board][data-version]');
  const cards = [...document.querySelectorAll('[data-testid^="score-"]')];
  if (!board || !cards.length) return;
  const sides = cards.map((card) => [
    card.dataset.testid.slice(6), Number(card.querySelector('.points').textContent), Number(card.dataset.games)]);
  const now = JSON.stringify([Number(board.dataset.version), board.dataset.phase, sides.sort()]);
  if (now !== last) scores.push(JSON.parse(last = now));
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""

ASKED = """() => {
  const find = (words) => document.querySelector(words);
  const board = find('[data-testid=board]');
  if (!board) return null;
  const free = (name) => [...document.querySelectorAll(`[data-testid^=${name}]`)].filter((one) => !one.disabled);
  const press = [...free('toss-').slice(0, 1), ...free('demand-').slice(-1), ...free('place-auto'), ...free('next')];
  const strikes = board.dataset.phase === 'strike' && find('[data-testid=strike-button][aria-disabled=false]');
  return { version: Number(board.dataset.version), seat: board.dataset.bottom, phase: board.dataset.phase,
    press: press[0]?.dataset.testid ?? null, strikes: Boolean(strikes),
    over: Boolean(find('[data-testid=over-home]')) };
}"""
"""JavaScript that returns what the page expects: a button to press, or a stroke."""

Shown = tuple[tuple[str, int, int], ...]
"""The scores on the players' cards: seat, points, games."""


@dataclass
class Person:
    """A player or spectator, with their page and the errors on it."""

    name: str
    page: Page
    complaints: list[str] = field(default_factory=list)

    async def asked(self) -> dict[str, Any]:
        """Return what the page expects of the person."""
        return await self.page.evaluate(ASKED) or {"version": 0, "press": None, "strikes": False, "over": False}

    async def strike(self, stroke: Stroke) -> bool:
        """Aim and strike with the page's own controls; return False if the page does not accept a stroke."""
        try:
            await self._strike(stroke)
        except NothingTaken:
            return False
        return True

    async def _strike(self, stroke: Stroke) -> None:
        page = self.page
        power = max(0.0, (stroke.speed - SLOWEST) / (FASTEST - SLOWEST)) ** (1 / BEND)
        degrees = math.degrees(math.atan2(-stroke.vx, stroke.vy))
        await page.get_by_test_id("slide").fill(str(round(stroke.x / 500) / 2), timeout=HAND)
        await page.get_by_test_id("power").fill(str(min(100, round(100 * power))), timeout=HAND)
        await page.get_by_test_id("angle").fill(f"{degrees:.2f}", timeout=HAND)
        await page.get_by_test_id("angle").press("Tab", timeout=HAND)
        await page.get_by_test_id("strike-button").click(timeout=HAND)

    async def seen(self) -> list[tuple[int, str, Shown]]:
        """Return every score that the page has shown."""
        found = await self.page.evaluate("window.scores")
        return [(version, phase, tuple((seat, *rest) for seat, *rest in sides)) for version, phase, sides in found]


class Match:
    """The match and its five pages."""

    def __init__(self, server: Server, browser: Browser, options: argparse.Namespace) -> None:
        """Prepare a match without players."""
        self.server, self.browser, self.options = server, browser, options
        self.chance, self.brain = Random(options.seed), EnginePlayer(STEADY)
        self.network = Network(server.port)
        self.people: dict[Seat, Person] = {}
        self.spectator: Person | None = None
        self.words: dict[str, Any] = {}
        self.strokes = 0
        self.kills = dict(KILLS)
        self.happened: list[str] = []
        self.cutting: asyncio.Task[None] | None = None

    @property
    def everybody(self) -> list[Person]:
        """All five people."""
        assert self.spectator is not None
        return [*self.people.values(), self.spectator]

    async def gather(self) -> None:
        """Start the match as South, let the others join by link, and open the spectator's page."""
        await self.network.start()
        seats = [{"seat": seat, "who": "me" if seat is Seat.SOUTH else "link"} for seat in SEATS]
        agreed = {"ruleset": "icf", "rules": RULES, "length": "match", "seats": seats, "first_break": None}
        south = await self._comes("", NAMES[Seat.SOUTH], usual={"terms": agreed, "custom": None})
        self.people[Seat.SOUTH] = south
        await south.page.get_by_test_id("play").click()
        await south.page.wait_for_url("**/game/*")
        game = south.page.url.rpartition("/")[2]
        stored = await south.page.evaluate(f"localStorage.getItem('carrom.game.{game}')")
        self.words = json.loads(stored)
        for seat in SEATS[1:]:
            port = self.network.port if seat is Seat.WEST else self.server.port
            invitation = f"game/{game}#join={self.words['invite']}&watch={self.words['watch']}"
            guest = await self._comes(invitation, NAMES[seat], port=port)
            self.people[seat] = guest
            await guest.page.get_by_test_id("join-name").fill(NAMES[seat])
            if seat is not SEATS[-1]:
                await guest.page.get_by_test_id(f"join-{seat.value}").check()
            await guest.page.get_by_test_id("sit-down").click()
            await guest.page.get_by_test_id("join").wait_for(state="detached")
        self.spectator = await self._comes(f"game/{game}#watch={self.words['watch']}", "the spectator")
        for person in self.everybody:
            await person.page.get_by_test_id("board").wait_for()

    async def _comes(self, address: str, name: str, port: int = 0, usual: Any = None) -> Person:
        """Open the page in a new browser context."""
        context = await self.browser.new_context(viewport={"width": 1180, "height": 820}, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        await context.add_init_script(WATCH)
        stored = {"carrom.settings": {"muted": True, "name": name}, "carrom.language": None, "carrom.usual": usual}
        for key, value in stored.items():
            if value is not None:
                put = f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {json.dumps(json.dumps(value))})"
                await context.add_init_script(put)
        person = Person(name, await context.new_page())
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        await person.page.goto(f"http://127.0.0.1:{port or self.server.port}/{address}")
        return person

    async def play(self) -> None:
        """Act as the pages expect until all show the end; raises `TimeoutError` if there is no progress."""
        moved = time.monotonic()
        versions: list[int] = []
        while True:
            asked = [await person.asked() for person in self.everybody]
            if all(each["over"] for each in asked) and (self.cutting is None or self.cutting.done()):
                return
            if versions != (versions := [each["version"] for each in asked]) or self._is_cut():
                moved = time.monotonic()
            if time.monotonic() - moved > PATIENCE:
                raise TimeoutError(f"no progress for {PATIENCE:g} s: {asked}")
            for (seat, person), each in zip(self.people.items(), asked, strict=False):
                if each["press"] == "next" and seat is not Seat.SOUTH:
                    continue
                if each["press"] and not each["over"]:
                    await person.page.get_by_test_id(each["press"]).click()
                    await self._until_past(person, each)
                elif each["strikes"]:
                    await self._stroke(person, each)
            await asyncio.sleep(0.1)

    def _is_cut(self) -> bool:
        return self.cutting is not None and not self.cutting.done()

    async def _stroke(self, person: Person, asked: dict[str, Any]) -> None:
        """Choose and play a stroke, with the fault that is planned for it."""
        game = await self.record()
        if len(game.events) != asked["version"]:
            return
        seat = Seat(asked["seat"])
        stroke = await asyncio.to_thread(self.brain.choose, game, seat, Random(self.chance.getrandbits(64)))
        number = self.strokes + 1
        if number == CUT and self.cutting is None:
            self.cutting = asyncio.create_task(self._cut())
        if self.kills.get(number) == "while a player aimed":
            await self._killed(number, person, asked)
        elif await person.strike(stroke):
            self.strokes = number
            if self.kills.get(number) == "during an animation":
                await self._until_past(person, asked)
            if number in self.kills:
                await self._killed(number, person, asked)
            await self._until_past(person, asked)

    async def _killed(self, number: int, person: Person, asked: dict[str, Any]) -> None:
        """Kill the server, restart it, and wait until the page has reconnected."""
        what, began = self.kills.pop(number), time.monotonic()
        self.server.kill()
        await asyncio.sleep(1)
        said = await person.page.get_by_test_id("turn").text_content()
        await asyncio.to_thread(self.server.start)
        while not (now := await person.asked())["version"] or (
            now["version"] == asked["version"] and not now["strikes"]
        ):
            await asyncio.sleep(0.05)
        self._tell(f'the server was killed {what}: "{said}"; back after {time.monotonic() - began:.1f} s', number)

    def _tell(self, what: str, number: int) -> None:
        self.happened.append(what)
        print(f"stroke {number}: {what}", flush=True)

    async def _cut(self) -> None:
        """Cut West's connection for a while."""
        west = self.people[Seat.WEST]
        self.network.dark = True
        await west.page.context.set_offline(True)
        await asyncio.sleep(DARK)
        said = await west.page.get_by_test_id("turn").text_content()
        await west.page.context.set_offline(False)
        self.network.dark = False
        self._tell(f'until now {west.name} was offline for {DARK:g} s: "{said}"', self.strokes)

    async def _until_past(self, person: Person, asked: dict[str, Any]) -> None:
        """Wait until a page has moved on from what it expected, at most 20 s."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            now = await person.asked()
            if now["version"] != asked["version"] or now["over"]:
                return
            await asyncio.sleep(0.05)

    async def record(self) -> GameHistory:
        """Fetch the current record of the game and return its history."""
        headers = {"authorization": f"Bearer {self.words['key']}"}
        address = f"{self.server.address}games/{self.words['game']}.carrom"
        async with httpx.AsyncClient() as client:
            while True:
                try:
                    answer = await client.get(address, headers=headers, timeout=20)
                    if answer.status_code == 200:
                        return await asyncio.to_thread(read_record, answer.text)
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.2)


def scores_of(game: GameHistory) -> list[Shown]:
    """Return what the players' cards show at each version of a game, from version 0 on."""
    history = TableHistory(game=GameHistory.fold(game.events[:1]))
    scores: list[Shown] = [(), _shown(history)]
    for event in game.events[1:]:
        history = history.apply(event)
        scores.append(_shown(history))
    return scores


def _shown(history: TableHistory) -> Shown:
    sides = state_of(history, Seat.SOUTH, can_undo=False).sides
    return tuple(sorted((side.seats[0].value, side.score, side.games) for side in sides))


def wrongs_of(seen: list[tuple[int, str, Shown]], scores: list[Shown]) -> list[str]:
    """Return every score shown that the record did not have at that version."""
    wrong, reached = [], 1
    for version, phase, shown in seen:
        least = version if phase in ("strike", "place") else reached
        found = next((each for each in range(least, version + 1) if scores[each] == shown), None)
        if found is None:
            wrong.append(f"{shown} at version {version} ({phase}); the record has {scores[version]}")
        else:
            reached = found
    return wrong


async def played(options: argparse.Namespace, server: Server) -> int:
    """Play, check and print; return the exit code."""
    began = time.monotonic()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_words())
        match = Match(server, browser, options)
        await match.gather()
        await match.play()
        await asyncio.sleep(1)
        game = await match.record()
        scores = scores_of(game)
        wrong = [f"the record does not verify: {each}" for each in divergences(game)]
        print(f"doubles in five browsers, {len(game.strokes)} strokes, {len(game.events)} events", flush=True)
        for person in match.everybody:
            seen = await person.seen()
            bad = wrongs_of(seen, scores)
            last = seen[-1][2] if seen else ()
            if last != scores[-1]:
                bad.append(f"ends with {last}; the record with {scores[-1]}")
            text = await person.page.get_by_test_id("result").first.text_content()
            print(f'  {person.name}: {len(seen)} scores shown, {len(bad)} wrong; at the end {last}: "{text}"')
            wrong += [f"{person.name} saw {each}" for each in bad]
            wrong += [f"on the page of {person.name}: {each}" for each in person.complaints]
        await browser.close()
    missing = len(KILLS) + 1 - len(match.happened)
    wrong += [f"{missing} planned faults did not happen"] if missing else []
    print(f"{time.monotonic() - began:.0f} s")
    print("\n".join(wrong) or "no errors: the record verifies and contains every score that a page showed")
    return int(bool(wrong))


def main() -> int:
    """Parse the command line and play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return asyncio.run(played(options, server))
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
