"""Strokes on the simulated board, their records, and their verification."""

import random

import pytest
from strategies_game import SINGLES

from carrom.board.arithmetic import direction
from carrom.board.disc import BLACKS, WHITES, Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.striker_spots import has_room, placing_spots
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke, IllegalSurface, RefusedRequest
from carrom.game.apply import with_room
from carrom.game.events import Header, Passed, Placed, Struck
from carrom.game.expected import phrase
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated, strike, technique_for
from carrom.game.record import read_record, read_surface, write_record, write_surface
from carrom.game.replay import divergences
from carrom.physics import PRESETS, Surface
from carrom.rules.phases import PlaceDue
from carrom.rules.round import Placing
from carrom.values import changed

HARD = Stroke(0, 100_000, 4_000_000)


def fresh(ruleset: str = "icf", surface: str = "club") -> GameHistory:
    header = simulated(Header(players=SINGLES, ruleset=ruleset, first_break="A", surface=surface))
    game = GameHistory.begin(header)
    return game.apply(racked(game, seed=4))


def rally(strokes: int, seed: int = 1) -> GameHistory:
    """Play strokes from random legal spots; due pieces go to the first legal spot."""
    rng, game = random.Random(seed), fresh()
    while len(game.strokes) < strokes:
        awaited = game.expected[0]
        if isinstance(awaited, PlaceDue):
            assert game.position is not None
            at = placing_spots(game.position, awaited.disc)[0]
            game = game.apply(Placed(seat=awaited.seat, disc=awaited.disc, at=at))
            continue
        assert game.round is not None
        stroke = Stroke.aimed(rng.randint(-180_000, 180_000), rng.uniform(-25, 25), rng.uniform(1, 6))
        try:
            event, _ = strike(game, game.round.turn, stroke)
        except IllegalStroke:
            continue
        game = game.apply(event)
    return game


GAME = rally(12)


def test_a_simulated_game_verifies() -> None:
    assert list(divergences(GAME)) == []
    assert list(divergences(read_record(write_record(GAME)))) == []


def test_what_is_played_is_what_the_record_says() -> None:
    game = fresh()
    event, played = strike(game, Seat.SOUTH, HARD)
    after = game.apply(event)
    assert after.position is not None
    assert Disc.S not in after.position
    assert after.strokes[0].rest == played.rest


def _altered(game: GameHistory, number: int, **fields: object) -> GameHistory:
    """Return the game with other fields in one stroke event, as if its record had been edited."""
    last = game.events[number]
    assert isinstance(last, Struck)
    return GameHistory.fold([*game.events[:number], changed(last, **fields)])


def test_an_edited_rest_is_reported_with_its_stroke() -> None:
    number = len(GAME.events) - 1
    while not isinstance(GAME.events[number], Struck):
        number -= 1
    event = GAME.events[number]
    assert isinstance(event, Struck)
    assert event.rest is not None
    moved = next(placed for placed in event.rest if placed.disc is not Disc.S)
    rest = event.rest.having(moved.disc, Point(moved.at.x + 1, moved.at.y))
    found = list(divergences(_altered(GAME, number, rest=rest)))
    assert [(each.event, each.stroke) for each in found] == [(number, 12)]
    assert f"where {moved.disc.value} came to rest" in str(found[0])


def test_another_stroke_is_reported() -> None:
    game = fresh()
    event, _ = strike(game, Seat.SOUTH, HARD)
    found = list(divergences(game.apply(changed(event, stroke=changed(HARD, vx=0)))))
    assert found
    assert {each.stroke for each in found} == {1}


def test_an_edited_rack_and_another_version_are_reported() -> None:
    game = fresh()
    begun = game.events[1]
    again = GameHistory.fold([game.events[0], changed(begun, seed=5)])
    assert next(divergences(again)).what.startswith("where")
    old = GameHistory.begin(changed(game.header, physics="0.9"))
    assert [each.what for each in divergences(old)] == ["the version of the physics"]


@pytest.mark.parametrize("x", [200_000, 300_000])
def test_an_illegal_spot_is_refused_with_its_reason(x: int) -> None:
    with pytest.raises(IllegalStroke, match="striker"):
        strike(fresh(), Seat.SOUTH, changed(HARD, x=x))


def test_only_who_is_in_turn_strikes() -> None:
    with pytest.raises(RefusedRequest, match="a stroke by Bilal is not expected now; expected is Asha to break"):
        strike(fresh(), Seat.NORTH, HARD)


def test_a_back_stroke_takes_a_technique_that_the_book_allows() -> None:
    back = changed(HARD, vy=-3_000_000)
    assert technique_for(fresh("club"), back) in ("thumb", "scissors")
    assert technique_for(fresh("team-event"), back) == "scissors"
    with pytest.raises(IllegalStroke, match="club allows back-shots with thumb or scissors, not with index"):
        technique_for(fresh("club"), back, "index")
    with pytest.raises(IllegalStroke, match="thumb"):
        technique_for(fresh("team-event"), HARD, "thumb")


def test_a_board_whose_lines_are_blocked_expects_to_be_called_off() -> None:
    game = fresh()
    event, _ = strike(game, Seat.SOUTH, HARD)
    assert event.rest is not None
    rest = event.rest
    blockers = [disc for disc in rest.discs if disc is not Disc.S][:14]
    for index, disc in enumerate(blockers):
        rest = rest.having(disc, Point(-225_000 + 34_000 * index, 252_600))
    game = game.apply(changed(event, rest=rest))
    if game.round is not None and game.round.turn is Seat.SOUTH:
        game = game.apply(Passed(seat=Seat.SOUTH))
    assert "no-striker-spot" in phrase(game.expected)


def test_surfaces_read_back_from_their_text() -> None:
    odd = Surface(friction=0.1, frame_restitution=0.77)
    for surface in (*PRESETS.values(), odd):
        assert read_surface(write_surface(surface)) == surface
    with pytest.raises(IllegalSurface):
        read_surface("friction=slippery")
    game = fresh(surface=write_surface(odd))
    event, _ = strike(game, Seat.SOUTH, HARD)
    assert list(divergences(game.apply(event))) == []


def test_a_sides_only_man_is_put_down_by_the_umpire_where_a_placer_finds_no_room() -> None:
    """Nine white pieces 50 mm from the centre leave no place inside the outer circle."""
    ring = {}
    for k, disc in enumerate(WHITES):
        across, up = direction(40 * k)
        ring[disc] = Point(round(50_000 * across), round(50_000 * up))
    game, position = fresh(), Position.of(ring)
    assert not has_room(position, Disc.B9)
    assert game.round is not None
    last = Placing(Disc.B9, Seat.SOUTH, 1)
    crowded = changed(game.round, on_board=WHITES, pocketed=(*BLACKS, Disc.Q), placings=(last,))
    state = with_room(changed(game.state, position=position, round=crowded))
    assert state.round is not None
    assert state.position is not None
    assert state.round.placings == ()
    assert Disc.B9 in state.round.on_board
    assert state.position[Disc.B9] == Point(0, 0)
