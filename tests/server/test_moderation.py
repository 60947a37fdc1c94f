"""Blocking, reporting and moderation: every action is logged with its author, time and reason; on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.seeks.people import person, seek

from carrom.board.seat import Seat
from carrom.cli import main
from carrom.errors import RefusedRequest, StoreError
from carrom.server.lobby.seeks import SEEK, LobbyParty, SeekPlace, SeekState, SeekStore, StoredSeek
from carrom.server.people.accounts import AccountService, password_of
from carrom.server.people.models import Account
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.server.people.ratings import PLAYED, RatedGame, RatingStore
from carrom.server.people.sessions import DAY, new_id
from carrom.server.people.usernames import named
from carrom.storage.store import Store
from carrom.values import changed

from .places import KINDS, place_of
from .places import Place as Where

NOW = 1_800_000_000


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    return place_of(request.param, tmp_path)


@pytest.fixture
def people(place: Where) -> Iterator[AccountService]:
    store = Store(place.where)
    made = AccountService(store.database, lambda: NOW)
    for name in ("Asha", "Bilal"):
        made.sign_up(named(name), password_of(f"id-of-{name}", "hash", NOW), "")
    yield made
    store.close()


def one(people: AccountService, name: str) -> Account:
    found = people.called(name)
    assert found is not None
    return found


def test_who_is_blocked_is_apart_until_the_block_is_taken_back(people: AccountService) -> None:
    moderation, asha, bilal = Moderation(people), one(people, "Asha").id, one(people, "Bilal").id
    for _ in range(2):
        moderation.block(asha, bilal)
    assert moderation.blocked_names(asha) == ("Bilal",)
    assert moderation.is_apart(asha, bilal)
    assert moderation.is_apart(bilal, asha)
    moderation.unblock(asha, bilal)
    assert not moderation.is_apart(asha, bilal)
    with pytest.raises(RefusedRequest, match="cannot block yourself"):
        moderation.block(asha, asha)


def test_a_report_waits_until_somebody_answers_it_with_a_reason(people: AccountService) -> None:
    moderation, asha, bilal = Moderation(people), one(people, "Asha").id, one(people, "Bilal").id
    moderation.report(asha, bilal, "stalling", "left\nthe board " + "x" * 600, "game-1")
    (report,) = moderation.reports()
    assert (report.account, report.about, report.reason, report.game) == (asha, bilal, "stalling", "game-1")
    assert "\n" not in report.said
    assert len(report.said) == 500
    with pytest.raises(RefusedRequest, match="not a reason for a report"):
        moderation.report(asha, bilal, "because", "", "")
    with pytest.raises(RefusedRequest, match="A reason is required"):
        moderation.answer(asha, report.id, " \n ")
    moderation.answer(asha, report.id, "talked to both")
    assert moderation.reports() == ()


def test_every_act_is_done_with_its_line_in_the_log_or_not_at_all(people: AccountService) -> None:
    moderation, bilal = Moderation(people), one(people, "Bilal")
    with pytest.raises(RefusedRequest, match=r"expected 0 \(to end the mute\) to 366"):
        moderation.mute(OPERATOR, bilal, -7, "insults")
    moderation.mute(OPERATOR, bilal, 7, "insults")
    assert one(people, "Bilal").muted == NOW + 7 * DAY
    moderation.close(OPERATOR, bilal, "a program")
    assert one(people, "Bilal").state == "closed"
    assert people.database.ask("SELECT hash FROM session WHERE account = ?", (bilal.id,)) == []
    with pytest.raises(RefusedRequest, match="is already closed"):
        moderation.close(OPERATOR, one(people, "Bilal"), "again")
    moderation.reopen(OPERATOR, one(people, "Bilal"), "a mistake")
    moderation.promote("id-of-Asha", one(people, "Bilal"), "runs club nights", up=True)
    assert one(people, "Bilal").role == "moderator"
    with pytest.raises(RefusedRequest, match="taken"):
        moderation.rename(OPERATOR, bilal, "ASHA", "asked")
    moderation.rename(OPERATOR, bilal, "Bilal-K", "asked")
    moderation.rename(OPERATOR, one(people, "bilal-k"), "Karim", "asked")
    assert people.called("Bilal") is None
    assert not people.is_free(named("bilal"))
    answer = [(each.act, each.moderator, each.why) for each in moderation.log(bilal.id)]
    assert sorted(answer) == sorted(
        [
            ("mute", OPERATOR, "insults"),
            ("close", OPERATOR, "a program"),
            ("reopen", OPERATOR, "a mistake"),
            ("promote", "id-of-Asha", "runs club nights"),
            ("rename", OPERATOR, "asked"),
            ("rename", OPERATOR, "asked"),
        ]
    )
    assert {each.made for each in moderation.log()} == {NOW}
    with pytest.raises(RefusedRequest, match="not affected any rating"):
        moderation.unrate(OPERATOR, "no-such-game", "why not")


def test_a_game_is_taken_out_of_the_ratings_with_its_line_or_not_at_all(people: AccountService) -> None:
    moderation, ratings = Moderation(people), RatingStore(people.database)
    both = ("id-of-Asha", 0), ("id-of-Bilal", 1)
    ratings.rate(RatedGame(game="game-1", pool="icf.game", accounts=both, shares=(1.0, 0.0), at=NOW * 1000))
    people.database.write(("ALTER TABLE act RENAME TO acts", ()))
    with pytest.raises(StoreError):
        moderation.unrate(OPERATOR, "game-1", "one had to leave")
    assert {each.kind for each in ratings.of_game("game-1")} == {PLAYED}, "nothing is done that is not kept"
    people.database.write(("ALTER TABLE acts RENAME TO act", ()))
    moderation.unrate(OPERATOR, "game-1", "one had to leave")
    (line,) = moderation.log("game-1")
    assert (line.before, line.after) == (
        "id-of-Asha 1662, id-of-Bilal 1338",
        "id-of-Asha 1500, id-of-Bilal 1500",
    )
    (line,) = moderation.with_names((line,))
    assert (line.before, line.after) == ("Asha 1662, Bilal 1338", "Asha 1500, Bilal 1500")
    with pytest.raises(RefusedRequest, match="already removed from the ratings"):
        moderation.unrate(OPERATOR, "game-1", "one had to leave")
    assert len(moderation.log("game-1")) == 1


def test_who_is_closed_waits_for_nobody(people: AccountService) -> None:
    seeks, bilal = SeekStore(people.database), one(people, "Bilal")
    made = seek(person(bilal.id), made=NOW * 1000)
    seeks.add(StoredSeek(table=SEEK, seek=made, state=SeekState.OPEN, until=NOW * 1000 + 9))
    Moderation(people).close(OPERATOR, bilal, "a program")
    stored = seeks.one(SEEK, made.id)
    assert stored is not None
    assert stored.state is SeekState.WITHDRAWN


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["admin", *words]) == code
    out = capsys.readouterr()
    return out.out + out.err


def test_the_terminal_does_it_too(people: AccountService, place: Where, capsys: pytest.CaptureFixture[str]) -> None:
    at = ("--store", place.where) if isinstance(place.where, str) else ("--data", str(place.where.parent))
    Moderation(people).report("id-of-Asha", "id-of-Bilal", "name", "rude", "")
    assert said(capsys, "accounts", *at).split()[0] == "Asha"
    waiting = said(capsys, "reports", *at)
    assert "Asha of Bilal" in waiting
    assert "Done, and logged" in said(capsys, "rename", "bilal", "Karim", "--reason", "rude", *at)
    assert "Done, and logged" in said(capsys, "resolve", waiting[:8], "--reason", "renamed", *at)
    assert said(capsys, "reports", *at) == ""
    answer = said(capsys, "log", "Karim", *at)
    assert "rename\tKarim" in answer
    assert "Bilal" not in answer, "a name that somebody has given up stands nowhere"
    assert "There is no account named 'Bilal'" in said(capsys, "close", "Bilal", "--reason", "x", *at, code=1)
    assert "There is no database" in said(capsys, "accounts", "--data", "/nowhere/at/all", code=1)


@pytest.mark.parametrize("deleted", [False, True])
def test_a_name_that_is_given_up_stands_in_no_seek_of_anybody(people: AccountService, deleted: bool) -> None:
    seeks, asha, bilal = SeekStore(people.database), one(people, "Asha"), one(people, "Bilal")
    made = changed(seek(person(asha.id), made=NOW * 1000), places=())
    places = tuple(
        SeekPlace(seat=seat, who=LobbyParty(party=f"account:{each.id}", name=each.name, account=each.id), hash="h")
        for seat, each in ((Seat.SOUTH, asha), (Seat.NORTH, bilal))
    )
    seeks.add(
        StoredSeek(table=SEEK, seek=changed(made, places=places), state=SeekState.GATHERING, until=NOW * 1000 + 9)
    )
    if deleted:
        OwnAccount(people).delete(bilal)
    else:
        Moderation(people).rename(OPERATOR, bilal, "Karim", "asked")
    assert "Bilal" not in str(people.database.ask("SELECT * FROM seek", ()))


def test_no_id_is_taken_for_an_option_of_the_command_line() -> None:
    assert not any(new_id().startswith("-") for _ in range(2000))
