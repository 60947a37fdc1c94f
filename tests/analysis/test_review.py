"""Game review: decisions are separated from luck by the intended stroke, if the record contains it."""

from random import Random

import pytest

from carrom.analysis import reviewer as reviewing
from carrom.analysis.requests import hand_named
from carrom.analysis.review_values import CALLED, DEAD_BAND, ReviewBegun, StrokeReviewed
from carrom.analysis.reviewer import review, review_stroke, strokes_of
from carrom.analysis.text_report import annotated, reviewed
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine import play_out
from carrom.engine.levels import level_named
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.program import executed
from carrom.engine.self_play import play_board
from carrom.game.events import Header, Player, Struck
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.record import read_record, write_record
from carrom.game.replay import divergences

PLAYERS = (Player(name="Asha", seat=Seat.SOUTH, side="A"), Player(name="Bilal", seat=Seat.NORTH, side="B"))
START = "c1_W1.300000.300000_B1.-100000.50000_B2.-200000.-50000"
INTO_THE_CORNER = Stroke(0, 661_158, 1_283_319)
"""Pockets South's last piece, which is on the edge of the north-east pocket."""
ASIDE = Stroke(-150_000, -300_000, 900_000)
"""Touches nothing important."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviewing, "ROUNDS", ((1_500, 256),))


def begun(start: str = START) -> GameHistory:
    header = Header(players=PLAYERS, contest="board", first_break="A", surface="club", start=start)
    game = GameHistory.begin(simulated(header))
    return game.apply(racked(game))


def struck(played: Stroke, meant: Stroke | None) -> GameHistory:
    game = begun()
    return game.apply(strike(game, Seat.SOUTH, played, meant=meant)[0])


def told(game: GameHistory) -> StrokeReviewed:
    """Return the first review of the first stroke, before rollouts."""
    return next(each for each in review(game, hand_named("state")) if isinstance(each, StrokeReviewed))


def test_a_good_decision_that_the_hand_spoilt_is_bad_luck_and_no_bad_decision():
    unknown, meant = told(struck(ASIDE, None)), told(struck(ASIDE, INTO_THE_CORNER))
    assert not unknown.is_known
    assert meant.is_known
    assert meant.played == ASIDE
    assert meant.meant.stroke == INTO_THE_CORNER
    assert meant.said < unknown.said - 0.2
    assert meant.luck < unknown.luck - 0.2
    assert meant.after == unknown.after


def test_who_plays_what_he_means_is_known_to_have_meant_it():
    found = told(struck(INTO_THE_CORNER, INTO_THE_CORNER))
    assert found.is_known
    assert found.meant.stroke == INTO_THE_CORNER


@pytest.mark.parametrize("meant", [Stroke(600_000, 0, 900_000), Stroke(0, 0, 90_000_000)])
def test_what_nobody_could_have_meant_is_not_taken_for_meant(meant: Stroke):
    found = told(struck(ASIDE, meant))
    assert not found.is_known
    assert found.meant.stroke == ASIDE


@pytest.mark.slow
def test_programs_keep_what_they_meant_in_their_games_and_records_still_verify():
    club = EnginePlayer(level_named("casual"))
    game = play_board(club, club, seed=3)
    strokes = [event for event in game.events if isinstance(event, Struck)]
    assert all(event.meant is not None for event in strokes)
    assert any(event.meant != event.stroke for event in strokes)
    again = read_record(write_record(game))
    assert again == game
    assert list(divergences(again)) == []


def test_a_player_says_what_he_means_without_playing_otherwise():
    game, club = begun(), EnginePlayer(level_named("club"))
    played, meant = executed(club, game, Seat.SOUTH, Random(5))
    assert played == club.choose(game, Seat.SOUTH, Random(5))
    assert meant == club.aim(game, Random(5)).stroke
    assert meant != played


def test_a_review_begins_with_who_played():
    first = next(review(struck(ASIDE, None), hand_named("club")))
    assert isinstance(first, ReviewBegun)
    assert [each.name for each in first.players] == ["Asha", "Bilal"]


@pytest.mark.slow
def test_a_graph_shows_every_chance_from_the_first_sides_view():
    game = struck(ASIDE, None)
    game = game.apply(strike(game, Seat.NORTH, ASIDE)[0])
    found = {each.number: each for each in review(game, hand_named("state")) if isinstance(each, StrokeReviewed)}
    assert found[1].first == found[1].after != 0.5
    assert found[2].first == pytest.approx(1.0 - found[2].after)


def test_the_chance_after_a_stroke_is_that_of_its_player_whoever_strikes_next():
    game = begun(START + "_B3.0.0_B4.60000.100000_B5.120000.-90000")
    game = game.apply(strike(game, Seat.SOUTH, ASIDE)[0])
    (past,) = strokes_of(game)
    situation = situation_of(game)
    assert situation.round.mover != past.side
    chance = play_out.of(situation, hand_named("state")).win
    assert abs(chance - 0.5) > 0.05
    assert told(game).after == pytest.approx(1.0 - chance, abs=1e-3)


def test_nobody_is_blamed_before_rollouts_have_confirmed_the_loss():
    found = [each for each in review(struck(ASIDE, ASIDE), hand_named("state")) if isinstance(each, StrokeReviewed)]
    first, last = found
    assert first.said > DEAD_BAND
    assert first.pending
    assert first.loss == 0.0
    assert first.grade not in CALLED
    assert last.rolled is not None
    assert last.rolled.confirmed
    assert last.loss == last.rolled.loss > 0.1
    assert last.grade in CALLED


def test_what_there_was_no_time_to_roll_out_is_called_nothing():
    clock = iter(range(1_000))
    found = list(review(struck(ASIDE, ASIDE), hand_named("state"), seconds=0.5, clock=lambda: next(clock)))
    last = next(each for each in reversed(found) if isinstance(each, StrokeReviewed))
    assert last.said > DEAD_BAND
    assert not last.pending
    assert last.grade not in CALLED
    assert found[-1].done
    assert last.unchecked
    assert sum(found[-1].players[0].grades) == 0, "it is no good choice either"
    said = "\n".join(reviewed(found[0], [last], found[-1]))
    assert "not checked" in said
    assert "good" not in said
    assert "1 stroke that may have lost something" in said
    record = write_record(struck(ASIDE, ASIDE))
    assert "# review 2" not in annotated(record, [last], 0.93)


def test_one_stroke_is_rolled_out_too():
    *_, last = review_stroke(struck(ASIDE, ASIDE), 1, hand_named("state"))
    assert last.rolled is not None
    assert last.grade in CALLED
