"""The lobby and the API over two servers, PostgreSQL and NATS: people on one see seeks and games of the other."""

import asyncio
from typing import Any

import pytest
from api.people import Someone, Town, signed
from api.test_games import Reading
from api.test_people import found, strikes

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import ComeToTie, JoinTie, Resume, Who
from carrom.server.people.accounts import AccountService
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.server.people.sessions import Scope
from carrom.tokens import hashed

from ..teams import A_SHEET, B_SHEET, DELHI, FIRST, INVITE, SECOND, Page, new_tie, terms
from .club import House, until
from .conftest import goes_on, has_ended, line, says, signed_out_at, signs_in
from .test_company import houses


def two(towns: tuple[Town, Town], *names: str) -> list[Someone]:
    """Return people with accounts, each on a different server."""
    return [Someone(at.client, name, signed(at.store, name)) for at, name in zip(towns, names, strict=True)]


def listening(who: Someone) -> Reading:
    reading = Reading(who.client, "/api/stream/events", who.headers["authorization"].split()[1])
    reading.until("all")
    return reading


def added_at(reading: Reading) -> dict[str, Any]:
    """Return the next change that adds a seek, ignoring games that start or end."""
    while not (message := reading.until("changes"))["seeks"]["added"]:
        pass
    return message


def test_two_at_two_servers_find_each_other_play_a_rated_game_and_play_again(towns):
    asha, bala = two(towns, "Asha", "Bala")
    game = found(asha, bala, stake="rated")
    following = Reading(asha.client, f"/api/games/{game}/stream", asha.headers["authorization"].split()[1])
    following.until("seats")
    live = bala.asks("/api/games/live")["games"]
    assert [(each["game"], each["rated"]) for each in live] == [(game, True)], "seen from the other server, too"
    assert bala.asks("/api/tv")["game"]["game"] == game
    strikes(game, asha, bala)
    assert following.until("played")["state"]["strokes"] == 1
    for _ in range(7):
        strikes(game, asha, bala)
    bala.acts(game, "resign")
    while not (answer := asha.asks("/api/users/Asha/crosstable/Bala"))["last"]:
        pass
    assert (answer["won"], answer["last"][0]["game"]) == (1, game)
    while not all(each.asks("/api/account")["ratings"] for each in (asha, bala)):
        pass
    (mine,), (theirs,) = (each.asks("/api/account")["ratings"] for each in (asha, bala))
    assert mine["rating"]["rating"] > 1500 > theirs["rating"]["rating"]
    assert asha.says(f"/api/games/{game}/rematch")["game"] is None
    again = bala.says(f"/api/games/{game}/rematch")["game"]
    assert asha.says(f"/api/games/{game}/rematch")["game"] == again
    asha.says(f"/api/games/{again}/abort")
    assert bala.asks(f"/api/games/{again}")["state"]["result"]["aborted"]
    following.close()


def test_a_client_that_is_moved_to_another_server_goes_on_with_a_snapshot_of_the_same_lobby(towns):
    ines, jaya = two(towns, "Ines", "Jaya")
    word = ines.headers["authorization"].split()[1]
    here = Reading(ines.client, "/api/lobby/changes", word)
    here.until("lobby")
    hers = ines.says("/api/seeks", terms={"length": "board"})["seek"]["id"]
    added = added_at(here)
    assert [each["id"] for each in added["seeks"]["added"]] == [hers]
    here.close()
    there = Reading(jaya.client, f"/api/lobby/changes?since={added['version']}", word)
    moved = there.next()
    assert (moved["type"], [each["id"] for each in moved["seeks"]]) == ("lobby", [hers])
    theirs = jaya.says("/api/seeks", terms={"players": 4})["seek"]["id"]
    assert [each["id"] for each in added_at(there)["seeks"]["added"]] == [theirs]
    again = Reading(ines.client, f"/api/lobby/changes?since={added['version']}", word)
    missed = again.next()
    assert (missed["type"], missed["after"]) == ("changes", added["version"])
    missed = missed if missed["seeks"]["added"] else added_at(again)
    assert [each["id"] for each in missed["seeks"]["added"]] == [theirs]
    for each in (there, again):
        each.close()
    for who, seek in ((ines, hers), (jaya, theirs)):
        who.says(f"/api/seeks/{seek}/withdraw")


def test_a_challenge_is_heard_and_answered_at_another_server(towns):
    chitra, dev = two(towns, "Chitra", "Dev")
    hers, his = listening(chitra), listening(dev)
    asked = chitra.says("/api/challenges", to="dev", terms={"length": "board"})["challenge"]["id"]
    assert his.until("challenge")["challenge"]["id"] == asked
    game = dev.says(f"/api/challenges/{asked}/accept")["game"]
    while hers.until("challenge")["state"] != "taken":
        pass
    assert chitra.asks("/api/account/playing")["games"][0]["game"] == game
    chitra.says(f"/api/games/{game}/abort")
    hers.close()
    his.close()


def test_two_pairs_at_two_servers_sit_down_at_one_board(towns):
    names = ("Esha", "Farid", "Gul", "Hari")
    esha, farid, gul, hari = (
        Someone(at.client, name, signed(at.store, name)) for at, name in zip(towns * 2, names, strict=True)
    )
    word = "the-word-of-her-partner"
    hers = esha.says("/api/seeks", terms={"players": 4}, partner=word)["seek"]["id"]
    assert "the right word" in gul.is_refused(f"/api/seeks/{hers}/take", word="not-the-right-word")[1]
    farid.says(f"/api/seeks/{hers}/take", word=word)
    theirs = gul.says("/api/seeks", terms={"players": 4}, partner=word)["seek"]["id"]
    hari.says(f"/api/seeks/{theirs}/take", word=word)
    game = gul.says(f"/api/seeks/{hers}/take")["game"]
    sitters = {each["seat"]: each["name"] for each in hari.asks(f"/api/games/{game}")["card"]["sitters"]}
    assert sitters == {"south": "Esha", "north": "Farid", "east": "Gul", "west": "Hari"}
    assert [each["game"] for each in farid.asks("/api/account/playing")["games"]] == [game]
    hari.says(f"/api/games/{game}/abort")


# -- A tie across two servers: captains, line-ups, rubbers and presence, over every bus and without one


@houses
async def test_two_captains_at_two_servers_lead_one_tie(one: House, two: House) -> None:
    first, second = Page(one.ties), Page(two.ties)
    await first.say(new_tie(terms(captain=Who.LINK)))
    tie = first.tie.tie
    join = JoinTie(nonce="second-captain-comes", tie=tie, invite=INVITE, key=SECOND, place="B", team=DELHI)
    await second.say(join)
    await until(lambda: len(first.tie.teams[1].players) == 2)
    await asyncio.gather(first.line_up("A", A_SHEET), second.line_up("B", B_SHEET))
    await until(lambda: first.tie.version == second.tie.version == 3)
    games = await asyncio.gather(
        first.rubber(1, "begin-at-the-first"), second.rubber(1, "begin-at-the-second"), return_exceptions=True
    )
    names = {each for each in games if isinstance(each, str)}
    assert len(names) == 1, "one rubber is one game"
    game = names.pop()
    await until(lambda: [each.game for each in (first.tie.rubbers[0], second.tie.rubbers[0])] == [game, game])
    chair = await one.registry.resume(Resume(game=game, key=FIRST))
    resign = protocol.Resign(
        nonce="resignation-of-pune", version=chair.table.room.version, seat=Seat.SOUTH, what=protocol.Length.MATCH
    )
    await chair.table.submit(resign, frozenset(chair.yours))
    await until(lambda: first.tie.rubbers[0].winner is not None)
    await until(lambda: second.tie.rubbers[0].winner == first.tie.rubbers[0].winner)
    late = Page(two.ties)
    await late.say(ComeToTie(tie=tie, key=FIRST))
    assert late.tie.rubbers == first.tie.rubbers


# -- Connections to one server close when another server ends their session, token or account, over a real NATS


def test_who_signs_out_everywhere_else_at_one_server_loses_his_lines_at_the_other_and_keeps_this_one(
    towns: tuple[Town, Town],
) -> None:
    here, there = towns
    mine, old = signs_in(here, "Ines"), signs_in(here, "Ines")
    stored, lost = line(there, mine), line(there, old)
    says(here, mine, "/sessions/end", {"id": ""})
    assert has_ended(lost)
    assert goes_on(stored)
    stored.close()


def test_who_signs_out_at_one_server_loses_his_lines_at_the_other(towns: tuple[Town, Town]) -> None:
    assert has_ended(signed_out_at(*towns))
    assert has_ended(signed_out_at(*towns[::-1]))


def test_an_account_that_a_moderator_closes_at_one_server_loses_its_lines_and_streams_at_the_other(
    towns: tuple[Town, Town],
) -> None:
    here, there = towns
    moderator, word = signs_in(here, "Uma"), signs_in(here, "Kavya")
    people = AccountService(here.store.database)
    uma, kavya = people.called("Uma"), people.called("Kavya")
    assert uma is not None
    assert kavya is not None
    Moderation(people).promote(OPERATOR, uma, "keeps order", up=True)
    token = OwnAccount(people).new_token(kavya, "her program", [Scope.PLAY], 1)
    opened, stream = line(there, word), Reading(there.client, "/api/stream/events", token)
    stream.until("all")
    says(here, moderator, "/moderation", {"what": "close", "about": "Kavya", "why": "a test"})
    assert has_ended(opened)
    with pytest.raises(AssertionError, match="the stream has ended"):
        stream.until("nothing")
    stream.close()


def test_an_account_that_is_deleted_at_one_server_loses_its_lines_at_the_other(towns: tuple[Town, Town]) -> None:
    here, there = towns
    word = signs_in(here, "Jai")
    opened = line(there, word)
    says(here, word, "/delete", {"name": "Jai"})
    assert has_ended(opened)


def test_a_token_that_is_ended_at_one_server_ends_its_stream_at_the_other(towns: tuple[Town, Town]) -> None:
    here, there = towns
    word = signs_in(here, "Lata")
    people = AccountService(here.store.database)
    lata = people.called("Lata")
    assert lata is not None
    token = OwnAccount(people).new_token(lata, "her program", [Scope.PLAY], 1)
    stream = Reading(there.client, "/api/stream/events", token)
    stream.until("all")
    says(here, word, "/tokens/end", {"id": hashed(token)[:16]})
    with pytest.raises(AssertionError, match="the stream has ended"):
        stream.until("nothing")
    stream.close()
