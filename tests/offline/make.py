"""Write the messages with which a new game begins, for the page to show before its tables have started.

`web/src/offline/first_messages.json` has the welcome and, for every rule set, number of players and length, version and
card of the first snapshot of a game in which the player at the bottom breaks, and which of the states it has.
`web/tests/first_messages.json` has the answers of the
tables to some commands, to compare those of the page with.

Run it by `PYTHONPATH=src:tests python3 dev.py python tests/offline/make.py`.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from offline.test_tables import INVITE, KEY, WATCH, Memory, Page

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import Guide, Length, SeatPlan, Terms, Who
from carrom.rules.ruleset import NAMES, named
from carrom.tables.terms import PLACES
from carrom.tables.views import info_of

WEB = Path(__file__).resolve().parents[2] / "web"
FILES = (WEB / "src" / "offline" / "first_messages.json", WEB / "tests" / "first_messages.json")
SOUTH, NORTH = PLACES[2]
COMPUTER = SeatPlan(seat=NORTH, who=Who.PROGRAM, level="club")
EXAMPLES = (
    Terms(length=Length.BOARD, seats=(SeatPlan(seat=SOUTH, who=Who.ME), COMPUTER), first_break=SOUTH),
    Terms(
        seats=(SeatPlan(seat=SOUTH, who=Who.ME, name="Asha"), SeatPlan(seat=NORTH, who=Who.HERE)),
        first_break=SOUTH,
        guide=Guide.NONE,
        surface="tournament",
    ),
    Terms(
        ruleset="points",
        seats=tuple(SeatPlan(seat=seat, who=Who.ME if seat is SOUTH else Who.HERE) for seat in PLACES[4]),
        first_break=SOUTH,
        watching=True,
    ),
    Terms(
        ruleset="three-player",
        length=Length.BOARD,
        seats=(
            SeatPlan(seat=SOUTH, who=Who.ME),
            SeatPlan(seat=Seat.EAST, who=Who.PROGRAM, level="beginner"),
            SeatPlan(seat=NORTH, who=Who.HERE, name="Bilal"),
        ),
        first_break=SOUTH,
    ),
)
"""Terms of the examples."""


def texts() -> tuple[str, str]:
    """Return the text of each file."""
    page = Page(Memory())
    page.tables.greet()
    states: list[Any] = []
    games = {
        f"{name} {players} {length}": _game(opened(_all_here(name, players, length))[1], states)
        for name in NAMES
        for players in info_of(named(name)).players
        if players > 1
        for length in info_of(named(name)).lengths
    }
    examples = [
        {"terms": json.loads(protocol.encode(_command(terms)))["terms"], "answers": opened(terms)} for terms in EXAMPLES
    ]
    return _text({"welcome": _plain(page.heard[0]), "states": states, "games": games}), _text(examples)


def opened(terms: Terms) -> list[Any]:
    """Return the answers of the tables to a new game of these terms."""
    return [_plain(message) for message in asyncio.run(Page(Memory()).say(_command(terms)))]


def _game(snapshot: Any, states: list[Any]) -> Any:
    """Return what differs between first snapshots; a state that is new is added to `states`."""
    if snapshot["state"] not in states:
        states.append(snapshot["state"])
    return {"version": snapshot["version"], "card": snapshot["card"], "state": states.index(snapshot["state"])}


def _command(terms: Terms) -> protocol.NewGame:
    return protocol.NewGame(nonce="0123456789abcdef", key=KEY, invite=INVITE, watch=WATCH, terms=terms)


def _all_here(ruleset: str, players: int, length: Length) -> Terms:
    seats = tuple(SeatPlan(seat=seat, who=Who.ME if seat is SOUTH else Who.HERE) for seat in PLACES[players])
    return Terms(ruleset=ruleset, length=length, seats=seats, first_break=SOUTH)


def _plain(message: protocol.ServerMessage) -> Any:
    return json.loads(protocol.encode(message))


def _text(content: Any) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for file, text in zip(FILES, texts(), strict=True):
        file.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {file}")
