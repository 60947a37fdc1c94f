"""Rack seeds for training, measuring, choosing and predicting do not overlap, and each set is used for its purpose."""

from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from engine.tables import CLUB, ICF, facing, lying
from numpy.typing import NDArray

from carrom.analysis.best_strokes import BestStrokeSearch
from carrom.board.disc import Disc
from carrom.board.rack import nominal_rack, rack
from carrom.cli import main
from carrom.engine import artifacts, rollouts
from carrom.engine.build_break_book import BreakTrial
from carrom.engine.engine import Engine
from carrom.engine.geometry import HandNoise
from carrom.engine.levels import Budget, level_named
from carrom.engine.rollouts import RolloutRunner
from carrom.engine.situation import Situation
from carrom.rules.round import Round
from carrom.values import changed

BREAKING = Situation(Round.begin(ICF), nominal_rack(), CLUB)
SHAKY = HandNoise(1.0, 0.1, 700.0)


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[NDArray[np.int64]]:
    """The seeds of all racks set up for breaks, in order."""
    found: list[NDArray[np.int64]] = []

    def noted(seeds: NDArray[np.int64], *about: object) -> NDArray[np.int64]:
        found.append(seeds)
        return tries_racked(seeds, *about)

    tries_racked = rollouts.racked
    monkeypatch.setattr(rollouts, "racked", noted)
    return found


def used(seeds: NDArray[np.int64]) -> set[str]:
    """Return the names of the sets that these seeds belong to."""
    return {next(name for name, each in artifacts.SETS.items() if seed in each) for seed in seeds.tolist()}


def test_no_seed_is_of_two_sets_and_no_two_name_the_same_rack() -> None:
    for one, other in combinations(artifacts.SETS.values(), 2):
        assert one.stop <= other.start or other.stop <= one.start
    assert all(0 <= each.start < each.stop <= 1 << 64 for each in artifacts.SETS.values()), "racks take 64 bits"


def test_a_break_is_chosen_on_fresh_racks_and_promised_on_others(laid: list[NDArray[np.int64]]) -> None:
    engine = Engine(changed(level_named("machine"), budget=Budget(600, 1e9)), lambda: 0.0)
    for seed in range(2):
        engine.aim(BREAKING, Random(seed))
    assert [used(seeds) for seeds in laid] == [{"choosing"}, {"promising"}] * 2
    drawn = [seed for seeds in laid for seed in seeds.tolist()]
    assert len(set(drawn)) == len(drawn), "no rack is met twice"


def test_the_book_chooses_on_one_set_and_promises_on_another(
    laid: list[NDArray[np.int64]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from carrom.engine import build_break_book

    few = {"SAMPLES": ((2, 3), (4, 1)), "SPEEDS": (4.0,), "PLACES": 2, "STEPS": 3, "PROMISED": 8}
    for name, value in few.items():
        monkeypatch.setattr(build_break_book, name, value)
    (page,) = build_break_book.pages("club", "icf", 0.4)
    assert [used(seeds) for seeds in laid] == [{"choosing"}, {"promising"}]
    again = build_break_book.BreakTrial("club", "icf", 0.4).promised({4.0: [tuple(row[:3]) for row in page["courses"]]})
    assert again == [page], "what is promised follows from the course alone"


@pytest.mark.slow
def test_an_analysis_of_a_break_shows_what_it_brings_on_other_racks_than_it_was_chosen_on(
    laid: list[NDArray[np.int64]],
) -> None:
    study = BestStrokeSearch(BREAKING, SHAKY)
    for _ in study.searched(500, 2, 0):
        pass
    assert [used(seeds) for seeds in laid] == [{"choosing"}, {"promising"}]
    assert study.found
    assert study.shown.spent > 0
    assert study.spent >= study.shown.spent + study.tries.spent


def test_a_break_of_the_book_keeps_what_it_promises_on_racks_for_measuring() -> None:
    from carrom.engine.break_book import page

    found = page(270, CLUB.friction, 0.4, 10.0)
    best = found.courses[0]
    stored = BreakTrial("club", "icf", 0.4).kept([(best.x, best.aside, best.speed)], artifacts.MEASURING, 400)[0]
    assert abs(stored - best.kept) < 0.08, "four standard errors of both samples"


def test_a_break_of_the_book_wins_what_it_promises_on_racks_for_measuring() -> None:
    from carrom.engine.break_book import page

    best = page(270, CLUB.friction, 0.4, 10.0).courses[0]
    answer = BreakTrial("club", "icf", 0.4).told([(best.x, best.aside, best.speed)], artifacts.MEASURING, 400)[0]
    assert abs(answer[1] - best.win) < 0.05


def test_an_exact_hand_chooses_a_break_that_keeps_the_turn_on_at_least_88_of_100_racks() -> None:
    exact = HandNoise(0.0, 0.0, 0.0)
    engine = Engine(changed(level_named("machine"), hand=exact, budget=Budget(2_000, 600.0)), lambda: 0.0)
    stroke = engine.intended(BREAKING, Random(1))
    tries = RolloutRunner(BREAKING, exact, racks=artifacts.drawn(artifacts.MEASURING, 512, Random(2)))
    row = np.array([[stroke.x, stroke.vx, stroke.vy, stroke.y, stroke.spin]])
    prices = BreakTrial("club", "icf", 0.0).prices
    classes, lies = tries.rate(row, rollouts.deviates(512, Random(3)), 0, 512)
    prices.of(classes, lies)
    assert prices.kept[classes].mean() >= 0.88


def test_racks_differ_by_their_seeds_alone_and_keep_the_men_that_lie() -> None:
    seeds = artifacts.drawn(artifacts.MEASURING, 5, Random(1))
    for position in (rack(seed=5), rack(seed=6), nominal_rack()):
        places = RolloutRunner(Situation(BREAKING.round, position, CLUB), SHAKY, racks=seeds).places
        assert (places == RolloutRunner(BREAKING, SHAKY, racks=seeds).places).all()
        assert len({each.tobytes() for each in places}) == 5
    less = RolloutRunner(Situation(BREAKING.round, nominal_rack().without(Disc.W3), CLUB), SHAKY, racks=seeds).places
    gone = list(Disc).index(Disc.W3)
    assert (less[:, gone] == rollouts.NOWHERE).all()
    assert (
        np.delete(less, gone, axis=1) == np.delete(RolloutRunner(BREAKING, SHAKY, racks=seeds).places, gone, axis=1)
    ).all()


def test_strokes_after_the_break_are_tried_where_the_men_lie(laid: list[NDArray[np.int64]]) -> None:
    trial = RolloutRunner(facing(lying(W1=(0, 100), B1=(100, 100))), SHAKY, racks=np.array([1, 2]))
    assert len(trial.places) == 1
    assert trial.on_racks(np.array([3])) is trial
    assert laid == []


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(
    "words",
    [
        ["solo", "club:60", "--boards", "1", "--seed", "64"],
        ["solo", "club:60", "--boards", "1", "--seed", "99999"],
        ["solo", "club:60", "--boards", "2", "--seed", str((1 << 62) - 1)],
        ["bench", "search", "solo", "--seed", "1"],
        ["bench", "stalls", "--seed", "0"],
    ],
)
def test_nothing_is_measured_on_racks_that_something_was_chosen_on(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert "racks that were used for training or choosing; expected seeds from 100000" in capsys.readouterr().err


def test_nothing_is_fitted_on_racks_for_measuring(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["levels", "fit", "--seed", "99990"]) == 1
    assert (
        "would train on racks that are reserved for measuring; expected seeds from 0 to 99999"
        in capsys.readouterr().err
    )
    assert main(["train", str(tmp_path), "--boards", "100001"]) == 1
    assert "would train on racks that are reserved for measuring" in capsys.readouterr().err


def test_a_book_that_is_promised_anew_keeps_its_courses(
    laid: list[NDArray[np.int64]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from carrom.engine import artifacts, break_book, build_break_book

    for name, few in (("RACKS", {"icf": 270}), ("GROUNDS", ("club",)), ("HANDS", (0.4,)), ("PROMISED", 8)):
        monkeypatch.setattr(build_break_book, name, few)
    out = tmp_path / "breaks.json"
    assert main(["train", "--breaks", "--reestimate", "--output", str(out)]) == 0
    assert "icf on club, 0.4°: kept" in capsys.readouterr().err
    pages = artifacts.read(out)["pages"]
    before = [each for each in break_book.book() if (each.angle, each.degrees) == (270, 0.4)]
    before = [each for each in before if each.friction == CLUB.friction]
    assert [[row[:3] for row in page["courses"]] for page in pages] == [
        [[each.x, each.aside, each.speed] for each in page.courses] for page in before
    ]
    assert used(laid[-1]) == {"promising"}
