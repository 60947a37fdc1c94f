"""A stroke in slow motion, shared as a clip or a link; and the board themes in the settings."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import board
from e2e.test_page import violations
from e2e.test_table import IN_LINE, hand_at, towards_the_pocket
from playwright.sync_api import Page, expect


def at_a_pocketed_piece(visit: Visit, server: Server, motion: Any = "no-preference", **terms: Any) -> Page:
    """Play a stroke that pockets a piece, and open the replay at that stroke."""
    page = visit.page
    page.emulate_media(reduced_motion=motion)
    hand = hand_at(visit, server, position=IN_LINE, **terms)
    hand.wait_for_turn()
    hand.strike_by_keys(towards_the_pocket(1_500_000))
    hand.wait_for_turn()
    page.goto(f"{page.url.partition('#')[0]}?stroke=1")
    expect(page.get_by_test_id("timeline")).to_be_visible()
    return page


@pytest.mark.slow
def test_a_stroke_is_watched_in_slow_motion_and_saved_as_gif_and_video(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    page = at_a_pocketed_piece(visit, server)
    page.get_by_test_id("replay-moment").click()
    shown = page.get_by_test_id("moment-board")
    expect(shown).to_have_attribute("data-playing", "true")
    assert violations(page) == []
    expect(shown).to_have_attribute("data-played", "true", timeout=60_000)
    for kind, ending in (("gif", b"GIF89a"), ("video", b"")):
        with page.expect_download(timeout=120_000) as download:
            page.get_by_test_id(f"moment-{kind}").click()
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
        assert saved.read_bytes().startswith(ending)
        assert 20_000 < saved.stat().st_size < 3_000_000
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("moment")).to_have_count(0)
    expect(page.get_by_test_id("timeline")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.slow
def test_a_link_to_a_stroke_lets_others_watch_it(visit: Visit, server: Server) -> None:
    page = at_a_pocketed_piece(visit, server)
    page.get_by_test_id("replay-moment").click()
    link = page.get_by_test_id("moment-link").get_attribute("data-link")
    assert link is not None
    parts = urlsplit(link)
    assert parts.query == "stroke=1"
    assert parts.fragment.startswith("watch=")
    assert page.context.browser is not None
    stranger = page.context.browser.new_context().new_page()
    stranger.goto(link)
    expect(stranger.get_by_test_id("timeline")).to_have_attribute("aria-valuetext", "Stroke 1 of 1")
    assert "watch=" not in stranger.url
    stranger.context.close()


@pytest.mark.slow
def test_the_slow_motion_is_opened_and_closed_by_keyboard(visit: Visit, server: Server) -> None:
    page = at_a_pocketed_piece(visit, server)
    page.get_by_test_id("replay-moment").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("moment-board")).to_have_attribute("data-loaded", "true")
    page.get_by_test_id("moment-close").press("Enter")
    expect(page.get_by_test_id("moment")).to_have_count(0)
    expect(page.get_by_test_id("replay-moment")).to_be_focused()


@pytest.mark.slow
def test_with_reduced_motion_nothing_moves_unasked(visit: Visit, server: Server) -> None:
    page = at_a_pocketed_piece(visit, server, motion="reduce")
    page.get_by_test_id("replay-moment").click()
    shown = page.get_by_test_id("moment-board")
    expect(shown).to_have_attribute("data-loaded", "true")
    expect(shown).to_have_attribute("data-playing", "false")
    page.get_by_test_id("moment-play").click()
    expect(shown).to_have_attribute("data-playing", "true")


@pytest.mark.slow
def test_where_no_video_can_be_recorded_a_sentence_says_what_to_do(visit: Visit, server: Server) -> None:
    visit.page.add_init_script("delete window.MediaRecorder")
    page = at_a_pocketed_piece(visit, server)
    page.get_by_test_id("replay-moment").click()
    expect(page.get_by_test_id("moment-no-video")).to_have_text(
        "This browser cannot record a video; save a GIF instead."
    )
    expect(page.get_by_test_id("moment-video")).to_have_count(0)
    expect(page.get_by_test_id("moment-gif")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_wood_and_the_pieces_are_chosen_in_the_settings_for_every_board(
    visit: Visit, server: Server, scheme: Any
) -> None:
    page = visit.page
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{server.address}settings")
    page.get_by_test_id("wood-teak").check(force=True)
    page.get_by_test_id("pieces-lacquered").check(force=True)
    page.get_by_test_id("night-quiet").uncheck()
    assert violations(page) == []
    page.reload()
    for chosen in ("wood-teak", "pieces-lacquered"):
        expect(page.get_by_test_id(chosen)).to_be_checked()
    expect(page.get_by_test_id("night-quiet")).not_to_be_checked()
    page.goto(f"{server.address}analysis?p=c1_W1.0.0")
    expect(board(page)).to_be_visible()
    assert page.locator(".wood #plywood stop").first.get_attribute("stop-color") == "#dfb377"
    assert visit.complaints == []
