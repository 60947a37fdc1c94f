"""A passkey's response is valid only for the purpose and the session of its challenge."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from carrom.server.people.accounts import password_of
from carrom.server.people.models import Credential
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.usernames import named

from .authenticator import Authenticator
from .places import KINDS, place_of
from .test_accounts import PASSWORD, Browser, Club

NEW = "quite another password"


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder


@pytest.fixture(params=KINDS)
def club(request: pytest.FixtureRequest, static: Path, tmp_path: Path) -> Iterator[Club]:
    made = Club(place_of(request.param, tmp_path).where, static)
    with made.client:
        yield made


def question(browser: Browser) -> str:
    """Ask to add a passkey to the signed-in account, and return a new authenticator's response."""
    return Authenticator().registered(browser.post("/passkey/new", {}), browser.origin)


def questions(club: Club) -> int:
    return int(club.store.database.ask("SELECT count(*) FROM passkey_question", ())[0][0])


def accounts(club: Club) -> list[tuple[object, ...]]:
    """Return every row that can give access to an account."""
    tables = ("account", "credential", "session")
    return [row for table in tables for row in club.store.database.ask(f"SELECT * FROM {table} ORDER BY 1", ())]


def test_a_passkey_makes_an_account_and_signs_in_to_it(club: Club) -> None:
    page, other, key = club.browser(), club.browser(), Authenticator()
    answer = key.registered(page.post("/passkey/new", {"name": "Asha"}), page.origin)
    reply = page.post("/passkey/made", {"answer": answer, "name": "Asha"}, 201)
    assert (reply["name"], reply["code"].count("-"), page.me()["name"]) == ("Asha", 4, "Asha")
    assert (
        other.post("/passkey/shown", {"answer": key.signed(other.post("/passkey/ask"), other.origin)})["code"] is None
    )
    assert other.me()["name"] == "Asha"
    page.post("/passkey/made", {"answer": question(page)})
    assert [each["kind"] for each in page.me()["ways"]].count("passkey") == 2


def changes_password(owner: Browser, code: str) -> None:
    owner.post("/password", {"password": NEW})


def recovers(owner: Browser, code: str) -> None:
    owner.post("/recover", {"name": "Asha", "code": code, "password": NEW})


def ends_the_others(owner: Browser, code: str) -> None:
    owner.post("/sessions/end", {})


@pytest.mark.parametrize("throws_out", [changes_password, recovers, ends_the_others])
def test_a_thief_who_was_thrown_out_opens_nothing_by_a_question_that_was_asked_before(
    club: Club, throws_out: Callable[[Browser, str], None]
) -> None:
    owner, thief = club.browser(), club.browser()
    code = owner.sign_up()
    thief.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    answers = [question(thief), question(thief)]
    throws_out(owner, code)
    assert questions(club) == 0, "the questions went with the session"
    before = accounts(club)
    assert "name" not in thief.post("/passkey/made", {"answer": answers[0], "name": "Anything"}, 422)
    thief.post("/passkey/made", {"answer": answers[1]}, 401)
    assert thief.me()["name"] == ""
    assert accounts(club) == before


def test_a_question_about_ones_own_account_makes_no_new_one_and_the_other_way_round(club: Club) -> None:
    page, guest = club.browser(), club.browser()
    page.sign_up()
    before = accounts(club)
    page.post("/passkey/made", {"answer": question(page), "name": "Anything"}, 422)
    guest.post("/passkey/made", {"answer": question(page), "name": "Anything"}, 422)
    new = Authenticator().registered(guest.post("/passkey/new", {"name": "Bilal"}), guest.origin)
    page.post("/passkey/made", {"answer": new}, 422)
    assert accounts(club) == before


def test_a_question_belongs_to_the_session_that_asked_it(club: Club) -> None:
    one, other = club.browser(), club.browser()
    one.sign_up()
    other.post("/sign-in", {"name": "Asha", "password": PASSWORD})
    before = accounts(club)
    other.post("/passkey/made", {"answer": question(one)}, 422)
    assert accounts(club) == before


def test_questions_go_with_a_closed_and_a_deleted_account(club: Club) -> None:
    asha, bilal = club.browser(), club.browser()
    asha.sign_up()
    bilal.sign_up("Bilal")
    stored = question(bilal)
    question(asha)
    account = club.accounts.people.called("Asha")
    assert account is not None
    Moderation(club.accounts.people).close(OPERATOR, account, "a test")
    assert questions(club) == 1
    bilal.post("/delete", {"name": "Bilal"})
    assert questions(club) == 0
    bilal.post("/passkey/made", {"answer": stored, "name": "Anything"}, 422)


def test_an_account_that_is_there_is_never_signed_up_to(club: Club) -> None:
    club.browser().sign_up()
    people = club.accounts.people
    asha = people.called("Asha")
    assert asha is not None
    before = accounts(club)
    for state in ("open", "closed", "gone"):
        club.store.database.write(("UPDATE account SET state = ? WHERE id = ?", (state, asha.id)))
        with pytest.raises(Exception, match="is taken"):
            people.sign_up(named("Anything"), Credential("key", asha.id, "passkey", "", "{}", 1, 1), "thief")
        with pytest.raises(Exception, match="is taken"):
            people.sign_up(named("Asha"), Credential("key", asha.id, "passkey", "", "{}", 1, 1), "thief")
    club.store.database.write(("UPDATE account SET state = ? WHERE id = ?", ("open", asha.id)))
    assert accounts(club) == before


def test_a_passkey_that_opens_an_account_opens_no_second_one(club: Club) -> None:
    asha, mallory = club.browser(), club.browser()
    key = Authenticator()
    asha.sign_up()
    asha.post("/passkey/made", {"answer": key.registered(asha.post("/passkey/new", {}), asha.origin)})
    before = accounts(club)
    copied = Authenticator(key.id).registered(mallory.post("/passkey/new", {"name": "Mallory"}), mallory.origin)
    assert "already" in mallory.post("/passkey/made", {"answer": copied, "name": "Mallory"}, 422)["detail"]
    assert accounts(club) == before


def test_a_session_that_ends_while_a_request_is_under_way_changes_nothing_any_more(club: Club) -> None:
    page = club.browser()
    page.sign_up()
    people = club.accounts.people
    asha = people.called("Asha")
    assert asha is not None
    before = [row for row in accounts(club) if "password" in str(row)]
    with pytest.raises(Exception, match="session has ended"):
        people.set_password(password_of(asha.id, "another hash", 1), "a session that has ended")
    with pytest.raises(Exception, match="session has ended"):
        people.add_passkey(Credential("key", asha.id, "passkey", "", "{}", 1, 1), "a session that has ended")
    assert [row for row in accounts(club) if "password" in str(row)] == before
    assert people.credential("key") is None
    assert page.me()["name"] == "Asha"


def test_a_closed_account_gets_no_session(club: Club) -> None:
    club.browser().sign_up()
    people = club.accounts.people
    asha = people.called("Asha")
    assert asha is not None
    club.store.database.write(("UPDATE account SET state = ?", ("closed",)), ("DELETE FROM session", ()))
    with pytest.raises(Exception, match="closed"):
        people.sign_in(asha, "a row that was read before the account was closed")
    assert club.store.database.ask("SELECT * FROM session", ()) == []
