"""Difficulty levels: each is more accurate, searches more and sees more than the one below; old names stay valid."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from engine.tables import facing, lying, scattered

from carrom.board.disc import Disc
from carrom.board.notation import read_position
from carrom.board.rack import rack
from carrom.board.seat import Seat
from carrom.board.stroke import StrokeKind
from carrom.engine.engine import Engine
from carrom.engine.geometry import UNIT, HandNoise, disturbances, disturbed, drawn, slipped
from carrom.engine.levels import LEVELS, Budget, level_named
from carrom.engine.rollouts import RolloutRunner, deviates
from carrom.engine.situation import Situation
from carrom.engine.stroke_names import called
from carrom.errors import RefusedRequest
from carrom.physics import simulate
from carrom.physics.surface import surface
from carrom.rules.round import Round
from carrom.rules.ruleset import ruleset
from carrom.values import changed

STUCK = (
    "c1_Q.-141430.352817_W6.-272495.317535_B1.60897.30165_B2.309396.207955_B3.-258098.347883_B4.24310.46660"
    "_B5.185840.-134286_B6.17462.180048"
)
PAGE = Path(__file__).resolve().parents[2] / "web" / "src" / "i18n"


def test_the_levels_are_called_as_people_are() -> None:
    names = [level.name for level in LEVELS]
    assert names[:5] == ["first-timer", "beginner", "casual", "club", "strong-club"]
    assert names[5:] == ["state", "national", "champion", "machine"]


def test_each_level_is_steadier_and_searches_sees_and_foresees_more_than_the_one_below() -> None:
    for weaker, stronger in pairwise(LEVELS):
        assert stronger.hand.direction < weaker.hand.direction
        assert stronger.hand.speed < weaker.hand.speed
        assert stronger.hand.place < weaker.hand.place
        assert stronger.budget.simulations > weaker.budget.simulations
        assert stronger.sight >= weaker.sight
        assert stronger.foresight >= weaker.foresight
        assert stronger.fastest >= weaker.fastest
        assert stronger.families is None or (weaker.families is not None and weaker.families <= stronger.families)


def test_an_unknown_level_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RefusedRequest, match=r"first-timer.*machine"):
        level_named("grandmaster")
    assert level_named("club").name == "club"


def test_the_page_describes_the_levels_in_the_same_words() -> None:
    texts = json.loads((PAGE / "en.json").read_text(encoding="utf-8"))
    assert {level.name: texts[f"level.{level.name}.about"] for level in LEVELS} == {
        level.name: level.about for level in LEVELS
    }


@pytest.mark.parametrize("name", ["first-timer", "casual", "state"])
def test_nobody_breaks_faster_than_his_hand_can(name: str) -> None:
    level = level_named(name)
    situation = Situation(Round.begin(ruleset("icf")), rack(seed=1), surface("club"))
    stroke = Engine(level).aim(situation, Random(1)).stroke
    assert 0.99e6 * level.fastest < np.hypot(stroke.vx, stroke.vy) <= 1.000001e6 * level.fastest


def test_a_first_timer_plays_plain_strokes_wherever_there_is_one() -> None:
    level = level_named("first-timer")
    assert level.families is not None
    plain = 0
    for seed in range(8):
        situation = facing(scattered(seed, men=12), Seat.SOUTH)
        plain += called(situation, Engine(level).aim(situation, Random(seed)).planned).name in level.families
    assert plain >= 6


@pytest.mark.slow
def test_who_sees_less_of_what_is_there_plays_other_strokes() -> None:
    seeing = changed(level_named("strong-club"), budget=Budget(3_200, 60.0))
    half_blind = changed(seeing, sight=0.2)
    without_thought = changed(seeing, foresight=0.0)
    situations = [facing(scattered(seed, men=14), Seat.SOUTH) for seed in range(3)]
    strokes = [
        [Engine(level).aim(situation, Random(1)).stroke for situation in situations]
        for level in (seeing, half_blind, without_thought)
    ]
    assert strokes[0] != strokes[1]
    assert strokes[0] != strokes[2]


def test_a_hand_with_tails_errs_as_widely_but_slips_more_often() -> None:
    steady = np.array([by.direction for by in disturbances(20_000, Random(1))])
    slips = slipped(steady)
    assert abs(slips.std() - steady.std()) < 0.01
    assert np.mean(np.abs(slips) > 4.0) > 8 * np.mean(np.abs(steady) > 4.0)
    assert np.mean(np.abs(slips) > 4.0) < 0.01
    assert np.mean(np.abs(slips) < 0.5) > np.mean(np.abs(steady) < 0.5)


def test_slips_are_quantiles_of_students_distribution_with_five_degrees() -> None:
    """Printed tables give 0.7267, 1.4759, 2.0150, 3.3649 and 5.8934 for 75, 90, 95, 99 and 99.9 %."""
    table = {0.67449: 0.7267, 1.28155: 1.4759, 1.64485: 2.015, 2.32635: 3.3649, 3.09023: 5.8934}
    for deviate, answer in table.items():
        assert slipped(deviate) / UNIT == pytest.approx(answer, rel=0.02)
        assert slipped(-deviate) == -slipped(deviate)


def test_the_search_and_the_hand_slip_alike() -> None:
    situation = facing(scattered(3, men=8), Seat.SOUTH)
    stroke = Engine(level_named("state")).aim(situation, Random(1)).stroke
    by = drawn(Random(5))
    plain, slipping = HandNoise(3.0, 0.0, 0.0), HandNoise(3.0, 0.0, 0.0, tails=True)
    assert disturbed(stroke, plain, by) != disturbed(stroke, slipping, by)
    row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]], dtype=np.int64)
    noise = deviates(64, Random(2))
    rated = [RolloutRunner(situation, hand, stroke.y).rate(row, noise, 0, 64)[0] for hand in (plain, slipping)]
    bent = RolloutRunner(situation, plain, stroke.y).rate(row, slipped(noise), 0, 64)[0]
    assert (rated[1] == bent).all()
    assert (rated[0] != rated[1]).any()


def test_the_document_has_the_hands_that_the_levels_have() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "explanation" / "engine.md").read_text(encoding="utf-8")
    for level in LEVELS:
        assert f"| {level.name} | {level.hand.direction:g}° |" in text
        assert f"| {level.budget.simulations:,} | {level.fastest:g} m/s |" in text


def test_who_knows_nothing_that_may_come_off_tries_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    knows = frozenset({StrokeKind.ONE_FRAME, StrokeKind.BANK})
    level = changed(level_named("strong-club"), budget=Budget(3_200, 60.0), families=knows)
    situation = facing(lying(W1=(-200, 250), W2=(100, 300), B1=(300, -100)), Seat.SOUTH)

    def name(hopeless: float) -> StrokeKind:
        monkeypatch.setattr("carrom.engine.engine.HOPELESS", hopeless)
        return called(situation, Engine(level).aim(situation, Random(1)).stroke).name

    assert name(0.0) in knows
    assert name(1.0) not in knows


def test_a_weak_player_whose_queen_lies_badly_does_not_wait_for_ever() -> None:
    """In this position a casual-level player once played a hundred strokes that touched nothing useful."""
    men = read_position(STUCK)
    situation = facing(men, Seat.SOUTH)
    casual = Engine(level_named("casual"))
    moved = 0
    for seed in range(4):
        stroke = casual.aim(situation, Random(seed)).stroke
        played = simulate(situation.position, stroke, Seat.SOUTH, situation.surface)
        moved += Disc.Q not in played.rest or played.rest[Disc.Q] != situation.position[Disc.Q]
    assert moved >= 2
