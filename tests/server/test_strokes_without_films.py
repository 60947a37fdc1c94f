"""Connections that decline films receive the stroke and a digest of its result, and play it themselves."""

import logging
from pathlib import Path
from random import Random

import pytest
from agreed import KEY, friends
from server.test_app import GENTLE, line, serving, static

from carrom import protocol
from carrom.board.position import Position
from carrom.board.stroke import Stroke
from carrom.observability import Metrics
from carrom.physics.played import digest_of
from carrom.physics.simulate import simulate
from carrom.physics.trajectory import Trajectory
from carrom.server.http.security import Proxies
from carrom.server.ops.app import Health
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.views import received, with_film

__all__ = ["static"]
NOW = 1_800_000_000_000


def proposed(room: Room) -> PendingChange:
    """Return the change of a stroke by the player in turn."""
    state = state_of(room)
    (asked,) = state.expected
    assert isinstance(asked, protocol.ExpectStrike)
    span = asked.intervals[0]
    stroke = Stroke(span.lo, 300_000, 3_000_000, span.y)
    command = protocol.Strike(nonce=f"{room.version:016d}", version=room.version, seat=asked.seat, stroke=stroke)
    change = room.propose(command, frozenset(room.setting.people), NOW)
    assert isinstance(change, PendingChange)
    return change


@pytest.fixture
def room() -> Room:
    return Room.begin("game-0001", friends(), Random(1), NOW)[0]


def state_of(room: Room) -> protocol.State:
    """Return the state that clients have."""
    snapshot = protocol.decode_server(room.snapshot(NOW))
    assert isinstance(snapshot, protocol.Snapshot)
    assert snapshot.state is not None
    return snapshot.state


def before_of(told: protocol.StrokePlayed, position: Position) -> Position:
    """Return the position from which a client plays a stroke."""
    return position if told.rack is None else told.rack


def test_a_client_that_plays_the_stroke_itself_finds_the_digest_and_the_film_of_the_server(room: Room) -> None:
    for _ in range(3):
        before = state_of(room)
        change = proposed(room)
        assert change.message is not None
        told, film = protocol.decode_server(change.message), protocol.decode_server(with_film(change).message or "")
        assert isinstance(told, protocol.StrokePlayed)
        assert isinstance(film, protocol.Played)
        position = before_of(told, before.position)
        played = simulate(position, told.stroke, told.seat, room.card.surface, trajectory=True)
        assert digest_of(played) == told.digest
        assert played.trajectory is not None
        assert played.trajectory.keyframes == film.motion.keyframes
        assert (told.state, told.past, told.version, told.state.ruling) == (
            film.state,
            film.past,
            film.version,
            film.ruling,
        )
        room.apply(change)


def test_the_gaps_of_the_rack_come_with_the_break_and_not_later(room: Room) -> None:
    racks = []
    for _ in range(2):
        change = proposed(room)
        told = protocol.decode_server(change.message or "")
        assert isinstance(told, protocol.StrokePlayed)
        racks.append(told.rack is not None)
        room.apply(change)
    assert racks == [True, False]


def test_a_message_from_another_process_has_the_same_form_without_its_film(room: Room) -> None:
    change = proposed(room)
    film = with_film(change).message
    assert film is not None
    assert change.message is not None
    own, other = (protocol.decode_server(each.without_film) for each in (film, received(str(film))))
    assert isinstance(own, protocol.StrokePlayed)
    assert isinstance(other, protocol.StrokePlayed)
    assert own.digest == other.digest


def test_no_film_is_made_while_nobody_wants_one(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Trajectory) -> None:
        raise AssertionError("a film is made")

    monkeypatch.setattr(Trajectory, "keyframes", property(fails))
    with serving(static) as client, line(client) as player:
        assert player.welcome.films_optional
        player.say(protocol.SendFilms(wanted=False))
        _, snapshot = player.begin()
        player.strike(snapshot.version)
        assert player.hear(protocol.StrokePlayed).stroke == GENTLE
        assert player.hear(protocol.Accepted).version == snapshot.version + 1


def test_everybody_receives_the_form_that_they_asked_for(static: Path) -> None:
    with serving(static) as client, line(client) as player, line(client) as other:
        joined, snapshot = player.begin()
        player.say(protocol.SendFilms(wanted=False))
        other.say(protocol.Resume(game=joined.game, key=KEY))
        other.hear(protocol.Joined)
        other.hear(protocol.Snapshot)
        player.strike(snapshot.version)
        told, film = player.hear(protocol.StrokePlayed), other.hear(protocol.Played)
        assert (told.state, told.past, told.stroke) == (film.state, film.past, film.motion.stroke)


def test_who_declined_films_and_comes_back_gets_what_was_missed_in_either_form(static: Path) -> None:
    with serving(static) as client:
        with line(client) as player:
            player.say(protocol.SendFilms(wanted=False))
            joined, snapshot = player.begin()
            player.strike(snapshot.version)
            told = player.hear(protocol.StrokePlayed)
        for films in (False, True):
            with line(client) as player:
                player.say(protocol.SendFilms(wanted=films))
                player.say(protocol.Resume(game=joined.game, key=KEY, version=snapshot.version))
                player.hear(protocol.Joined)
                again = player.hear(protocol.Played if films else protocol.StrokePlayed)
                assert again.state == told.state
                assert films or again == told


def test_another_result_in_a_client_is_logged_and_counted(static: Path, caplog: pytest.LogCaptureFixture) -> None:
    health = Health(Metrics("1"), lambda: None, Proxies(()))
    with serving(static, health=health) as client, line(client) as player:
        joined, _ = player.begin()
        for digest in ("0123abcd", None):
            player.say(protocol.SendFilms(wanted=True, differs=protocol.Difference(version=7, digest=digest)))
        player.say(protocol.Ping())
        player.hear(protocol.Pong)
        assert 'carrom_stroke_differences_total{kind="result"} 1' in health.meters.text()
        assert 'carrom_stroke_differences_total{kind="failure"} 1' in health.meters.text()
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert said == [
        f"A client has another result (0123abcd) of the stroke at version 7 of game {joined.game}; "
        "it receives films instead.",
        f"A client could not play the stroke at version 7 of game {joined.game}; it receives films instead.",
    ]
