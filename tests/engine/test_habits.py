"""Habits of weaker levels: too full, too hard, the nearest piece, and no thought for the queen."""

import json
import math
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from engine.tables import facing, lying, scattered

from carrom.board.disc import Disc
from carrom.board.seat import SEATS, Seat
from carrom.board.striker_spots import placing_spots
from carrom.board.stroke import Stroke
from carrom.cli import main
from carrom.engine.engine import Engine, bent, first_piece, pieces_without_laws, too_thin
from carrom.engine.fitting import eyes
from carrom.engine.ladder import contestant
from carrom.engine.levels import LEVELS, NO_HABITS, Habits, Lapse, Level, lapse, level_named
from carrom.engine.situation import Situation
from carrom.errors import RefusedRequest
from carrom.lab.habit_table import HabitJob, LevelHabits, ObservedBoard, ObservedStroke, habits_of, observed
from carrom.physics import simulate
from carrom.rules.round import Placing
from carrom.values import changed

PEOPLE = [level for level in LEVELS if not level.habits.are_none]
ALWAYS = Habits(0.5, 1.5, nearest=1.0)
"""A player that always takes the nearest piece, half-way too full."""


def speed(stroke: Stroke) -> float:
    return math.hypot(stroke.vx, stroke.vy)


def wide_open(seat: Seat = Seat.SOUTH) -> Situation:
    """Return a position with one near and one far piece of the player's, both open, and the queen."""
    men = {"W1": (-300, 280), "W2": (60, 40), "B1": (0, -340)}
    turned = {name: seat.to_board(x, y) for name, (x, y) in men.items()}
    return facing(lying(**turned, Q=seat.to_board(150, 330)), seat)


def mean_of(level: Level, measure: object, boards: int = 24) -> float:
    """Return the mean of a measure over fixed positions; None is left out."""
    found = []
    for seed in range(boards):
        situation = facing(scattered(seed, men=10), Seat.SOUTH)
        value = measure(situation, Engine(level, lambda: 0.0).aim(situation, Random(seed)))  # type: ignore[operator]
        if value is not None:
            found.append(value)
    assert len(found) > boards / 3
    return sum(found) / len(found)


def excess(situation: Situation, decision: object) -> float | None:
    """Return the share of the way to a full hit by which a decision aims too full; None if it is not a cut."""
    planned, aimed = decision.planned, decision.stroke  # type: ignore[attr-defined]
    off = too_thin(situation, planned)
    turned = math.atan2(planned.vx * aimed.vy - planned.vy * aimed.vx, planned.vx * aimed.vx + planned.vy * aimed.vy)
    return turned / off if abs(off) > 0.03 else None


def test_weaker_levels_have_more_of_every_habit_and_the_upper_ones_have_none() -> None:
    for weaker, stronger in pairwise(level.habits for level in LEVELS):
        for name in ("thickness", "force", "nearest", "forgetful", "one_stroke"):
            assert getattr(weaker, name) >= getattr(stronger, name)
    assert [level.name for level in PEOPLE] == ["first-timer", "beginner", "casual", "club", "strong-club"]
    assert not level_named("strong-club").habits.forgetful


@pytest.mark.parametrize(
    "wrong", [{"thickness": -0.1}, {"nearest": 1.5}, {"forgetful": float("nan")}, {"force": 0.9}, {"pieces": -1}]
)
def test_a_habit_out_of_its_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(RefusedRequest, match="expected"):
        Habits(**wrong)  # type: ignore[arg-type]


def test_without_habits_nothing_is_drawn_and_nothing_is_bent() -> None:
    rng = Random(1)
    assert lapse(NO_HABITS, rng) == Lapse()
    assert rng.random() == Random(1).random()
    decision = Engine(level_named("state"), lambda: 0.0).aim(wide_open(), Random(1))
    assert decision.stroke == decision.planned


def test_lapses_come_as_often_as_the_habits_say() -> None:
    habits, rng = Habits(force=1.44, nearest=0.5, forgetful=0.25), Random(2)
    found = [lapse(habits, rng) for _ in range(4_000)]
    assert sum(each.forgets for each in found) == pytest.approx(1_000, abs=120)
    assert sum(each.nearest for each in found) == pytest.approx(2_500, abs=130)  # half, and half of those who forget
    assert sorted(each.force for each in found)[2_000] == pytest.approx(1.44, rel=0.03)
    assert all(1.0 <= each.force <= 1.44**2 for each in found)


@pytest.mark.parametrize("seat", SEATS[:2])
def test_an_aim_that_is_bent_hits_its_piece_fuller_from_either_side_and_harder(seat: Seat) -> None:
    situation = wide_open(seat)
    for x, way in ((-150_000, 0.62), (190_000, -0.33)):
        aim = Stroke(x, round(2e6 * way), round(2e6 * math.sqrt(1 - way * way)), 0, 40)
        off = too_thin(situation, aim)
        made = bent(situation, aim, ALWAYS, Lapse(force=1.5), 9.0)
        assert abs(off) > 0.02
        assert too_thin(situation, made) == pytest.approx(off / 2, abs=1e-5)
        assert speed(made) == pytest.approx(3e6, rel=1e-5)
        assert (made.x, made.y, made.spin) == (aim.x, aim.y, aim.spin)


def test_a_player_never_strikes_harder_than_it_can_nor_softer_than_planned() -> None:
    situation, aim = wide_open(), Stroke(0, 300_000, 2_000_000)
    assert speed(bent(situation, aim, ALWAYS, Lapse(force=9.0), 4.0)) == pytest.approx(4e6, rel=1e-5)
    assert speed(bent(situation, aim, ALWAYS, Lapse(force=2.0), 1.0)) == pytest.approx(speed(aim), rel=1e-5)


def test_a_stroke_that_meets_a_frame_first_is_not_bent() -> None:
    situation = wide_open()
    aside = Stroke(0, 2_000_000, 100_000)
    assert too_thin(situation, aside) == 0.0
    assert bent(situation, aside, ALWAYS, Lapse(), 4.0) == aside


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("level", PEOPLE, ids=lambda level: level.name)
def test_a_level_aims_too_full_by_its_own_share_of_every_cut(level: Level) -> None:
    assert mean_of(level, excess) == pytest.approx(level.habits.thickness, abs=0.01)


@pytest.mark.slow
def test_a_first_timer_strikes_harder_than_the_same_player_who_strikes_as_planned() -> None:
    level = level_named("first-timer")
    calm = changed(level, habits=changed(level.habits, force=1.0))
    fast, slow = (mean_of(each, lambda _, made: speed(made.stroke) / 1e6) for each in (level, calm))
    assert fast > 1.25 * slow


NEAREST = {
    Disc.W1: {"W1": (-300, 280), "W2": (60, 40)},
    Disc.W2: {"W1": (-40, 60), "W2": (320, 270)},
    Disc.Q: {"W1": (-60, 0), "W2": (40, 80), "Q": (300, 290)},
}
"""Positions of open pieces, by the one with the shortest way to a pocket."""


@pytest.mark.parametrize("disc", [Disc.W1, Disc.W2, Disc.Q])
@pytest.mark.parametrize("habits", [Habits(nearest=1.0), Habits(pieces=1)], ids=["takes it", "looks at one piece"])
def test_a_player_of_habit_plays_at_the_nearest_open_piece(disc: Disc, habits: Habits) -> None:
    situation = facing(lying(**NEAREST[disc], B1=(0, -340)), Seat.SOUTH)
    engine = Engine(changed(level_named("beginner"), habits=habits), lambda: 0.0)
    assert {engine.aim(situation, Random(seed)).disc for seed in range(4)} == {disc}


def target_of(situation: Situation, aim: Stroke) -> Disc | None:
    seat = situation.round.turn
    return first_piece(simulate(situation.position, aim, seat, situation.surface))


def test_who_forgets_the_queens_laws_strikes_at_a_forbidden_queen_and_at_the_last_piece_before_it() -> None:
    forgetful = Engine(changed(level_named("beginner"), habits=Habits(forgetful=1.0)), lambda: 0.0)
    mindful = Engine(changed(level_named("beginner"), habits=Habits(nearest=1.0)), lambda: 0.0)
    begun = facing(lying(**NEAREST[Disc.Q], B1=(0, -340)), Seat.SOUTH)
    sides = tuple(changed(side, pocketed_before=False) for side in begun.round.sides)
    forbidden = Situation(changed(begun.round, sides=sides), begun.position, begun.surface)
    last = facing(lying(W1=(300, 290), Q=(-60, 0), B1=(0, -340)), Seat.SOUTH)
    for situation, disc in ((forbidden, Disc.Q), (last, Disc.W1)):
        assert disc in pieces_without_laws(situation.round)
        assert target_of(situation, forgetful.aim(situation, Random(1)).planned) is disc
        assert target_of(situation, mindful.aim(situation, Random(1)).planned) is not disc


@pytest.mark.slow
def test_the_table_tells_a_first_timer_from_a_state_player() -> None:
    newcomer, expert = (
        habits_of(name, [observed(HabitJob(contestant(name), seed)) for seed in range(100_000, 100_002)])
        for name in ("first-timer", "state:1500")
    )
    assert newcomer.nearest > expert.nearest + 0.2
    assert newcomer.thickness > 0.3
    assert expert.thickness == 0.0
    assert newcomer.too_full > 0.55
    assert newcomer.success < expert.success - 0.2


def test_the_same_game_and_random_source_give_the_same_stroke() -> None:
    level = level_named("first-timer")
    for seed in range(3):
        situation = facing(scattered(seed, men=10), Seat.SOUTH)
        first, second = (Engine(level, lambda: 0.0).execute(situation, Random(seed)) for _ in range(2))
        assert first == second


def test_boards_of_other_habits_are_not_reused() -> None:
    level = level_named("casual")
    assert eyes(changed(level, habits=NO_HABITS)) != eyes(level)
    assert eyes(changed(level, habits=changed(level.habits, force=1.9))) != eyes(level)


@pytest.mark.slow
def test_a_board_is_observed_the_same_way_twice() -> None:
    job = HabitJob(contestant("first-timer:200"), 100_000)
    board = observed(job)
    assert board == observed(job)
    found = habits_of("first-timer:200", [board])
    assert found.strokes == len(board.strokes) > 10
    assert sum(found.families) == pytest.approx(1.0)


def stroke(**given: object) -> ObservedStroke:
    return ObservedStroke(**({"speed": 2.0, "kind": "cut", "foul": 0.0, "success": 0.5} | given))  # type: ignore[arg-type]


def test_figures_are_shares_of_the_strokes_they_are_about() -> None:
    strokes = (
        stroke(speed=1.0, kind="straight", nearest=True, foul=0.5, last_piece=True),
        stroke(speed=2.0, nearest=False, thickness=2.0, too_full=True),
        stroke(speed=6.0, thickness=1.0, too_full=False, success=0.8),
    )
    found = habits_of("club", [ObservedBoard("club", "", 1, strokes, 4, 3)])
    assert isinstance(found, LevelHabits)
    assert (found.median_speed, found.nearest, found.thickness, found.too_full) == (2.0, 0.5, 1.5, 0.5)
    assert (found.queens, found.covered) == (4, 0.75)
    for share in (found.fouls_meant, found.against_queen, found.families[0]):
        assert share == pytest.approx(1 / 3)
    assert found.success == pytest.approx(0.6)


def test_the_command_measures_habits_resumes_and_writes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, page = tmp_path / "habits.jsonl", tmp_path / "page.md"
    page.write_text("a\n<!-- habits of levels -->\n<!-- end of habits of levels -->\nz\n", encoding="utf-8")
    words = ["levels", "habits", "first-timer:100", "--boards", "1", "--record", str(record)]
    assert main([*words, "--docs", str(page)]) == 0
    text, stored = page.read_text(encoding="utf-8"), record.read_text(encoding="utf-8")
    assert "| first-timer:100 |" in text
    assert text.startswith("a\n")
    assert text.endswith("z\n")
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    assert record.read_text(encoding="utf-8") == stored
    output = json.loads(capsys.readouterr().out)[0]
    assert (output["player"], output["boards"]) == ("first-timer:100", 1)
    assert main(["levels", "habits", "greedy"]) == 1
    assert main(["levels", "habits", "club", "--boards", "0"]) == 1
    assert main(["levels", "habits", "club", "--seed", "5"]) == 1


def test_the_document_has_the_habits_that_the_levels_have() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "explanation" / "engine.md").read_text(encoding="utf-8")
    for level in PEOPLE:
        habits = level.habits
        assert (
            f"| {level.name} | {100 * habits.thickness:.0f} % | {habits.force:g} | {100 * habits.nearest:.0f} % |"
            in text
        )
        forgets = f"{100 * habits.forgetful:.0f} %" if habits.forgetful else "never"
        assert f"| {forgets} | {'yes' if habits.one_stroke else 'no'} |" in text


def test_a_player_who_thinks_of_one_stroke_places_a_due_at_the_first_spot_offered() -> None:
    playing = facing(lying(W1=(-300, 280), B1=(0, -340), Q=(150, 330)), Seat.SOUTH)
    back = changed(playing.round, pocketed=(Disc.W2,), placings=(Placing(disc=Disc.W2, by=Seat.NORTH, owner=0),))
    situation = Situation(back, playing.position, playing.surface)
    spots = placing_spots(situation.position, Disc.W2, situation.equipment)
    careless, careful = (Engine(level_named(name)).place(situation) for name in ("first-timer", "state"))
    assert careless == spots[0]
    assert careful in spots
    assert careful != careless
