"""A whole board of official singles against the computer, in a real browser, with reloads and a server crash."""

import subprocess
import sys
from pathlib import Path

import pytest
from e2e.conftest import ROOT, Server, Visit
from e2e.hand import Hand, begin, board, shown, spoken_laws
from playwright.sync_api import expect

MOST_ACTS = 150


@pytest.mark.slow
def test_a_whole_board_by_mouse_and_keys_with_a_reload_and_a_killed_server(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    page = visit.page
    begin(page)
    hand = Hand(page, server.address, visit.session())
    ruled: set[str] = set()
    strokes = 0
    for _ in range(MOST_ACTS):
        asked = hand.wait_for_turn()
        ruled.update(spoken_laws(page))
        if asked == "end":
            break
        if asked == "place":
            hand.place()
        elif asked == "demand":
            hand.demand()
        elif strokes % 2 == 0:
            hand.strike_by_mouse(hand.stroke())
        else:
            hand.strike_by_keys(hand.stroke())
        strokes += asked == "strike"
        if strokes == 2 and asked == "strike":
            reload_and_compare(visit, hand)
        if strokes == 4 and asked == "strike":
            kill_and_restart(visit, hand, server)
    expect(page.get_by_test_id("result")).to_be_visible()
    assert strokes > 3
    assert any(clause.startswith("Law") for clause in ruled)
    check_the_record(hand, tmp_path)
    replay(visit, len(hand.game().strokes))
    page.get_by_test_id("next").click()
    expect(page.get_by_test_id("result")).to_be_hidden()
    assert hand.wait_for_turn() == "strike"
    assert visit.complaints == []


def reload_and_compare(visit: Visit, hand: Hand) -> None:
    """Reload the page in mid-game and check that it shows the same game."""
    hand.wait_for_turn()
    before, version = shown(visit.page), hand.version()
    visit.page.reload()
    hand.wait_for_turn()
    assert (shown(visit.page), hand.version()) == (before, version)


def kill_and_restart(visit: Visit, hand: Hand, server: Server) -> None:
    """Kill the server in mid-game; the page reports it, reconnects and shows the same game."""
    hand.wait_for_turn()
    before, version = shown(visit.page), hand.version()
    server.kill()
    expect(visit.page.get_by_test_id("line")).to_be_visible()
    server.start()
    expect(visit.page.get_by_test_id("line")).to_be_hidden(timeout=20_000)
    hand.wait_for_turn()
    assert (shown(visit.page), hand.version()) == (before, version)


def check_the_record(hand: Hand, folder: Path) -> None:
    """Check the stored record with `carrom verify`."""
    from carrom.game.record import write_record

    path = folder / "board.carrom"
    path.write_text(write_record(hand.game()), encoding="utf-8")
    command = [sys.executable, "-m", "carrom", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "src", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def replay(visit: Visit, strokes: int) -> None:
    """Replay the first stroke, and return to the game."""
    page = visit.page
    page.get_by_test_id("replay").click()
    timeline = page.get_by_test_id("timeline")
    expect(timeline).to_have_attribute("aria-valuetext", f"Stroke {strokes} of {strokes}")
    timeline.focus()
    page.keyboard.press("Home")
    expect(board(page)).to_have_attribute("data-phase", "replay")
    page.get_by_test_id("replay-close").click()
    expect(board(page)).not_to_have_attribute("data-phase", "replay")
