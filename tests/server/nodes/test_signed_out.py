"""Connections to one server close when another server ends their session, token or account, over a real NATS."""

import pytest
from api.people import Town
from api.test_games import Reading

from carrom.server.people.accounts import AccountService
from carrom.server.people.moderation import OPERATOR, Moderation
from carrom.server.people.own_account import OwnAccount
from carrom.server.people.sessions import Scope
from carrom.tokens import hashed

from .conftest import goes_on, has_ended, line, says, signed_out_at, signs_in


def test_who_signs_out_everywhere_else_at_one_server_loses_his_lines_at_the_other_and_keeps_this_one(
    towns: tuple[Town, Town],
) -> None:
    here, there = towns
    mine, old = signs_in(here, "Ines"), signs_in(here, "Ines")
    kept, lost = line(there, mine), line(there, old)
    says(here, mine, "/sessions/end", {"id": ""})
    assert has_ended(lost)
    assert goes_on(kept)
    kept.close()


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
