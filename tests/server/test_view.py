"""The view of a game sent to clients: impact speeds, whose board it was, and the expected actions."""

import random
from collections.abc import Iterator

import pytest
from strategies_game import DOUBLES, header, next_event

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
from carrom.physics.played import ContactKind
from carrom.physics.simulate import simulate
from carrom.physics.surface import surface
from carrom.protocol import Contact, ExpectNext
from carrom.rules.phases import PlaceDue
from carrom.tables import snapshots, views
from carrom.tables.history import History
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
        told = views.boards_of(game, demanded)
        assert len(told) == len(game.state.game.boards)
        running = [0, 0]
        for board in told:
            if board.winner is not None:
                running[0 if board.winner is Seat.SOUTH else 1] += board.points
            assert sum(board.score) <= sum(running), "from 24 points on a queen counts less"
        if told and not game.is_over:
            assert told[-1].score == game.score
    assert len(told) > 2
    assert max(told[-1].score) == max(game.score)


def test_a_ruling_is_told_until_the_next_board_is_racked() -> None:
    racked = 0
    for _, game in games(4):
        event = game.events[-1]
        racked = len(game.events) - 1 if isinstance(event, RoundBegun) else racked
        told = views._last_ruling(History(game=game, racked=racked))
        if isinstance(event, RoundBegun):
            assert told is None
        if isinstance(event, Struck):
            assert told is not None
            assert told.why == game.rulings[-1].why


def test_men_that_wait_for_their_place_are_owed_and_a_finished_board_owes_nothing() -> None:
    waited = 0
    for before, game in games(5):
        for moment in (before, game):
            if moment.round is None:
                continue
            told = [views._side(moment, moment.round, side, 0, 0).due for side in (0, 1)]
            if any(isinstance(each, PlaceDue) for each in moment.expected):
                waited += 1
                assert sum(told) > sum(side.due for side in moment.round.sides)
            if moment.round.is_over:
                assert told == [0, 0]
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
    told = [views._side(game, None, index, 0, 0) for index in (0, 1)]
    assert [(each.on_board, each.pocketed, each.due, each.colour) for each in told] == [(0, (), 0, None)] * 2
