"""Random play over real connections in every rule set: the players' messages match the record they download."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest
from agreed import INVITE, WATCH
from starlette.testclient import TestClient

from carrom import protocol
from carrom.board.seat import SEATS, Seat
from carrom.game.record import read_record
from carrom.game.replay import divergences
from carrom.protocol import Length, SeatPlan, Terms, Who
from carrom.rules.ruleset import NAMES, named
from carrom.tables.history import TableHistory
from carrom.tables.terms import PLACES
from carrom.values import changed

from .test_app import Line, line, serving
from .test_every_game import act
from .test_room import Table

ACTS = 14


class Told(Table):
    """A table as the room tests expect it, built from the snapshot a connection received."""

    def __init__(self, snapshot: protocol.Snapshot) -> None:
        self.room, self._count = snapshot, 0  # type: ignore[assignment]


def by_link(name: str) -> Terms:
    """Return the terms of a game with the most players allowed, where all but the first join by link."""
    places = PLACES[max(named(name).parameters.players)]
    seats = tuple(SeatPlan(seat=seat, who=Who.ME if seat is Seat.SOUTH else Who.LINK) for seat in places)
    length = Length.MATCH if named(name).parameters.games_of_match > 1 else Length.GAME
    return Terms(ruleset=name, seats=seats, length=length)


@contextmanager
def seated(client: TestClient, terms: Terms) -> Iterator[tuple[str, dict[Seat, Line], protocol.Snapshot]]:
    """Seat each player on a separate connection; yield the game ID, the connections by seat, and a snapshot."""
    with ExitStack() as lines:
        taken: dict[Seat, Line] = {}
        game = ""
        for plan in terms.seats:
            mine = lines.enter_context(line(client))
            key = f"key-of-{plan.seat}"
            if not game:
                words = {"key": key, "invite": INVITE, "watch": WATCH}
                mine.say(protocol.NewGame(nonce="n" * 16, **words, terms=terms))
            else:
                mine.say(protocol.Join(nonce="j" * 16, game=game, invite=INVITE, key=key, seat=plan.seat))
            joined = mine.hear(protocol.Joined)
            assert joined.yours == (plan.seat,)
            game, taken[plan.seat] = joined.game, mine
            began = mine.hear(protocol.Snapshot)
        for mine in taken.values():
            while began.state is None or began.version == 0:
                began = mine.hear(protocol.Snapshot)
        yield game, taken, began


def hears(mine: Line, version: int) -> protocol.Played | protocol.Acted:
    """Return the next event, skipping snapshots before it."""
    while True:
        message = mine.next()
        if isinstance(message, protocol.Played | protocol.Acted) and message.version > version:
            return message
        assert isinstance(message, protocol.Snapshot | protocol.Accepted | protocol.Offered), message


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("name", NAMES)
def test_what_players_are_told_over_their_lines_is_what_the_record_folds_to(static: Path, name: str) -> None:
    chance = Random(name)
    with serving(static) as client, seated(client, by_link(name)) as (game, lines, snapshot):
        reply = Told(snapshot)
        state, version = snapshot.state, snapshot.version
        assert state is not None
        for _ in range(ACTS):
            reply.room = changed(snapshot, version=version)  # type: ignore[assignment]
            command = act(reply, changed(state, can_undo=False), chance)
            if not state.expected:
                break
            sitter = next(each.sitter for each in state.seated if each.seat is command.seat)
            lines[sitter].say(command)
            events = {seat: hears(mine, version) for seat, mine in lines.items()}
            assert len(set(map(protocol.encode, events.values()))) == 1, "everybody is told the same"
            event = events[sitter]
            assert event.after == version
            state, version = event.state, event.version
        key = f"key-of-{SEATS[0]}"
        answer = client.get(f"/games/{game}.carrom", headers={"authorization": f"Bearer {key}"})
        record = read_record(answer.text)
        assert len(record.events) == version
        assert TableHistory.fold(record.events).game == record
        assert list(divergences(record)) == []
        assert record.position is None or record.position == state.position


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Carrom</title>")
    return folder
