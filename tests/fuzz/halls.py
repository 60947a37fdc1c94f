"""Malformed tournament input: proposals, edited files, cards, sessions."""

import json
from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from random import Random

import msgspec
from tournament.halls import draw, hall, play, stamped

from carrom.errors import CarromError, RefusedRequest
from carrom.protocol.http_tournaments import AskCard
from carrom.server.events.hall import card_view
from carrom.server.events.hall_views import hall_view
from carrom.tournament.championship import apply, fold
from carrom.tournament.event_file import read_event, write_event, write_happening
from carrom.tournament.events import Appointed
from carrom.tournament.identifiers import ROLES
from carrom.tournament.permissions import LinkHolder, meant
from carrom.tournament.state import Championship
from carrom.tournament.venue import sessions_of
from carrom.values import changed

from . import mutate

NOW = datetime(2026, 11, 21, 9, 30)
LINES = (
    'entrant indu "Indu Nair" seed=9 club=Pune players=["A","B"] kind=pair',
    "stage t swiss rounds=5 match=best-of-3 minutes=30 keys=points,net bye=25-0",
    'edit p1 name="Asha Rao" club="" seed=0 players=["A","B"] in=s reason="misspelt"',
    'edit umpire:uma club=Pune reason="moved"\nedit p2 player="A" now="B" reason="misspelt"',
    'withdraw p3 stage=s\nreinstate p3 stage=s reason="fit"',
    'details boards=3 sessions="2026-11-21 09:30-18:00" contact="" reason="fewer"',
    'settings s rounds=4 kind="" keys=points rubbers=[] reason="less"',
    'remove entrant p8 reason="twice"',
    'restore 12 reason="wrong"',
    'retract s reason="late"',
    'lot "3 14 27 40"',
    "seat s p1,p2 p3,p4",
    "draw s.3 p1-p2@1 p3-p4@2 p5-p6@3 p7-p8@4 {0 0 0} hand",
    "draw s",
    "schedule",
    "call without-umpires",
    'place s.2.1 board=2 time="2026-11-21 09:30" umpire=uma called=yes',
    "begin s.2.1",
    "finish s.2.1 25-12 boards=3-1 slams=white:1.3",
    "finish s.2.2 walkover against=p3 law=143",
    "claim s.2.3 p1 25-24 clock",
    'correct 15 18-18 clock reason="card misread"',
    "rule 15 void reason=again",
    "protest 15 side=p1 board=3 reason=queen fee=10",
    'statement 30 "Board 3, the queen was not covered"',
    'lineup s.2.1 p1 ["A"] ["B","C"]',
    "deduct p1 1 stage=s reason=late",
    'umpire ben "Ben" club=Kochi',
    "links umpire:uma",
    "withdraw p3 stage=s",
    "late p9 stage=s round=3",
    "present s p1 p2 p3",
    "retract s.2 reason=again",
)


@cache
def ground() -> Championship:
    """Return a Swiss stage of eight players in its second round, and an umpire."""
    rng = Random(1)
    found = hall(8, {"id": "s", "system": "swiss"})
    found = changed(found, details=changed(found.details, boards=4, sessions="2026-11-21 09:30-18:00"))
    found = apply(found, Appointed(id="uma", name="Uma", club="Pune"))
    return draw(play(draw(found, "s"), "s", rng), "s")


def local(seconds: int) -> datetime:
    """Return a time (seconds since 1970) as UTC, limited to the calendar's range."""
    return datetime.fromtimestamp(min(seconds, 4_000_000_000), UTC).replace(tzinfo=None)


def proposal(chance: Random) -> tuple[str, str, str]:
    """Return a proposer's role, a malformed line, and session times."""
    role = chance.choice(ROLES)
    name = chance.choice(["p1", "uma", "nobody"]) if role in ("umpire", "captain", "player") else ""
    line = mutate.text(chance, chance.choice(LINES), LINES) if chance.random() < 0.9 else chance.choice(LINES)
    return f"{role}:{name}", line, mutate.text(chance, "2026-11-21 09:30-13:00 14:00-18:30; 2026-11-22 09:30-13:00")


def proposed(given: tuple[str, str, str]) -> Iterable[str]:
    """Apply the proposal if it is allowed, and write, read and show the result."""
    role, _, name = given[0].partition(":")
    refusals = []
    try:
        sessions_of(given[2])
    except CarromError as reason:
        refusals.append(str(reason))
    found = ground()
    for each in meant(found, LinkHolder(role, name), given[1], NOW, local):
        found = apply(found, changed(each, by=given[0].rstrip(":"), when=1_795_257_900, nonce="n" * 16))
        write_happening(each)
    hall_view(found, "fuzz", LinkHolder(role, "p1" if name else ""), 1_795_257_900)
    text = write_event(found.header, found.events)
    assert read_event(text).events == found.events
    return refusals


@cache
def kept() -> str:
    """Return the text of a championship file."""
    found = ground()
    return write_event(found.header, stamped(found))


def edited(chance: Random) -> str:
    """Return a championship file with random edits."""
    return mutate.text(chance, kept(), LINES)


def opened(given: str) -> Iterable[str]:
    """Read the file."""
    read = read_event(given)
    fold(read.details, read.events)
    return ()


CARD = {
    "type": "card",
    "fixture": "s.2.1",
    "first": 1,
    "rows": [{"winner": 1, "men": 5, "queen": 2}] * 4,
    "timed": True,
}


def card(chance: Random) -> bytes:
    """Return a malformed request from a scorer's page."""
    return json.dumps(mutate.tree(chance, deepcopy(CARD), (deepcopy(CARD),))).encode()


def added(given: bytes) -> Iterable[str]:
    """Answer the request."""
    try:
        asked = msgspec.json.decode(given, type=AskCard)
    except msgspec.DecodeError as fault:
        return [str(RefusedRequest(f"the message cannot be decoded: {fault}"))]
    msgspec.json.encode(card_view(ground(), asked))
    return ()
