"""The view of a game sent to clients: impact speeds, whose board it was, and the expected actions."""

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from agreed import KEY, friends
from server.test_app import GENTLE, line, serving, static
from strategies_game import DOUBLES, header, next_event

from carrom import protocol
from carrom.board.disc import STRIKER, Disc
from carrom.board.equipment import STANDARD
from carrom.board.position import Point, Position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.game.events import BoardKept, Demanded, RoundBegun, Struck
from carrom.game.expected import BeginRound, ChooseSeat
from carrom.game.game import GameHistory
from carrom.game.score import Board
from carrom.observability import Metrics
from carrom.physics.played import ContactKind, digest_of
from carrom.physics.simulate import simulate
from carrom.physics.surface import surface
from carrom.physics.trajectory import Trajectory
from carrom.protocol import Contact, ExpectNext
from carrom.rules.phases import PlaceDue
from carrom.server.http.security import Proxies
from carrom.server.ops.app import Health
from carrom.tables import snapshots, views
from carrom.tables.history import TableHistory
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.views import received, with_film
from carrom.values import changed

CLUB = surface("club")


def contacts(position: Position, stroke: Stroke) -> list[Contact]:
    played = simulate(position, stroke, trajectory=True)
    assert played.trajectory is not None
    return [snapshots._contact(*pair) for pair in zip(played.contacts, played.trajectory.events, strict=True)]


def grams(disc: Disc) -> float:
    return (STANDARD.striker_mass if disc is STRIKER else STANDARD.man_mass) / 1e6


def test_the_speed_of_a_contact_is_what_its_impulse_says() -> None:
    heard = contacts(rack(45, 3), Stroke(10_000, -50_000, 5_000_000))
    fast = [each for each in heard if each.speed > 100_000 and each.kind is not ContactKind.POCKET]
    assert {each.kind for each in fast} == {ContactKind.DISC, ContactKind.FRAME}
    for each in fast:
        masses = [grams(disc) for disc in each.discs]
        bounce = CLUB.disc_restitution if len(masses) == 2 else CLUB.frame_restitution
        reduced = masses[0] * masses[1] / sum(masses) if len(masses) == 2 else masses[0]
        assert each.impulse == pytest.approx(reduced / 1e3 * (1 + bounce) * each.speed, rel=2e-3, abs=2)


def test_a_fall_has_the_speed_of_what_falls_in_every_direction() -> None:
    corner = STANDARD.pocket_centre
    found = contacts(Position.of({Disc.W1: Point(0, -100_000)}), Stroke(0, corner * 4, (252_600 - corner) * 4))
    (fall,) = [each for each in found if each.kind is ContactKind.POCKET]
    assert fall.discs == (STRIKER,)
    asked = ((corner * 4) ** 2 + ((252_600 - corner) * 4) ** 2) ** 0.5
    way = (fall.at.x**2 + (fall.at.y + 252_600) ** 2) ** 0.5
    assert fall.speed == pytest.approx((asked**2 - 2 * CLUB.drag * 1e6 * way) ** 0.5, abs=5)


def games(seed: int) -> Iterator[tuple[GameHistory, GameHistory]]:
    """Yield each state of a random game on a wooden board, with the state before it."""
    chance = random.Random(seed)
    game = GameHistory.begin(header("icf"))
    while not game.is_over:
        before, game = game, game.apply(next_event(game, chance))
        yield before, game


def test_boards_are_told_with_their_winner_and_the_running_score() -> None:
    for _, game in games(3):
        demanded = tuple((number, each.points) for number, each in enumerate(game.events) if isinstance(each, Demanded))
        answer = views.boards_of(game, demanded)
        assert len(answer) == len(game.state.game.boards)
        running = [0, 0]
        for board in answer:
            if board.winner is not None:
                running[0 if board.winner is Seat.SOUTH else 1] += board.points
            assert sum(board.score) <= sum(running), "from 24 points on a queen counts less"
        if answer and not game.is_over:
            assert answer[-1].score == game.score
    assert len(answer) > 2
    assert max(answer[-1].score) == max(game.score)


def test_a_ruling_is_told_until_the_next_board_is_racked() -> None:
    racked = 0
    for _, game in games(4):
        event = game.events[-1]
        racked = len(game.events) - 1 if isinstance(event, RoundBegun) else racked
        answer = views._last_ruling(TableHistory(game=game, racked=racked))
        if isinstance(event, RoundBegun):
            assert answer is None
        if isinstance(event, Struck):
            assert answer is not None
            assert answer.why == game.rulings[-1].why


def test_men_that_wait_for_their_place_are_owed_and_a_finished_board_owes_nothing() -> None:
    waited = 0
    for before, game in games(5):
        for moment in (before, game):
            if moment.round is None:
                continue
            answer = [views._side(moment, moment.round, side, 0, 0).due for side in (0, 1)]
            if any(isinstance(each, PlaceDue) for each in moment.expected):
                waited += 1
                assert sum(answer) > sum(side.due for side in moment.round.sides)
            if moment.round.is_over:
                assert answer == [0, 0]
    assert waited


def test_who_breaks_the_next_board_is_told_where_it_is_settled() -> None:
    asked = 0
    for _, game in games(6):
        for each in game.expected:
            if isinstance(each, BeginRound) and len(each.breakers) == 1:
                asked += 1
                assert views._expected(game, Position(), None, each) == ExpectNext(breaker=each.breakers[0])
    assert asked > 2
    pair = BeginRound(number=2, breakers=(Seat.SOUTH, Seat.NORTH))
    assert views._expected(game, Position(), None, pair) == ExpectNext(breaker=None)


def test_what_the_server_does_by_itself_is_never_asked_of_a_client() -> None:
    game = GameHistory.begin(header("icf"))
    with pytest.raises(AssertionError, match="automatically"):
        views._expected(game, Position(), None, ChooseSeat(side="A"))


def test_a_board_of_a_points_game_has_no_columns_of_men_and_queen() -> None:
    chance, game = random.Random(4), GameHistory.begin(header("points"))
    while not game.is_over:
        game = game.apply(next_event(game, chance))
    (board,) = views.boards_of(game, ())
    assert (board.men, board.queen, board.demanded) == (0, 0, 0)
    assert board.points > 0


def test_a_board_of_doubles_is_won_by_the_first_player_of_the_side() -> None:
    game = GameHistory.begin(changed(header(players=DOUBLES), first_break="B"))
    game = game.apply(BoardKept(breaker=Seat.EAST, board=Board(winner="B", men_left=2, queen="B")))
    assert [board.winner for board in views.boards_of(game, ())] == [Seat.EAST]


def test_before_a_board_nothing_of_either_side_lies_on_it_and_nothing_is_owed() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    answer = [views._side(game, None, index, 0, 0) for index in (0, 1)]
    assert [(each.on_board, each.pocketed, each.due, each.colour) for each in answer] == [(0, (), 0, None)] * 2


# -- Connections that decline films receive the stroke and a digest of its result, and play it themselves

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


def before_of(message: protocol.StrokePlayed, position: Position) -> Position:
    """Return the position from which a client plays a stroke."""
    return position if message.rack is None else message.rack


def test_a_client_that_plays_the_stroke_itself_finds_the_digest_and_the_film_of_the_server(room: Room) -> None:
    for _ in range(3):
        before = state_of(room)
        change = proposed(room)
        assert change.message is not None
        message, film = protocol.decode_server(change.message), protocol.decode_server(with_film(change).message or "")
        assert isinstance(message, protocol.StrokePlayed)
        assert isinstance(film, protocol.Played)
        position = before_of(message, before.position)
        played = simulate(position, message.stroke, message.seat, room.card.surface, trajectory=True)
        assert digest_of(played) == message.digest
        assert played.trajectory is not None
        assert played.trajectory.keyframes == film.motion.keyframes
        assert (message.state, message.past, message.version, message.state.ruling) == (
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
        message = protocol.decode_server(change.message or "")
        assert isinstance(message, protocol.StrokePlayed)
        racks.append(message.rack is not None)
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
        message, film = player.hear(protocol.StrokePlayed), other.hear(protocol.Played)
        assert (message.state, message.past, message.stroke) == (film.state, film.past, film.motion.stroke)


def test_who_declined_films_and_comes_back_gets_what_was_missed_in_either_form(static: Path) -> None:
    with serving(static) as client:
        with line(client) as player:
            player.say(protocol.SendFilms(wanted=False))
            joined, snapshot = player.begin()
            player.strike(snapshot.version)
            message = player.hear(protocol.StrokePlayed)
        for films in (False, True):
            with line(client) as player:
                player.say(protocol.SendFilms(wanted=films))
                player.say(protocol.Resume(game=joined.game, key=KEY, version=snapshot.version))
                player.hear(protocol.Joined)
                again = player.hear(protocol.Played if films else protocol.StrokePlayed)
                assert again.state == message.state
                assert films or again == message


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
