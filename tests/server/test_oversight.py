"""The moderators' page: permissions, refusals, the log, and immediate effects."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.ratings import RatedGame, RatingStore

from .test_accounts import PASSWORD, Browser, Club


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture
def club(static: Path) -> Iterator[Club]:
    made = Club(":memory:", static)
    with made.client:
        yield made


def people(club: Club, *names: str) -> list[Browser]:
    """Sign people up; the first becomes a moderator."""
    browsers = [club.browser() for _ in names]
    for browser, name in zip(browsers, names, strict=True):
        browser.sign_up(name)
    made = club.accounts.people
    account = made.called(names[0])
    assert account is not None
    Moderation(made).promote(OPERATOR, account, "runs club nights", up=True)
    return browsers


def act(browser: Browser, what: str, about: str = "", code: int = 200, **more: Any) -> Any:
    return browser.post("/moderation", {"what": what, "about": about, "why": "a test", **more}, code)


def look(browser: Browser, about: str = "") -> Any:
    answer = browser.client.get("/me/moderation", params={"about": about})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_only_moderators_see_and_do_anything(club: Club) -> None:
    _, asha = people(club, "Meera", "Asha")
    for browser, code in ((asha, 403), (club.browser(), 401)):
        assert browser.client.get("/me/moderation").status_code == code
        act(browser, "close", "Meera", code)


def test_a_report_is_answered_by_what_is_done_and_both_stand_in_the_log(club: Club) -> None:
    meera, asha, bilal = people(club, "Meera", "Asha", "Bilal")
    asha.post("/report", {"name": "Bilal", "reason": "stalling", "said": "two minutes a stroke"}, 201)
    (report,) = look(meera)["reports"]
    assert (report["by"], report["about"], report["reason"]) == ("Asha", "Bilal", "stalling")
    answer = act(meera, "warn", "Bilal", report=report["id"], why="Play on, or give up.")
    assert answer["reports"] == []
    assert [(each["act"], each["by"]) for each in answer["log"][:2]] == [("answer", "Meera"), ("warn", "Meera")]
    assert (answer["about"]["name"], answer["about"]["reports"]) == ("Bilal", 1)
    assert [each["why"] for each in bilal.me()["warnings"]] == ["Play on, or give up."]
    assert asha.me()["warnings"] == []
    again = act(meera, "warn", "Bilal", 422, report=report["id"])
    assert "already closed" in again["detail"]
    assert len(bilal.me()["warnings"]) == 1


def test_a_closed_account_is_out_at_once_and_may_be_opened_again(club: Club) -> None:
    meera, asha = people(club, "Meera", "Asha")
    with asha.line() as line:
        line.receive_text()
        assert act(meera, "close", "Asha")["about"]["state"] == "closed"
        with suppress(WebSocketDisconnect):
            for _ in range(100):
                line.receive_text()
            raise AssertionError("the line goes on")
    asha.post("/sign-in", {"name": "Asha", "password": PASSWORD}, 403)
    assert act(meera, "reopen", "Asha")["about"]["state"] == "open"
    asha.post("/sign-in", {"name": "Asha", "password": PASSWORD})


def test_muting_and_renaming_are_told_as_they_stand(club: Club) -> None:
    meera, asha = people(club, "Meera", "Asha")
    assert act(meera, "mute", "Asha", days=7)["about"]["muted"] > 0
    assert act(meera, "mute", "Asha", days=0)["about"]["muted"] == 0
    answer = act(meera, "rename", "Asha", name="Asha2")
    assert (answer["about"]["name"], asha.me()["name"]) == ("Asha2", "Asha2")
    assert [each["act"] for each in answer["about"]["log"]].count("rename") == 1


@pytest.mark.slow(first=8)
@pytest.mark.parametrize(
    ("what", "about", "more", "code", "said"),
    [
        ("close", "Nobody", {}, 404, "There is no player named"),
        ("close", "Meera", {}, 403, "carrom admin"),
        ("warn", "Tara", {}, 403, "carrom admin"),
        ("close", "Asha", {"why": " "}, 422, "A reason is required"),
        ("rename", "Asha", {"name": "admin"}, 422, "mistaken for the server"),
        ("rename", "Asha", {"name": "Tara"}, 422, "is taken"),
        ("reopen", "Asha", {}, 422, "is open, not closed"),
        ("unrate", "no-such-game", {}, 422, "has not affected any rating"),
        ("unrate", "no-such-game", {"why": ""}, 422, "A reason is required"),
        ("answer", "", {}, 422, "report to close"),
        ("answer", "", {"report": "none"}, 422, "already closed"),
        ("promote", "Asha", {}, 422, "does not match"),
        ("mute", "Asha", {"days": 9999}, 422, "does not match"),
    ],
)
def test_what_is_refused_is_a_sentence_and_changes_nothing(
    club: Club, what: str, about: str, more: dict[str, Any], code: int, said: str
) -> None:
    meera, _, tara = people(club, "Meera", "Asha", "Tara")
    account = club.accounts.people.called("Tara")
    assert account is not None
    Moderation(club.accounts.people).promote(OPERATOR, account, "helps", up=True)
    before = look(tara)
    assert said in act(meera, what, about, code, **more)["detail"]
    assert look(tara) == before


def report(by: Browser, about: str, said: str = "") -> None:
    by.post("/report", {"name": about, "reason": "insult", "said": said}, 201)


def waiting(club: Club) -> dict[str, str]:
    """Return the IDs of the open reports, by their text."""
    return {each.said: each.id for each in Moderation(club.accounts.people).reports()}


def test_a_report_about_a_moderator_goes_to_the_operator_alone(club: Club) -> None:
    meera, asha, tara = people(club, "Meera", "Asha", "Tara")
    promote(club, "Tara")
    report(asha, "Meera", "about Meera")
    report(asha, "Tara", "about Tara")
    for moderator in (meera, tara):
        for name in ("", "Meera", "Tara", "Asha"):
            answer = str(look(moderator, name)["reports"]) + str(look(moderator, name)["log"])
            assert "about Meera" not in answer
            assert "Asha" not in answer
        assert look(moderator, "Meera")["about"]["reports"] == 0
        for said in ("about Meera", "about Tara"):
            for what, about in (("answer", ""), ("warn", "Asha"), ("close", "Asha")):
                act(moderator, what, about, 422, report=waiting(club)[said])
    assert set(waiting(club)) == {"about Meera", "about Tara"}
    assert asha.me()["warnings"] == []
    Moderation(club.accounts.people).answer(OPERATOR, waiting(club)["about Meera"], "Asha was right")
    assert "Asha" not in str(look(meera)["log"])


def test_a_moderator_does_not_decide_their_own_report(club: Club) -> None:
    meera, _, tara = people(club, "Meera", "Asha", "Tara")
    promote(club, "Tara")
    report(meera, "Asha", "mine")
    assert look(meera)["reports"] == []
    act(meera, "warn", "Asha", 422, report=waiting(club)["mine"])
    assert [each["by"] for each in look(tara)["reports"]] == ["Meera"]
    act(tara, "warn", "Asha", report=waiting(club)["mine"])
    assert waiting(club) == {}


def promote(club: Club, name: str) -> None:
    made = club.accounts.people
    account = made.called(name)
    assert account is not None
    Moderation(made).promote(OPERATOR, account, "helps", up=True)


def rated(club: Club, game: str, *names: str) -> None:
    """Rate a game that the first of these people won."""
    made = (club.accounts.people.called(name) for name in names)
    accounts = tuple((each.id, side) for side, each in enumerate(made) if each is not None)
    RatingStore(club.store.database).rate(RatedGame(game=game, pool="icf", accounts=accounts, shares=(1.0, 0.0), at=1))


def test_a_game_in_which_a_moderator_sits_is_taken_out_of_the_ratings_by_the_operator_alone(club: Club) -> None:
    meera, *_ = people(club, "Meera", "Asha", "Tara", "Bilal")
    promote(club, "Tara")
    for game, loser in (("lost-to-asha", "Meera"), ("lost-by-tara", "Tara")):
        rated(club, game, "Asha", loser)
        assert "carrom admin" in act(meera, "unrate", game, 403)["detail"]
    assert club.store.database.ask("SELECT 1 FROM rating_change WHERE kind = 'undone'", ()) == []
    Moderation(club.accounts.people).unrate(OPERATOR, "lost-to-asha", "the power went")
    rated(club, "of-others", "Asha", "Bilal")
    (line,) = [each for each in act(meera, "unrate", "of-others")["log"] if each["about"] == "of-others"]
    assert "Bilal" in line["before"]
