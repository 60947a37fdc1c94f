"""Firefox plays a board: on the page of a server, and on the static site without one."""

from collections.abc import Iterator
from random import Random

import httpx
import pytest
from e2e.conftest import Server
from e2e.firefox_hand import LIMIT, Firefox, FirefoxHand, press
from e2e.static_site import READ, StaticServer, build

from carrom.game.game import GameHistory
from carrom.game.record import read_record
from carrom.offline.stored_games import read_game
from carrom.tables.room import Room

pytestmark = pytest.mark.slow

DESK, PHONE = (1440, 900), (390, 664)
MOST_ACTS = 150
SESSION = """() => {
  const game = location.pathname.match(/^\\/game\\/([^#]+)/)?.[1];
  return game ? JSON.parse(localStorage.getItem(`carrom.game.${game}`)) : null;
}"""
SCROLLS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    with Firefox() as found:
        yield found


def play_to_the_end(hand: FirefoxHand) -> int:
    """Play until the board is over, every other stroke by mouse; return the number of strokes."""
    strokes = 0
    for _ in range(MOST_ACTS):
        asked = hand.wait_for_turn()
        assert not hand.firefox.evaluate(SCROLLS), "the page is wider than the window"
        if asked == "end":
            break
        hand.act(asked, by_mouse=strokes % 2 == 0)
        strokes += asked == "strike"
    return strokes


def test_firefox_plays_a_board_against_the_computer_on_the_page_of_a_server(firefox: Firefox, server: Server) -> None:
    firefox.viewport(*DESK)
    firefox.goto(server.address)
    press(firefox, "play")
    session = firefox.wait_for(SESSION)

    def game() -> GameHistory:
        headers = {"authorization": f"Bearer {session['key']}"}
        answer = httpx.get(f"{server.address}games/{session['game']}.carrom", headers=headers)
        return read_record(answer.raise_for_status().text)

    strokes = play_to_the_end(FirefoxHand(firefox, game))
    assert strokes > 3
    assert game().is_over
    assert firefox.complaints == []


def test_firefox_plays_a_board_at_one_screen_on_the_static_site_and_a_reload_keeps_it(firefox: Firefox) -> None:
    build()
    site = StaticServer()
    firefox.viewport(*PHONE)
    firefox.goto(site.address)
    press(firefox, "company-here")
    press(firefox, "play-2")
    session = firefox.wait_for(SESSION, limit=LIMIT)

    def room() -> Room:
        return Room.restored(read_game(firefox.evaluate(READ, session["game"])).stored(), Random(0), 0)

    hand = FirefoxHand(firefox, lambda: room().game)
    hand.act(hand.wait_for_turn(), by_mouse=True)
    before = hand.board()
    firefox.reload()
    assert hand.wait_for_turn() == "strike"
    assert hand.board()["version"] == before["version"]
    strokes = play_to_the_end(hand)
    site.close()
    assert strokes > 3
    assert read_record(room().record()).is_over
    assert firefox.complaints == []
