"""Verifying records that omit something."""

import pytest
from strategies_game import SINGLES

from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import RecordError
from carrom.game.events import Header, RoundBegun
from carrom.game.game import GameHistory
from carrom.game.match import Pairing
from carrom.game.play_stroke import racked, simulated, strike
from carrom.game.replay import divergences
from carrom.game.tie import Team, Tie
from carrom.game.tie_record import read_tie, write_tie
from carrom.physics import PHYSICS_VERSION
from carrom.rules.ruleset import ruleset
from carrom.values import changed

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
