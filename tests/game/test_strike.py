"""Strokes on the simulated board, their records, and their verification."""

import random
import re
from pathlib import Path

import pytest
from strategies_game import SINGLES

from carrom.board.arithmetic import direction
from carrom.board.disc import BLACKS, WHITES, Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.striker_spots import has_room, placing_spots
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke, IllegalSurface, RecordError, RefusedRequest
from carrom.game.apply import with_room
from carrom.game.events import Header, Passed, Placed, RoundBegun, Struck
from carrom.game.expected import phrase
from carrom.game.game import GameHistory
from carrom.game.match import Pairing
from carrom.game.play_stroke import racked, simulated, strike, technique_for
from carrom.game.record import read_record, read_surface, write_record, write_surface
from carrom.game.replay import divergences
from carrom.game.tie import Team, Tie
from carrom.game.tie_record import read_tie, write_tie
from carrom.physics import PHYSICS_VERSION, PRESETS, Surface
from carrom.rules.phases import PlaceDue
from carrom.rules.round import Placing
from carrom.rules.ruleset import ruleset
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


# -- Records of simulated games: nominal racks, random gaps, a start from a position

SENTENCE = re.compile(r" \| [^|{}]*\}$", re.MULTILINE)
"""The sentence at the end of a ruling: prose for readers, which later versions may word differently."""
RECORDS = sorted((Path(__file__).parent / "records-nominal").glob("*.carrom"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_with_a_nominal_rack_is_read_and_written_as_it_was_and_verifies(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = read_record(text)
    assert SENTENCE.sub("}", write_record(game)) == SENTENCE.sub("}", text)
    begun = next(event for event in game.events if isinstance(event, RoundBegun))
    first = next(event for event in game.events if isinstance(event, Struck))
    assert (begun.nominal, begun.seed) == (not game.header.start, None)
    assert (first.rack is None, first.seed is None) == (not begun.nominal, not begun.nominal)
    assert game.header.physics == PHYSICS_VERSION
    assert list(divergences(game)) == []


def test_there_are_records_to_read() -> None:
    assert len(RECORDS) == 4


def test_a_first_board_that_begins_elsewhere_than_the_header_says_is_refused() -> None:
    text = next(path for path in RECORDS if path.stem == "from-a-position").read_text(encoding="utf-8")
    moved = text.replace("rack=c1_Q.0.0_W1.100000.100000", "rack=c1_Q.0.0_W1.100000.100001")
    assert moved != text
    with pytest.raises(RecordError, match="the first board begins with the position of the header; this one"):
        read_record(moved)


# -- Verifying records that omit something

FRESH = GameHistory.begin(simulated(Header(players=SINGLES, ruleset="icf", first_break="A", surface="club")))
BEGUN = racked(FRESH, seed=4)


def test_a_stroke_that_the_record_does_not_tell_cannot_be_checked_and_is_reported() -> None:
    game = FRESH.apply(BEGUN)
    event, _ = strike(game, Seat.SOUTH, Stroke(0, 100_000, 4_000_000))
    found = [str(each) for each in divergences(game.apply(changed(event, stroke=None)))]
    assert found == ["stroke 1 (event 2): the stroke: the record says nothing, the simulation it needs one"]


@pytest.mark.parametrize("left_out", [{"seed": None}, {"angle": None}, {"seed": None, "angle": None}], ids=str)
def test_a_rack_without_its_seed_or_angle_is_not_compared(left_out: dict[str, None]) -> None:
    assert isinstance(BEGUN, RoundBegun)
    assert list(divergences(FRESH.apply(changed(BEGUN, **left_out)))) == []


@pytest.mark.parametrize(("recorded", "said"), [("0.9", "0.9"), ("", "nothing")])
def test_another_version_is_told_with_the_one_at_hand(recorded: str, said: str) -> None:
    [found] = divergences(GameHistory.begin(changed(FRESH.header, physics=recorded)))
    assert (found.event, found.recorded, found.simulated) == (0, said, f"has {PHYSICS_VERSION}")


def test_a_tag_that_is_no_quoted_text_is_refused_with_its_line() -> None:
    teams = (Team(name="Pune", players=("Asha",)), Team(name="Delhi", players=("Bilal",)))
    text = write_tie(Tie.begin(ruleset("team-event"), teams).named(Pairing(a=("Asha",), b=("Bilal",))))
    with pytest.raises(RecordError, match=r"line \d+: .* is not a tag with quoted texts"):
        read_tie(text.replace('"Pune"', r'"Pu\ne\q"'))
