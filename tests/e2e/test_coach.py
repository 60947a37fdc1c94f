"""The coach: a comment after a stroke, a link to its position, and no coach in games against strangers."""

import re
import secrets

import pytest
from e2e.conftest import Server, Visit
from e2e.hand import choose
from e2e.test_page import violations
from e2e.test_table import IN_LINE
from e2e.wire import Wire, nonce, sit, terms
from playwright.sync_api import expect

from carrom.protocol import Join, Joined, Who


@pytest.mark.slow
def test_a_coach_speaks_after_a_stroke_where_he_may_and_only_if_asked_for(visit: Visit, server: Server) -> None:
    page = visit.page
    with Wire(server.address) as wire:
        words = wire.begin(terms(position=IN_LINE))
    sit(page, server.address, words)
    expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
    expect(page.get_by_test_id("game-coach")).to_have_count(0)
    choose(page, "game-coach-on")
    expect(page.get_by_test_id("coach-says")).to_contain_text("The coach comments after the first stroke.")
    page.get_by_test_id("strike-button").click()
    expect(page.get_by_test_id("game-coach")).to_have_attribute("data-number", "1", timeout=60_000)
    expect(page.get_by_test_id("coach-says")).to_contain_text(re.compile(r"^Asha tried: .+\d%"))
    assert violations(page) == []
    expect(page.get_by_test_id("coach-look")).to_have_attribute("href", re.compile(r"^/analysis\?p=c1_Q.200000.0"))
    page.reload()
    expect(page.get_by_test_id("coach-says")).to_contain_text("Asha tried")
    with Wire(server.address) as wire:
        apart = wire.begin(terms(who=Who.LINK, position=IN_LINE))
        with Wire(server.address) as other:
            name = nonce()
            other.say(Join(nonce=name, game=apart["game"], invite=apart["invite"], key=secrets.token_urlsafe(32)))
            other.until(Joined)
        sit(page, server.address, apart)
        expect(page.get_by_test_id("board")).to_have_attribute("data-phase", "strike")
        expect(page.get_by_test_id("game-coach-on")).to_have_count(0)
        expect(page.get_by_test_id("game-coach")).to_have_count(0)
    assert visit.complaints == []
