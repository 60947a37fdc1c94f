"""Which fingers and techniques a stroke may use."""

from typing import get_args

import pytest

from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.rules.book import technique_for, techniques
from carrom.rules.parameters import Technique
from carrom.rules.ruleset import NAMES, ruleset

FORWARD, BACK = Stroke(0, 0, 2_000_000), Stroke(0, 100_000, -2_000_000)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_knows_a_technique_for_both_directions(name: str) -> None:
    assert technique_for(ruleset(name), FORWARD) == "index"
    assert technique_for(ruleset(name), BACK) in techniques(ruleset(name), BACK)


@pytest.mark.parametrize(
    ("name", "stroke", "wanted"),
    [
        ("club", FORWARD, "thumb"),
        ("club", BACK, "index"),
        ("three-player", BACK, "middle"),
        ("eight-rounds", FORWARD, "scissors"),
        ("team-event", FORWARD, "thumb"),
        ("team-event", BACK, "thumb"),
        ("team-event", BACK, "index"),
    ],
)
def test_a_technique_that_is_not_allowed_is_refused_with_its_clause(
    name: str, stroke: Stroke, wanted: Technique
) -> None:
    direction = "back-shots" if stroke.is_back_stroke else "forward-strokes"
    clause = ruleset(name).clause(direction).number
    with pytest.raises(IllegalStroke, match=rf"allows (no )?{direction.replace('-s', '.s')}.*\({clause}\)$"):
        technique_for(ruleset(name), stroke, wanted)


@pytest.mark.parametrize("technique", get_args(Technique))
def test_the_official_laws_leave_the_technique_free(technique: Technique) -> None:
    for stroke in (FORWARD, BACK):
        assert technique_for(ruleset("icf"), stroke, technique) == technique


def test_back_shots_are_made_with_the_thumb_or_scissors_in_the_club_game() -> None:
    assert technique_for(ruleset("club"), BACK) == "thumb"
    assert technique_for(ruleset("team-event"), BACK) == "scissors"
